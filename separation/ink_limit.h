// The total ink limit: no pixel gets more ink than the paper stands. Private to separation/.
#pragma once

#include <cstdint>
#include <span>

namespace platerip::separation {

struct InkLimit {
  std::uint32_t total = 0;  ///< in sample units, summed over the inks; at least one solid ink
  int black = -1;           ///< the plane of black, which is kept; -1: there is none
};

/// Takes the inks of one pixel back to the limit, as Settings defines it.
template <typename Sample>
void limit_inks(const InkLimit& limit, std::span<Sample> inks) {
  std::uint32_t sum = 0;
  for (const Sample ink : inks) sum += ink;
  if (sum <= limit.total) return;

  const std::uint32_t black = limit.black < 0 ? 0 : inks[limit.black];
  const std::uint64_t allowed = limit.total - black;
  for (int i = 0; i < static_cast<int>(inks.size()); ++i)
    if (i != limit.black) inks[i] = static_cast<Sample>(inks[i] * allowed / (sum - black));
}

}  // namespace platerip::separation
