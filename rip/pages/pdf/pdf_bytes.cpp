#include "rip/pages/pdf/pdf_bytes.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace platerip::rip {

Status check_end(int fd) {
  struct stat status {};
  std::array<char, 1024> last{};
  const off_t size = ::fstat(fd, &status) == 0 ? status.st_size : 0;
  const ssize_t got = ::pread(fd, last.data(), last.size(), std::max<off_t>(size - static_cast<off_t>(last.size()), 0));
  const std::string_view end(last.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  if (end.find("%%EOF") != std::string_view::npos) return {};
  return Error{"is cut off: it does not end with %%EOF; get the file again from where it came"};
}

bool is_encrypted(int fd) {
  constexpr std::string_view name = "/Encrypt";
  constexpr std::size_t kept = name.size() - 1;  // of the last piece
  std::string piece(std::size_t{1} << 20, '\0');
  for (off_t at = 0;; at += static_cast<off_t>(piece.size() - kept)) {
    const ssize_t got = ::pread(fd, piece.data(), piece.size(), at);
    if (got <= 0) return false;
    if (std::string_view(piece).substr(0, static_cast<std::size_t>(got)).find(name) != std::string_view::npos)
      return true;
    if (static_cast<std::size_t>(got) < piece.size()) return false;
  }
}

}  // namespace platerip::rip
