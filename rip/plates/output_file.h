// A file that appears under its name only when it is complete.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <span>
#include <string>

#include "base/status.h"

namespace platerip::rip {

/// A file that is being written. Until it is committed, it is hidden beside its final name as ".NAME.part", and locked.
/// If it is not committed, the destructor removes it. A partial file of a killed run is removed and never reused, so
/// nobody else has the file open. One thread at a time.
class OutputFile {
 public:
  /// Begins a file that will be called `path`. Errors: the folder is missing or not writable; `path` is something other
  /// than a file (a folder, a pipe, a device); another process is making the same file.
  static Result<OutputFile> create(const std::string& path);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  ~OutputFile();

  /// The descriptor, open for reading and writing, of the file, which is empty at first. This object owns it.
  [[nodiscard]] int fd() const { return fd_; }
  /// The final path.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// The path until it is committed.
  [[nodiscard]] const std::string& part() const { return part_; }

  /// Removes the file that this one is to replace, if there is one. Errors: it cannot be removed.
  Status remove_replaced() const;

  /// Starts writing new data to disk, if the file replaces another one. File systems flush such a file completely
  /// before the rename, for which commit() would have to wait.
  void start_writeback() const;

  /// Gives all files their names, or none of them. Existing files are replaced. Errors: the disk fails late; then none
  /// of the files is left.
  static Status commit(std::span<OutputFile> files);

 private:
  OutputFile(int fd, std::string path, std::string part);
  [[nodiscard]] Status flush() const;
  void discard() noexcept;

  int fd_ = -1;
  std::string path_;
  std::string part_;  // empty once the file has its name
  bool replaces_ = false;
};

}  // namespace platerip::rip
