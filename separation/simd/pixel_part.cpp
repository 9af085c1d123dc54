#include "separation/simd/pixel_part.h"

#include <cstring>

#include "separation/simd/kernels.h"

namespace platerip::separation::simd {
namespace {

constexpr int vector_bytes = 16;
constexpr int group_pixels = 16;  // so that both the pixels and their parts are whole vectors

}  // namespace

PixelPart::PixelPart(int pixel_bytes, int first, int bytes) : pixel_bytes_(pixel_bytes), first_(first), bytes_(bytes) {
  const auto place_of = [&](int byte) { return byte / bytes * pixel_bytes + first + byte % bytes; };
  for (int out = 0; out < group_pixels * bytes; out += vector_bytes) {
    const int last = place_of(out + vector_bytes - 1) / vector_bytes;
    for (int from = place_of(out) / vector_bytes; from <= last; ++from) {
      Shuffle shuffle{{}, static_cast<std::uint32_t>(from * vector_bytes), from == last};
      bool takes = shuffle.is_last;
      for (int i = 0; i < vector_bytes; ++i) {
        const int place = place_of(out + i) - from * vector_bytes;
        const bool is_here = place >= 0 && place < vector_bytes;
        shuffle.places[static_cast<std::size_t>(i)] = is_here ? static_cast<std::uint8_t>(place) : 0x80;
        takes |= is_here;
      }
      if (takes) shuffles_.push_back(shuffle);
    }
  }
}

void PixelPart::copy(const std::byte* pixels, std::int64_t count, std::byte* out) const {
  const std::int64_t groups = count / group_pixels;
  const std::int64_t done = copy_parts(shuffles_, group_pixels * pixel_bytes_, pixels, groups, out) * group_pixels;
  for (std::int64_t i = done; i < count; ++i)
    std::memcpy(out + i * bytes_, pixels + i * pixel_bytes_ + first_, static_cast<std::size_t>(bytes_));
}

}  // namespace platerip::separation::simd
