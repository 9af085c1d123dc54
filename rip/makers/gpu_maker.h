// Makes a page on a GPU.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "rip/makers/gpu.h"
#include "rip/makers/maker.h"
#include "rip/makers/planes_on_cores.h"

namespace platerip::rip {

/// StripPlan::behind for strips of `rows` rows, if there is enough memory. A GPU keeps up with the bus only if it works
/// on several strips at a time.
int strips_behind(std::int64_t rows);

/// Does the host's work for a page on a GPU. If the GPU cannot separate the page, the cores are to make its planes;
/// then sets settings.gets_planes. Without `must`, only if the halftone of the page is one that takes the cores much
/// longer than the separation. Errors: those of Gpu::prepare().
Result<std::unique_ptr<GpuPage>> prepare_page(Gpu& gpu, bool must, MakerSettings& settings);

/// A maker for one GPU, which runs a GpuPage.
class GpuMaker final : public Maker {
 public:
  /// Takes the GPU and memory there. With `reserves`, leaves enough of settings.memory for cores that go on beside its
  /// strips. Errors: too little host memory is allowed, those of GpuPage::begin() as ErrorCode::device, or those of
  /// PlanesOnCores::make(). `settings` and `page`: from prepare_page().
  static Result<std::unique_ptr<GpuMaker>> make(const MakerSettings& settings, std::unique_ptr<GpuPage> page,
                                                bool reserves);

  [[nodiscard]] const StripPlan& plan() const override { return plan_; }
  [[nodiscard]] Budget budget() const override;
  /// Errors: those of GpuPage::take_strips() as ErrorCode::device.
  Status begin(const halftone::Boundary& above) override;
  [[nodiscard]] std::vector<StripInFlight>& strips() override { return strips_; }
  [[nodiscard]] std::int64_t rows_held_back() const override { return (plan_.behind + plan_.held) * plan_.rows; }
  [[nodiscard]] bool turns_strips() const override { return !planes_ && page_->turns_strips(); }
  [[nodiscard]] bool takes_in_order() const override { return !planes_; }
  /// Passes the strip to the GPU. May run at the same time as give(). Never fails: give() reports its errors. If the
  /// cores make the planes, does only that; several threads may then do so for different strips.
  Status take(StripInFlight& strip) override;
  /// Waits for the GPU's result. If the cores make the planes, passes them to the GPU before.
  Status give(StripInFlight& strip, std::size_t part) override;
  [[nodiscard]] Result<halftone::Boundary> stop() override;
  [[nodiscard]] std::string separation_backend() const override {
    return planes_ ? planes_->description() : page_->separation_backend();
  }
  [[nodiscard]] std::string halftone_backend() const override { return page_->halftone_backend(); }

 private:
  GpuMaker(const MakerSettings& settings, const StripShape& shape, std::optional<PlanesOnCores> planes,
           std::unique_ptr<GpuPage> page, const StripPlan& plan)
      : halftone_(settings.halftone),
        rows_(settings.rows),
        shape_(shape),
        planes_(std::move(planes)),
        page_(std::move(page)),
        plan_(plan) {}

  void submit(StripInFlight& strip);
  [[nodiscard]] std::size_t workspace_bytes() const;

  halftone::Settings halftone_;
  RowsToMake rows_;
  StripShape shape_;
  std::optional<PlanesOnCores> planes_;  // if the cores make these
  std::unique_ptr<GpuPage> page_;
  StripPlan plan_;
  std::vector<std::byte> workspaces_;  // of the strips, if the cores make planes
  std::vector<StripInFlight> strips_;
  std::optional<Error> not_submitted_;  // why the remaining strips were not passed to the GPU
};

}  // namespace platerip::rip
