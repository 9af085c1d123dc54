// Leaves the page's white without ink, if the plan says so. Private to separation/.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "separation/plan.h"
#include "separation/simd/ink_rows.h"
#include "separation/tables/color_table.h"

namespace platerip::separation {

template <typename Sample>
class PaperWhite {
 public:
  explicit PaperWhite(const Plan& plan) : paper_(plan.paper) {}

  /// Whether the plan leaves white without ink.
  [[nodiscard]] bool any() const { return paper_.has_value(); }

  /// Clears the inks of the white among `count` pixels of `samples` samples.
  template <int samples>
  void run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const {
    if (!any()) return;
    for (std::int64_t p = 0; p < count; ++p, pixels += samples)
      if (std::equal(pixels, pixels + samples, paper_->begin()))
        for (Sample* const ink : inks) ink[p] = 0;
  }

  /// Clears the inks of white in a row of the colour table, if it has white.
  void run(TableRow row) const requires(sizeof(Sample) == 1) {
    if (!any() || row.green != (*paper_)[1] || row.blue != (*paper_)[2]) return;
    for (std::uint32_t* const entries : row.groups) entries[(*paper_)[0]] = 0;
  }

 private:
  std::optional<Paper> paper_;
};

}  // namespace platerip::separation
