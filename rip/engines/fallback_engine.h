// Makes a page on a GPU. If that fails, this machine's cores take over.
#pragma once

#include <memory>

#include "rip/engines/cores_engine.h"
#include "rip/engines/gpu_engine.h"

namespace platerip::rip {

/// A GpuEngine with the cores in reserve, which work on the same strips. The plates have the same bits, whoever makes
/// them.
class FallbackEngine final : public Engine {
 public:
  /// Errors: those of GpuEngine::make(). Later errors of the GPU are not reported as errors, but as warning().
  static Result<std::unique_ptr<FallbackEngine>> make(const EngineSettings& settings, std::unique_ptr<GpuPage> page);
  ~FallbackEngine() override;

  /// See GpuEngine.
  static Result<std::unique_ptr<FallbackEngine>> make_without_strips(const EngineSettings& settings,
                                                                     std::unique_ptr<GpuPage> page);
  Status take_strips(const halftone::Boundary& above);

  [[nodiscard]] const StripPlan& plan() const override { return gpu_->plan(); }
  [[nodiscard]] std::vector<StripInFlight>& strips() override { return gpu_->strips(); }
  /// The cores begin with rows that the GPU has, and hold back rows of their own.
  [[nodiscard]] std::int64_t rows_held_back() const override {
    return gpu_->rows_held_back() + halftone::rows_held_back(settings_.halftone);
  }
  [[nodiscard]] bool separates_in_order() const override { return gpu_->separates_in_order(); }
  Status separate(StripInFlight& strip) override { return gpu_->separate(strip); }
  Status halftone(StripInFlight& strip) override;
  /// The state from which a page continues below the last row. Stops the GPU. Precondition: all strips have passed
  /// halftone(). Errors: the cores cannot save it.
  Result<halftone::Boundary> end();

  [[nodiscard]] std::string separation_backend() const override;
  [[nodiscard]] std::string halftone_backend() const override;
  [[nodiscard]] std::string warning() const override { return warning_; }

 private:
  FallbackEngine(const EngineSettings& settings, std::unique_ptr<GpuEngine> gpu)
      : settings_(settings), gpu_(std::move(gpu)) {}

  Status take_over(const Error& error);
  Result<std::unique_ptr<CoresEngine>> make_cores() const;
  Status run(StripInFlight& strip);
  void leave_out_rows_made_twice(StripInFlight& band);
  Status run_bands(const StripInFlight& given, std::int64_t first, std::int64_t rows, StripInFlight& strip);

  EngineSettings settings_;
  std::unique_ptr<GpuEngine> gpu_;
  std::unique_ptr<CoresEngine> cores_;  // set once the GPU has failed; its strips are bands of the GPU's strips
  std::int64_t first_row_ = 0;          // of the first strip
  std::int64_t next_row_ = 0;           // the next row of the page for the cores
  std::int64_t on_plates_ = 0;          // rows of the page that the GPU has made, and those above them
  std::int64_t made_twice_ = 0;         // the next rows of the cores that the GPU has already made
  std::string warning_;
};

}  // namespace platerip::rip
