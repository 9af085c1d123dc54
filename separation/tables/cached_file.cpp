#include "separation/tables/cached_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/files.h"
#include "profiles/sha256.h"

namespace platerip::separation {
namespace {

namespace fs = std::filesystem;
using profiles::Fingerprint;
using profiles::hexadecimal;
using profiles::sha256;

constexpr std::string_view part_suffix = ".part";  // appended while the file is written

// A file consists of a header and the bytes. The header holds this magic, the key, the digest of each piece of the
// bytes, and a digest of these three. So threads can check pieces in parallel, and every bit is checked.
constexpr std::string_view magic = "platerip table 1";
constexpr std::size_t digests_at = magic.size() + sizeof(Fingerprint);
constexpr std::size_t piece_bytes = std::size_t{1} << 20;

std::size_t piece_count(std::size_t bytes) {
  return (bytes + piece_bytes - 1) / piece_bytes;
}

template <typename Byte>
std::span<Byte> piece(std::span<Byte> bytes, std::size_t index) {
  const std::size_t at = index * piece_bytes;
  return bytes.subspan(at, std::min(piece_bytes, bytes.size() - at));
}

std::vector<std::byte> make_header(const Fingerprint& key, const std::vector<Fingerprint>& digests) {
  std::vector<std::byte> header(digests_at + (digests.size() + 1) * sizeof(Fingerprint));
  std::memcpy(header.data(), magic.data(), magic.size());
  std::memcpy(header.data() + magic.size(), key.data(), key.size());
  std::memcpy(header.data() + digests_at, digests.data(), digests.size() * sizeof(Fingerprint));
  const auto before = std::span(header).first(header.size() - sizeof(Fingerprint));
  const Fingerprint all = sha256(before);
  std::memcpy(header.data() + before.size(), all.data(), all.size());
  return header;
}

bool read_all(int fd, std::size_t at, std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t got = ::pread(fd, out.data(), out.size(), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    out = out.subspan(static_cast<std::size_t>(got));
    at += static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return true;
}

// Whether only this user can have written the file, as far as the file system tells.
bool is_our_own(const struct stat& status) {
  return S_ISREG(status.st_mode) && status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

Error cannot(const std::string& path) {
  const int error = errno;
  return Error{path + ": " + std::strerror(error), kind_of(error)};
}

Status make_folder(const std::string& folder) {
  std::error_code error;
  const bool made = fs::create_directories(folder, error);
  if (error) return Error{folder + ": " + error.message(), kind_of(error.value())};
  if (made) fs::permissions(folder, fs::perms::owner_all, error);
  return {};
}

// Removes the partial file of a killed run, which holds no lock any more.
void remove_left_over(const std::string& part) {
  const Descriptor fd(::open(part.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status {};
  if (fd < 0 || ::fstat(fd, &status) != 0 || !is_our_own(status)) return;
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0 && still_stands(fd, part)) ::unlink(part.c_str());
}

// Removes partial files of killed runs, and the complete files that have been unused for longest.
void remove_old_files(const std::string& folder, const CachedKind& kind) {
  std::error_code ignored;
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  for (fs::directory_iterator entry(folder, ignored), end; entry != end; entry.increment(ignored)) {
    const fs::path& path = entry->path();
    if (path.extension() == kind.suffix) files.emplace_back(entry->last_write_time(ignored), path);
    if (path.extension() == part_suffix && path.stem().extension() == kind.suffix) remove_left_over(path.string());
  }
  std::ranges::sort(files, std::greater());
  for (std::size_t i = kind.most_files; i < files.size(); ++i) fs::remove(files[i].second, ignored);
}

}  // namespace

CachedFile::CachedFile(const std::string& folder, const Fingerprint& key, const CachedKind& kind)
    : folder_(folder),
      path_((fs::path(folder) / (hexadecimal(key) + std::string(kind.suffix))).string()),
      key_(key),
      kind_(kind) {}

bool CachedFile::read(std::span<std::byte> bytes, const ParallelFor& parallel) const {
  const Descriptor fd(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status {};
  if (fd < 0 || ::fstat(fd, &status) != 0 || !is_our_own(status)) return false;

  std::vector<Fingerprint> digests(piece_count(bytes.size()));
  std::vector<std::byte> header = make_header(key_, digests);
  const std::size_t header_bytes = header.size();
  if (static_cast<std::size_t>(status.st_size) != header_bytes + bytes.size() || !read_all(fd, 0, header)) return false;
  std::memcpy(digests.data(), header.data() + digests_at, digests.size() * sizeof(Fingerprint));
  if (header != make_header(key_, digests)) return false;

  std::atomic<bool> sound = true;
  run_tasks(parallel, static_cast<int>(digests.size()), [&](int index) {
    const auto i = static_cast<std::size_t>(index);
    const auto part = piece(bytes, i);
    if (!sound || !read_all(fd, header_bytes + i * piece_bytes, part) || sha256(part) != digests[i]) sound = false;
  });
  if (sound) ::futimens(fd, nullptr);  // records the use
  return sound;
}

Status CachedFile::can_write() const {
  if (Status made = make_folder(folder_); !made.ok()) return made;
  return ::access(folder_.c_str(), W_OK | X_OK) == 0 ? Status() : Status(cannot(folder_));
}

Result<Keeper> CachedFile::write(std::span<const std::byte> bytes, const ParallelFor& parallel) const {
  if (const Status made = make_folder(folder_); !made.ok()) return made.error();
  const std::string part = path_ + std::string(part_suffix);
  for (;;) {
    const Descriptor fd(::open(part.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
    if (fd < 0) return cannot(part);
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) return cannot(part);
      return Keeper::another_run;
    }
    const bool was_left_over_or_is_whole = !still_stands(fd, part);
    if (was_left_over_or_is_whole) continue;
    struct stat status {};
    if (::fstat(fd, &status) != 0) return cannot(part);
    if (!is_our_own(status) || status.st_nlink != 1)
      return Error{part + ": is not platerip's own; remove it", ErrorCode::unreadable};
    if (const Status written = write_part(fd, part, bytes, parallel); !written.ok()) return written.error();
    remove_old_files(folder_, kind_);
    return Keeper::this_run;
  }
}

// Writes the open and locked file `part`, then gives it its final name.
Status CachedFile::write_part(int fd, const std::string& part, std::span<const std::byte> bytes,
                              const ParallelFor& parallel) const {
  std::vector<Fingerprint> digests(piece_count(bytes.size()));
  run_tasks(parallel, static_cast<int>(digests.size()), [&](int index) {
    const auto i = static_cast<std::size_t>(index);
    digests[i] = sha256(piece(bytes, i));
  });
  if (::ftruncate(fd, 0) == 0 && write_all(fd, make_header(key_, digests)) && write_all(fd, bytes) &&
      ::rename(part.c_str(), path_.c_str()) == 0)
    return {};
  const Error error = cannot(path_);
  ::unlink(part.c_str());
  return error;
}

}  // namespace platerip::separation
