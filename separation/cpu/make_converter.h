// The fastest way from the pixels of a page to its inks. Private to separation/cpu/.
#pragma once

#include <memory>
#include <string>

#include "base/status.h"
#include "separation/cpu/converter.h"
#include "separation/plan.h"
#include "separation/separation.h"
#include "separation/tables/grid.h"

namespace platerip::separation::cpu {

/// A converter; or none, and why the reference does the page better or must do it.
template <typename Sample>
struct MadeConverter {
  std::unique_ptr<Converter<Sample>> converter;
  std::string why_none = {};
  std::shared_ptr<const Grid> grid = nullptr;  ///< that it interpolates in, if it does
};

/// Are the inks of such pages interpolated in a grid?
bool has_grid(const Settings& settings);

/// The converter that interpolates in `grid`, for pages that have one.
template <typename Sample>
MadeConverter<Sample> make_grid_converter(std::shared_ptr<const Grid> grid, const Settings& settings, const Plan& plan);

/// The fastest one for a page of these settings, which are not left_to_reference(). Errors: LittleCMS refuses the
/// transform, settings.making gave it up.
template <typename Sample>
Result<MadeConverter<Sample>> make_converter(const Settings& settings, const Plan& plan);

}  // namespace platerip::separation::cpu
