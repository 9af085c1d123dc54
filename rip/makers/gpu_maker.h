// Makes a page on a GPU.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "rip/makers/gpu_page.h"
#include "rip/makers/maker.h"

namespace platerip::rip {

/// StripPlan::behind for strips of `rows` rows. A GPU keeps up with the bus only if it works on several strips at a
/// time.
int strips_behind(std::int64_t rows);

/// A maker for one GPU, which runs a GpuPage.
class GpuMaker final : public Maker {
 public:
  /// Takes the GPU and memory there. With `reserves`, leaves enough of settings.memory for cores that go on beside its
  /// strips. Errors: too little host memory is allowed, or those of GpuPage::begin() as ErrorCode::device.
  static Result<std::unique_ptr<GpuMaker>> make(const MakerSettings& settings, std::unique_ptr<GpuPage> page,
                                                bool reserves);

  [[nodiscard]] const StripPlan& plan() const override { return plan_; }
  [[nodiscard]] Budget budget() const override;
  /// Errors: those of GpuPage::take_strips() as ErrorCode::device.
  Status begin(const halftone::Boundary& above) override;
  [[nodiscard]] std::vector<StripInFlight>& strips() override { return strips_; }
  [[nodiscard]] std::int64_t rows_held_back() const override { return (plan_.behind + plan_.held) * plan_.rows; }
  [[nodiscard]] bool takes_in_order() const override { return true; }
  /// Passes the strip to the GPU. May run at the same time as give(). Never fails: give() reports its errors.
  Status take(StripInFlight& strip) override;
  /// Waits for the GPU's result.
  Status give(StripInFlight& strip, std::size_t part) override;
  void show(StripInFlight& strip) override;
  [[nodiscard]] Result<halftone::Boundary> stop() override;
  [[nodiscard]] std::string separation_backend() const override { return page_->separation_backend(); }
  [[nodiscard]] std::string halftone_backend() const override { return page_->halftone_backend(); }

 private:
  GpuMaker(const MakerSettings& settings, const StripShape& shape, std::unique_ptr<GpuPage> page, const StripPlan& plan)
      : halftone_(settings.halftone),
        rows_(settings.rows),
        tap_(settings.tap),
        shape_(shape),
        page_(std::move(page)),
        plan_(plan) {}

  halftone::Settings halftone_;
  RowsToMake rows_;
  ToneTap* tap_;
  StripShape shape_;
  std::unique_ptr<GpuPage> page_;
  StripPlan plan_;
  std::vector<StripInFlight> strips_;
  std::optional<Error> not_submitted_;  // why the remaining strips were not passed to the GPU
};

}  // namespace platerip::rip
