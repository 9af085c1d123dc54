#include "rip/selftest/paths.h"

#include <algorithm>
#include <utility>

#include "base/simd.h"

namespace platerip::rip {
namespace {

// Those that platerip has code for.
#if HWY_ARCH_X86
constexpr std::int64_t known_simd[] = {HWY_AVX3_DL, HWY_AVX3, HWY_AVX2, HWY_SSE4};
#elif HWY_ARCH_ARM
constexpr std::int64_t known_simd[] = {HWY_NEON};
#else
constexpr std::int64_t known_simd[] = {HWY_TARGETS & -HWY_TARGETS};
#endif

Path simd_path(std::int64_t target) {
  const std::string name = hwy::TargetName(target);
  return {.name = name, .backend = "cpu", .made_by = "cpu (" + name, .simd = target};
}

void find_simd(Paths& paths) {
  const std::vector<std::int64_t> here = simd_here();
  for (const std::int64_t target : here) paths.here.push_back(simd_path(target));
  for (const std::int64_t target : known_simd) {
    if (std::ranges::find(here, target) != here.end()) continue;
    const bool is_built = (HWY_TARGETS & target) != 0;
    paths.absent.push_back({hwy::TargetName(target), is_built ? "this processor does not have it"
                                                              : "not in this build, which is not PLATERIP_PORTABLE"});
  }
}

void find_gpus(const GpuKind& kind, Paths& paths) {
  const std::string name(kind.name);
  int number = 0;
  Status found = kind.find(number);
  while (found.ok()) {
    paths.here.push_back(
        {.name = name + std::to_string(number), .backend = name, .made_by = name, .gpu = kind.open(number, 0)});
    found = kind.find(++number);
  }
  if (number == 0) paths.absent.push_back({name, found.error().message});
}

}  // namespace

Paths find_paths() {
  Paths paths;
  paths.reference = {.name = "reference", .backend = "reference", .made_by = "reference"};
  find_simd(paths);
  for (const GpuKind& kind : gpu_kinds()) find_gpus(kind, paths);
  return paths;
}

}  // namespace platerip::rip
