// A temporary folder for the files of another program.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <string>
#include <utility>

#include "base/files.h"
#include "base/status.h"

namespace platerip::rip {

/// A folder in TMPDIR, or else in /tmp, that is removed with all its files when this object is destroyed. A lock shows
/// that it is in use: the next run removes what a killed run has left. One thread at a time.
class WorkFolder {
 public:
  /// Makes a folder with the empty folders 1 to `folders` in it. Thread-safe. Errors: no folder can be made there; the
  /// message begins with `name`.
  static Result<WorkFolder> make(const std::string& name, int folders = 0);

  WorkFolder(WorkFolder&& other) noexcept : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}
  WorkFolder& operator=(WorkFolder&& other) noexcept;
  ~WorkFolder();

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Whether its disk has no room left.
  [[nodiscard]] bool is_full() const;

 private:
  WorkFolder(std::string path, Descriptor lock) : path_(std::move(path)), lock_(std::move(lock)) {}

  std::string path_;  // empty: moved from
  Descriptor lock_;
};

}  // namespace platerip::rip
