// Makes a page on this machine's cores.
#pragma once

#include <memory>

#include "rip/makers/halftone_parts.h"
#include "rip/makers/maker.h"
#include "rip/makers/planes_on_cores.h"

namespace platerip::rip {

/// A maker for this machine's cores. Several threads may call take() at once for different strips.
class CoresMaker final : public Maker {
 public:
  /// Errors: those of the backends, or too little memory is allowed.
  static Result<std::unique_ptr<CoresMaker>> make(const MakerSettings& settings);

  /// Bytes that the halftone of a page takes, independently of its strips.
  static std::int64_t halftone_bytes(const MakerSettings& settings);

  [[nodiscard]] const StripPlan& plan() const override { return plan_; }
  [[nodiscard]] Budget budget() const override;
  Status begin(const halftone::Boundary& above) override;
  [[nodiscard]] std::vector<StripInFlight>& strips() override { return memory_->strips(); }
  [[nodiscard]] std::int64_t rows_held_back() const override { return halftone::rows_held_back(settings_.halftone); }
  [[nodiscard]] bool takes_in_order() const override { return false; }
  Status take(StripInFlight& strip) override { return planes_->make_planes(strip); }
  Status give(StripInFlight& strip, std::size_t part) override { return run_part(strip, part, {}); }
  [[nodiscard]] std::size_t parts() const override { return halftone_->count(); }
  /// All parts of a strip whose neighbours are halftoned elsewhere, one for each plate: halftone::Strip::neighbours.
  Status give_between(StripInFlight& strip, std::span<halftone::Neighbours* const> neighbours);
  [[nodiscard]] Result<halftone::Boundary> stop() override { return halftone_->save(); }
  void release_strips() override { memory_.reset(); }
  [[nodiscard]] std::string separation_backend() const override { return planes_->description(); }
  [[nodiscard]] std::string halftone_backend() const override { return halftone_->description(); }

 private:
  explicit CoresMaker(const MakerSettings& settings) : settings_(settings) {}

  Status run_part(StripInFlight& strip, std::size_t part, std::span<halftone::Neighbours* const> neighbours);

  MakerSettings settings_;
  std::optional<PlanesOnCores> planes_;
  std::optional<HalftoneParts> halftone_;
  StripPlan plan_;
  std::optional<StripMemory> memory_;
};

}  // namespace platerip::rip
