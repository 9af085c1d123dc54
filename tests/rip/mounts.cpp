#include "tests/rip/mounts.h"

#include <sched.h>
#include <sys/mount.h>

#include <cerrno>
#include <cstring>

namespace platerip::test {
namespace {

/// Gives this process its own mounts, which only its children share, so that nothing is left behind whatever happens.
bool have_own_mounts() {
  static const bool own = unshare(CLONE_NEWNS) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
  return own;
}

}  // namespace

Mount::Mount(const std::filesystem::path& folder, const std::string& options)
    : Mount(folder, "tmpfs", "tmpfs", 0, options) {}

Mount Mount::of_folder(const std::filesystem::path& from, const std::filesystem::path& folder) {
  return {folder, from.c_str(), nullptr, MS_BIND, ""};
}

Mount::Mount(const std::filesystem::path& folder, const char* source, const char* type, unsigned long flags,
             const std::string& options)
    : folder_(folder.string()), options_(options) {
  std::filesystem::create_directories(folder);
  if (!have_own_mounts() || mount(source, folder_.c_str(), type, flags, options_.c_str()) != 0) {
    error_ = std::string("this process may not mount a file system (") + std::strerror(errno) + ")";
  }
}

Mount::~Mount() {
  if (ok()) umount2(folder_.c_str(), MNT_DETACH);
}

bool Mount::make_read_only() {
  return mount("tmpfs", folder_.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, options_.c_str()) == 0;
}

}  // namespace platerip::test
