#include "tiffio/layout/lab.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

/// The values of the least and the greatest sample.
struct Range {
  double least;
  double greatest;
};

using Ranges = std::array<Range, 3>;

/// RFC 3949, 4.7: a* is (sample − 128) · 170 ÷ 255 for 8 bits, and b* (sample − 96) · 200 ÷ 255.
Ranges default_ranges(int bits) {
  const double most = (1 << bits) - 1;
  const double a_zero = 1 << (bits - 1);
  const double b_zero = 0.75 * a_zero;
  return {Range{0, 100}, Range{-a_zero * 170 / most, (most - a_zero) * 170 / most},
          Range{-b_zero * 200 / most, (most - b_zero) * 200 / most}};
}

Result<Ranges> ranges_of(const TiffHandle& handle, int bits) {
  std::uint32_t count = 0;
  const float* values = nullptr;
  if (TIFFGetField(handle.get(), TIFFTAG_DECODE, &count, &values) == 0) return default_ranges(bits);
  if (count != 6 || !std::all_of(values, values + 6, [](float v) { return std::abs(v) < 1e6F; }))
    return file_error(handle.file().name(), "its L*a*b* ranges (Decode) are damaged", "save the page again");
  return Ranges{Range{values[0], values[1]}, Range{values[2], values[3]}, Range{values[4], values[5]}};
}

/// The 16-bit sample for every one in the file. `returned`: the values of the returned samples 0 and 65535.
std::shared_ptr<const std::vector<std::uint16_t>> map_of(int bits, Range stored, Range returned) {
  const int most = (1 << bits) - 1;
  const auto map = std::make_shared<std::vector<std::uint16_t>>();
  for (int sample = 0; sample <= most; ++sample) {
    const double value = stored.least + (stored.greatest - stored.least) * sample / most;
    const double share = (value - returned.least) / (returned.greatest - returned.least);
    map->push_back(static_cast<std::uint16_t>(std::lround(std::clamp(share, 0.0, 1.0) * 65535)));
  }
  return map;
}

Status add_itulab(const TiffHandle& handle, PageLayout& layout) {
  const auto ranges = ranges_of(handle, layout.bits);
  if (!ranges.ok()) return ranges.error();
  constexpr Ranges returned = {Range{0, 100}, Range{-128, 127}, Range{-128, 127}};
  for (std::size_t i = 0; i < returned.size(); ++i)
    layout.channels.push_back({.sample = static_cast<int>(i), .map = map_of(layout.bits, (*ranges)[i], returned[i])});
  layout.returned_bits = 16;
  return {};
}

}  // namespace

Status add_lab(const TiffHandle& handle, std::uint16_t photometric, PageLayout& layout) {
  const bool itulab = photometric == PHOTOMETRIC_ITULAB;
  const bool fits = !layout.floating && (itulab ? layout.bits >= 8 && layout.bits <= 12 : layout.whole_bytes());
  if (!fits) {
    return file_error(handle.file().name(),
                      "L*a*b* colour of " + std::to_string(layout.bits) +
                          (layout.floating ? "-bit floating-point" : "-bit") + " samples is not handled",
                      "save the page in L*a*b* of 8 or 16 bits, or in RGB", ErrorCode::unsupported);
  }
  if (itulab) return add_itulab(handle, layout);
  const bool wide = layout.bits == 16;
  const bool is_signed = photometric == PHOTOMETRIC_CIELAB;
  const auto sign = static_cast<std::uint16_t>(is_signed ? 1 << (layout.bits - 1) : 0);
  // The L* of 16-bit CIELab ends with 65535, that of ICC version 2 with 65280.
  layout.channels.push_back({.sample = 0, .stretch = wide && !is_signed});
  for (const int sample : {1, 2}) layout.channels.push_back({.sample = sample, .flip = sign, .stretch = wide});
  layout.returned_bits = layout.bits;
  return {};
}

}  // namespace platerip::tiffio
