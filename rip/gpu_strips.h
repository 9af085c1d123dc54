// A page on a GPU; where that fails and may be replaced, this machine's cores go on with it.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "rip/gpu_page.h"
#include "rip/host_strips.h"
#include "rip/strip_engine.h"

namespace platerip::rip {

/// What the cores do of a page whose GPU failed: strips of the GPU's height, in bands of rows that are separated side
/// by side.
class HostRest {
 public:
  /// Goes on below the rows of `boundary`. `plan` is the GPU's. Errors: those of the backends.
  static Result<HostRest> make(const EngineSettings& settings, const StripPlan& plan,
                               const halftone::Boundary& boundary);

  /// Bytes that it may take of the host's for each row of a strip; the workspace of one band may come to it.
  static std::int64_t row_bytes(const StripShape& shape);

  Status run(StripInFlight& strip);

  [[nodiscard]] const HostPage& page() const { return host_; }

 private:
  HostRest(HostPage page, StripMemory bands, std::int64_t band_rows);
  Status run_rows(StripInFlight& strip, std::int64_t from, std::int64_t rows);

  HostPage host_;
  StripMemory bands_;
  std::int64_t band_rows_;
};

class GpuStrips final : public StripEngine {
 public:
  /// The strips of a page. `replace`: as in make(). Errors: the memory allowed is too little, whatever the GPU.
  static Result<StripPlan> plan_for(const EngineSettings& settings, bool replace);

  /// The page on a GPU, in strips of plan_for(). With `replace` the cores go on with it where the GPU fails after
  /// make(), with the same bits. Errors: GpuPage::begin().
  static Result<std::unique_ptr<StripEngine>> make(const EngineSettings& settings, std::unique_ptr<GpuPage> page,
                                                   const StripPlan& plan, bool replace);

  [[nodiscard]] const StripPlan& plan() const override { return plan_; }
  [[nodiscard]] std::vector<StripInFlight>& strips() override { return strips_; }
  [[nodiscard]] bool separates_in_order() const override { return true; }
  /// Hands the strip to the GPU.
  Status separate(StripInFlight& strip) override;
  /// Waits for it.
  Status halftone(StripInFlight& strip) override;
  [[nodiscard]] std::string separation_backend() const override;
  [[nodiscard]] std::string halftone_backend() const override;
  [[nodiscard]] std::string warning() const override;

 private:
  GpuStrips(const EngineSettings& settings, std::unique_ptr<GpuPage> page, const StripPlan& plan, bool replace);

  void give_up();
  Status take_over(const Error& error, std::int64_t row);
  void keep(const GpuStripDone& done, StripInFlight& strip);

  EngineSettings settings_;
  std::unique_ptr<GpuPage> gpu_page_;
  bool replace_;
  StripPlan plan_;
  std::vector<StripInFlight> strips_;
  std::optional<Error> not_submitted_;  // why the strips after the last on the GPU are not there
  std::mutex submitting_;               // separate() and halftone() run side by side
  bool given_up_ = false;               // by halftone(); tells separate()
  halftone::Boundary boundary_;         // after the last strip that the GPU did
  std::optional<HostRest> rest_;
  std::string warning_;
};

}  // namespace platerip::rip
