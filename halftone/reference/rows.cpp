#include "halftone/reference/rows.h"

#include <algorithm>

#include "halftone/error_filter.h"
#include "halftone/point_process.h"
#include "halftone/reference/pack.h"

namespace platerip::halftone::reference {
namespace {

constexpr int step_of(int levels) {
  return solid / (levels - 1);
}

template <typename Sample>
void load_ink(const std::byte* samples, std::int64_t count, std::int32_t* s65536) {
  const auto* ink = reinterpret_cast<const Sample*>(samples);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint32_t a = ink[i];
    const std::uint32_t amount = sizeof(Sample) == 1 ? 16 * a : (a * solid + 32767) / 65535;
    s65536[i] = static_cast<std::int32_t>(amount << 16) + 32768;
  }
}

template <int levels>
unsigned nearest_level(int s) {
  unsigned level = 0;
  for (int k = 1; k < levels; ++k) level += s > (2 * k - 1) * step_of(levels) / 2;
  return level;
}

// First adds the contributions of the rows above, which do not depend on this row. Then computes pixel after pixel.
template <std::size_t place, int levels, int bits>
void collect_errors(std::int32_t* s65536, const ErrorRows& errors, std::int64_t begin, std::int64_t count,
                    std::byte* row) {
  constexpr ErrorFilter filter = error_filters[place];  // a copy: GCC does not see through a reference
  constexpr int multiplier = filter.multiplier();
  for (std::int64_t i = 0; i < count; ++i) {
    int sum = 0;
    for (const Weight& w : filter.weights) {
      if (w.row < 0) sum += w.weight * errors[static_cast<std::size_t>(-w.row)][i + w.column];
    }
    s65536[i] += multiplier * sum;
  }

  constexpr int weight1 = multiplier * filter.weight(0, -1);
  constexpr int weight2 = multiplier * filter.weight(0, -2);
  int error1 = errors[0][-1];
  int error2 = errors[0][-2];
  pack<bits>(begin, count, row, [&](std::int64_t i) {
    const int s = (s65536[i] + weight2 * error2 + weight1 * error1) >> 16;
    const unsigned level = nearest_level<levels>(s);
    error2 = error1;
    error1 = s - static_cast<int>(level) * step_of(levels);
    errors[0][i] = static_cast<std::int16_t>(error1);
    return level;
  });
}

template <std::size_t place>
CollectErrors collect_errors_with(int levels) {
  switch (levels) {
    case 2:
      return collect_errors<place, 2, 1>;
    case 3:
      return collect_errors<place, 3, 2>;
    case 4:
      return collect_errors<place, 4, 2>;
    case 16:
      return collect_errors<place, 16, 4>;
  }
  return nullptr;  // check() refuses others
}

template <int bits>
void compare_points(const std::int32_t* s65536, const RowThresholds& thresholds, int levels, std::int64_t width,
                    std::byte* row) {
  const int step = step_of(levels);
  pack<bits>(0, width, row, [&](std::int64_t x) {
    const int amount = s65536[x] >> 16;
    const int threshold = thresholds[static_cast<std::size_t>(x & 7)] * step;
    unsigned level = 0;
    for (int k = 1; k < levels; ++k) level += 128 * (amount - (k - 1) * step) > threshold;
    return level;
  });
}

template <int bits, typename Sample>
void compare_screen(const Sample* samples, const Screen& screen, std::int64_t y, int levels, std::int64_t width,
                    std::byte* row) {
  const std::uint16_t* thresholds = screen.thresholds.data() + y % screen.height * screen.width;
  const std::int32_t first = first_column(screen, y);
  pack<bits>(0, width, row, [&](std::int64_t x) {
    const std::uint32_t amount = (sizeof(Sample) == 1 ? 257u : 1u) * samples[x] * static_cast<unsigned>(levels - 1);
    return amount / 65535 + (amount % 65535 > thresholds[(x + first) % screen.width]);
  });
}

template <int bits>
void compare_screen(const std::byte* samples, int sample_bits, const Screen& screen, std::int64_t y, int levels,
                    std::int64_t width, std::byte* row) {
  if (sample_bits == 8)
    return compare_screen<bits>(reinterpret_cast<const std::uint8_t*>(samples), screen, y, levels, width, row);
  compare_screen<bits>(reinterpret_cast<const std::uint16_t*>(samples), screen, y, levels, width, row);
}

}  // namespace

LoadInk load_ink_of(int bits) {
  return bits == 8 ? load_ink<std::uint8_t> : load_ink<std::uint16_t>;
}

CollectErrors collect_errors_of(const ErrorFilter& filter, int levels) {
  return with_place_of(filter, [levels]<std::size_t place>() { return collect_errors_with<place>(levels); });
}

void compare_points(const std::int32_t* s65536, const RowThresholds& thresholds, int levels, std::int64_t width,
                    std::byte* row) {
  switch (plate_bits(levels)) {
    case 1:
      return compare_points<1>(s65536, thresholds, levels, width, row);
    case 2:
      return compare_points<2>(s65536, thresholds, levels, width, row);
    case 4:
      return compare_points<4>(s65536, thresholds, levels, width, row);
  }
}

void compare_screen(const std::byte* samples, int bits, const Screen& screen, std::int64_t y, int levels,
                    std::int64_t width, std::byte* row) {
  switch (plate_bits(levels)) {
    case 1:
      return compare_screen<1>(samples, bits, screen, y, levels, width, row);
    case 2:
      return compare_screen<2>(samples, bits, screen, y, levels, width, row);
    case 4:
      return compare_screen<4>(samples, bits, screen, y, levels, width, row);
  }
}

}  // namespace platerip::halftone::reference
