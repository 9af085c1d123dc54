// How to notice that a page is still being written.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace platerip::rip {

/// A page's file, or all files of its folder, at one moment. It stays the same when the page is renamed.
struct PageStamp {
  enum class Kind { file, folder, other };  ///< other: a link, a pipe, …
  Kind kind = Kind::file;
  std::uint64_t inode = 0;
  std::uint64_t files = 1;
  std::uint64_t bytes = 0;
  std::int64_t modified = 0;  ///< nanoseconds since 1970; of the file that was modified last
  std::uint64_t hash = 0;     ///< of the names, sizes and times of a folder's files

  friend bool operator==(const PageStamp&, const PageStamp&) = default;
};

/// The stamp of what is at `path`. Nothing if it is gone, or a folder that cannot be read. Links are not followed.
std::optional<PageStamp> page_stamp(const std::string& path);

/// When the file or folder at `path` was renamed or changed last, by the clock of its disk, in nanoseconds since 1970;
/// 0 if it is gone.
std::int64_t last_change(const std::string& path);

}  // namespace platerip::rip
