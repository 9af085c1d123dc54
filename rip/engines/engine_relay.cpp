#include "rip/engines/engine_relay.h"

#include <utility>

namespace platerip::rip {

EngineRelay::EngineRelay(std::unique_ptr<Engine> only, std::string without_gpu)
    : engine_(std::move(only)), without_gpu_(std::move(without_gpu)) {}

EngineRelay::EngineRelay(std::unique_ptr<CoresEngine> cores, EngineSettings settings, std::shared_ptr<Gpu> gpu)
    : settings_(std::move(settings)),
      later_(std::make_unique<LaterGpu>(std::move(gpu), settings_)),
      engine_(std::move(cores)),
      cores_(static_cast<CoresEngine*>(engine_.get())) {}

Status EngineRelay::hand_over() {
  const auto above = cores_->save();
  if (!above.ok()) return above.error();
  const std::string separation = cores_->separation_backend();
  const std::string halftone = cores_->halftone_backend();
  cores_ = nullptr;
  engine_.reset();
  auto gpu = later_->take_over(*above);
  if (!gpu.ok()) return go_on_with_cores(*above);
  engine_ = *std::move(gpu);
  if (above->rows + above->held == 0) return {};
  const std::string then = " to row " + std::to_string(above->rows + above->held) + ", then ";
  separation_before_ = separation + then;
  halftone_before_ = halftone + then;
  return {};
}

Status EngineRelay::go_on_with_cores(const halftone::Boundary& above) {
  auto cores = CoresEngine::make(settings_);
  if (!cores.ok()) return cores.error();
  if (const Status status = (*cores)->restore(above); !status.ok()) return status;
  engine_ = *std::move(cores);
  return {};
}

std::string EngineRelay::without_gpu() const {
  const bool has_taken_over = later_ && cores_ == nullptr && later_->refusal().empty();
  return later_ && !has_taken_over ? later_->refusal() : without_gpu_;
}

}  // namespace platerip::rip
