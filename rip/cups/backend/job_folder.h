// A folder that appears under its name only when all of its files are whole, in a folder that others may write to too.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/status.h"

namespace platerip::rip {

/// Opens a folder to work below it. Errors: `path` is not absolute, or a part of it is missing, no folder, or a link.
Result<Descriptor> open_folder(const std::string& path);

/// What the files of a job belong to and who may use them.
struct Rights {
  gid_t group = 0;
  mode_t mode = 0644;  ///< of a file; who may read those may open the folder too
};

/// In the making it is hidden, with a name that nothing had before, and nobody else may enter it; nothing that others
/// put there is opened, and no link is followed. Unless it is committed it is removed again. One thread at a time.
class JobFolder {
 public:
  /// Makes the hidden folder in `parent`, which outlives it; `path` is how messages call that one. `name`: the folder's
  /// name at the end, without separators. Errors: this user may not, or the disk is full.
  static Result<JobFolder> create(const Descriptor& parent, const std::string& path, const std::string& name,
                                  const Rights& rights);

  JobFolder(JobFolder&& other) noexcept;
  JobFolder& operator=(JobFolder&&) = delete;
  ~JobFolder();

  /// Makes a file whose content `write` puts into the open descriptor. Errors: the name is taken, or the disk is full;
  /// what `write` says.
  Status make_file(const std::string& name, const std::function<Status(int descriptor)>& write);

  /// Gives the folder its name, or with "-2", "-3", … behind it one that nothing has yet, and returns its path. Nothing
  /// is replaced but, at the worst, an empty folder that is made at the same moment. Errors: the disk fails.
  Result<std::string> commit();

 private:
  JobFolder(const Descriptor& parent, std::string path, std::string name, const Rights& rights);
  [[nodiscard]] Error cannot(const std::string& what) const;
  Status make_hidden();

  const Descriptor& parent_;
  std::string path_;
  std::string name_;
  Rights rights_;
  std::string hidden_;  // empty once it has its name
  Descriptor folder_{-1};
  std::vector<std::string> files_;
};

}  // namespace platerip::rip
