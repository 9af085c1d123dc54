// Prints grays, or the black of cmyk pages, in black alone, if the plan says so. Overwrites the inks of these pixels,
// in rows of pixels and in rows of the colour table. Private to separation/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "separation/plan.h"
#include "separation/simd/kernels.h"
#include "separation/tables/color_table.h"

namespace platerip::separation {

template <typename Sample>
class BlackGrays {
 public:
  /// The ink limit never applies: it is at least one solid ink.
  explicit BlackGrays(const Plan& plan) {
    if (!plan.black_alone) return;
    plane_ = static_cast<std::size_t>(plan.black_alone->plane);
    for (const std::uint16_t amount : plan.black_alone->amounts)
      blacks_.push_back(static_cast<Sample>(plan.curves.empty() ? amount : plan.curves[plane_][amount]));
  }

  /// Whether the plan has grays in black alone.
  [[nodiscard]] bool any() const { return !blacks_.empty(); }

  /// Sets the final inks of the grays among `count` RGB pixels.
  void run(const Sample* rgb, std::int64_t count, InkRows<Sample> inks) const {
    if (!any()) return;
    for (std::int64_t p = 0; p < count; ++p, rgb += 3) {
      if (rgb[0] != rgb[1] || rgb[1] != rgb[2]) continue;
      for (Sample* const ink : inks) ink[p] = 0;
      inks[plane_][p] = blacks_[*rgb];
    }
  }

  /// Sets the final inks of the pixels of black alone among `count` CMYK pixels.
  void run_cmyk(const Sample* cmyk, std::int64_t count, InkRows<Sample> inks) const {
    if (!any()) return;
    for (std::int64_t p = 0; p < count; ++p, cmyk += 4) {
      if ((cmyk[0] | cmyk[1] | cmyk[2]) != 0) continue;
      for (Sample* const ink : inks) ink[p] = 0;
      inks[plane_][p] = blacks_[cmyk[3]];
    }
  }

  /// Sets the final inks of the gray in a row of the colour table, if it has one.
  void run(TableRow row) const requires(sizeof(Sample) == 1) {
    if (!any() || row.green != row.blue) return;
    const std::size_t red = row.green;
    for (std::uint32_t* const entries : row.groups) entries[red] = 0;
    auto* const black = reinterpret_cast<std::uint8_t*>(&row.groups[plane_ / group_inks][red]) + plane_ % group_inks;
    *black = blacks_[red];
  }

 private:
  std::size_t plane_ = 0;
  std::vector<Sample> blacks_;  // for each gray, after the curve; or empty
};

}  // namespace platerip::separation
