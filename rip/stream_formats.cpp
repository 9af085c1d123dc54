#include "rip/stream_formats.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>

#include "rip/pbm_sink.h"
#include "rip/pnm_pages.h"
#include "rip/spool.h"
#include "rip/tiff_pages.h"
#include "rip/tiff_sink.h"

namespace platerip::rip {
namespace {

using namespace std::string_view_literals;

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
  const auto first = stream.peek(4);
  if (!first.ok()) return first.error();
  if (first->empty()) return Error{stream.name() + ": nothing came; send a page"};
  return std::string(reinterpret_cast<const char*>(first->data()), first->size());
}

bool is_one_of(const std::string& magic, std::initializer_list<std::string_view> magics) {
  return std::any_of(magics.begin(), magics.end(), [&](std::string_view each) { return magic.starts_with(each); });
}

bool is_tiff(const std::string& magic) {
  return is_one_of(magic, {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv});
}

}  // namespace

Result<std::unique_ptr<Pages>> open_stream(InputStream& stream, std::size_t memory, std::int64_t spool) {
  const auto magic = magic_of(stream);
  if (!magic.ok()) return magic.error();
  if (is_one_of(*magic, {"P5", "P6", "P7"})) return std::unique_ptr<Pages>(std::make_unique<PnmPages>(stream));
  if (is_one_of(*magic, {"RaSt", "RaS2", "RaS3", "tSaR", "2SaR", "3SaR"}))
    return open_raster_stream(stream, memory, spool);
  if (is_tiff(*magic)) return open_tiff_stream(stream, memory, spool);
  return Error{stream.name() + ": is no page that is known; send TIFF, binary PGM, PPM or PAM, or CUPS or PWG raster"};
}

Result<std::unique_ptr<Pages>> open_tiff_stream(InputStream& stream, std::size_t memory, std::int64_t spool) {
  const auto magic = magic_of(stream);
  if (!magic.ok()) return magic.error();
  if (!is_tiff(*magic)) return Error{stream.name() + ": is no TIFF; send one"};
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
