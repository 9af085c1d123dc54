#include "rip/pages/raster/raster_pages.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "rip/pages/page_formats.h"
#include "rip/pages/raster/raster_layout.h"
#include "rip/pages/too_large_page.h"
#include "rip/resources/spool.h"

namespace platerip::rip {
namespace {

// The number of 32-bit words in a header: everything from AdvanceDistance to the end of cupsReal. The rest is text.
constexpr std::size_t header_words = 81;

// When a raster is compressed, libcups reads ahead, at least so many bytes at a time.
constexpr std::size_t least_fill = 65536;

// When libcups wants to read ahead, it gets only one byte. So when the last row of a page is read, the stream stands
// exactly behind the page, and the next header can be checked before libcups takes memory for it.
ssize_t read_for_libcups(void* context, unsigned char* out, size_t bytes) {
  auto& source = *static_cast<RasterPages::Source*>(context);
  const std::size_t wanted = source.compressed && bytes >= least_fill ? 1 : bytes;
  const auto got = source.stream.read(reinterpret_cast<std::byte*>(out), wanted);
  if (got.ok()) return static_cast<ssize_t>(*got);
  source.error = got.error();
  return -1;
}

template <typename Sample>
void interleave(const std::byte* from, std::int64_t width, std::byte* to, std::int64_t samples) {
  for (std::int64_t x = 0; x < width; ++x) {
    std::memcpy(to + x * samples * static_cast<std::int64_t>(sizeof(Sample)),
                from + x * static_cast<std::int64_t>(sizeof(Sample)), sizeof(Sample));
  }
}

class RasterPage : public PageRows {
 public:
  RasterPage(const Libcups& libcups, cups_raster_t* raster, RasterPages::Source& source, RasterLayout layout,
             std::string label, std::int64_t spool)
      : libcups_(libcups),
        raster_(raster),
        source_(source),
        layout_(std::move(layout)),
        label_(std::move(label)),
        spool_bytes_(spool) {}

  [[nodiscard]] const tiffio::PageInfo& info() const override { return layout_.page; }
  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override { return layout_.memory_bytes(); }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    if (is_planar() && !spool_) {
      if (const Status status = spool_planes(); !status.ok()) return status;
    }
    const std::int64_t at_once = is_ready_made() && stride == layout_.line_bytes ? lines_at_once() : 1;
    while (rows > 0) {
      const std::int64_t count = std::min(rows, at_once);
      const Status status = is_ready_made() ? read_lines(out, count)
                            : is_padded()   ? read_padded(out)
                                            : read_colors(out);
      if (!status.ok()) return status;
      row_ += count;
      rows -= count;
      out += count * stride;
    }
    return {};
  }

 private:
  [[nodiscard]] bool is_planar() const { return layout_.order == CUPS_ORDER_PLANAR && layout_.colors > 1; }
  [[nodiscard]] bool has_whole_pixels() const {
    const bool interleaved = layout_.order == CUPS_ORDER_CHUNKED || layout_.colors == 1;
    return interleaved && layout_.colors == layout_.page.samples();
  }
  [[nodiscard]] bool is_ready_made() const {
    return has_whole_pixels() && layout_.line_bytes == layout_.page.row_bytes();
  }
  [[nodiscard]] bool is_padded() const { return has_whole_pixels() && layout_.line_bytes > layout_.page.row_bytes(); }

  // libcups unpacks a single line directly into our memory, but several lines first into memory of its own.
  [[nodiscard]] std::int64_t lines_at_once() const {
    return source_.compressed ? 1 : std::numeric_limits<std::int32_t>::max() / layout_.line_bytes;
  }

  Status read_lines(std::byte* out, std::int64_t count) {
    const std::uint64_t before = source_.stream.position();
    const auto bytes = static_cast<unsigned>(count * layout_.line_bytes);
    if (libcups_.read_pixels(raster_, reinterpret_cast<unsigned char*>(out), bytes) == bytes) return {};
    if (source_.error) return *source_.error;
    const auto whole = static_cast<std::int64_t>(source_.stream.position() - before) / layout_.line_bytes;
    return Error{label_ + ": ends in row " + std::to_string(row_ + (count > 1 ? whole : 0)) + " of " +
                 std::to_string(layout_.page.height) + "; send the whole page"};
  }

  Status read_padded(std::byte* out) {
    line_.resize(static_cast<std::size_t>(layout_.line_bytes));
    if (const Status status = read_lines(line_.data(), 1); !status.ok()) return status;
    std::memcpy(out, line_.data(), static_cast<std::size_t>(layout_.page.row_bytes()));
    return {};
  }

  // A line holds all colours. Only on planar pages, the line is of the last colour, and the others come from the spool.
  Status read_colors(std::byte* out) {
    line_.resize(static_cast<std::size_t>(layout_.stored_row_bytes()));
    const std::int64_t last = layout_.colors - 1;
    if (is_planar()) {
      for (std::int64_t color = 0; color < last; ++color) {
        const auto row = std::span(line_).subspan(static_cast<std::size_t>(color * layout_.color_bytes),
                                                  static_cast<std::size_t>(layout_.color_bytes));
        const std::int64_t offset = (color * layout_.page.height + row_) * layout_.color_bytes;
        if (const Status status = spool_->read(offset, row); !status.ok()) return status;
      }
    }
    std::byte* const line = line_.data() + (is_planar() ? last * layout_.color_bytes : 0);
    if (const Status status = read_lines(line, 1); !status.ok()) return status;
    std::memset(out, 0, static_cast<std::size_t>(layout_.page.row_bytes()));
    const std::int64_t samples = layout_.page.samples();
    const std::int64_t sample_bytes = layout_.page.bits / 8;
    for (std::int64_t color = 0; color < layout_.colors; ++color) {
      const std::byte* const from = line_.data() + color * layout_.color_bytes;
      std::byte* const to = out + (layout_.first_sample + color) * sample_bytes;
      if (sample_bytes == 1) {
        interleave<std::uint8_t>(from, layout_.page.width, to, samples);
      } else {
        interleave<std::uint16_t>(from, layout_.page.width, to, samples);
      }
    }
    return {};
  }

