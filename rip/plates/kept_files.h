// Files that a run must not replace.
#pragma once

#include <sys/types.h>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace platerip::rip {

/// What a file is, however its path is written: its device and its number there.
using FileId = std::pair<dev_t, ino_t>;

/// Nothing where there is no file.
std::optional<FileId> id_of(const std::string& path);

/// The files that a run reads and those that it has made, told apart by what they are. 8 bytes for each, so that a run
/// may make hundreds of thousands. Thread-safe.
class KeptFiles {
 public:
  /// From now on has() knows this file.
  void keep(const FileId& file);
  /// The file that is there now, if there is one.
  void keep(const std::string& path);

  /// Was the file kept?
  [[nodiscard]] bool has(const FileId& file) const;

 private:
  /// Numbers, sorted but for the last ones.
  struct Numbers {
    std::vector<ino_t> all;
    std::size_t sorted = 0;
  };

  mutable std::mutex mutex_;
  std::map<dev_t, Numbers> devices_;
};

}  // namespace platerip::rip
