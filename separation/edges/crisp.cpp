#include "separation/edges/crisp.h"

#include <algorithm>
#include <cstring>

#include "separation/edges/crisp_pixels.h"

namespace platerip::separation {
namespace {

template <typename Sample>
void make_pixels_crisp(Crisp crisp, const PixelFormat& format, const CrispStrip& strip) {
  const CrispPixels pixels = crisp_pixels(format);
  const CrispScale scale = crisp_scale(crisp, format.bits);
  for (std::int64_t y = 0; y < strip.rows; ++y) {
    for (std::int64_t x = 0; x < strip.width; ++x) {
      const auto amounts = [&](int dx, int dy) {
        const std::int64_t row = std::clamp(y + dy, -strip.above, strip.rows + strip.below - 1);
        const std::int64_t column = std::clamp<std::int64_t>(x + dx, 0, strip.width - 1);
        const auto* const samples = reinterpret_cast<const Sample*>(strip.in + row * strip.stride);
        return amounts_of(pixels, samples + column * pixels.samples);
      };
      if (!is_tone(amounts(0, 0))) continue;
      const auto least = [&](int dx, int dy) { return int{amounts(dx, dy).least}; };
      const auto most = [&](int dx, int dy) { return int{amounts(dx, dy).most}; };
      auto* const out = reinterpret_cast<Sample*>(strip.out + y * strip.out_stride);
      make_crisp_pixel(pixels, scale, least, most, out + x * pixels.samples);
    }
  }
}

}  // namespace

bool can_be_crisp(const PixelFormat& format) {
  return format.has_colors && format.model != profiles::ColorModel::lab;
}

void copy_rows(const PixelFormat& format, const CrispStrip& strip) {
  const auto bytes = static_cast<std::size_t>(strip.width * format.bytes());
  for (std::int64_t row = 0; row < strip.rows; ++row)
    std::memcpy(strip.out + row * strip.out_stride, strip.in + row * strip.stride, bytes);
}

void make_crisp_by_reference(Crisp crisp, const PixelFormat& format, const CrispStrip& strip) {
  copy_rows(format, strip);
  if (crisp == Crisp::off || !can_be_crisp(format)) return;
  format.bits == 8 ? make_pixels_crisp<std::uint8_t>(crisp, format, strip)
                   : make_pixels_crisp<std::uint16_t>(crisp, format, strip);
}

}  // namespace platerip::separation
