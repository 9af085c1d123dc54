// A page on this machine's cores.
#pragma once

#include <memory>

#include "rip/strip_engine.h"

namespace platerip::rip {

/// Separates and halftones strips whose buffers are somebody else's. separate() may be called by several threads at
/// once on different strips; halftone() gets them one at a time, in order.
class HostPage {
 public:
  /// Makes the separator. Errors: those of the backends.
  static Result<HostPage> make(const EngineSettings& settings);

  /// Bytes that begin() takes for the page, and that separate() needs in the workspace of a strip.
  static std::int64_t halftone_bytes(const EngineSettings& settings);
  [[nodiscard]] std::size_t workspace_bytes(std::int64_t rows) const;

  /// Makes the halftoner. Errors: those of the backends.
  Status begin(const EngineSettings& settings);

  Status separate(StripInFlight& strip) const;
  Status halftone(const StripInFlight& strip);
  /// Goes on below the rows of `boundary`.
  Status restore(const halftone::Boundary& boundary) { return halftoner_->restore(boundary); }

  [[nodiscard]] std::string separation_backend() const { return separator_->description(); }
  [[nodiscard]] std::string halftone_backend() const { return halftoner_->description(); }

 private:
  HostPage() = default;

  std::int64_t width_ = 0;
  int bits_ = 8;
  std::vector<std::size_t> plate_inks_;
  std::unique_ptr<separation::Separator> separator_;
  std::unique_ptr<std::byte[]> memory_;
  std::unique_ptr<halftone::Halftoner> halftoner_;
};

class HostStrips final : public StripEngine {
 public:
  /// Errors: as above, or the memory allowed is too little.
  static Result<std::unique_ptr<StripEngine>> make(const EngineSettings& settings);

  [[nodiscard]] const StripPlan& plan() const override { return plan_; }
  [[nodiscard]] std::vector<StripInFlight>& strips() override { return memory_.strips(); }
  [[nodiscard]] bool separates_in_order() const override { return false; }
  Status separate(StripInFlight& strip) override { return page_.separate(strip); }
  Status halftone(StripInFlight& strip) override { return page_.halftone(strip); }
  [[nodiscard]] std::string separation_backend() const override { return page_.separation_backend(); }
  [[nodiscard]] std::string halftone_backend() const override { return page_.halftone_backend(); }

 private:
  HostStrips(HostPage page, const StripPlan& plan, StripMemory memory);

  HostPage page_;
  StripPlan plan_;
  StripMemory memory_;
};

}  // namespace platerip::rip
