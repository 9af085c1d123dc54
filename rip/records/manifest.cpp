#include "rip/records/manifest.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/files.h"
#include "rip/records/json_fields.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

Error cannot(const OutputFile& file, const char* what) {
  const int error = errno;
  return Error{tiffio::printable(file.path()) + ": " + what + ": " + std::strerror(error), kind_of(error)};
}

Result<Json> json_of_plates(const PageReport& report, const PlateFacts& facts) {
  Json plates = Json::array();
  for (std::size_t i = 0; i < report.plates.size(); ++i) {
    const PlateReport& plate = report.plates[i];
    struct stat status {};
    if (::fstat(facts.files[i].fd(), &status) != 0) return cannot(facts.files[i], "its size is not known");
    plates.push_back({{"file", std::filesystem::path(plate.file).filename().string()},
                      {"ink", plate.ink},
                      {"bytes", status.st_size},
                      {"sha256", facts.digests[i]},
                      {"halftone", plate.halftone},
                      {"coverage_percent", plate.coverage_percent}});
    if (facts.plates.levels > halftone::min_levels) plates.back()["drops"] = plate.drops;
  }
  return plates;
}

Json json_of(const tiffio::Resolution& resolution, bool is_known) {
  if (!is_known) return nullptr;
  return {{"x", double{resolution.x}}, {"y", double{resolution.y}}, {"unit", resolution.unit == 3 ? "cm" : "inch"}};
}

Json json_of(const std::string& profile, const std::string& description) {
  if (profile.empty()) return nullptr;
  return {{"name", profile}, {"description", description}};
}

}  // namespace

Status write_manifest(const OutputFile& file, const Job& job, const PageReport& report, const PlateFacts& facts) {
  auto plates = json_of_plates(report, facts);
  if (!plates.ok()) return plates.error();
  Json manifest{
      {"format", "platerip plates 1"},
      {"document", facts.made_with.document},
      {"page", facts.made_with.page},
      {"software", facts.made_with.software},
      {"width", report.width},
      {"height", report.height},
      {"resolution", json_of(facts.plates.resolution, report.has_resolution)},
      {"orientation", facts.plates.orientation},
      {"levels", facts.plates.levels},
      {"compression", tiffio::name_of(job.plates.compression)},
      {"negative", job.plates.invert},
      {"page_profile", json_of(report.page_profile, report.page_profile_description)},
      {"press_profile", json_of(report.press_profile, report.press_profile_description)},
      {"settings", json_of_settings(facts.made_with)},
      {"made_from", json_of_files(facts.made_with)},
      {"total_ink", {{"mean_percent", report.mean_total_ink_percent}, {"max_percent", report.max_total_ink_percent}}},
      {"plates", *std::move(plates)},
  };
  if (!facts.made_with.date.empty()) manifest["date"] = facts.made_with.date;
  const std::string text = text_of(manifest, 2) + '\n';
  return file.write(std::as_bytes(std::span(text)));
}

}  // namespace platerip::rip
