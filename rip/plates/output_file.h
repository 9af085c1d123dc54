// A file that appears under its name only when it is complete.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/parallel.h"
#include "base/status.h"

namespace platerip::rip {

/// A file that an OutputFile keeps open, for writing at any of its places. Thread-safe.
struct OpenFile {
  int fd = -1;
  std::string path = {};  ///< for messages

  /// Errors: the disk is full or fails.
  [[nodiscard]] Status write(std::span<const std::byte> bytes, std::int64_t place) const;
};

/// A file that is being written. Until it is committed, it is hidden beside its final name as ".NAME.part", and locked.
/// The destructor removes it, unless it was committed or left. One thread at a time.
class OutputFile {
 public:
  /// The hidden name of a file that will be called `path`.
  static std::string part_of(const std::string& path);

  /// Begins an empty file that will be called `path`. Removes the partial file of a killed run, which others may still
  /// have open. Errors: the folder is missing or not writable; `path` is something other than a file (a folder, a pipe,
  /// a device); another process is making the same file.
  static Result<OutputFile> create(const std::string& path);

  /// Goes on with the partial file that leave() has left of `path`. Errors: there is none; another process is making
  /// the same file; or the partial file is not this user's alone: it has another owner, another name or is a link.
  static Result<OutputFile> reopen(const std::string& path);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  ~OutputFile();

  /// The file's descriptor, open for reading and writing. This object owns it.
  [[nodiscard]] int fd() const { return fd_; }
  /// The file, wherever this object moves, until it is destroyed.
  [[nodiscard]] OpenFile opened() const { return {fd_, path_}; }
  /// The final path.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// The path until it is committed.
  [[nodiscard]] const std::string& part() const { return part_; }

  /// Appends `bytes`. Errors: the disk is full or fails.
  [[nodiscard]] Status write(std::span<const std::byte> bytes) const;

  /// Waits until everything written is safely on disk. Errors: the disk fails.
  [[nodiscard]] Status sync() const;

  /// Lets the partial file stay when this object is destroyed, so that a later run may reopen() it.
  void leave() noexcept { part_.clear(); }

  /// Removes the file that this one is to replace, if there is one. Errors: it cannot be removed.
  Status remove_replaced() const;

  /// If the file replaces another one, starts writing new data to disk. Before the rename, file systems flush such a
  /// file completely, and commit() would have to wait for that.
  void start_writeback() const;

  /// Waits until the names of files in the folder of `path` are safely on disk. Errors: the disk fails.
  static Status sync_folder_of(const std::string& path);

  /// Gives all files their names, or none of them. Existing files are replaced. Errors: the disk is full or fails, or a
  /// file cannot be renamed; then none of `files` has its name, and files that were replaced before that are lost.
  /// Large files take the system milliseconds to remove, so `parallel` removes those that were replaced.
  static Status commit(std::span<OutputFile> files, const ParallelFor& parallel = {});

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
