// The stage of marks for all makers of this build.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "rip/film/marks_stage.h"

namespace platerip::rip {

#ifdef PLATERIP_HAS_CUDA
/// A MarksStage that NVIDIA GPUs can run, too. May throw std::bad_alloc.
std::shared_ptr<const PlaneStage> marks_for_makers(std::vector<std::size_t> inks,
                                                   std::vector<std::vector<Block>> blocks);
#else
inline std::shared_ptr<const PlaneStage> marks_for_makers(std::vector<std::size_t> inks,
                                                          std::vector<std::vector<Block>> blocks) {
  return std::make_shared<MarksStage>(std::move(inks), std::move(blocks));
}
#endif

}  // namespace platerip::rip
