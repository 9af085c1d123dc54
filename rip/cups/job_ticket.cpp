#include "rip/cups/job_ticket.h"

#include <strings.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <span>
#include <sstream>
#include <utility>

#include "rip/cups/halftone_type.h"
#include "rip/job/option_values.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr std::string_view plates_type = "application/vnd.platerip-plates";
constexpr std::string_view raster_type = "application/vnd.platerip-raster";

// The PPD's name of an option: "ink-limit" becomes "PlateripInkLimit".
std::string ppd_keyword(std::string_view option) {
  std::string keyword = "Platerip";
  bool begins = true;
  for (const char c : option) {
    if (c != '-') keyword += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = c == '-';
  }
  return keyword;
}

// CUPS writes a number that the PPD does not list as "Custom.260".
std::string without_custom(const std::string& choice) {
  constexpr std::string_view custom = "Custom.";
  return choice.starts_with(custom) ? choice.substr(custom.size()) : choice;
}

// Whether a PPD's choice leaves the option unset.
bool says_nothing(const std::string& choice) {
  return choice.empty() || ::strcasecmp(choice.c_str(), "Default") == 0;
}

std::vector<const JobOption*> options_set_by(SetBy who) {
  std::vector<const JobOption*> chosen;
  for (const JobOptionGroup& group : job_option_groups()) {
    for (const JobOption& option : group.options) {
      if (option.set_by == who) chosen.push_back(&option);
    }
  }
  return chosen;
}

// The word for an option whose value may be left out. CUPS turns such an option into a flag: "name" becomes true, which
// stands for the implied value, and "noname" becomes false, which stands for the default.
std::string word_of_flag(const JobOption& option, const std::string& word) {
  const auto flag = option.value.empty() || option.implied.empty() ? std::nullopt : flag_of(word);
  if (!flag) return word;
  return std::string(*flag ? option.implied : option.fallback);
}

std::vector<std::string> words_in(const JobOption& option, const std::string& word) {
  if (!option.adds) return {word_of_flag(option, word)};
  std::vector<std::string> words;
  std::istringstream list(word);
  for (std::string each; std::getline(list, each, ',');) words.push_back(each);
  return words;
}

constexpr std::string_view file_options[] = {"profile", "input-profile", "curve", "screen-file"};

// There is one message for every cause. Otherwise a user could find out by printing which files exist in folders that
// the user cannot read.
Status check_readable(const std::string& file) {
  std::error_code error;
  if (std::filesystem::is_regular_file(file, error) && ::access(file.c_str(), R_OK) == 0) return {};
  return Error{tiffio::printable(file) + ": cannot be used; name a file that the printer may read",
               ErrorCode::unreadable};
}

// The number that follows "/NAME" in a PostScript dictionary.
std::optional<int> number_behind(const std::string& code, const std::string& name) {
  const std::size_t at = code.find("/" + name);
  if (at == std::string::npos) return std::nullopt;
  const char* const text = code.c_str() + at + 1 + name.size();
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  return end == text ? std::nullopt : std::optional(static_cast<int>(value));
}

std::optional<RasterForm> form_in(const std::string& code) {
  const auto order = number_behind(code, "cupsColorOrder");
  const auto space = number_behind(code, "cupsColorSpace");
  if (!space || (*space != CUPS_CSPACE_CMYK && *space != CUPS_CSPACE_KCMY)) return std::nullopt;
  if (order && (*order < CUPS_ORDER_CHUNKED || *order > CUPS_ORDER_PLANAR)) return std::nullopt;
  return RasterForm{static_cast<cups_order_t>(order.value_or(CUPS_ORDER_CHUNKED)), static_cast<cups_cspace_t>(*space)};
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Options in the form that libcups takes.
class OptionList {
 public:
  explicit OptionList(const char* text) : count_(cupsParseOptions(text, 0, &list_)) {}
  explicit OptionList(const JobOptions& options) {
    for (const auto& [name, value] : options) count_ = cupsAddOption(name.c_str(), value.c_str(), count_, &list_);
  }
  OptionList(const OptionList&) = delete;
  OptionList& operator=(const OptionList&) = delete;
  ~OptionList() { cupsFreeOptions(count_, list_); }

  [[nodiscard]] std::span<cups_option_t> all() const { return {list_, static_cast<std::size_t>(count_)}; }

 private:
  cups_option_t* list_ = nullptr;
  int count_ = 0;
};

// Whether the qualifiers of a PPD's profile, "ColorModel.MediaType.Resolution", match. An empty qualifier matches
// anything.
bool qualifies(const std::string& qualifiers, const std::vector<std::string>& wanted) {
  std::istringstream stream(qualifiers);
  std::string word;
  for (std::size_t i = 0; i < wanted.size() && std::getline(stream, word, '.'); ++i) {
    if (!word.empty() && word != wanted[i]) return false;
  }
  return true;
}

}  // namespace

void JobTicket::Close::operator()(ppd_file_t* ppd) const {
  ppdClose(ppd);
}

