#include "rip/cups/job_ticket.h"

#include <unistd.h>

#include <filesystem>
#include <sstream>
#include <string_view>
#include <utility>

#include "rip/cups/halftone_type.h"
#include "rip/cups/option_value.h"
#include "rip/job/option_values.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr std::string_view plates_type = "application/vnd.platerip-plates";
constexpr std::string_view raster_type = "application/vnd.platerip-raster";

// CUPS writes a number that the PPD does not list as "Custom.260".
std::string without_custom(const std::string& choice) {
  constexpr std::string_view custom = "Custom.";
  return choice.starts_with(custom) ? choice.substr(custom.size()) : choice;
}

// A job sets an option once: "curve=C=/a.txt,K=/b.txt", "plate=White=all,choke=0.3,Varnish=light".
std::vector<std::string> words_in(const JobOption& option, const std::string& list) {
  const Spelling& spelling = option.spelling;
  if (!spelling.adds) return {list};
  std::vector<std::string> words;
  std::istringstream parts(list);
  for (std::string part; std::getline(parts, part, ',');) {
    if (!words.empty() && spelling.goes_on != nullptr && spelling.goes_on(part))
      words.back() += ',' + part;
    else
      words.push_back(part);
  }
  return words;
}

// There is one message for every cause. Otherwise a user could find out by printing which files exist in folders that
// the user cannot read.
Status check_readable(const std::string& file) {
  std::error_code error;
  if (std::filesystem::is_regular_file(file, error) && ::access(file.c_str(), R_OK) == 0) return {};
  return Error{tiffio::printable(file) + ": cannot be used; name a file that the printer may read",
               ErrorCode::unreadable};
}

}  // namespace

JobTicket::JobTicket(GivenOptions given, PrinterPpd ppd)
    : given_(std::move(given)), ppd_(std::move(ppd)), warnings_(given_.warnings()) {
  warn_of_unused();
  if (auto warning = warn_of_halftone_type(halftone_type_in(given_))) warnings_.push_back(*std::move(warning));
}

Result<JobTicket> JobTicket::read(const char* options, const char* ppd_path, const std::function<JobOptions()>& queue) {
  GivenOptions given = GivenOptions::read(options, queue);
  auto ppd = PrinterPpd::open(ppd_path, given.all());
  if (!ppd.ok()) return ppd.error();
  return JobTicket(std::move(given), *std::move(ppd));
}

// Whether print jobs use this name, which is an option of the command line, for another purpose. That needs no warning.
bool JobTicket::is_ordinary(const std::string& name, const std::string& value) const {
  const bool is_documents = name == "compression" && (value == "none" || value == "gzip");  // an option of IPP
  return is_documents || ppd_.has_option(name) || name == "resolution";
}

void JobTicket::warn_of_unused() {
  for (const JobOption* const known : options_set_by(SetBy::command_line)) {
    for (const std::string& name : {std::string(known->name), ppd_keyword(known->name)}) {
      const auto value = option(name);
      if (value && !is_ordinary(name, *value))
        warnings_.push_back("The option " + name + " has no meaning where pages are printed; it is ignored.");
    }
  }
}

std::optional<std::string> JobTicket::word_for(const std::string& name) const {
  const JobOption* const known = find_job_option(name);
  const bool is_of_cups = known != nullptr && known->set_by == SetBy::print_dialog;
  if (auto given = option(name); given && !is_of_cups) return given;
  const std::string keyword = ppd_keyword(name);
  const auto chosen = option(keyword);
  const bool is_unlisted = chosen && !ppd_.is_marked(keyword, *chosen);
  const auto word = is_unlisted ? without_custom(*chosen) : ppd_.choice(keyword);
  return word && !says_nothing(*word) ? word : ppd_.own_option(name);
}

// plateripProfile comes first: Ghostscript's filter also reads cupsICCProfile, and fails if that profile's colour model
// differs from the pages'.
std::optional<std::string> JobTicket::profile() const {
  if (auto named = word_for("profile")) return named;
  if (auto ours = ppd_.profile("plateripProfile")) return ours;
  return ppd_.profile("cupsICCProfile");
}

