#include "rip/job/proof_options.h"

#include <strings.h>

#include <cstdint>
#include <filesystem>
#include <limits>

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

Status check_report(const ReportSettings& report) {
  if (report.file || (report.zones == 0 && report.crops.empty())) return {};
  const Advice advice{Advice::Action::give, "report", "FILE.html"};
  return Error{
      "there is no report to show it", ErrorCode::bad_setting, {advice}, report.zones > 0 ? "zones" : "report-crop"};
}

}  // namespace platerip::rip
