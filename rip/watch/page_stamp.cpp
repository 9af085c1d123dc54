#include "rip/watch/page_stamp.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <functional>

namespace platerip::rip {
namespace {

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::int64_t modified_of(const struct stat& file) {
  return nanoseconds(file.st_mtim);
}

// Independent of the order in which the files are listed.
void add_file(PageStamp& stamp, const std::string& name, const struct stat& file) {
  ++stamp.files;
  stamp.bytes += static_cast<std::uint64_t>(file.st_size);
  stamp.modified = std::max(stamp.modified, modified_of(file));
  const std::string facts = name + '/' + std::to_string(file.st_size) + '/' + std::to_string(modified_of(file));
  stamp.hash += std::hash<std::string>{}(facts);
}

}  // namespace

std::optional<PageStamp> page_stamp(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
  PageStamp stamp{.inode = status.st_ino, .modified = modified_of(status)};
  if (S_ISREG(status.st_mode)) {
    stamp.bytes = static_cast<std::uint64_t>(status.st_size);
    return stamp;
  }
  if (!S_ISDIR(status.st_mode)) {
    stamp.kind = PageStamp::Kind::other;
    return stamp;
  }
  stamp = {.kind = PageStamp::Kind::folder, .inode = status.st_ino, .files = 0};
  std::error_code error;
  for (std::filesystem::directory_iterator each(path, error), end; !error && each != end; each.increment(error)) {
    struct stat file {};
    if (::lstat(each->path().c_str(), &file) == 0) add_file(stamp, each->path().filename().string(), file);
  }
  if (error) return std::nullopt;
  return stamp;
}

std::int64_t last_change(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 ? nanoseconds(status.st_ctim) : 0;
}

}  // namespace platerip::rip
