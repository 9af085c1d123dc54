// A page on this machine's cores.
#pragma once

#include <memory>

#include "rip/engines/engine.h"

namespace platerip::rip {

/// separate() may be called by several threads at once on different strips. It and halftone() also take strips whose
/// pixels and plates are somebody else's.
class CoresEngine final : public Engine {
 public:
  /// Errors: those of the backends, or the memory allowed is too little.
  static Result<std::unique_ptr<CoresEngine>> make(const EngineSettings& settings);

  /// For strips as `plan_for` plans them, when it is told what workspace a strip of so many rows needs.
  using WorkspaceBytes = std::function<std::int64_t(std::int64_t rows)>;
  static Result<std::unique_ptr<CoresEngine>> make(
      const EngineSettings& settings, const std::function<Result<StripPlan>(const WorkspaceBytes&)>& plan_for);

  /// Bytes that the halftone of a page takes, whatever its strips are.
  static std::int64_t halftone_bytes(const EngineSettings& settings);

  /// Goes on below the rows of `boundary`. Errors: it is another page's.
  Status restore(const halftone::Boundary& boundary) { return halftoner_->restore(boundary); }

  [[nodiscard]] const StripPlan& plan() const override { return plan_; }
  [[nodiscard]] std::vector<StripInFlight>& strips() override { return memory_->strips(); }
  [[nodiscard]] std::int64_t rows_held_back() const override { return held_back_; }
  [[nodiscard]] bool separates_in_order() const override { return false; }
  Status separate(StripInFlight& strip) override;
  Status halftone(StripInFlight& strip) override;
  [[nodiscard]] std::string separation_backend() const override { return separator_->description(); }
  [[nodiscard]] std::string halftone_backend() const override { return halftoner_->description(); }

 private:
  explicit CoresEngine(const EngineSettings& settings);
  Status make_halftoner(const EngineSettings& settings);

  std::int64_t width_;
  std::int64_t held_back_;
  int bits_;
  std::vector<std::size_t> plate_inks_;
  std::unique_ptr<separation::Separator> separator_;
  std::unique_ptr<std::byte[]> halftone_memory_;
  std::unique_ptr<halftone::Halftoner> halftoner_;
  StripPlan plan_;
  std::optional<StripMemory> memory_;
};

}  // namespace platerip::rip