Status JobTicket::set(Job& job, const JobOption& option, const std::string& word) const {
  const std::string name(option.name);
  const std::vector<std::string> words = words_in(option, word);
  for (const std::string& each : words) {
    if (Status status = set_option(job, name, each); !status.ok()) return status;
    if (!option.spelling.files || !given_.is_of_job(name)) continue;
    Job named;
    static_cast<void>(set_option(named, name, each));
    if (const Status status = check_readable(option.spelling.files(named).front()); !status.ok())
      return status.error().of_setting(name);
  }
  return check_words(option, words);
}

Result<Job> JobTicket::job() const {
  Job job;
  const HalftoneType type = halftone_type_in(given_);
  if (const Status status = set_halftone_type(job, type); !status.ok()) return status.error();
  for (const SetBy who : {SetBy::print_job, SetBy::print_dialog, SetBy::owner}) {
    for (const JobOption* const option : options_set_by(who)) {
      const std::string name(option->name);
      const bool is_given = this->option(name) || this->option(ppd_keyword(name));
      if (!is_given && is_set_by_halftone_type(name, type)) continue;
      const auto word = name == "profile" ? profile() : word_for(name);
      if (!word) continue;
      if (const Status status = set(job, *option, *word); !status.ok()) return status.error();
    }
  }
  if (const Status status = check_job(job); !status.ok()) return status.error();
  return job;
}

bool JobTicket::is_monochrome() const {
  return ppd_.choice("ColorModel") == "Gray" || option("print-color-mode") == "monochrome";
}

Result<bool> JobTicket::wants_raster(const char* final_type) const {
  std::vector<std::string> words = ppd_.filter_words();
  if (final_type != nullptr) words.insert(words.begin(), final_type);
  for (const std::string& word : words) {
    if (word == plates_type) return false;
    if (word == raster_type) return true;
  }
  return Error{"the printer's PPD asks neither for " + std::string(plates_type) + " nor for " +
               std::string(raster_type) + "; give it a *cupsFilter2 line with one of them"};
}

Result<std::optional<AskedResolution>> JobTicket::resolution() const {
  for (const char* const name : {"Resolution", "printer-resolution"}) {
    const auto word = option(name);
    if (!word) continue;
    const bool is_choice = ppd_.is_marked("Resolution", *word);
    const auto sheet = ppd_.sheet();
    const auto dots = is_choice && sheet.ok() ? resolution_of(*sheet) : resolution_in(without_custom(*word));
    if (!dots && is_choice) break;
    if (!dots) return wrong_value(name, *word, "give a resolution such as 2540dpi or 1440x720dpi");
    return std::optional(AskedResolution{name, *word, *dots});
  }
  return std::optional<AskedResolution>();
}

Status JobTicket::check_resolution(const std::string& page, const cups_page_header2_t& header) const {
  const auto asked = resolution();
  if (!asked.ok()) return asked.error();
  const DotsPerInch is = resolution_of(header);
  const bool is_said = is.x > 0 && is.y > 0;  // otherwise there is a warning
  if (!*asked || !is_said || (*asked)->dots == is) return {};
  const std::string listed = text_of((*asked)->dots);
  const std::string advice = ppd_.has_choice("Resolution", listed)
                                 ? "give Resolution=" + listed
                                 : "give Resolution=" + text_of(is) +
                                       " or another that the printer's PPD lists, or add " + listed + " to the PPD";
  return Error{page + ": was rendered at " + text_of(is) + ", but the job or the queue asks for " + (*asked)->option +
                   "=" + tiffio::printable((*asked)->word) + "; " + advice,
               ErrorCode::bad_setting};
}

Result<cups_page_header2_t> JobTicket::sheet() const {
  const auto asked = resolution();
  if (!asked.ok()) return asked.error();
  const auto sheet = ppd_.sheet();
  if (!sheet.ok() || !*asked || (*asked)->dots == resolution_of(*sheet)) return sheet;
  return with_resolution(*sheet, (*asked)->dots);
}

}  // namespace platerip::rip
