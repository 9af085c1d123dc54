#include "rip/plates/kept_files.h"

#include <sys/stat.h>

#include <algorithm>

namespace platerip::rip {
namespace {

// Few enough for a linear search, many enough that merging them is rare.
constexpr std::size_t most_unsorted = 4096;

}  // namespace

std::optional<FileId> id_of(const std::string& path) {
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0) return std::nullopt;
  return FileId(file.st_dev, file.st_ino);
}

void KeptFiles::keep(const std::string& path) {
  if (const auto id = id_of(path)) keep(*id);
}

void KeptFiles::keep(const FileId& file) {
  const std::lock_guard lock(mutex_);
  auto& [all, sorted] = devices_[file.first];
  all.push_back(file.second);
  if (all.size() - sorted < most_unsorted) return;
  const auto unsorted = all.begin() + static_cast<std::ptrdiff_t>(sorted);
  std::sort(unsorted, all.end());
  std::inplace_merge(all.begin(), unsorted, all.end());
  sorted = all.size();
}

bool KeptFiles::has(const FileId& file) const {
  const std::lock_guard lock(mutex_);
  const auto device = devices_.find(file.first);
  if (device == devices_.end()) return false;
  const auto& [all, sorted] = device->second;
  const auto unsorted = all.begin() + static_cast<std::ptrdiff_t>(sorted);
  return std::binary_search(all.begin(), unsorted, file.second) ||
         std::find(unsorted, all.end(), file.second) != all.end();
}

}  // namespace platerip::rip
