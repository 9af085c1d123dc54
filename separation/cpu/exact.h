// RGB of 8 bits with exact precision: out of a table of all colours, since each takes LittleCMS half a microsecond.
// Private to separation/cpu/.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "separation/cpu/converter.h"
#include "separation/cpu/table.h"
#include "separation/plan.h"
#include "separation/separation.h"
#include "status.h"

namespace platerip::separation::cpu {

/// A page of fewer pixels is done sooner by LittleCMS than its table is read.
inline constexpr std::int64_t least_exact_pixels = std::int64_t{1} << 18;

struct ExactTable {
  std::shared_ptr<const Table> table;  ///< with black alone, curves and ink limit; or null
  std::string origin;                  ///< in few words: "read from …"; without a table why there is none
};

/// The table is the job's, or read from the cache, or filled by LittleCMS and put there. None is filled that would not
/// pay: where it cannot be put into the cache, that takes a page of as many pixels as the table has colours. Errors:
/// LittleCMS refuses the transform, settings.making gave it up.
Result<ExactTable> make_exact_table(const Settings& settings, const Plan& plan);

/// A digest of everything that decides the inks of a page with a profile, but for the format of its pixels and the
/// precision.
profiles::Fingerprint key_of(const Settings& settings, const Plan& plan);

/// The converter of such a table.
Result<MadeConverter<std::uint8_t>> make_exact_converter(const Settings& settings, const Plan& plan);

}  // namespace platerip::separation::cpu
