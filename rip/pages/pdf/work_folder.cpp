#include "rip/pages/pdf/work_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>

#include "rip/resources/spool.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr const char* begin_of_name = "platerip-pages-";

Descriptor open_folder(const std::string& path) {
  return Descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

void remove_with_files(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

// A folder of this user that nobody has locked is one that a killed run has left.
void remove_if_left(const std::string& path) {
  const Descriptor folder = open_folder(path);
  struct stat status {};
  if (folder < 0 || ::fstat(folder, &status) != 0 || status.st_uid != ::geteuid()) return;
  if (::flock(folder, LOCK_EX | LOCK_NB) == 0) remove_with_files(path);
}

void remove_what_is_left(const std::string& in) {
  std::error_code error;
  for (std::filesystem::directory_iterator entry(in, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().filename().string().starts_with(begin_of_name)) remove_if_left(entry->path().string());
  }
}

Error no_folder(const std::string& name, const std::string& in) {
  const int reason = errno;
  return Error{name + ": no temporary folder can be made in TMPDIR (" + tiffio::printable(in) +
                   "): " + std::strerror(reason) + "; set TMPDIR to a folder with room",
               kind_of(reason)};
}

}  // namespace

Result<WorkFolder> WorkFolder::make(const std::string& name, int folders) {
  const std::string in = temporary_folder();
  static std::once_flag cleaned;
  std::call_once(cleaned, remove_what_is_left, in);
  for (;;) {
    std::string path = std::filesystem::absolute(in).string() + "/" + begin_of_name + "XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) return no_folder(name, in);
    Descriptor lock = open_folder(path);
    if (lock < 0) return no_folder(name, in);
    const bool is_taken = ::flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (is_taken || !still_stands(lock, path)) continue;
    WorkFolder made(std::move(path), std::move(lock));
    for (int number = 1; number <= folders; ++number) {
      if (::mkdir((made.path_ + "/" + std::to_string(number)).c_str(), S_IRWXU) != 0) return no_folder(name, in);
    }
    return made;
  }  // another run has taken it for one that is left
}

WorkFolder& WorkFolder::operator=(WorkFolder&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(lock_, other.lock_);
  return *this;
}

WorkFolder::~WorkFolder() {
  if (!path_.empty()) remove_with_files(path_);
}

bool WorkFolder::is_full() const {
  constexpr std::uint64_t room = std::uint64_t{1} << 20;
  struct statvfs disk {};
  return ::statvfs(path_.c_str(), &disk) == 0 && disk.f_bavail * disk.f_frsize < room;
}

}  // namespace platerip::rip
