// Chooses the fastest converter from a page's pixels to its inks. Private to separation/cpu/.
#pragma once

#include <memory>
#include <string>

#include "base/status.h"
#include "separation/cpu/converter.h"
#include "separation/plan.h"
#include "separation/separation.h"
#include "separation/tables/grid.h"

namespace platerip::separation::cpu {

/// A converter, or the reason why the reference must separate the page, or is faster.
template <typename Sample>
struct MadeConverter {
  std::unique_ptr<Converter<Sample>> converter;
  std::string why_none = {};
  std::shared_ptr<const Grid> grid = nullptr;  ///< the grid that it interpolates in, if any
};

/// Whether the inks of pages with these settings are interpolated in a grid.
bool has_grid(const Settings& settings);

/// The converter that interpolates in `grid`. Precondition: has_grid(settings).
template <typename Sample>
MadeConverter<Sample> make_grid_converter(std::shared_ptr<const Grid> grid, const Settings& settings, const Plan& plan);

/// Makes the fastest converter. Errors: LittleCMS refuses the transform, or settings.making cancelled.
template <typename Sample>
Result<MadeConverter<Sample>> make_converter(const Settings& settings, const Plan& plan);

}  // namespace platerip::separation::cpu
