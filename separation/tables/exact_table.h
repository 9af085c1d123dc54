// The table of all colours of 8-bit RGB with exact precision: LittleCMS takes half a microsecond for each.
// Private to separation/.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/status.h"
#include "separation/plan.h"
#include "separation/separation.h"
#include "separation/tables/color_table.h"

namespace platerip::separation {

/// For a page of fewer pixels, LittleCMS takes less time than reading the table.
inline constexpr std::int64_t least_exact_pixels = std::int64_t{1} << 18;

struct ExactTable {
  std::shared_ptr<const ColorTable> table;  ///< with black alone, curves and ink limit; or null
  std::string origin;                       ///< in few words: "read from …"; without a table why there is none
};

/// The table is the job's, or read from the cache, or filled by LittleCMS and put there. It is filled only where that
/// pays: where the cache can keep it, or where the page has as many pixels as the table has colours. Errors: LittleCMS
/// refuses the transform, settings.making gave it up.
Result<ExactTable> make_exact_table(const Settings& settings, const Plan& plan);

}  // namespace platerip::separation
