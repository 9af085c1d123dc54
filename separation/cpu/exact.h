// RGB of 8 bits with exact precision: out of a table of all colours, since each takes LittleCMS half a microsecond.
// Private to separation/cpu/.
#pragma once

#include <cstdint>
#include <memory>

#include "separation/cpu/converter.h"
#include "separation/plan.h"
#include "separation/separation.h"
#include "status.h"

namespace platerip::separation::cpu {

/// A page of fewer pixels is done sooner by LittleCMS than its table is read.
inline constexpr std::int64_t least_exact_pixels = std::int64_t{1} << 18;

/// The table is read from the cache, or filled by LittleCMS and put there. Errors: LittleCMS refuses the transform,
/// settings.making gave it up. Null where there is no memory for it.
Result<std::unique_ptr<Converter<std::uint8_t>>> make_exact_converter(const Settings& settings, const Plan& plan);

}  // namespace platerip::separation::cpu
