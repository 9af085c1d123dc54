#include "rip/watch/instance.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>
#include <set>
#include <utility>

#include "base/text_file.h"
#include "rip/watch/journal.h"

namespace platerip::rip {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_host_name = 64;

// The name of this machine since its last start, safe in a file name. Machines that were cloned may have one host name.
std::string machine() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0 || name[0] == 0) name = {"machine"};
  std::string text = std::string(name.data()).substr(0, longest_host_name) + "-";
  for (char& c : text) {
    if (c == '/' || c == '.') c = '_';
  }
  const auto start = read_text_file("/proc/sys/kernel/random/boot_id", 1, "the number of a start");
  return text + (start.ok() ? start->substr(0, 8) : "");
}

std::string new_name() {
  std::random_device random;
  std::array<char, 16> number{};
  std::snprintf(number.data(), number.size(), "-%08x", static_cast<unsigned>(random()));
  return machine() + number.data();
}

std::string alive_in(const std::string& folder) {
  return folder + "/alive";
}

std::set<std::string> folders_in(const std::string& folder) {
  std::set<std::string> names;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
    std::error_code ignored;
    if (each->symlink_status(ignored).type() == fs::file_type::directory)
      names.insert(each->path().filename().string());
  }
  return names;
}

// File servers may lock only files that are open for writing, which other users' are not.
Descriptor open_alive(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC));
  return file >= 0 ? std::move(file) : Descriptor(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
}

std::string sign_in(int file) {
  std::array<char, 64> text{};
  const ssize_t got = ::pread(file, text.data(), text.size(), 0);
  return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

// Of all services of this process, so that no two folders have the same name.
std::uint64_t next_number() {
  static std::atomic<std::uint64_t> number = 0;
  return ++number;
}

}  // namespace

Instance::Instance(std::string work, std::chrono::duration<double> patience)
    : work_(std::move(work)), patience_(patience), name_(new_name()) {}

// Pages that are left stay, and so does the folder.
Instance::~Instance() {
  if (alive_ < 0) return;
  if (folders_in(folder()).empty() && still_stands(alive_, alive_in(folder()))) ::unlink(alive_in(folder()).c_str());
  ::rmdir(folder().c_str());
}

Status Instance::make() {
  if (::mkdir(folder().c_str(), 0777) != 0 && errno != EEXIST) return file_trouble(folder(), "cannot be made", errno);
  const std::string path = alive_in(folder());
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (file < 0 && errno == ENOENT) return {};  // another service has removed the empty folder
  if (file < 0) return file_trouble(path, "cannot be made", errno);
  ::flock(file, LOCK_EX);  // waits at most for a service that takes this one for dead; without locks, signs must do
  alive_ = std::move(file);
  return {};
}

Status Instance::live() {
  while (alive_ < 0 || !still_stands(alive_, alive_in(folder()))) {
    if (const Status status = make(); !status.ok()) return status;
  }
  const std::string sign = std::to_string(++signs_);
  if (::pwrite(alive_, sign.data(), sign.size(), 0) < 0)
    return file_trouble(alive_in(folder()), "cannot be written", errno);
  return {};
}

std::string Instance::new_folder() {
  return path_in(folder(), std::to_string(next_number()));
}

// Other machines' locks may not be seen here. Until the lock is given back, a service that has just made its folder
// waits, and then finds that it must make it again.
std::optional<Descriptor> Instance::if_dead(const std::string& other) {
  Descriptor file = open_alive(alive_in(path_in(work_, other)));
  const std::string prefix = machine() + "-";
  const bool is_here = other.starts_with(prefix) && other.size() == prefix.size() + 8;
  if (file >= 0 && is_here) {
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) return std::optional(std::move(file));
    if (errno == EWOULDBLOCK) return std::nullopt;
  }
  const auto now = Clock::now();
  const std::string text = file < 0 ? "" : sign_in(file);
  const auto [sign, is_new] = others_.try_emplace(other, Sign{text, now});
  if (sign->second.text != text) sign->second = {text, now};
  if (now - sign->second.since < patience_) return std::nullopt;
  return std::optional(std::move(file));
}

// Each page goes to the service that renames it.
void Instance::inherit_from(const std::string& other, std::vector<TakenPage>& pages) {
  const std::string folder = path_in(work_, other);
  for (const std::string& name : folders_in(folder)) {
    const std::string own = new_folder();
    if (::rename(path_in(folder, name).c_str(), own.c_str()) != 0) {
      cannot_inherit(folder, errno);
      continue;
    }
    if (auto page = TakenPage::find(own)) pages.push_back(*std::move(page));
  }
  ::unlink(alive_in(folder).c_str());
  ::rmdir(folder.c_str());
}

// Another service may have been faster. Otherwise the pages are another user's.
void Instance::cannot_inherit(const std::string& folder, int error) {
  if (error == ENOENT || !refused_.insert(folder).second) return;
  tell(Level::warning, file_trouble(folder, "its pages cannot be taken over", error).message +
                           "; services that share a queue need a common user or group, and UMask=0002");
}

std::vector<TakenPage> Instance::inherit() {
  std::vector<TakenPage> pages;
  const auto names = folders_in(work_);
  std::erase_if(others_, [&](const auto& other) { return !names.contains(other.first); });
  for (const std::string& other : names) {
    const bool is_removed = other != name_ && ::rmdir(path_in(work_, other).c_str()) == 0;  // if it is empty
    if (is_removed || other == name_) continue;
    if (const auto lock = if_dead(other)) inherit_from(other, pages);
  }
  return pages;
}

}  // namespace platerip::rip
