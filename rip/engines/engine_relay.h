// The engines that make a page, one after the other.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rip/engines/cores_engine.h"
#include "rip/engines/engine.h"
#include "rip/engines/later_gpu.h"

namespace platerip::rip {

/// One engine, or the cores and then a GPU, which goes on with the page when it is ready. One thread at a time.
class EngineRelay {
 public:
  /// `without_gpu`: why an available GPU is not used; "" if it is, or if there is none.
  explicit EngineRelay(std::unique_ptr<Engine> only, std::string without_gpu = "");

  /// `settings`: those of `cores`.
  EngineRelay(std::unique_ptr<CoresEngine> cores, EngineSettings settings, std::shared_ptr<Gpu> gpu);

  /// The engine that makes the page. Valid until hand_over().
  [[nodiscard]] Engine& engine() const { return *engine_; }

  /// Whether to call hand_over(). To be asked before every strip, with the number of rows that are on the plates.
  bool is_due(std::int64_t rows) { return later_ && cores_ != nullptr && later_->is_due(rows); }

  /// Replaces engine(). To be called when all strips have left it; frees them. If the GPU cannot take over, the cores
  /// go on. Precondition: is_due() was true. Errors: those of CoresEngine.
  Status hand_over();

  /// How the page was made so far, for the report.
  [[nodiscard]] std::string separation_backend() const { return separation_before_ + engine_->separation_backend(); }
  [[nodiscard]] std::string halftone_backend() const { return halftone_before_ + engine_->halftone_backend(); }
  /// Why an available GPU was not used; "" if it was, or if there is none.
  [[nodiscard]] std::string without_gpu() const;

 private:
  Status go_on_with_cores(const halftone::Boundary& above);

  EngineSettings settings_;
  std::unique_ptr<LaterGpu> later_;  // declared before engine_, which may refer to it
  std::unique_ptr<Engine> engine_;
  CoresEngine* cores_ = nullptr;  // engine_, if a GPU may take over
  std::string separation_before_, halftone_before_;
  std::string without_gpu_;
};

}  // namespace platerip::rip
