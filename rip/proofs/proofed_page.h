// The page that proofs are made of.
#pragma once

#include <cstddef>
#include <span>

#include "rip/color/page_color.h"
#include "rip/job/job.h"
#include "rip/plates/plate_sink.h"

namespace platerip::rip {

/// A page with its job. Everything it refers to must outlive the calls that get it.
struct ProofedPage {
  const Job& job;
  const PlatesInfo& plates;
  const PageColor& color;
  std::span<const std::size_t> plate_inks;  ///< the index in color.inks of each plate's ink
  int bits = 8;                             ///< of a sample
};

}  // namespace platerip::rip
