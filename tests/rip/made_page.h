// A page without a file, which tests make row by row.
#pragma once

#include <cstring>
#include <random>
#include <vector>

#include "rip/pages/page_rows.h"
#include "tests/seed.h"

namespace platerip::test {

/// Smooth RGB colours with grain.
class MadePage : public rip::PageRows {
 public:
  MadePage(std::int64_t width, std::int64_t height, int bits) {
    info_.width = width;
    info_.height = height;
    info_.bits = bits;
    pixels_.resize(static_cast<std::size_t>(info_.row_bytes() * height));
    std::mt19937 random(test_seed());
    for (std::size_t i = 0; i < pixels_.size(); ++i)
      pixels_[i] = static_cast<std::byte>(i * 200 / pixels_.size() + random() % 50);
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    for (; rows > 0; --rows, ++row_, out += stride)
      std::memcpy(out, pixels_.data() + row_ * info_.row_bytes(), static_cast<std::size_t>(info_.row_bytes()));
    return {};
  }

 private:
  tiffio::PageInfo info_;
  std::vector<std::byte> pixels_;
  std::int64_t row_ = 0;
};

}  // namespace platerip::test
