#include "rip/job/press.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "rip/job/color/device_link.h"
#include "rip/job/job_options.h"
#include "separation/proof.h"

namespace platerip::rip {
namespace {

using profiles::Profile;

Result<Profile> open_profile(const Job& job) {
  auto press = job.press_profile ? Profile::from_file(*job.press_profile) : Result(Profile::default_press());
  if (!press.ok()) return press;
  if (press->is_link()) {
    Status status = check_settings_of_link(*press, job);
    if (status.ok()) status = check_link(*press);
    return status.ok() ? press : status.error();
  }
  if (const Status status = check_press(*press, job.intent); !status.ok()) return status.error();
  return press;
}

// Opens the file that each ink has.
template <typename File>
Result<std::vector<profiles::PerInk<File>>> open_each(const std::vector<profiles::PerInk<std::string>>& paths,
                                                      Result<File> (*open)(const std::string&)) {
  std::vector<profiles::PerInk<File>> files;
  for (const auto& [ink, path] : paths) {
    auto file = open(path);
    if (!file.ok()) return file.error();
    files.push_back({ink, *std::move(file)});
  }
  return files;
}

}  // namespace

Result<std::shared_ptr<const Press>> open_press(const Job& job) {
  std::vector<FileStamp> stamps = stamps_of(files_named(job));
  auto profile = open_profile(job);
  if (!profile.ok()) return profile.error();
  std::optional<Profile> input;
  if (job.input_profile) {
    auto opened = Profile::from_file(*job.input_profile);
    if (!opened.ok()) return opened.error();
    input = *std::move(opened);
  }
  auto curves = open_each(job.curves, separation::CurveFile::read);
  if (!curves.ok()) return curves.error();
  auto across = open_each(job.across, AcrossFile::read);
  if (!across.ok()) return across.error();
  auto splits = open_each(job.splits, SplitFile::read);
  if (!splits.ok()) return splits.error();
  auto screens = open_each(job.screens.files, ScreenFile::read);
  if (!screens.ok()) return screens.error();
  auto drops = job.drops.file ? DropFile::read(*job.drops.file) : Result(DropFile());
  if (!drops.ok()) return drops.error();
  std::vector<std::string> inks = profiles::ink_names(*profile);
  return std::make_shared<const Press>(Press{.profile = *std::move(profile),
                                             .inks = std::move(inks),
                                             .input_profile = std::move(input),
                                             .curves = *std::move(curves),
                                             .across = *std::move(across),
                                             .splits = *std::move(splits),
                                             .screens = *std::move(screens),
                                             .drops = *std::move(drops),
                                             .files = std::move(stamps)});
}

bool is_of(const Press& press, const Job& job) {
  return std::ranges::equal(press.files, files_named(job), [](const FileStamp& file, const std::string& path) {
    return file.name == std::filesystem::path(path).filename();
  });
}

bool has_black(const Press& press) {
  const bool has_its_name = profiles::find_black(press.inks).has_value();
  if (press.profile.is_link()) return has_its_name;
  const bool is_cmyk = press.profile.model() == profiles::ColorModel::cmyk;
  return (is_cmyk || has_its_name) && separation::Proof::make(press.profile).ok();
}

}  // namespace platerip::rip
