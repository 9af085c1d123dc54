#include "rip/records/file_digest.h"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <memory>

#include "profiles/sha256.h"

namespace platerip::rip {

std::optional<std::string> file_digest(int fd, const std::function<bool()>& stop) {
  constexpr std::size_t piece_bytes = 256 << 10;
  const auto piece = std::make_unique_for_overwrite<std::byte[]>(piece_bytes);
  profiles::Sha256 sha256;
  for (off_t place = 0; !stop || !stop();) {
    const ssize_t got = ::pread(fd, piece.get(), piece_bytes, place);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) return profiles::hexadecimal(sha256.digest());
    sha256.update({piece.get(), static_cast<std::size_t>(got)});
    place += got;
  }
  return std::nullopt;
}

}  // namespace platerip::rip