Result<JobTicket> JobTicket::read(const char* options, const char* ppd_path, const std::function<JobOptions()>& queue) {
  JobTicket ticket;
  const OptionList given(options);
  for (const cups_option_t& option : given.all()) ticket.options_[option.name] = option.value;
  for (const char* const name : {"bpc", "black-only"}) {
    if (ticket.options_.erase(std::string("-") + name) > 0)
      ticket.options_[name] = "false";  // CUPS parses "no-bpc" as "-bpc"
  }
  if (queue) ticket.settle(queue);
  if (ppd_path != nullptr) {
    if (const Status status = ticket.open_ppd(ppd_path); !status.ok()) return status.error();
  }
  ticket.warn_of_unused();
  return ticket;
}

Status JobTicket::open_ppd(const char* path) {
  ppd_.reset(ppdOpenFile(path));
  if (!ppd_) {
    int line = 0;
    const ppd_status_t status = ppdLastError(&line);
    return Error{tiffio::printable(path) + ": cannot be read as a PPD: " + ppdErrorString(status) + " in line " +
                 std::to_string(line) + "; set up the printer again"};
  }
  ppdMarkDefaults(ppd_.get());
  const OptionList settled(options_);
  cupsMarkOptions(ppd_.get(), static_cast<int>(settled.all().size()), settled.all().data());
  return {};
}

void JobTicket::settle(const std::function<JobOptions()>& ask_queue) {
  std::vector<std::string> machine;
  std::vector<std::string> doubled;
  bool names_files = false;
  for (const JobOption* const option : options_set_by(SetBy::owner)) {
    for (const std::string& name : {std::string(option->name), ppd_keyword(option->name)}) {
      if (options_.contains(name)) machine.push_back(name);
    }
  }
  for (const JobOption* const option : options_set_by(SetBy::print_job)) {
    const auto chosen = options_.find(ppd_keyword(option->name));
    if (chosen == options_.end() || says_nothing(chosen->second)) continue;
    if (options_.contains(std::string(option->name))) doubled.emplace_back(option->name);
  }
  for (const std::string_view name : file_options)
    names_files |= options_.contains(std::string(name)) || options_.contains(ppd_keyword(name));
  if (machine.empty() && doubled.empty() && !names_files) return;
  const JobOptions queue = ask_queue();
  for (const auto& [name, value] : options_) {
    const auto own = queue.find(name);
    if (own != queue.end() && own->second == value) of_queue_.insert(name);
  }
  for (const std::string& name : machine) {
    if (of_queue_.contains(name)) continue;
    warnings_.push_back("The option " + name + " is for the owner of the printer to set; that of the job is ignored.");
    if (const auto own = queue.find(name); own != queue.end()) {
      options_[name] = own->second;
    } else {
      options_.erase(name);
    }
  }
  for (const std::string& name : doubled) {
    if (of_queue_.contains(name)) options_.erase(name);
  }
}

