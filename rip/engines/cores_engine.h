// Makes a page on this machine's cores.
#pragma once

#include <memory>

#include "rip/engines/engine.h"
#include "rip/engines/halftone_parts.h"

namespace platerip::rip {

/// An engine for this machine's cores. Several threads may call separate() at once for different strips. separate() and
/// halftone() also accept strips whose pixels and plates belong to another engine.
class CoresEngine final : public Engine {
 public:
  /// Errors: those of the backends, or too little memory is allowed.
  static Result<std::unique_ptr<CoresEngine>> make(const EngineSettings& settings);

  /// The bytes of workspace for a strip of `rows` rows.
  using WorkspaceBytes = std::function<std::int64_t(std::int64_t rows)>;
  /// The same with a plan for the strips that `plan_for` makes. Its errors are passed on.
  static Result<std::unique_ptr<CoresEngine>> make(
      const EngineSettings& settings, const std::function<Result<StripPlan>(const WorkspaceBytes&)>& plan_for);

  /// Bytes that the halftone of a page takes, independently of its strips.
  static std::int64_t halftone_bytes(const EngineSettings& settings);

  [[nodiscard]] Result<halftone::Boundary> save() const override { return halftone_->save(); }
  Status restore(const halftone::Boundary& boundary) override { return halftone_->restore(boundary); }
  [[nodiscard]] const StripPlan& plan() const override { return plan_; }
  [[nodiscard]] std::vector<StripInFlight>& strips() override { return memory_->strips(); }
  [[nodiscard]] std::int64_t rows_held_back() const override { return held_back_; }
  [[nodiscard]] bool separates_in_order() const override { return false; }
  Status separate(StripInFlight& strip) override;
  /// Halftones all parts, on the loop's threads.
  Status halftone(StripInFlight& strip) override { return halftone_between(strip, {}); }
  /// For a strip whose neighbours are halftoned elsewhere: fields of halftone::Strip, with one neighbour for each
  /// plate.
  struct Elsewhere {
    std::span<halftone::Neighbours* const> neighbours;
    std::int64_t first_row = 0;
  };
  Status halftone_between(StripInFlight& strip, const Elsewhere& elsewhere);
  [[nodiscard]] std::size_t halftone_parts() const override { return halftone_->count(); }
  Status halftone_part(StripInFlight& strip, std::size_t part) override { return run_part(strip, part, {}); }
  void release_strips() override { memory_.reset(); }
  [[nodiscard]] std::string separation_backend() const override { return separator_->description(); }
  [[nodiscard]] std::string halftone_backend() const override { return halftone_->description(); }

 private:
  explicit CoresEngine(const EngineSettings& settings);

  Status run_part(StripInFlight& strip, std::size_t part, const Elsewhere& elsewhere);

  std::int64_t width_;
  std::int64_t held_back_;
  int bits_;
  std::int64_t few_rows_;
  std::vector<std::size_t> plate_inks_;
  std::function<void(const StripInFlight&, std::int64_t, std::int64_t)> see_;
  std::function<bool(std::int64_t)> counts_ink_;
  std::unique_ptr<separation::Separator> separator_;
  std::optional<HalftoneParts> halftone_;
  StripPlan plan_;
  std::optional<StripMemory> memory_;
};

}  // namespace platerip::rip
