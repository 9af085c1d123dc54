#include "rip/stream_formats.h"

#include <sys/stat.h>

#include <string>

#include "rip/page_kind.h"
#include "rip/pbm_sink.h"
#include "rip/pnm_pages.h"
#include "rip/spool.h"
#include "rip/tiff_pages.h"
#include "rip/tiff_sink.h"

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
    if (const Status status = check_spool(stream.name(), 1, bytes, limit); !status.ok())
      return Error{status.error().message + ", or the page as a file"};
    if (const Status status = spool.append(std::span(piece).first(*got)); !status.ok()) return status;
  }
}

Result<std::unique_ptr<Pages>> tiff_pages(int fd, const std::string& name, std::size_t memory) {
  auto list = tiffio::find_pages(fd, name);
  if (!list.ok()) return list.error();
  return std::unique_ptr<Pages>(std::make_unique<TiffPages>(*std::move(list), memory));
}

// The first bytes tell what comes.
Result<std::string> magic_of(InputStream& stream) {
  const auto first = stream.peek(page_magic_bytes);
  if (!first.ok()) return first.error();
  if (first->empty()) return Error{stream.name() + ": nothing came; send a page"};
  return std::string(reinterpret_cast<const char*>(first->data()), first->size());
}

}  // namespace

Result<std::unique_ptr<Pages>> open_stream(InputStream& stream, std::size_t memory, std::int64_t spool) {
  const auto magic = magic_of(stream);
  if (!magic.ok()) return magic.error();
  switch (page_kind(*magic)) {
    case PageKind::tiff:
      return open_tiff_stream(stream, memory, spool);
    case PageKind::pnm:
      return std::unique_ptr<Pages>(std::make_unique<PnmPages>(stream));
    case PageKind::raster:
      return open_raster_stream(stream, memory, spool);
    case PageKind::other:
      break;
  }
  return Error{stream.name() + ": " + no_page(*magic)};
}

Result<std::unique_ptr<Pages>> open_tiff_stream(InputStream& stream, std::size_t memory, std::int64_t spool) {
  const auto magic = magic_of(stream);
  if (!magic.ok()) return magic.error();
  if (page_kind(*magic) != PageKind::tiff) return Error{stream.name() + ": is no TIFF; send one"};
  if (is_file(stream.fd())) return tiff_pages(stream.fd(), stream.name(), memory);
  auto kept = Spool::create(stream.name());
  if (!kept.ok()) return kept.error();
  if (const Status status = fill(*kept, stream, spool); !status.ok()) return status.error();
  return tiff_pages(kept->fd(), stream.name(), memory);
}

Result<std::unique_ptr<PlateSink>> make_stream_sink(StreamFormat format, const Job& job, OutputStream& out) {
  switch (format) {
    case StreamFormat::tiff:
      return std::unique_ptr<PlateSink>(std::make_unique<TiffSink>(job, out));
    case StreamFormat::pbm:
      return std::unique_ptr<PlateSink>(std::make_unique<PbmSink>(job, out));
    case StreamFormat::cups_raster:
      break;
  }
  return make_raster_sink(job, out);
}

}  // namespace platerip::rip
