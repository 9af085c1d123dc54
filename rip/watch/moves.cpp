#include "rip/watch/moves.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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

bool is_there(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

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
  if (is_there(to)) return EEXIST;
  return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

std::string numbered_name(const std::string& name, int number) {
  if (number == 1) return name;
  const std::filesystem::path path(name);
  return path.stem().string() + "-" + std::to_string(number) + path.extension().string();
}

Result<std::string> move_into(const std::string& from, const std::string& folder, const std::string& name) {
  int error = EEXIST;
  for (int number = 1; is_taken(error) && number <= most_numbers; ++number) {
    const std::string free = numbered_name(name, number);
    const std::string to = path_in(folder, free);
    error = rename_to_free(from, to);
    if (error == 0) return free;
    if (is_taken(error) && !is_there(to)) break;  // `folder` is no folder
  }
  return file_trouble(path_in(folder, name), "cannot be given its name", error);
}

Error file_trouble(const std::string& path, const std::string& what, int error) {
  return {tiffio::printable(path) + ": " + what + ": " + std::strerror(error), kind_of(error)};
}

Status write_whole_file(const std::string& path, const std::string& text) {
  auto file = OutputFile::create(path);
  if (!file.ok()) return file.error();
  if (const Status status = file->write(std::as_bytes(std::span(text))); !status.ok()) return status;
  return OutputFile::commit({&*file, 1});
}

}  // namespace platerip::rip
