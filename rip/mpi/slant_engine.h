// The engine of a page that all ranks make together.
#pragma once

#include <memory>

#include "rip/engines/cores_engine.h"
#include "rip/mpi/page_link.h"
#include "rip/mpi/share.h"

namespace platerip::rip {

/// Separates and halftones the strips of a rank's share on its cores. Ranks separate their strips independently.
///
/// If all planes have error filters, each strip is halftoned in blocks (halftone/blocks/block.h), as soon as C of their
/// columns has come from the rank with the strip above; their own C goes to the rank with the strip below. So the ranks
/// work at the same time, on a slant through the page. With other methods, a rank halftones a strip when the rank above
/// has halftoned all of its strip, and has sent the state below it.
class SlantEngine final : public Engine {
 public:
  /// `link` outlives this. Precondition: no method of the page looks ahead. Errors: those of CoresEngine, or too little
  /// memory for strips of share.strip_rows rows.
  static Result<std::unique_ptr<Engine>> make(EngineSettings settings, const Share& share, PageLink& link);

  [[nodiscard]] const StripPlan& plan() const override { return cores_->plan(); }
  [[nodiscard]] std::vector<StripInFlight>& strips() override { return cores_->strips(); }
  [[nodiscard]] std::int64_t rows_held_back() const override { return 0; }
  [[nodiscard]] bool separates_in_order() const override { return false; }
  Status separate(StripInFlight& strip) override { return cores_->separate(strip); }
  Status halftone(StripInFlight& strip) override;
  /// In blocks, each plane is a part.
  [[nodiscard]] std::size_t halftone_parts() const override { return has_blocks() ? block_settings_.size() : 1; }
  Status halftone_part(StripInFlight& strip, std::size_t part) override;
  [[nodiscard]] std::string separation_backend() const override { return cores_->separation_backend(); }
  [[nodiscard]] std::string halftone_backend() const override;

 private:
  SlantEngine(std::unique_ptr<CoresEngine> cores, EngineSettings settings, const Share& share, PageLink& link);

  Status in_blocks(StripInFlight& strip, std::size_t plane, std::int64_t number);
  Status in_one(StripInFlight& strip, std::int64_t number);
  [[nodiscard]] bool has_blocks() const { return !block_settings_.empty(); }

  std::unique_ptr<CoresEngine> cores_;
  EngineSettings settings_;
  std::vector<halftone::Settings> block_settings_;  // of each plane; empty if there are no blocks
  Share share_;
  PageLink& link_;
};

}  // namespace platerip::rip
