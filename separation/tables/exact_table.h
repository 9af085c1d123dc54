// The table of all 8-bit RGB colours with exact precision. Private to separation/.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/status.h"
#include "separation/plan.h"
#include "separation/separation.h"
#include "separation/tables/color_table.h"

namespace platerip::separation {

/// A page with fewer pixels is made before the table is read.
inline constexpr std::int64_t least_exact_pixels = std::int64_t{1} << 18;

struct ExactTable {
  std::shared_ptr<const ColorTable> table;  ///< includes black alone, curves and ink limit; may be null
  std::string origin;  ///< where it comes from, such as "read from …"; without a table, why there is none
};

/// Takes the job's table, or reads it from the cache, or fills it and stores it in the cache. Fills it
/// only if that pays: if the cache can keep it, or if the page has at least as many pixels as the table has colours.
/// Errors: LittleCMS refuses the transform, or settings.making cancelled.
Result<ExactTable> make_exact_table(const Settings& settings, const Plan& plan);

}  // namespace platerip::separation
