// The files that a run must not replace.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <sys/types.h>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace platerip::rip {

/// Identifies a file independently of its path: its device and inode number.
using FileId = std::pair<dev_t, ino_t>;

/// The identity of the file at `path`; nothing if there is none.
std::optional<FileId> id_of(const std::string& path);

/// The files that a run reads or has made, identified by FileId. A run may make hundreds of thousands of files, mostly
/// with consecutive inode numbers; a range of these takes 16 bytes. Thread-safe.
class KeptFiles {
 public:
  /// Adds a file.
  void keep(const FileId& file);
  /// Adds the file that is at `path` at this moment, if there is one.
  void keep(const std::string& path);

  /// Whether the file was added.
  [[nodiscard]] bool has(const FileId& file) const;

 private:
  /// Consecutive inode numbers.
  struct Range {
    ino_t first;
    ino_t last;
  };
  /// The inode numbers of a device.
  struct Numbers {
    std::vector<Range> ranges;  // sorted, apart from each other
    std::vector<ino_t> latest;  // not yet in the ranges
  };
  static void merge(Numbers& numbers);

  mutable std::mutex mutex_;
  std::map<dev_t, Numbers> devices_;
};

}  // namespace platerip::rip
