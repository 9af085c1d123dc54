// The folder of one job. It appears under its name only when all of its files are complete. Others may be able to write
// to its parent folder, so nothing found there is trusted.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "base/files.h"
#include "base/status.h"

namespace platerip::rip {

/// Opens a folder so that files can be made in it. Errors: `path` is not absolute or has "..", or a part of it is
/// missing, a link, or not a folder.
Result<Descriptor> open_folder(const std::string& path);

/// The group of a job's files, and who may use them.
struct Rights {
  gid_t group = 0;
  mode_t mode = 0644;  ///< permissions of a file; whoever may read the files may open the folder
};

/// The folder of a job that is being written. Until commit(), it is hidden under another name and closed to all other
/// users. Nothing that others put there is opened, and no link is followed. Unless commit() succeeds, the destructor
/// removes the folder. One thread at a time.
class JobFolder {
 public:
  /// Makes the hidden folder in `parent`, which must outlive this object. `path` is the parent's path for messages.
  /// `name` is the folder's final name, without separators. Errors: this user may not write there, or the disk is full.
  static Result<JobFolder> create(const Descriptor& parent, const std::string& path, const std::string& name,
                                  const Rights& rights);

  JobFolder(JobFolder&& other) noexcept;
  JobFolder& operator=(JobFolder&&) = delete;
  ~JobFolder();

  /// Makes a file and lets `write` fill it through the open descriptor. Errors: the name is taken, the disk is full, or
  /// the error of `write`.
  Status make_file(const std::string& name, const std::function<Status(int descriptor)>& write);

  /// Gives the folder its final name and returns its path. If the name is taken, "-2", "-3", … is appended. Nothing is
  /// replaced, except possibly an empty folder that appears at the same moment. Errors: the disk fails.
  Result<std::string> commit();

 private:
  JobFolder(const Descriptor& parent, std::string path, std::string name, const Rights& rights);
  [[nodiscard]] Error cannot(const std::string& what) const;
  Status make_hidden();

  const Descriptor& parent_;
  std::string path_;
  std::string name_;
  Rights rights_;
  std::string hidden_;  // empty once the folder has its final name
  Descriptor folder_{-1};
};

}  // namespace platerip::rip
