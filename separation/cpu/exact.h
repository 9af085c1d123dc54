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
  std::unique_ptr<Table> table;  ///< with curves and ink limit; null where there is no memory for it
  std::string origin;            ///< in few words: "read from …"
};

/// Reads the table from the cache, or has LittleCMS fill it and puts it there. Errors: LittleCMS refuses the transform,
/// settings.making gave it up.
Result<ExactTable> make_exact_table(const Settings& settings, const Plan& plan);

/// The converter of such a table; null where there is none.
Result<std::unique_ptr<Converter<std::uint8_t>>> make_exact_converter(const Settings& settings, const Plan& plan);

}  // namespace platerip::separation::cpu
