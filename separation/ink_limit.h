// The total ink limit, which keeps every pixel within the ink that the paper can take. Private to separation/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace platerip::separation {

struct InkLimit {
  std::uint32_t total = 0;  ///< the limit, in sample units, for the sum of all inks; at least one solid ink
  int black = -1;           ///< the plane of black, which is not reduced; -1: there is none
};

/// Reduces the inks of one pixel to the limit, as Settings defines it.
template <typename Sample, std::size_t extent>
constexpr void limit_inks(const InkLimit& limit, std::span<Sample, extent> inks) {
  const int count = static_cast<int>(inks.size());
  std::uint32_t sum = 0, black = 0;
  for (int i = 0; i < count; ++i) {
    sum += inks[i];
    if (i == limit.black) black = inks[i];
  }
  if (sum <= limit.total) return;

  using Product = std::conditional_t<sizeof(Sample) == 1, std::uint32_t, std::uint64_t>;
  const Product allowed = limit.total - black;
  for (int i = 0; i < count; ++i)
    if (i != limit.black) inks[i] = static_cast<Sample>(inks[i] * allowed / (sum - black));
}

}  // namespace platerip::separation
