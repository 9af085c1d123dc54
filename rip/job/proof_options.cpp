#include "rip/job/proof_options.h"

#include <strings.h>

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <utility>

#include "rip/job/option_values.h"

namespace platerip::rip {
namespace {

// Whether a name has the extension. An empty one passes: read_file_name() refuses it.
bool has_extension(const std::string& name, const char* extension) {
  return name.empty() || ::strcasecmp(std::filesystem::path(name).extension().c_str(), extension) == 0;
}

}  // namespace

Status set_preview(Job& job, const std::string& word) {
  if (!has_extension(word, ".png"))
    return wrong_setting("'" + word + "': previews are PNG only; give a name that ends in .png");
  return read_file_name(word, job.preview);
}

Status set_report(Job& job, const std::string& word) {
  if (!has_extension(word, ".html") && !has_extension(word, ".htm"))
    return wrong_setting("'" + word + "': reports are HTML; give a name that ends in .html");
  return read_file_name(word, job.report.file);
}

Status add_report_crop(Job& job, const std::string& word) {
  constexpr Range<std::int64_t> places{0, std::numeric_limits<std::int32_t>::max(), "X,Y in pixels, from the top left"};
  const std::size_t comma = word.find(',');
  if (comma == std::string::npos) return wrong_setting("'" + word + "' is not X,Y");
  PagePoint crop;
  if (Status status = read_number(word.substr(0, comma), places, crop.x); !status.ok()) return status;
  if (Status status = read_number(word.substr(comma + 1), places, crop.y); !status.ok()) return status;
  if (job.report.crops.size() == most_chosen_crops)
    return wrong_setting("at most " + std::to_string(most_chosen_crops) + " crops");
  job.report.crops.push_back(crop);
  return {};
}

Status set_ppf(Job& job, const std::string& word) {
  if (!has_extension(word, ".ppf")) return wrong_setting("'" + word + "': give a name that ends in .ppf");
  return read_file_name(word, job.ppf);
}

Status add_ink_color(Job& job, const std::string& word) {
  constexpr const char* form = "INK=#RRGGBB";
  auto pair = read_pair(word, form);
  if (!pair.ok()) return pair.error();
  const std::string& color = pair->second;
  constexpr std::size_t digits = 6;
  const char* const end = color.data() + color.size();
  std::uint32_t rgb = 0;
  const auto [read, error] = std::from_chars(color.data() + 1, end, rgb, 16);
  if (color.size() != 1 + digits || color[0] != '#' || error != std::errc() || read != end)
    return wrong_setting("'" + word + "' is not " + form + ", six hexadecimal digits");
  job.ink_colors.push_back(
      {std::move(pair->first),
       {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8), static_cast<std::uint8_t>(rgb)}});
  return {};
}

Status check_proofs(const Job& job) {
  const Advice report{Advice::Action::give, "report", "FILE.html"};
  const auto nothing_shows = [&](const char* setting, const char* proof, std::vector<Advice> advice) {
    return Error{std::string("there is no ") + proof + " to show it", ErrorCode::bad_setting, std::move(advice),
                 setting};
  };
  if (!job.report.file && job.report.zones > 0) return nothing_shows("zones", "report", {report});
  if (!job.report.file && !job.report.crops.empty()) return nothing_shows("report-crop", "report", {report});
  if (job.report.file || job.preview || job.ink_colors.empty()) return {};
  return nothing_shows("ink-color", "preview or report", {{Advice::Action::give, "preview", "FILE.png"}, report});
}

}  // namespace platerip::rip
