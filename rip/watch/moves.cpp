#include "rip/watch/moves.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <span>

#include "base/files.h"
#include "rip/plates/output_file.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr int most_numbers = 100'000;
constexpr std::size_t longest_name = 255;

bool is_taken(int error) {
  return error == EEXIST || error == ENOTEMPTY || error == ENOTDIR || error == EISDIR;
}

}  // namespace

std::string path_in(const std::string& folder, const std::string& name) {
  std::string path = folder;
  path += '/';
  path += name;
  return path;
}

int rename_to_free(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP) return errno;
  if (stands(to)) return EEXIST;
  return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

bool stands(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator each(folder, error), end; !error && each != end; each.increment(error))
    names.push_back(each->path().filename().string());
  return names;
}

std::string numbered_name(const std::string& name, int number, const std::string& end) {
  const std::filesystem::path path(name);
  const std::string stem = path.stem().string();
  const std::string rest = (number == 1 ? "" : "-" + std::to_string(number)) + path.extension().string() + end;
  std::size_t size = std::min(stem.size(), longest_name - std::min(rest.size(), longest_name));
  while (size > 0 && size < stem.size() && (static_cast<unsigned char>(stem[size]) & 0xC0) == 0x80) --size;
  return stem.substr(0, size) + rest;
}

Result<std::string> move_into(const std::string& from, const std::string& folder, const std::string& name) {
  int error = EEXIST;
  for (int number = 1; is_taken(error) && number <= most_numbers; ++number) {
    const std::string free = numbered_name(name, number);
    const std::string to = path_in(folder, free);
    error = rename_to_free(from, to);
    if (error == 0) return free;
    if (is_taken(error) && !stands(to)) break;  // `folder` is no folder
  }
  return file_trouble(path_in(folder, name), "cannot be given its name", error);
}

Error file_trouble(const std::string& path, const std::string& what, int error) {
  return {tiffio::printable(path) + ": " + what + ": " + std::strerror(error), kind_of(error)};
}

Status sync_files_in(const std::string& folder) {
  for (const std::string& name : names_in(folder)) {
    const std::string path = path_in(folder, name);
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file < 0 || ::fdatasync(file) != 0) return file_trouble(path, "cannot be written", errno);
  }
  return sync_folder(folder);
}

Status sync_folder(const std::string& folder) {
  return OutputFile::sync_folder_of(path_in(folder, ""));
}

Status write_whole_file(const std::string& path, const std::string& text) {
  auto file = OutputFile::create(path);
  if (!file.ok()) return file.error();
  if (const Status status = file->write(std::as_bytes(std::span(text))); !status.ok()) return status;
  return OutputFile::commit({&*file, 1});
}

}  // namespace platerip::rip
