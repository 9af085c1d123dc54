#include "rip/cups/backend/job_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

using tiffio::printable;

constexpr int most_names = 10000;

std::string numbered(const std::string& name, int number) {
  return number == 1 ? name : name + "-" + std::to_string(number);
}

// Whoever may read the files may also open the folder, so each read bit sets the search bit.
mode_t folder_mode(mode_t mode) {
  return S_IRWXU | mode | (mode & 0444) >> 2;
}

Error no_folder(const std::string& path, const std::string& part, int parent, const std::string& name) {
  const int error = errno;
  struct stat status {};
  if (::fstatat(parent, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode))
    return Error{printable(path) + ": " + printable(part) + " is a link; name the folder by its own path"};
  if (error == ENOENT)
    return Error{printable(path) +
                 ": there is no such folder; make it for the owner of the plates: install -d -o USER " +
                 printable(path)};
  return Error{printable(path) + ": " + printable(part) + " cannot be opened: " + std::strerror(error) +
               "; choose another folder"};
}

// Calls `take` for each name in the folder until it returns false. Returns false if it did, or if the folder cannot be
// read.
bool for_each_name(int folder, const std::function<bool(const char* name)>& take) {
  const auto close = [](DIR* names) { ::closedir(names); };
  const std::unique_ptr<DIR, decltype(close)> names(::fdopendir(::dup(folder)), close);
  if (!names) return false;
  ::rewinddir(names.get());
  while (const dirent* const entry = ::readdir(names.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != ".." && !take(entry->d_name)) return false;
  }
  return true;
}

bool is_empty(int folder) {
  return for_each_name(folder, [](const char*) { return false; });
}

bool set_rights(int descriptor, gid_t group, mode_t mode) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && (status.st_gid == group || ::fchown(descriptor, -1, group) == 0) &&
         ::fchmod(descriptor, mode) == 0;
}

}  // namespace

Result<Descriptor> open_folder(const std::string& path) {
  constexpr int flags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  if (!path.starts_with('/')) return Error{printable(path) + ": is no whole path; begin with /"};
  Descriptor folder(::open("/", flags));
  std::string part;
  std::istringstream names(path);
  for (std::string name; std::getline(names, name, '/');) {
    if (name.empty() || name == ".") continue;
    if (name == "..") return Error{printable(path) + ": has '..' in it; name the folder by its own path"};
    part += "/" + name;
    Descriptor next(::openat(folder, name.c_str(), flags));
    if (next < 0) return no_folder(path, part, folder, name);
    folder = std::move(next);
  }
  return folder;
}

JobFolder::JobFolder(const Descriptor& parent, std::string path, std::string name, const Rights& rights)
    : parent_(parent), path_(std::move(path)), name_(std::move(name)), rights_(rights) {}

JobFolder::JobFolder(JobFolder&& other) noexcept
    : parent_(other.parent_),
      path_(std::move(other.path_)),
      name_(std::move(other.name_)),
      rights_(other.rights_),
      hidden_(std::exchange(other.hidden_, {})),
      folder_(std::move(other.folder_)) {}

JobFolder::~JobFolder() {
  if (hidden_.empty()) return;
  for_each_name(folder_, [this](const char* name) { return ::unlinkat(folder_, name, 0) == 0; });
  ::unlinkat(parent_, hidden_.c_str(), AT_REMOVEDIR);
}

Error JobFolder::cannot(const std::string& what) const {
  const int error = errno;
  const std::string remedy = error == ENOSPC || error == EDQUOT ? "make room on the disk"
                             : error == EACCES || error == EPERM || error == EROFS
                                 ? "let user " + std::to_string(::geteuid()) + " write there"
                                 : "check the disk";
  return Error{printable(path_) + ": " + what + ": " + std::strerror(error) + "; " + remedy};
}

Result<JobFolder> JobFolder::create(const Descriptor& parent, const std::string& path, const std::string& name,
                                    const Rights& rights) {
  JobFolder folder(parent, path, name, rights);
  if (const Status status = folder.make_hidden(); !status.ok()) return status.error();
  return folder;
}

Status JobFolder::make_hidden() {
  std::string hidden;
  int made = -1;
  for (int number = 1; made != 0; ++number) {
    hidden = "." + numbered(name_, number) + ".part";
    made = ::mkdirat(parent_, hidden.c_str(), S_IRWXU);
    if (made != 0 && (errno != EEXIST || number == most_names)) return cannot("a folder cannot be made");
  }
  folder_ = Descriptor(::openat(parent_, hidden.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (folder_ < 0 || ::fstat(folder_, &status) != 0) return cannot("the folder that was made cannot be opened");
  if (status.st_uid != ::geteuid() || !is_empty(folder_))
    return Error{printable(path_) + ": somebody exchanges folders there; let nobody else write there"};
  hidden_ = std::move(hidden);
  return {};
}

Status JobFolder::make_file(const std::string& name, const std::function<Status(int descriptor)>& write) {
  constexpr int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const int descriptor = ::openat(folder_, name.c_str(), flags, S_IRUSR | S_IWUSR);
  if (descriptor < 0) return cannot(printable(name) + " cannot be made");
  Status status = write(descriptor);
  if (status.ok() && !set_rights(descriptor, rights_.group, rights_.mode))
    status = cannot(printable(name) + " cannot be given its permissions");
  // Some file systems report a full disk only on close.
  if (::close(descriptor) != 0 && status.ok()) return cannot(printable(name) + " cannot be written");
  return status;
}

Result<std::string> JobFolder::commit() {
  if (!set_rights(folder_, rights_.group, folder_mode(rights_.mode)))
    return cannot("the folder cannot be given its permissions");
  for (int number = 1; number <= most_names; ++number) {
    const std::string name = numbered(name_, number);
    struct stat ignored {};
    if (::fstatat(parent_, name.c_str(), &ignored, AT_SYMLINK_NOFOLLOW) == 0) {
      errno = EEXIST;
      continue;
    }
    if (::renameat(parent_, hidden_.c_str(), parent_, name.c_str()) == 0) {
      hidden_.clear();
      return path_ + "/" + name;
    }
    if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR) break;
  }
  return cannot("the folder cannot be given its name");
}

}  // namespace platerip::rip
