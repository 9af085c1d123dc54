// How to notice that a file has changed.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace platerip::rip {

/// A file, and how to notice that it has changed.
struct FileStamp {
  std::string name;  ///< without folders
  std::uint64_t bytes = 0;
  std::string modified;  ///< seconds since 1970, with nine decimals; "" if the file cannot be found

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// The stamps of these files as they are at this moment.
std::vector<FileStamp> stamps_of(std::span<const std::string> paths);

}  // namespace platerip::rip
