#include "rip/pages/stream_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <span>
#include <vector>

#include "rip/resources/spool.h"

namespace platerip::rip {
namespace {

bool is_file(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

Status fill(Spool& spool, InputStream& stream, std::int64_t limit) {
  std::vector<std::byte> piece(std::size_t{1} << 20);
  for (std::int64_t bytes = 0;;) {
    const auto got = stream.read(piece.data(), piece.size());
    if (!got.ok()) return got.error();
    if (*got == 0) return {};
    bytes += static_cast<std::int64_t>(*got);
    if (const Status status = check_streamed(stream.name(), bytes, limit); !status.ok()) return status;
    if (const Status status = spool.append(std::span(piece).first(*got)); !status.ok()) return status;
  }
}

// A descriptor of its own for the same file.
Descriptor another(int fd) {
  return Descriptor(::fcntl(fd, F_DUPFD_CLOEXEC, 0));
}

}  // namespace

Result<Descriptor> file_of(InputStream& stream, std::int64_t limit) {
  if (is_file(stream.fd())) return another(stream.fd());
  auto kept = Spool::create(stream.name());
  if (!kept.ok()) return kept.error();
  if (const Status status = fill(*kept, stream, limit); !status.ok()) return status.error();
  return another(kept->fd());
}

}  // namespace platerip::rip
