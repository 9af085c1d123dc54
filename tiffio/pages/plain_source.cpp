#include <algorithm>
#include <atomic>
#include <cerrno>
#include <system_error>

#include "tiffio/pages/row_source.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

// The piece that one thread reads at a time. A thread copies 8 GB/s from the page cache, so it needs 130 µs for a
// piece.
constexpr std::int64_t plain_piece_bytes = std::int64_t{1} << 20;

/// Reverses the bytes of each number of `width` bytes.
template <std::int64_t width>
void swap_each(std::byte* data, std::int64_t bytes) {
  for (std::int64_t i = 0; i + width <= bytes; i += width) std::reverse(data + i, data + i + width);
}

// Reads the file instead of mapping it. Up to its inks, an 8192×8192 page takes 91 ms of processor time; if the file
// were mapped, 86 ms. But a mapped file that becomes shorter would crash the program.
class PlainSource : public RowSource {
 public:
  PlainSource(TiffHandle handle, const PageLayout& layout, int plane, ParallelFor parallel)
      : handle_(std::move(handle)), layout_(layout), plane_(plane), parallel_(std::move(parallel)) {}

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    const Status status = read_at(next_row_, rows, out, stride);
    next_row_ += rows;
    return status;
  }

  Status skip(std::int64_t rows) override {
    next_row_ += rows;
    return {};
  }

  [[nodiscard]] bool reads_anywhere() const override { return true; }

  Status read_at(std::int64_t row, std::int64_t rows, std::byte* out, std::ptrdiff_t stride) const override {
    while (rows > 0) {
      const std::int64_t count = std::min(rows, contiguous_rows(row, rows));
      for (std::int64_t across = 0; across < layout_.blocks_across(); ++across) {
        if (!read_in_pieces(across, row, count, out, stride)) return failed(row, count);
      }
      row += count;
      rows -= count;
      out += count * stride;
    }
    return {};
  }

 private:
  std::int64_t offset(std::int64_t down, std::int64_t across) const {
    return static_cast<std::int64_t>(TIFFGetStrileOffset(handle_.get(), layout_.block_index(plane_, down, across)));
  }

  /// The number of rows from `row` on that follow contiguously in the file, up to `wanted`. Small strips mostly follow
  /// each other.
  std::int64_t contiguous_rows(std::int64_t row, std::int64_t wanted) const {
    std::int64_t down = row / layout_.block_height;
    std::int64_t rows = (down + 1) * layout_.block_height - row;
    if (layout_.blocks_across() > 1) return rows;
    const std::int64_t block_bytes = layout_.block_bytes();
    while (rows < wanted && offset(down + 1, 0) == offset(down, 0) + block_bytes) {
      rows += layout_.block_height;
      ++down;
    }
    return rows;
  }

  // Reads rows within contiguous_rows(). Returns false and sets errno if reading fails.
  bool read_in_pieces(std::int64_t across, std::int64_t row, std::int64_t rows, std::byte* out,
                      std::ptrdiff_t stride) const {
    const std::int64_t piece = std::max<std::int64_t>(1, plain_piece_bytes / layout_.block_row_bytes());
    if (rows <= piece) return read_block(across, row, 0, rows, out, stride);
    std::atomic<bool> failed = false;
    std::atomic<int> reason = 0;
    run_tasks(parallel_, static_cast<int>((rows + piece - 1) / piece), [&](int index) {
      const std::int64_t first = index * piece;
      if (failed || read_block(across, row, first, std::min(piece, rows - first), out + first * stride, stride)) return;
      reason = errno;
      failed = true;
    });
    errno = reason;
    return !failed;
  }

  // The same for `rows` rows from the `first` after `row` on.
  bool read_block(std::int64_t across, std::int64_t row, std::int64_t first, std::int64_t rows, std::byte* out,
                  std::ptrdiff_t stride) const {
    const std::int64_t file_stride = layout_.block_row_bytes();
    const std::int64_t left = across * file_stride;
    const std::int64_t used = std::min(file_stride, layout_.row_bytes() - left);
    const std::int64_t at =
        offset(row / layout_.block_height, across) + (row % layout_.block_height + first) * file_stride;
    out += left;
    if (used == file_stride) {
      if (!handle_.file().read_rows(at, rows, used, out, stride)) return false;
    } else {
      for (std::int64_t i = 0; i < rows; ++i) {
        if (!handle_.file().read_rows(at + i * file_stride, 1, used, out + i * stride, used)) return false;
      }
    }
    if (stride == used) {
      to_machine_order(out, rows * used);
    } else {
      for (std::int64_t i = 0; i < rows; ++i) to_machine_order(out + i * stride, used);
    }
    return true;
  }

  void to_machine_order(std::byte* data, std::int64_t bytes) const {
    if (layout_.reverse_bits) TIFFReverseBits(reinterpret_cast<std::uint8_t*>(data), bytes);
    if (!layout_.swap_bytes) return;
    if (layout_.bits == 16) swap_each<2>(data, bytes);
    if (layout_.bits == 32) swap_each<4>(data, bytes);
  }

  Status failed(std::int64_t row, std::int64_t rows) const {
    const std::string reason = errno == 0 ? "the file has become shorter" : std::generic_category().message(errno);
    const Rows lost = layout_.page_rows(row, rows);
    return file_error(handle_.file().name(), rows_text(lost.first, lost.count) + " cannot be read: " + reason,
                      "check the disk and get the page again", ErrorCode::unreadable);
  }

  TiffHandle handle_;
  const PageLayout& layout_;
  int plane_;
  ParallelFor parallel_;
  std::int64_t next_row_ = 0;
};

}  // namespace

std::unique_ptr<RowSource> make_plain_source(TiffHandle handle, const PageLayout& layout, int plane,
                                             ParallelFor parallel) {
  return std::make_unique<PlainSource>(std::move(handle), layout, plane, std::move(parallel));
}

}  // namespace platerip::tiffio
