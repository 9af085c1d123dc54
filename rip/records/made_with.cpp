#include "rip/records/made_with.h"

#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "rip/job/job_options.h"
#include "rip/job/option_values.h"
#include "rip/pages/separations.h"
#include "tiffio/plates/plate_layout.h"

namespace platerip::rip {
namespace {

using Json = nlohmann::ordered_json;

FileStamp stamp_of(const std::string& path) {
  FileStamp stamp{.name = std::filesystem::path(path).filename().string(), .bytes = 0, .modified = {}};
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0) return stamp;
  char modified[64];
  std::snprintf(modified, sizeof modified, "%lld.%09ld", static_cast<long long>(file.st_mtim.tv_sec),
                file.st_mtim.tv_nsec);
  stamp.bytes = static_cast<std::uint64_t>(file.st_size);
  stamp.modified = modified;
  return stamp;
}

Json json_of(const JobOption& option, const std::vector<std::string>& words) {
  if (option.adds) return words;
  if (option.value.empty()) return flag_of(words.back()).value_or(true);
  return words.back();
}

}  // namespace

std::vector<std::string> files_read(const Job& job, const PageSource& page) {
  std::vector<std::string> files = files_of(page.path);
  if (job.press_profile) files.push_back(*job.press_profile);
  if (job.input_profile) files.push_back(*job.input_profile);
  for (const InkCurve& curve : job.curves) files.push_back(curve.file);
  for (const InkScreenFile& screen : job.screens.files) files.push_back(screen.file);
  return files;
}

std::vector<FileStamp> stamps_of(const Job& job, const PageSource& page) {
  std::vector<FileStamp> stamps;
  for (const std::string& file : files_read(job, page)) stamps.push_back(stamp_of(file));
  return stamps;
}

std::string software() {
  return "platerip " PLATERIP_VERSION;
}

std::string plate_date() {
  const auto date = tiffio::date_time();
  return date.ok() ? date->value_or("") : "";
}

std::map<std::string, std::string> settings_of(const Job& job) {
  std::map<std::string, std::string> settings;
  for (const auto& [name, words] : job.words) {
    const JobOption* const option = find_job_option(name);
    if (option == nullptr || option->set_by == SetBy::owner || name == "output" || name == "manifest") continue;
    settings[name] = json_of(*option, words).dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  return settings;
}

}  // namespace platerip::rip
