// A file that appears under its name only when it is whole.
#pragma once

#include <span>
#include <string>

#include "base/status.h"

namespace platerip::rip {

/// A file in the making: hidden beside its final name as ".NAME.part", locked, and removed again unless it is
/// committed. What a killed run left there is removed, not written to: nobody else ever has a file of ours open. One
/// thread at a time.
class OutputFile {
 public:
  /// Errors: the folder is missing or cannot be written; under `path` stands what is no file (a folder, a pipe, a
  /// device); another process is making the same file.
  static Result<OutputFile> create(const std::string& path);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  ~OutputFile();

  /// Open for reading and writing, empty at first; stays this file's own.
  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] const std::string& path() const { return path_; }

  /// Lets the disk begin with what was written since the last time. For a file that replaces another: file systems put
  /// the whole of it on the way before it gets the other's name, and commit() would wait for that.
  void start_writeback() const;

  /// Gives all files their names, or none. Whatever stood under the names is replaced. Errors: the disk fails late;
  /// then no file is left.
  static Status commit(std::span<OutputFile> files);

 private:
  OutputFile(int fd, std::string path, std::string part);
  [[nodiscard]] Status flush() const;
  void discard() noexcept;

  int fd_ = -1;
  std::string path_;
  std::string part_;  // empty once it has its name
  bool replaces_ = false;
};

}  // namespace platerip::rip
