// Which instruction set the SIMD backends run on. Private to the backends; shared so that all of them run on the same.
#pragma once

#include <hwy/targets.h>
#include <strings.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace platerip {

/// Obeys the environment variable PLATERIP_SIMD, which is for tests and measurements: one of Highway's names in any
/// case ("avx3_dl", "avx3", "avx2", "sse4", "neon"); without it the best that the machine has is taken. A name
/// that is unknown, or not of this machine, ends the program with a message and exit status 2. Only the first call does
/// anything; thread-safe.
inline void choose_simd() {
  [[maybe_unused]] static const bool chosen = [] {
    const char* wanted = std::getenv("PLATERIP_SIMD");
    if (!wanted) return true;
    std::string names;
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      if (strcasecmp(wanted, hwy::TargetName(target)) == 0) {
        hwy::SetSupportedTargetsForTest(target);
        return true;
      }
      names += std::string(names.empty() ? "" : ", ") + hwy::TargetName(target);
    }
    std::fprintf(stderr, "platerip: PLATERIP_SIMD=%s: this machine has %s\n", wanted, names.c_str());
    std::exit(2);
  }();
}

}  // namespace platerip
