// The steps after the colour transform, on rows of inks in place: calibration curves and ink limit. Private to
// separation/.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "separation/plan.h"
#include "separation/simd/kernels.h"
#include "separation/tables/color_table.h"

namespace platerip::separation {

template <typename Sample>
class Finish {
 public:
  explicit Finish(const Plan& plan) : inks_(plan.inks.size()), limit_(plan.ink_limit) {
    for (const auto& curve : plan.curves) curves_.emplace_back(curve.begin(), curve.end());
  }

  /// Whether there is anything to do.
  [[nodiscard]] bool changes_inks() const { return limit_ || !curves_.empty(); }

  void run(std::int64_t count, InkRows<Sample> inks) const {
    for (std::size_t ink = 0; ink < curves_.size(); ++ink)
      simd::look_up_row(curves_[ink].data(), inks[ink], count, inks[ink]);
    if (limit_) simd::limit_rows(*limit_, count, inks);
  }

  /// The same for a row of the colour table.
  void run(TableRow row) const requires(sizeof(Sample) == 1) {
    if (!changes_inks()) return;
    constexpr std::int64_t colors = 256;
    std::array<std::uint8_t, max_inks * colors> samples{};
    std::array<std::uint8_t*, max_inks> rows{};
    for (std::size_t ink = 0; ink < max_inks; ++ink) rows[ink] = &samples[ink * colors];
    const auto group_rows = [&](std::size_t group) {
      return InkRows<std::uint8_t>(rows).subspan(group * group_inks, group_inks);
    };
    for (std::size_t group = 0; group < row.groups.size(); ++group)
      simd::deinterleave(reinterpret_cast<const std::uint8_t*>(row.groups[group]), colors, group_rows(group));
    run(colors, InkRows<std::uint8_t>(rows).first(inks_));
    for (std::size_t group = 0; group < row.groups.size(); ++group)
      simd::interleave(group_rows(group), colors, row.groups[group]);
  }

 private:
  std::size_t inks_;
  std::vector<std::vector<Sample>> curves_;  // one table per ink, or empty
  std::optional<InkLimit> limit_;
};

}  // namespace platerip::separation
