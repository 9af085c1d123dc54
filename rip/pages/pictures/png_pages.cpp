#include "rip/pages/pictures/png_pages.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rip/pages/page_formats.h"
#include "rip/pages/pictures/png_rows.h"
#include "rip/resources/spool.h"

namespace platerip::rip {
namespace {

constexpr std::size_t interlacing_at = 28;  // in the chunk IHDR, which is the first

Result<std::string> ahead_of(InputStream& stream, std::size_t bytes) {
  const auto ahead = stream.peek(bytes);
  if (!ahead.ok()) return ahead.error();
  return std::string(reinterpret_cast<const char*>(ahead->data()), ahead->size());
}

/// Copies a PNG, so that the stream then stands behind it. Errors: those of reading, or it is larger than `limit`.
class PngCopy {
 public:
  PngCopy(InputStream& stream, Spool& spool, std::int64_t limit) : stream_(stream), spool_(spool), limit_(limit) {}

  // A PNG that ends too early is refused when it is decoded.
  Status copy() {
    if (const auto begin = copy_bytes(png_signature.size()); !begin.ok()) return begin.error();
    for (;;) {
      const auto has_more = copy_chunk();
      if (!has_more.ok()) return has_more.error();
      if (!*has_more) return {};
    }
  }

 private:
  // Returns whether another chunk follows.
  Result<bool> copy_chunk() {
    constexpr std::size_t name_at = 4, begin_bytes = 8, checksum_bytes = 4;
    const auto begin = copy_bytes(begin_bytes);
    if (!begin.ok()) return begin.error();
    if (begin->size() < begin_bytes) return false;
    const bool is_last = std::ranges::equal(begin->subspan(name_at), end_chunk);
    std::size_t left = checksum_bytes;
    for (std::size_t i = 0; i < name_at; ++i) left += std::to_integer<std::size_t>((*begin)[i]) << (24 - 8 * i);
    while (left > 0) {
      const auto copied = copy_bytes(left);
      if (!copied.ok()) return copied.error();
      if (copied->empty()) return false;
      left -= copied->size();
    }
    return !is_last;
  }

  // Copies at most so many bytes; none if the stream has ended.
  Result<std::span<const std::byte>> copy_bytes(std::size_t bytes) {
    const auto got = stream_.read(piece_.data(), std::min(bytes, piece_.size()));
    if (!got.ok()) return got.error();
    bytes_ += static_cast<std::int64_t>(*got);
    if (const Status status = check_streamed(stream_.name(), bytes_, limit_); !status.ok()) return status.error();
    const auto copied = std::span<const std::byte>(piece_).first(*got);
    if (const Status status = spool_.append(copied); !status.ok()) return status.error();
    return copied;
  }

  static constexpr std::array<std::byte, 4> end_chunk = {std::byte{'I'}, std::byte{'E'}, std::byte{'N'},
                                                         std::byte{'D'}};
  InputStream& stream_;
  Spool& spool_;
  std::int64_t limit_;
  std::int64_t bytes_ = 0;
  std::vector<std::byte> piece_ = std::vector<std::byte>(std::size_t{64} << 10);
};

}  // namespace

std::optional<Result<NextPage>> PngPages::next() {
  if (ended_ || !pass_last()) return std::nullopt;
  ended_ = true;
  const auto ahead = ahead_of(stream_, interlacing_at + 1);
  if (!ahead.ok()) return ahead.error();
  if (done_ > 0 && !ahead->starts_with(png_signature)) return other_format_in(stream_.name(), *ahead);
  const PageSource source{stream_.name(), done_++, 0};
  const bool is_interlaced = ahead->size() > interlacing_at && (*ahead)[interlacing_at] != 0;
  auto rows = is_interlaced ? open_spooled(page_label(source)) : open_streamed(page_label(source));
  if (!rows.ok()) return rows.error();
  ended_ = false;
  return NextPage{source, *std::move(rows)};
}

bool PngPages::pass_last() {
  if (!streamed_ || streamed_->is_at_end()) return true;
  if (streamed_->memory_bytes() > memory_.most) return false;
  while (!streamed_->is_at_end()) {
    if (!streamed_->read_row(nullptr).ok()) return false;
  }
  return true;
}

Result<std::unique_ptr<PageRows>> PngPages::open_streamed(const std::string& page) {
  auto png = PngDecoder::open(bytes_of(stream_), page);
  if (!png.ok()) return png.error();
  streamed_ = *std::move(png);
  return png_rows(streamed_, {}, page, memory_);
}

Result<std::unique_ptr<PageRows>> PngPages::open_spooled(const std::string& page) {
  streamed_.reset();
  auto spool = Spool::create(page);
  if (!spool.ok()) return spool.error();
  if (const Status status = PngCopy(stream_, *spool, spool_).copy(); !status.ok()) return status.error();
  const auto file = tiffio::InputFile::share(spool->fd(), page);
  if (!file.ok()) return file.error();
  const OpenPng open = [file = *file, page] { return PngDecoder::open(bytes_of(file), page); };
  auto png = open();
  if (!png.ok()) return png.error();
  return png_rows(*std::move(png), open, page, memory_);
}

}  // namespace platerip::rip
