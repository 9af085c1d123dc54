// LittleCMS' unoptimised pipeline for many pixels at a time, with LittleCMS' bits. Private to separation/.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/status.h"
#include "separation/pipeline/arbiter.h"
#include "separation/pipeline/steps.h"
#include "separation/separation.h"
#include "separation/simd/ink_rows.h"

namespace platerip::separation::pipeline {

class Pipeline {
 public:
  /// Makes the pipeline of a page. Precondition: the page has a profile. Errors: LittleCMS refuses the transform, or
  /// (ErrorCode::unsupported) only LittleCMS can evaluate its pipeline.
  static Result<Pipeline> make(const Settings& settings);

  /// Converts `count` pixels without alpha to inks, one row per ink, before black alone, curves and ink limit.
  /// Thread-safe. Precondition: simd::simd_name().
  template <typename Sample>
  void run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const;

 private:
  explicit Pipeline(Arbiter arbiter) : arbiter_(std::move(arbiter)) {}

  std::size_t colors_ = 0;
  std::vector<Step> steps_;
  LookUpWords last_;  // the last step, with a table or null for every channel
  Arbiter arbiter_;
};

}  // namespace platerip::separation::pipeline
