#include "rip/pages/tiff_stream.h"

#include <sys/stat.h>

#include <span>
#include <string>
#include <vector>

#include "rip/pages/page_kind.h"
#include "rip/pages/tiff_pages.h"
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
    if (const Status status = check_spool(stream.name(), 1, bytes, limit); !status.ok()) {
      Error error = status.error();
      error.advice.push_back({.action = Advice::Action::other, .value = "give the page as a file"});
      return error;
    }
    if (const Status status = spool.append(std::span(piece).first(*got)); !status.ok()) return status;
  }
}

Result<std::unique_ptr<Pages>> tiff_pages(int fd, const std::string& name, MemoryRange memory, int threads) {
  auto list = tiffio::find_pages(fd, name);
  if (!list.ok()) return list.error();
  return std::unique_ptr<Pages>(std::make_unique<TiffPages>(*std::move(list), memory, threads));
}

}  // namespace

Result<std::unique_ptr<Pages>> open_tiff_stream(InputStream& stream, MemoryRange memory, std::int64_t spool,
                                                int threads) {
  const auto magic = first_bytes(stream);
  if (!magic.ok()) return magic.error();
  if (page_kind(*magic) != PageKind::tiff) return Error{stream.name() + ": is not a TIFF; send one"};
  if (is_file(stream.fd())) return tiff_pages(stream.fd(), stream.name(), memory, threads);
  auto kept = Spool::create(stream.name());
  if (!kept.ok()) return kept.error();
  if (const Status status = fill(*kept, stream, spool); !status.ok()) return status.error();
  return tiff_pages(kept->fd(), stream.name(), memory, threads);
}

}  // namespace platerip::rip
