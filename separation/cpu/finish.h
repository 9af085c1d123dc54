// What follows the colour transform, on rows of inks and in place: calibration curves and the ink limit. Private to
// separation/cpu/.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "separation/cpu/kernels.h"
#include "separation/plan.h"

namespace platerip::separation::cpu {

template <typename Sample>
class Finish {
 public:
  explicit Finish(const Plan& plan) : limit_(plan.ink_limit) {
    for (const auto& curve : plan.curves) curves_.emplace_back(curve.begin(), curve.end());
  }

  /// Is there anything to do?
  [[nodiscard]] bool changes_inks() const { return limit_ || !curves_.empty(); }

  void run(std::int64_t count, InkRows<Sample> inks) const {
    for (std::size_t ink = 0; ink < curves_.size(); ++ink)
      look_up_row(curves_[ink].data(), inks[ink], count, inks[ink]);
    if (limit_) limit_rows(*limit_, count, inks);
  }

 private:
  std::vector<std::vector<Sample>> curves_;  // a table an ink, or none at all
  std::optional<InkLimit> limit_;
};

}  // namespace platerip::separation::cpu
