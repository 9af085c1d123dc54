#include "tests/bench/sequential.h"

#include <algorithm>
#include <array>
#include <vector>

#include "halftone/error_filter.h"

namespace platerip::halftone::sequential {
namespace {

// A row of numbers, with one more column beyond each end.
class Row {
 public:
  explicit Row(std::int64_t width) : values_(static_cast<std::size_t>(width + 2)) {}
  int* begin() { return values_.data() + 1; }
  // For the variants without register caching: otherwise, GCC would keep in registers what they use again.
  volatile int* in_memory() { return begin(); }
  void clear() { std::ranges::fill(values_, 0); }
  void swap(Row& other) { values_.swap(other.values_); }

 private:
  std::vector<int> values_;
};

// Packs pixel_at(0) … pixel_at(width − 1), eight to a byte.
template <typename PixelAt>
void pack(std::int64_t width, std::byte* pixels, PixelAt pixel_at) {
  for (std::int64_t x = 0; x < width; ++pixels) {
    const std::int64_t end = std::min(x + 8, width);
    const std::int64_t unused = x + 8 - end;
    unsigned bits = 0;
    for (; x < end; ++x) bits = bits << 1 | static_cast<unsigned>(pixel_at(x));
    *pixels = static_cast<std::byte>(bits << unused);
  }
}

// The bit and the error of a pixel with this ink and these collected errors, in 1/16. What the pixel before contributes
// is known last and added last, so that the chain from pixel to pixel is short.
struct Pixel {
  int bit;
  int error;

  Pixel(std::uint8_t ink, int collected_before, int last) {
    const int s = (256 * ink + 8 + collected_before + last) >> 4;
    bit = s > solid / 2;
    error = bit ? s - solid : s;
  }
};

template <typename RowFunction>
void for_each_row(std::int64_t height, const Plane& plane, const Plate& plate, RowFunction run) {
  for (std::int64_t y = 0; y < height; ++y) {
    run(reinterpret_cast<const std::uint8_t*>(plane.samples + y * plane.stride), plate.pixels + y * plate.stride);
  }
}

// Every pixel adds its error to four places in memory.
void diffuse(std::int64_t width, std::int64_t height, const Plane& plane, const Plate& plate) {
  Row here(width), below(width);
  for_each_row(height, plane, plate, [&](const std::uint8_t* ink, std::byte* pixels) {
    below.clear();
    volatile int* e = here.in_memory();
    volatile int* b = below.in_memory();
    pack(width, pixels, [&](std::int64_t x) {
      const Pixel pixel(ink[x], 0, e[x]);
      e[x + 1] = e[x + 1] + 7 * pixel.error;
      b[x - 1] = b[x - 1] + 3 * pixel.error;
      b[x] = b[x] + 5 * pixel.error;
      b[x + 1] = b[x + 1] + pixel.error;
      return pixel.bit;
    });
    here.swap(below);
  });
}

// Keeps in registers what goes to the right, and the sums below that are not complete.
void diffuse_in_registers(std::int64_t width, std::int64_t height, const Plane& plane, const Plate& plate) {
  Row errors(width);
  for_each_row(height, plane, plate, [&](const std::uint8_t* ink, std::byte* pixels) {
    int* e = errors.begin();
    int right = 0, below_left = 0, below = 0;
    pack(width, pixels, [&](std::int64_t x) {
      const Pixel pixel(ink[x], e[x], right);
      right = 7 * pixel.error;
      e[x - 1] = below_left + 3 * pixel.error;
      below_left = below + 5 * pixel.error;
      below = pixel.error;
      return pixel.bit;
    });
    e[width - 1] = below_left;
  });
}

// Every pixel reads four errors from memory.
void collect(std::int64_t width, std::int64_t height, const Plane& plane, const Plate& plate) {
  Row here(width), above(width);
  for_each_row(height, plane, plate, [&](const std::uint8_t* ink, std::byte* pixels) {
    volatile int* e = here.in_memory();
    const volatile int* a = above.in_memory();
    pack(width, pixels, [&](std::int64_t x) {
      const Pixel pixel(ink[x], a[x - 1] + 5 * a[x] + 3 * a[x + 1], 7 * e[x - 1]);
      e[x] = pixel.error;
      return pixel.bit;
    });
    here.swap(above);
  });
}

// Keeps one row of errors in memory and reads each error once. Keeps the rest in registers.
void collect_in_registers(std::int64_t width, std::int64_t height, const Plane& plane, const Plate& plate) {
  Row errors(width);
  for_each_row(height, plane, plate, [&](const std::uint8_t* ink, std::byte* pixels) {
    int* e = errors.begin();
    int left = 0, above_left = 0, above = e[0];
    pack(width, pixels, [&](std::int64_t x) {
      const int above_right = e[x + 1];
      const Pixel pixel(ink[x], above_left + 5 * above + 3 * above_right, 7 * left);
      e[x] = left = pixel.error;
      above_left = above;
      above = above_right;
      return pixel.bit;
    });
  });
}

constexpr std::array all_algorithms{
    Algorithm{"diffusion", diffuse},
    Algorithm{"diffusion-registers", diffuse_in_registers},
    Algorithm{"collection", collect},
    Algorithm{"collection-registers", collect_in_registers},
};

}  // namespace

std::span<const Algorithm> algorithms() {
  return all_algorithms;
}

}  // namespace platerip::halftone::sequential
