#include "rip/calibrate/written_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "base/files.h"

namespace platerip::rip {

Status add_text_file(std::vector<OutputFile>& files, const std::string& path, const std::string& text) {
  auto file = OutputFile::create(path);
  if (!file.ok()) return file.error();
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t written = ::write(file->fd(), rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Error{path + ": cannot be written: " + std::strerror(errno), kind_of(errno)};
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  files.push_back(*std::move(file));
  return {};
}

}  // namespace platerip::rip
