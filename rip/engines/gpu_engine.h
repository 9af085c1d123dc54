// Makes a page on a GPU.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "rip/engines/engine.h"
#include "rip/engines/gpu_page.h"

namespace platerip::rip {

/// StripPlan::behind for strips of `rows` rows. A GPU keeps up with the bus only if it works on several strips at a
/// time.
int strips_behind(std::int64_t rows);

/// An engine for one GPU, which runs a GpuPage.
class GpuEngine final : public Engine {
 public:
  /// Bytes of host memory to leave for the engine that takes over if the GPU fails.
  struct Reserve {
    std::int64_t row = 0;  ///< per row of a strip
    std::int64_t fixed = 0;
  };

  /// Errors: too little host memory is allowed, or those of GpuPage::begin() and take_strips() as
  /// ErrorCode::device.
  static Result<std::unique_ptr<GpuEngine>> make(const EngineSettings& settings, std::unique_ptr<GpuPage> page,
                                                 const Reserve& reserve);

  /// The same without host memory for the strips, which take_strips() must take before anything else.
  static Result<std::unique_ptr<GpuEngine>> make_without_strips(const EngineSettings& settings,
                                                                std::unique_ptr<GpuPage> page, const Reserve& reserve);

  /// Goes on below `above`, or begins at the page's top if that has no planes. Errors: those of GpuPage::take_strips()
  /// as ErrorCode::device.
  Status take_strips(const halftone::Boundary& above);

  [[nodiscard]] const StripPlan& plan() const override { return plan_; }
  [[nodiscard]] std::vector<StripInFlight>& strips() override { return strips_; }
  [[nodiscard]] std::int64_t rows_held_back() const override { return (plan_.behind + plan_.held) * plan_.rows; }
  [[nodiscard]] bool separates_in_order() const override { return true; }
  /// Passes the strip to the GPU. May run at the same time as halftone() and stop(). halftone() reports its errors.
  Status separate(StripInFlight& strip) override;
  /// Waits for the GPU's result. Errors: ErrorCode::device with what the device reports.
  Status halftone(StripInFlight& strip) override;
  [[nodiscard]] std::string separation_backend() const override { return page_->separation_backend(); }
  [[nodiscard]] std::string halftone_backend() const override { return page_->halftone_backend(); }

  /// To be called after an error. When it returns, the GPU neither reads nor writes the strips any more.
  void stop();

  /// Where the CPU can go on: GpuPage::boundary(). Precondition: stop() was called.
  [[nodiscard]] halftone::Boundary boundary() const { return page_->boundary(); }

  /// The state from which a page continues below the last row. Stops the GPU. Precondition: all strips have passed
  /// halftone(). Never fails; it is a Result because FallbackEngine::end() may.
  Result<halftone::Boundary> end();

 private:
  GpuEngine(const EngineSettings& settings, const StripShape& shape, std::unique_ptr<GpuPage> page,
            const StripPlan& plan)
      : halftone_(settings.halftone),
        counts_ink_(settings.counts_ink),
        shape_(shape),
        page_(std::move(page)),
        plan_(plan) {}

  halftone::Settings halftone_;
  std::function<bool(std::int64_t)> counts_ink_;
  StripShape shape_;
  std::unique_ptr<GpuPage> page_;
  StripPlan plan_;
  std::vector<StripInFlight> strips_;
  std::mutex submitting_;               // separate() may run at the same time as halftone() and stop()
  std::optional<Error> not_submitted_;  // why the remaining strips were not passed to the GPU
  bool stopped_ = false;
};

}  // namespace platerip::rip
