#include "rip/job/file_stamp.h"

#include <sys/stat.h>

#include <cstdio>
#include <filesystem>

namespace platerip::rip {
namespace {

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

}  // namespace

std::vector<FileStamp> stamps_of(std::span<const std::string> paths) {
  std::vector<FileStamp> stamps;
  for (const std::string& path : paths) stamps.push_back(stamp_of(path));
  return stamps;
}

}  // namespace platerip::rip