  Status spool_planes() {
    const std::int64_t rows = layout_.page.height * (layout_.colors - 1);
    if (const Status status = check_spool(label_, rows, layout_.color_bytes, spool_bytes_); !status.ok()) return status;
    auto spool = Spool::create(label_);
    if (!spool.ok()) return spool.error();
    line_.resize(static_cast<std::size_t>(layout_.color_bytes));
    for (int plane = 0; plane + 1 < layout_.colors; ++plane) {
      for (row_ = 0; row_ < layout_.page.height; ++row_) {
        if (const Status status = read_lines(line_.data(), 1); !status.ok()) return status;
        if (const Status status = spool->append(line_); !status.ok()) return status;
      }
    }
    row_ = 0;
    spool_ = *std::move(spool);
    return {};
  }

  Libcups libcups_;
  cups_raster_t* raster_;
  RasterPages::Source& source_;
  RasterLayout layout_;
  std::string label_;
  std::int64_t spool_bytes_;
  std::optional<Spool> spool_;   // all planes of a planar page except the last
  std::vector<std::byte> line_;  // the colours of a row, one after the other
  std::int64_t row_ = 0;
};

}  // namespace

Status RasterPages::open() {
  const auto ahead = source_.stream.peek(sizeof(std::uint32_t));
  if (!ahead.ok()) return ahead.error();
  std::uint32_t sync = 0;
  std::memcpy(&sync, ahead->data(), std::min(ahead->size(), sizeof sync));
  swapped_ = sync == CUPS_RASTER_REVSYNC || sync == CUPS_RASTER_REVSYNCv1 || sync == CUPS_RASTER_REVSYNCv2;
  source_.compressed = sync == CUPS_RASTER_SYNCv2 || sync == CUPS_RASTER_REVSYNCv2;
  const bool is_v1 = sync == CUPS_RASTER_SYNCv1 || sync == CUPS_RASTER_REVSYNCv1;
  if (is_v1) header_bytes_ = sizeof(cups_page_header_t);
  const bool is_known = swapped_ || source_.compressed || is_v1 || sync == CUPS_RASTER_SYNC;
  if (is_known) {
    const auto found = libcups();
    if (!found.ok()) return found.error();
    libcups_ = *found;
    raster_ = {libcups_.open(read_for_libcups, &source_, CUPS_RASTER_READ), libcups_.close};
  }
  if (source_.error) return *source_.error;
  if (raster_) return {};
  return Error{source_.stream.name() + ": is not a CUPS or PWG raster; check the filter or program that made it"};
}

Result<cups_page_header2_t> RasterPages::peek_header(const std::string& page) {
  const auto ahead = source_.stream.peek(header_bytes_);
  if (!ahead.ok()) return ahead.error();
  if (ahead->size() < header_bytes_) return Error{page + ": ends in its raster header; send the whole page"};
  cups_page_header2_t header{};
  std::memcpy(&header, ahead->data(), header_bytes_);
  if (swapped_) {
    auto* word = reinterpret_cast<std::byte*>(&header) + offsetof(cups_page_header2_t, AdvanceDistance);
    for (std::size_t i = 0; i < header_words; ++i, word += 4) std::reverse(word, word + 4);
  }
  return header;
}

std::optional<Result<NextPage>> RasterPages::next() {
  if (ended_) return std::nullopt;
  ended_ = true;  // until a page has been found that can be read: only behind it is the next one
  if (!raster_) {
    if (const Status status = open(); !status.ok()) return status.error();
  }
  const auto ahead = source_.stream.peek(1);
  if (!ahead.ok()) return ahead.error();
  if (ahead->empty()) return std::nullopt;
  return open_page();
}

Result<NextPage> RasterPages::open_page() {
  const PageSource source{source_.stream.name(), done_++, 0};
  const std::string label = page_label(source);
  const auto ahead = peek_header(label);
  if (!ahead.ok()) return ahead.error();
  auto layout = check_header(*ahead, label);
  if (!layout.ok()) return layout.error();
  if (const std::size_t needed = layout->memory_bytes(); needed > memory_.most) {
    header_ = *ahead;
    const Error error{label + ": its lines are too long for the memory allowed"};
    return NextPage{source, std::make_unique<TooLargePage>(layout->page, needed, error)};
  }
  if (libcups_.read_header(raster_.get(), &header_) == 0) {
    return source_.error ? *source_.error : Error{label + ": libcups refuses its raster header; send the page again"};
  }
  ended_ = false;
  return NextPage{source,
                  std::make_unique<RasterPage>(libcups_, raster_.get(), source_, *std::move(layout), label, spool_)};
}

namespace {

Result<std::unique_ptr<Pages>> open_raster(InputStream& stream, MemoryRange memory, std::int64_t spool, int) {
  return std::unique_ptr<Pages>(std::make_unique<RasterPages>(stream, memory, spool));
}

constexpr std::string_view raster_magics[] = {"RaSt", "RaS2", "RaS3", "tSaR", "2SaR", "3SaR"};

}  // namespace

const PageFormat raster_format = {"a CUPS or PWG raster", raster_magics, {}, nullptr, open_raster};

}  // namespace platerip::rip
