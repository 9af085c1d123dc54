#include "tests/fuzz/read_twice.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include "tiffio/pages/page_reader.h"

namespace platerip::fuzz {
namespace {

constexpr std::int64_t most_rows = 500;
constexpr std::int64_t most_bytes = std::int64_t{1} << 20;
constexpr int most_pages = 4;

struct Way {
  std::size_t memory;
  int threads;
  std::int64_t rows;  // per call
  std::byte old;      // content of the buffer
};

struct Read {
  bool opened = false;
  std::optional<std::string> error;
  std::vector<std::byte> rows;
};

void in_reverse(int count, const std::function<void(int)>& task) {
  while (count > 0) task(--count);
}

void run_at_once(const std::function<void()>& task) {
  task();
}

void require(bool held) {
  if (!held) std::abort();
}

// Rows read from the last to the first, downwards and upwards in memory, must be those that were read in turn.
void check_rows_anywhere(const tiffio::PageReader& reader, const Way& way, const std::vector<std::byte>& in_turn) {
  const std::int64_t row_bytes = reader.info().row_bytes();
  std::vector<std::byte> part;
  for (std::int64_t end = std::ssize(in_turn) / row_bytes; end > 0; end -= way.rows) {
    const std::int64_t rows = std::min(way.rows, end);
    for (const bool upwards : {false, true}) {
      part.assign(static_cast<std::size_t>(rows * row_bytes), way.old);
      std::byte* const first = upwards ? part.data() + (rows - 1) * row_bytes : part.data();
      const std::ptrdiff_t stride = upwards ? -row_bytes : row_bytes;
      require(reader.read_at(end - rows, rows, first, stride).ok());
      for (std::int64_t y = 0; y < rows; ++y)
        require(std::equal(first + y * stride, first + y * stride + row_bytes,
                           in_turn.data() + (end - rows + y) * row_bytes));
    }
  }
}

Read read_page(const tiffio::PageList& pages, int index, const Way& way) {
  Read read;
  auto reader = tiffio::PageReader::open(pages, index, way.memory, in_reverse, way.threads, run_at_once);
  if (!reader.ok()) return read;
  read.opened = true;
  const std::int64_t row_bytes = reader->info().row_bytes();
  const std::int64_t rows = std::min({reader->info().height, most_rows, most_bytes / row_bytes});
  read.rows.resize(static_cast<std::size_t>(rows * row_bytes), way.old);
  for (std::int64_t row = 0; row < rows; row += way.rows) {
    const std::int64_t count = std::min(way.rows, rows - row);
    if (const Status status = reader->read(count, read.rows.data() + row * row_bytes, row_bytes); !status.ok()) {
      read.error = status.error().message;
      return read;
    }
  }
  if (reader->reads_anywhere()) check_rows_anywhere(*reader, way, read.rows);
  return read;
}

}  // namespace

void read_twice(int descriptor) {
  const auto pages = tiffio::find_pages(descriptor, "fuzz");
  if (!pages.ok()) return;
  for (int i = 0; i < std::min(pages->count(), most_pages); ++i) {
    const Read ample = read_page(*pages, i, {std::size_t{8} << 20, 3, most_rows, std::byte{0}});
    const Read frugal = read_page(*pages, i, {std::size_t{1} << 20, 1, 3, std::byte{0xff}});
    if (!ample.opened || !frugal.opened) continue;
    require(ample.error.has_value() == frugal.error.has_value());
    if (!ample.error) require(ample.rows == frugal.rows);
  }
}

}  // namespace platerip::fuzz
