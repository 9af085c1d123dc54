// Pages and plates in memory, for those who compare plates: `platerip selftest` and tests.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "rip/pages/page_rows.h"
#include "rip/plates/plate_sink.h"
#include "tiffio/layout/page_info.h"

namespace platerip::rip {

/// A page whose samples are in memory, row after row, as PageInfo says.
struct Pixels {
  tiffio::PageInfo info;
  std::vector<std::byte> samples;
};

/// Reads such a page.
class PageInMemory : public PageRows {
 public:
  /// From row `end` on, the page cannot be read, as if its file were cut off.
  explicit PageInMemory(Pixels page, std::int64_t end = std::numeric_limits<std::int64_t>::max())
      : page_(std::move(page)), end_(end) {}

  [[nodiscard]] const tiffio::PageInfo& info() const override { return page_.info; }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    if (row_ + rows > end_) {
      is_cut_ = true;
      return Error{"the page is cut off", ErrorCode::unreadable};
    }
    const std::int64_t row_bytes = page_.info.row_bytes();
    for (; rows > 0; --rows, ++row_, out += stride)
      std::memcpy(out, page_.samples.data() + row_ * row_bytes, static_cast<std::size_t>(row_bytes));
    return {};
  }

  /// Whether somebody has tried to read beyond `end`.
  [[nodiscard]] bool is_cut() const { return is_cut_; }

 private:
  Pixels page_;
  std::int64_t end_;
  std::int64_t row_ = 0;
  bool is_cut_ = false;
};

/// Keeps the plates of a page: of each ink, its rows without padding.
class PlatesInMemory : public PlateSink {
 public:
  Status begin(const PlatesInfo& info, std::vector<OutputFile>&) override {
    row_bytes_ = static_cast<std::size_t>(halftone::plate_row_bytes(info.width, info.levels));
    plates.assign(info.inks.size(), {});
    for (auto& plate : plates) plate.reserve(row_bytes_ * static_cast<std::size_t>(info.height));
    return {};
  }
  Status write(std::span<const halftone::Plate> strip, std::int64_t rows) override {
    for (std::size_t i = 0; i < strip.size(); ++i) {
      for (std::int64_t row = 0; row < rows; ++row) {
        const std::byte* const first = strip[i].pixels + row * strip[i].stride;
        plates[i].insert(plates[i].end(), first, first + row_bytes_);
      }
    }
    return {};
  }
  Status finish() override { return {}; }

  std::vector<std::vector<std::byte>> plates;

 private:
  std::size_t row_bytes_ = 0;
};

}  // namespace platerip::rip
