// The makers of a page, one after the other: who_goes_on.h decides, and a relay does it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "rip/makers/gpu.h"
#include "rip/makers/later_gpu.h"
#include "rip/makers/maker.h"
#include "rip/makers/who_goes_on.h"

namespace platerip::rip {

/// Who may make a page.
struct MakerWish {
  std::string_view backend = "auto";
  std::shared_ptr<Gpu> gpu = {};  ///< an open GPU; if null, a kind of GPUs as backend opens one
  bool has_more_gpus = false;     ///< other GPUs can make the page if this one fails
  bool cores_may_begin = false;   ///< the cores begin the page if the GPU has not started
  int device = 0;                 ///< the GPU to open
  std::size_t gpu_memory = 0;

  /// Whether a GPU makes the page if it can.
  [[nodiscard]] bool wants_gpu() const;
};

/// prepare_page() for the GPU of `wish`. Errors also: there is none, or it failed.
Result<std::unique_ptr<GpuPage>> prepare_on_gpu(const MakerWish& wish, MakerSettings& settings);

/// One thread at a time.
class Relay {
 public:
  /// Chooses and makes the first maker. `settings` have `cores`. Errors: those of the maker that must make the page;
  /// ErrorCode::device, if another GPU may make it; or ErrorCode::stopped, while waiting for the GPU.
  static Result<Relay> make(const MakerWish& wish, const MakerSettings& settings);
  /// With this maker alone.
  Relay(std::unique_ptr<Maker> only, const MakerSettings& settings)
      : settings_(settings), is_only_(true), maker_(std::move(only)) {}

  /// The maker whose turn it is. Valid until the next call of begin(), hand_over() or go_on_after().
  [[nodiscard]] Maker& maker() const { return *maker_; }
  /// The same, for those who read its strips when it is no longer its turn.
  [[nodiscard]] std::shared_ptr<Maker> shared_maker() const { return maker_; }

  /// Begins below `above`. If the GPU cannot, the cores may. Errors: those of Maker::begin().
  Status begin(const halftone::Boundary& above);

  /// Whether to call hand_over(). To be asked before every strip, with the number of rows that are made.
  bool is_due(std::int64_t rows) { return later_ && !has_handed_over_ && later_->is_due(rows); }

  /// The GPU goes on, or the cores if it cannot begin. To be called when all strips have passed the cores; frees them.
  /// Returns where that is. Precondition: is_due() was true. Errors: those of the cores.
  Result<halftone::Boundary> hand_over();

  /// The cores go on after an error of a GPU, or where it cannot finish such a page. They have strips beside those of
  /// the maker before, which stay as long as shared_maker() of that time. `rows`: how many are on the plates. Returns
  /// where they go on. Errors: `why`, if nobody can; those of the cores.
  Result<halftone::Boundary> go_on_after(const Error& why, std::int64_t rows);

  /// How the page was made so far, for the report.
  [[nodiscard]] std::string separation_backend() const { return before_.separation + maker_->separation_backend(); }
  [[nodiscard]] std::string halftone_backend() const { return before_.halftone + maker_->halftone_backend(); }
  /// Why an available GPU was not used; "" if it was, or if there is none.
  [[nodiscard]] std::string without_gpu() const;
  /// The memory of the page with its maker. The reader is left out if it does not know what it takes.
  [[nodiscard]] Budget budget() const;
  /// A problem that was overcome; "" if there was none.
  [[nodiscard]] const std::string& warning() const { return warning_; }

 private:
  Relay(const MakerWish& wish, const MakerSettings& settings) : wish_(wish), settings_(settings) {}

  [[nodiscard]] Next next() const;
  Status make_maker();
  Status make_gpu_maker();
  Status make_cores_maker();
  void lose_gpu(const Error& why);
  Status begin_on_cores(const halftone::Boundary& above);
  [[nodiscard]] bool cores_go_on_after(GpuState lost) const;

  struct Described {
    std::string separation, halftone;
  };
  [[nodiscard]] Described described(const std::string& then) const;

  MakerWish wish_;
  MakerSettings settings_;
  GpuState gpu_ = GpuState::none;
  bool is_only_ = false;
  std::unique_ptr<LaterGpu> later_;  // declared before maker_, which may refer to it
  bool has_handed_over_ = false;
  std::shared_ptr<Maker> maker_;
  Described before_;  // the makers before
  std::string without_gpu_;
  std::string warning_;
};

}  // namespace platerip::rip
