// The stage that draws marks on the inks of a page, before they are halftoned.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "rip/film/blocks.h"
#include "rip/job/job.h"
#include "rip/job/page_plan.h"
#include "rip/strips/stages.h"

namespace platerip::rip {

/// Draws blocks on inks.
class MarksStage : public PlaneStage {
 public:
  /// `blocks`: those of each of `inks`, within the page.
  MarksStage(std::vector<std::size_t> inks, std::vector<std::vector<Block>> blocks);

  [[nodiscard]] std::string_view name() const override { return "marks"; }
  [[nodiscard]] Window window() const override { return {}; }
  [[nodiscard]] std::span<const std::size_t> inks() const override { return inks_; }
  void run(const StagedPage& page, const StageRows& rows, std::span<const separation::Plane> in,
           std::span<const separation::Plane> out, std::span<std::byte> workspace) const override;

 protected:
  /// The part of a block within some rows, counted from the first of them. Its height is 0 or less if there is none.
  static Block part_of(const Block& block, const StageRows& rows);
  /// The ink of a block as a sample of 8 or 16 bits.
  static int sample_of(const Block& block, int bits) { return (block.percent * ((1 << bits) - 1) + 50) / 100; }
  [[nodiscard]] std::span<const Block> blocks_of(std::size_t ink) const { return blocks_[ink]; }

 private:
  std::vector<std::size_t> inks_;
  std::vector<std::vector<Block>> blocks_;
};

/// The stage that draws the job's marks on the plates of a page, on cores and GPUs; null if it wants none. May throw
/// std::bad_alloc. Precondition: the plan is of the page's sheet (on_film()).
std::shared_ptr<const PlaneStage> marks_stage(const Job& job, const PagePlan& plan);

}  // namespace platerip::rip
