// The maker of a page that all ranks make together.
#pragma once

#include <functional>
#include <memory>

#include "halftone/blocks/boundary_errors.h"
#include "rip/makers/cores_maker.h"
#include "rip/mpi/page_link.h"
#include "rip/mpi/share.h"

namespace platerip::rip {

/// Separates and halftones the strips of a rank's share on its cores. Ranks separate their strips independently. The
/// halftone of a strip needs C from the rank with the strip above. C comes piece by piece, and the halftone follows it;
/// its own C goes to the rank with the strip below. So the ranks work at the same time, on a slant through the page.
/// Methods without errors wait for nobody.
///
/// The halftone of a strip is one part, which makes all plates. So the unfinished strip with the smallest number never
/// waits, and the ranks cannot all wait for each other.
class SlantMaker final : public Maker {
 public:
  /// Gets C of a plane above row `row` of the page, where a strip of this rank ends, piece by piece.
  using SeeC = std::function<void(std::int64_t row, int plane, const halftone::BoundaryErrors& c)>;

  /// `link` outlives this. `see` may be empty. Precondition: no method of the page looks ahead. Errors: those of
  /// CoresMaker, or too little memory for strips of share.strip_rows rows.
  static Result<std::unique_ptr<Maker>> make(MakerSettings settings, const Share& share, PageLink& link, SeeC see = {});

  [[nodiscard]] const StripPlan& plan() const override { return cores_->plan(); }
  [[nodiscard]] Budget budget() const override { return cores_->budget(); }
  Status begin(const halftone::Boundary& above) override { return cores_->begin(above); }
  [[nodiscard]] std::vector<StripInFlight>& strips() override { return cores_->strips(); }
  [[nodiscard]] std::int64_t rows_held_back() const override { return 0; }
  [[nodiscard]] bool takes_in_order() const override { return false; }
  Status take(StripInFlight& strip) override { return cores_->take(strip); }
  Status give(StripInFlight& strip, std::size_t part) override;
  /// Errors: always. The state below the rank's strips is on other ranks.
  [[nodiscard]] Result<halftone::Boundary> stop() override;
  void release_strips() override { cores_->release_strips(); }
  [[nodiscard]] std::string separation_backend() const override { return cores_->separation_backend(); }
  [[nodiscard]] std::string halftone_backend() const override;

 private:
  SlantMaker(std::unique_ptr<CoresMaker> cores, halftone::Settings settings, const Share& share, PageLink& link,
             SeeC see)
      : cores_(std::move(cores)), settings_(std::move(settings)), share_(share), link_(link), see_(std::move(see)) {}

  std::unique_ptr<CoresMaker> cores_;
  halftone::Settings settings_;
  Share share_;
  PageLink& link_;
  SeeC see_;
};

}  // namespace platerip::rip
