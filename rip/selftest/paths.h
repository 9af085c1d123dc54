// The paths of this machine: its ways to make the plates of a page, which must all make the same.
//
// Functions may throw std::bad_alloc, or std::system_error if no thread can be started; nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rip/makers/gpu_kinds.h"

namespace platerip::rip {

/// A way to make plates.
struct Path {
  std::string name;               ///< for users, one word: "AVX2", "cuda0"
  std::string backend;            ///< Job::backend
  std::string made_by;            ///< the first words of descriptions of what it has made: "cpu (AVX2"
  std::int64_t simd = 0;          ///< the instruction set, for use_simd()
  std::shared_ptr<Gpu> gpu = {};  ///< the GPU; null: the cores
};

/// A path that this machine or build lacks.
struct AbsentPath {
  std::string name;
  std::string why;
};

struct Paths {
  Path reference;          ///< the one that the others are compared with
  std::vector<Path> here;  ///< the best instruction set first, GPUs last
  std::vector<AbsentPath> absent;
};

/// Finds the instruction sets and starts the GPUs.
Paths find_paths();

}  // namespace platerip::rip
