// A page on a GPU.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "rip/engines/engine.h"
#include "rip/engines/gpu_page.h"

namespace platerip::rip {

/// StripPlan::behind for strips of so many rows: on its way through several at a time a GPU keeps up with the bus.
int strips_behind(std::int64_t rows);

class GpuEngine final : public Engine {
 public:
  /// Bytes of the host's that are kept for whoever goes on with the page where the GPU fails.
  struct Reserve {
    std::int64_t row = 0;  ///< for each row of a strip
    std::int64_t fixed = 0;
  };

  /// Errors: the memory allowed is too little, whatever the GPU; and ErrorCode::device, those of GpuPage::begin().
  static Result<std::unique_ptr<GpuEngine>> make(const EngineSettings& settings, std::unique_ptr<GpuPage> page,
                                                 const Reserve& reserve);

  [[nodiscard]] const StripPlan& plan() const override { return plan_; }
  [[nodiscard]] std::vector<StripInFlight>& strips() override { return strips_; }
  [[nodiscard]] std::int64_t rows_held_back() const override {
    return halftone::rows_held_back(halftone_) + plan_.behind * plan_.rows;
  }
  [[nodiscard]] bool separates_in_order() const override { return true; }
  /// Hands the strip to the GPU. It may run beside halftone() and stop(). An error is halftone()'s.
  Status separate(StripInFlight& strip) override;
  /// Waits for what it brings. Errors, ErrorCode::device: what the device reports.
  Status halftone(StripInFlight& strip) override;
  [[nodiscard]] std::string separation_backend() const override { return page_->separation_backend(); }
  [[nodiscard]] std::string halftone_backend() const override { return page_->halftone_backend(); }

  /// After an error: from here on the GPU neither reads nor writes the strips.
  void stop();

  /// Below the rows that halftone() has brought. After stop().
  [[nodiscard]] halftone::Boundary boundary() const { return page_->boundary(); }

 private:
  GpuEngine(const halftone::Settings& halftone, std::unique_ptr<GpuPage> page, const StripPlan& plan)
      : halftone_(halftone), page_(std::move(page)), plan_(plan) {}

  halftone::Settings halftone_;
  std::unique_ptr<GpuPage> page_;
  StripPlan plan_;
  std::vector<StripInFlight> strips_;
  std::mutex submitting_;               // separate() runs beside halftone() and stop()
  std::optional<Error> not_submitted_;  // why the strips after the last on the GPU are not there
  bool stopped_ = false;
};

}  // namespace platerip::rip
