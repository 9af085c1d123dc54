// The instruction set of the SIMD backends. Private to platerip. All SIMD backends use the same one.
#pragma once

#include <hwy/targets.h>
#include <strings.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"

namespace platerip {

/// The instruction set that choose_simd() must choose, by Highway's number; 0: the best of this machine.
inline std::int64_t only_simd = 0;

/// Highway 1.0 chooses AVX3_DL also on machines without GFNI, which platerip's AVX3_DL code uses.
inline void disable_targets_without_gfni() {
#if HWY_ARCH_X86
  if (!__builtin_cpu_supports("gfni")) hwy::DisableTargets(HWY_AVX3_DL);
#endif
}

/// For tests and measurements: makes all SIMD backends of this program use one instruction set. `name` is one of
/// Highway's names in any case ("avx3_dl", "avx3", "avx2", "sse4", "neon"). Call it on one thread, before the first use
/// of any backend. Errors: the name is unknown, or this machine lacks the instruction set. The message lists those that
/// it has.
inline Status limit_simd(std::string_view name) {
  disable_targets_without_gfni();
  std::string names;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if (strcasecmp(std::string(name).c_str(), hwy::TargetName(target)) == 0) {
      only_simd = target;
      return {};
    }
    names += std::string(names.empty() ? "" : ", ") + hwy::TargetName(target);
  }
  return Error{std::string(name) + ": this machine has " + names, ErrorCode::unsupported};
}

/// Chooses the instruction set of the backends: the one given to limit_simd(), else the best of this machine. Only the
/// first call has an effect. Thread-safe.
inline void choose_simd() {
  [[maybe_unused]] static const bool chosen = [] {
    disable_targets_without_gfni();
    if (only_simd != 0) hwy::SetSupportedTargetsForTest(only_simd);
    return true;
  }();
}

}  // namespace platerip
