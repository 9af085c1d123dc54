// The instruction set of the SIMD backends. Private to platerip. All SIMD backends use the same one.
#pragma once

#include <hwy/targets.h>
#include <strings.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace platerip {

/// Chooses the best instruction set of this machine for the backends, unless use_simd() has chosen another. Only the
/// first call has an effect. Thread-safe.
inline void choose_simd() {
  [[maybe_unused]] static const bool chosen = [] {
#if HWY_ARCH_X86
    // Highway 1.0 chooses AVX3_DL also on machines without GFNI, which platerip's AVX3_DL code uses.
    if (!__builtin_cpu_supports("gfni")) hwy::DisableTargets(HWY_AVX3_DL);
#endif
    return true;
  }();
}

/// For tests and measurements: from now on, all SIMD backends of this program use one instruction set, by Highway's
/// number; 0: the best of this machine. Call it while no backend works. What a backend has made before must not be used
/// any more. Precondition: this machine and this build have it.
inline void use_simd(std::int64_t target) {
  choose_simd();
  hwy::SetSupportedTargetsForTest(target);
}

/// The vector instruction sets of this build that this machine has, by Highway's numbers, the best first. use_simd()
/// must not have chosen one.
inline std::vector<std::int64_t> simd_here() {
  choose_simd();
  std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  std::erase_if(targets, [](std::int64_t target) { return (target & (HWY_SCALAR | HWY_EMU128)) != 0; });
  return targets;
}

/// use_simd() by name: one of Highway's names in any case ("avx3_dl", "avx3", "avx2", "sse4", "neon"). Errors: the name
/// is unknown, or this machine lacks the instruction set. The message lists those that it has. Code without vectors is
/// one of them ("scalar", "emu128"): on it, the reference backends work, as on a machine that has no instruction set of
/// this build.
inline Status limit_simd(std::string_view name) {
  choose_simd();
  std::string names;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if (strcasecmp(std::string(name).c_str(), hwy::TargetName(target)) == 0) {
      use_simd(target);
      return {};
    }
    names += std::string(names.empty() ? "" : ", ") + hwy::TargetName(target);
  }
  return Error{std::string(name) + ": this machine has " + names, ErrorCode::unsupported};
}

}  // namespace platerip
