// The engine of a band of a page that all ranks search together.
#pragma once

#include <memory>
#include <string>

#include "rip/engines/choose_engine.h"
#include "rip/engines/engine.h"
#include "rip/mpi/bands.h"
#include "rip/mpi/passed_rows.h"

namespace platerip::rip {

/// Searches the rows of a band, on this rank's cores or its GPU. It counts only the ink of the rows that the rank
/// makes, and leaves the plates blank above and below, where their rows are of no use.
class BandEngine final : public Engine {
 public:
  /// What the engine needs to know besides its settings. `settings.height` counts the rows that are given.
  struct Wish {
    Band band;
    std::int64_t unit = 0;  ///< Bands::unit()
    int ranks = 1;
    PassedRows above = {};   ///< what the band begins with: first_pass.h
    EngineWish engine = {};  ///< "cuda", or "auto" with a GPU: searches on the GPU
  };

  /// Errors: those of CoresEngine or GpuEngine, or the boundary is not one of this page. If the backend is "auto", the
  /// cores search a page that the GPU cannot make, and go on where it fails.
  static Result<std::unique_ptr<Engine>> make(EngineSettings settings, const Wish& wish);

  [[nodiscard]] const StripPlan& plan() const override { return engine_->plan(); }
  [[nodiscard]] std::vector<StripInFlight>& strips() override { return engine_->strips(); }
  [[nodiscard]] std::int64_t rows_held_back() const override { return engine_->rows_held_back(); }
  [[nodiscard]] bool separates_in_order() const override { return engine_->separates_in_order(); }
  Status separate(StripInFlight& strip) override;
  Status halftone(StripInFlight& strip) override;
  [[nodiscard]] std::string separation_backend() const override { return engine_->separation_backend(); }
  [[nodiscard]] std::string halftone_backend() const override;
  /// That of the first pass comes first: a GPU that has failed there is not used again.
  [[nodiscard]] std::string warning() const override { return warning_.empty() ? engine_->warning() : warning_; }

 private:
  BandEngine(std::unique_ptr<Engine> engine, const Wish& wish, const EngineSettings& settings, bool ends_early);

  /// Calls a stage of the engine, which counts the rows of the page.
  Status with_page_rows(StripInFlight& strip, Status (Engine::*stage)(StripInFlight&));

  Status halftone_band(StripInFlight& strip);
  void leave_blank(const StripInFlight& strip) const;

  std::unique_ptr<Engine> engine_;
  std::string warning_;  // of the first pass
  Band band_;
  int ranks_;
  std::int64_t height_;
  std::int64_t plate_row_bytes_;
  bool ends_early_;  // the rows below the band are not finished
};

}  // namespace platerip::rip