// Whether print jobs use this name, which is an option of the command line, for another purpose. That needs no warning.
bool JobTicket::is_ordinary(const std::string& name, const std::string& value) const {
  const bool is_documents = name == "compression" && (value == "none" || value == "gzip");  // an option of IPP
  const bool is_ppds = ppd_ && ppdFindOption(ppd_.get(), name.c_str()) != nullptr;
  return is_documents || is_ppds || name == "resolution";
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

std::optional<std::string> JobTicket::option(const std::string& name) const {
  const auto found = options_.find(name);
  return found == options_.end() || found->second.empty() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> JobTicket::choice(const std::string& keyword) const {
  if (!ppd_) return std::nullopt;
  const ppd_choice_t* const choice = ppdFindMarkedChoice(ppd_.get(), keyword.c_str());
  return choice == nullptr ? std::nullopt : std::optional<std::string>(choice->choice);
}

std::optional<std::string> JobTicket::word_for(const std::string& name) const {
  if (auto given = option(name)) return given;
  const std::string keyword = ppd_keyword(name);
  const auto marked = choice(keyword);
  const auto chosen = option(keyword);
  const bool is_listed = chosen && marked && ::strcasecmp(chosen->c_str(), marked->c_str()) == 0;
  const auto word = chosen && !is_listed ? without_custom(*chosen) : marked;
  return word && says_nothing(*word) ? std::nullopt : word;
}

// The marked choice of an option by which the PPD qualifies its profiles. The PPD's `attribute` names this option; if
// it has none, the option is `option`.
std::string JobTicket::qualifier(const char* attribute, const char* option) const {
  const ppd_attr_t* const named = ppdFindAttr(ppd_.get(), attribute, nullptr);
  return choice(named != nullptr && named->value != nullptr ? named->value : option).value_or("");
}

std::optional<std::string> JobTicket::ppd_profile(const char* attribute) const {
  if (!ppd_) return std::nullopt;
  const std::vector<std::string> wanted{choice("ColorModel").value_or(""), qualifier("cupsICCQualifier2", "MediaType"),
                                        qualifier("cupsICCQualifier3", "Resolution")};
  for (const ppd_attr_t* each = ppdFindAttr(ppd_.get(), attribute, nullptr); each != nullptr;
       each = ppdFindNextAttr(ppd_.get(), attribute, nullptr)) {
    const std::string file = each->value == nullptr ? "" : each->value;
    if (file.empty() || !qualifies(each->spec, wanted)) continue;
    if (file.front() == '/') return file;
    const char* const data = std::getenv("CUPS_DATADIR");
    return std::string(data == nullptr ? PLATERIP_CUPS_DATADIR : data) + "/profiles/" + file;
  }
  return std::nullopt;
}

bool JobTicket::is_of_job(const std::string& name) const {
  const std::string used = option(name) ? name : ppd_keyword(name);
  return options_.contains(used) && !of_queue_.contains(used);
}

Status JobTicket::set(Job& job, const JobOption& option, const std::string& word) const {
  const std::string name(option.name);
  const bool names_file = std::find(std::begin(file_options), std::end(file_options), name) != std::end(file_options);
  for (const std::string& each : words_in(option, word)) {
    if (Status status = set_option(job, name, each); !status.ok()) return status;
    if (!names_file || !is_of_job(name)) continue;
    const std::string file = !option.adds      ? each
                             : name == "curve" ? job.curves.back().file
                                               : job.screens.files.back().file;
    if (const Status status = check_readable(file); !status.ok()) return status.error().of_setting(name);
  }
  return {};
}

Result<Job> JobTicket::job() const {
  Job job;
  const std::string halftone_type = option("halftone-type").value_or("");
  if (const Status status = set_halftone_type(job, halftone_type); !status.ok()) return status.error();
  for (const SetBy who : {SetBy::print_job, SetBy::owner}) {
    for (const JobOption* const option : options_set_by(who)) {
      const std::string name(option->name);
      const bool is_given = this->option(name) || this->option(ppd_keyword(name));
      if (!is_given && is_set_by_halftone_type(name, halftone_type)) continue;
      auto word = word_for(name);
      // plateripProfile comes first: Ghostscript's filter also reads cupsICCProfile, and fails if that profile's colour
      // model differs from the pages'.
      if (!word && option->name == "profile") word = ppd_profile("plateripProfile");
      if (!word && option->name == "profile") word = ppd_profile("cupsICCProfile");
      if (!word) continue;
      if (const Status status = set(job, *option, *word); !status.ok()) return status.error();
    }
  }
  if (const Status status = check_job(job); !status.ok()) return status.error();
  return job;
}

bool JobTicket::is_monochrome() const {
  return choice("ColorModel") == "Gray" || option("print-color-mode") == "monochrome";
}

RasterForm JobTicket::raster_form() const {
  if (!ppd_) return {};
  const ppd_choice_t* const model = ppdFindMarkedChoice(ppd_.get(), "ColorModel");
  if (model == nullptr) return {};
  const ppd_attr_t* const asked = ppdFindAttr(ppd_.get(), "plateripRaster", model->choice);
  if (asked != nullptr && asked->value != nullptr) return form_in(asked->value).value_or(RasterForm{});
  return form_in(model->code == nullptr ? "" : model->code).value_or(RasterForm{});
}

// A cupsFilter line holds the source type, the cost and the program. A cupsFilter2 line also holds the destination
// type.
std::vector<std::string> JobTicket::filter_lines() const {
  std::vector<std::string> lines;
  if (!ppd_) return lines;
  for (const ppd_attr_t* each = ppdFindAttr(ppd_.get(), "cupsFilter2", nullptr); each != nullptr;
       each = ppdFindNextAttr(ppd_.get(), "cupsFilter2", nullptr)) {
    if (each->value != nullptr) lines.emplace_back(each->value);
  }
  for (int i = 0; i < ppd_->num_filters; ++i) lines.emplace_back(ppd_->filters[i]);
  return lines;
}

Result<bool> JobTicket::wants_raster(const char* final_type) const {
  std::vector<std::string> words{final_type == nullptr ? "" : final_type};
  for (const std::string& line : filter_lines()) {
    for (std::string& word : words_of(line)) words.push_back(std::move(word));
  }
  for (const std::string& word : words) {
    if (word == plates_type) return false;
    if (word == raster_type) return true;
  }
  return Error{"the printer's PPD asks neither for " + std::string(plates_type) + " nor for " +
               std::string(raster_type) + "; give it a *cupsFilter2 line with one of them"};
}

Result<cups_page_header2_t> JobTicket::sheet() const {
  if (!ppd_) return Error{"there is no PPD that says how large a sheet is; set up the printer with one"};
  cups_page_header2_t header{};
  const int failed = cupsRasterInterpretPPD(&header, ppd_.get(), 0, nullptr, nullptr);
  if (failed == 0 && header.cupsWidth > 0 && header.cupsHeight > 0 && header.HWResolution[0] > 0 &&
      header.HWResolution[1] > 0)
    return header;
  return Error{"the printer's PPD does not say how large a sheet is and how many dots it has; choose another PPD"};
}

}  // namespace platerip::rip
