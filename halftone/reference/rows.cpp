#include "halftone/reference/rows.h"

#include <algorithm>

#include "halftone/error_filter.h"
#include "halftone/point_process.h"
#include "halftone/reference/pack.h"

namespace platerip::halftone::reference {
namespace {

template <typename Sample>
void load_ink(const std::byte* samples, std::int64_t count, std::int32_t* s65536) {
  const auto* ink = reinterpret_cast<const Sample*>(samples);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint32_t a = ink[i];
    const std::uint32_t amount = sizeof(Sample) == 1 ? 16 * a : (a * solid + 32767) / 65535;
    s65536[i] = static_cast<std::int32_t>(amount << 16) + 32768;
  }
}

std::size_t nearest_level(const LevelAmounts& levels, int s) {
  std::size_t level = 0;
  for (std::size_t k = 1; k < static_cast<std::size_t>(levels.levels); ++k)
    level += 2 * s > levels.value[k - 1] + levels.value[k];
  return level;
}

// First adds the contributions of the rows above, which do not depend on this row. Then computes pixel after pixel.
template <std::size_t place, int bits>
void collect_errors(const LevelAmounts& levels, std::int32_t* s65536, const ErrorRows& errors, std::int64_t begin,
                    std::int64_t count, std::byte* row) {
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
    const std::size_t level = nearest_level(levels, s);
    error2 = error1;
    error1 = s - levels.value[level];
    errors[0][i] = static_cast<std::int16_t>(error1);
    return static_cast<unsigned>(level);
  });
}

template <std::size_t place>
CollectErrors collect_errors_with(int bits) {
  switch (bits) {
    case 1:
      return collect_errors<place, 1>;
    case 2:
      return collect_errors<place, 2>;
    default:
      return collect_errors<place, 4>;
  }
}

template <int bits>
void compare_points(const std::int32_t* s65536, const RowThresholds& thresholds, const LevelAmounts& levels,
                    std::int64_t width, std::byte* row) {
  pack<bits>(0, width, row, [&](std::int64_t x) {
    const int amount = s65536[x] >> 16;
    const int threshold = thresholds[static_cast<std::size_t>(x & 7)];
    unsigned level = 0;
    for (std::size_t k = 1; k < static_cast<std::size_t>(levels.levels); ++k)
      level += 128 * (amount - levels.value[k - 1]) > threshold * (levels.value[k] - levels.value[k - 1]);
    return level;
  });
}

template <int bits>
void compare_screen(const std::byte* samples, int sample_bits, const Screen& screen, const ScreenTones& tones,
                    std::int64_t y, std::int64_t width, std::byte* row) {
  const std::uint16_t* thresholds = screen.thresholds.data() + y % screen.height * screen.width;
  const std::int32_t first = first_column(screen, y);
  pack<bits>(0, width, row, [&](std::int64_t x) {
    const std::size_t sample = sample_bits == 8 ? std::to_integer<std::size_t>(samples[x])
                                                : reinterpret_cast<const std::uint16_t*>(samples)[x];
    return static_cast<unsigned>(level_of(tones[sample], thresholds[(x + first) % screen.width]));
  });
}

}  // namespace

LoadInk load_ink_of(int bits) {
  return bits == 8 ? load_ink<std::uint8_t> : load_ink<std::uint16_t>;
}

CollectErrors collect_errors_of(const ErrorFilter& filter, int levels) {
  const int bits = plate_bits(levels);
  return with_place_of(filter, [bits]<std::size_t place>() { return collect_errors_with<place>(bits); });
}

void compare_points(const std::int32_t* s65536, const RowThresholds& thresholds, const LevelAmounts& levels, int bits,
                    std::int64_t width, std::byte* row) {
  switch (bits) {
    case 1:
      return compare_points<1>(s65536, thresholds, levels, width, row);
    case 2:
      return compare_points<2>(s65536, thresholds, levels, width, row);
    default:
      return compare_points<4>(s65536, thresholds, levels, width, row);
  }
}

void compare_screen(const std::byte* samples, int bits, const Screen& screen, const ScreenTones& tones, std::int64_t y,
                    int plate_bits, std::int64_t width, std::byte* row) {
  switch (plate_bits) {
    case 1:
      return compare_screen<1>(samples, bits, screen, tones, y, width, row);
    case 2:
      return compare_screen<2>(samples, bits, screen, tones, y, width, row);
    default:
      return compare_screen<4>(samples, bits, screen, tones, y, width, row);
  }
}

}  // namespace platerip::halftone::reference
