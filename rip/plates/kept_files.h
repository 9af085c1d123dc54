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

/// The files that a run reads or has made, identified by FileId. Each takes 8 bytes, so that a run may make hundreds of
/// thousands. Thread-safe.
class KeptFiles {
 public:
  /// Adds a file.
  void keep(const FileId& file);
  /// Adds the file that is now at `path`, if there is one.
  void keep(const std::string& path);

  /// Whether the file was added.
  [[nodiscard]] bool has(const FileId& file) const;

 private:
  /// Inode numbers, of which the first `sorted` are sorted.
  struct Numbers {
    std::vector<ino_t> all;
    std::size_t sorted = 0;
  };

  mutable std::mutex mutex_;
  std::map<dev_t, Numbers> devices_;
};

}  // namespace platerip::rip
