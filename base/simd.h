// Which instruction set the SIMD backends run on. Private to platerip; shared so that all of them run on the same.
#pragma once

#include <hwy/targets.h>
#include <strings.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"

namespace platerip {

/// The only instruction set that choose_simd() may choose, as Highway numbers them; 0: the best that the machine has.
inline std::int64_t only_simd = 0;

/// For tests and measurements: all SIMD backends of this program run on this instruction set, one of Highway's names in
/// any case ("avx3_dl", "avx3", "avx2", "sse4", "neon"). Call it before the first use of any of them, on one thread.
/// Errors: the name is unknown, or not of this machine; the message lists those that are.
inline Status limit_simd(std::string_view name) {
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

/// Chooses for the backends: what limit_simd() asked for, else the best that the machine has. Only the first call does
/// anything; thread-safe.
inline void choose_simd() {
  [[maybe_unused]] static const bool chosen = [] {
    if (only_simd != 0) hwy::SetSupportedTargetsForTest(only_simd);
    return true;
  }();
}

}  // namespace platerip
