#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "tiffio/plates/plate_layout.h"
#include "tiffio/plates/plate_writer.h"

namespace platerip::test {

/// The rows of a plate as a halftone makes them: no two are alike, and bits past the width are set, too.
struct Rows {
  explicit Rows(const tiffio::PlateInfo& info, int padding = 0, unsigned seed = 1)
      : row_bytes(tiffio::plate_row_bytes(info)),
        stride(row_bytes + padding),
        height(info.height),
        bytes(static_cast<std::size_t>(stride * height)) {
    std::mt19937 random(seed);
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint32_t)) {
      const auto some = static_cast<std::uint32_t>(random() & random());
      std::memcpy(&bytes[i], &some, std::min(sizeof some, bytes.size() - i));
    }
  }

  [[nodiscard]] const std::byte* row(std::int64_t y) const { return bytes.data() + y * stride; }

  std::int64_t row_bytes;
  std::ptrdiff_t stride;
  std::int64_t height;
  std::vector<std::byte> bytes;
};

}  // namespace platerip::test
