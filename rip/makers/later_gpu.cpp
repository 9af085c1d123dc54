#include "rip/makers/later_gpu.h"

#include <utility>

namespace platerip::rip {
namespace {

template <typename Made>
bool is_there(const std::future<Made>& made) {
  return made.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

// Moves what was made to `to`. If there was an error, returns its message, else "".
template <typename Made>
std::string receive(std::future<Result<std::unique_ptr<Made>>>& from, std::unique_ptr<Made>& to) {
  auto made = from.get();
  if (!made.ok()) return made.error().message;
  to = *std::move(made);
  return "";
}

}  // namespace

bool pays_to_hand_over(std::int64_t rows, std::int64_t height, double seconds, double pause) {
  if (rows == 0) return true;
  const double rest = seconds * static_cast<double>(height - rows) / static_cast<double>(rows);
  return rest > 2 * pause;
}

LaterGpu::LaterGpu(std::shared_ptr<Gpu> gpu, const MakerSettings& settings)
    : gpu_(std::move(gpu)), settings_(settings) {
  settings_.separation.making = [this](double) { return !abandoned_; };
  settings_.stop = [this] { return abandoned_.load(); };
}

LaterGpu::~LaterGpu() {
  abandoned_ = true;
}

// Nothing is prepared for pages that the cores make in less time than a pause takes.
bool LaterGpu::is_due(std::int64_t rows) {
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const double pause = gpu_->take_over_seconds();
  if (!refusal_.empty() || seconds < pause || !pays_to_hand_over(rows, settings_.rows.made(), seconds, pause))
    return false;
  if (maker_) return true;

  if (!page_ && !preparing_.valid() && !beginning_.valid()) {
    preparing_ = std::async(std::launch::async, [this] { return prepare_page(*gpu_, false, settings_); });
  }
  if (preparing_.valid() && is_there(preparing_)) refusal_ = receive(preparing_, page_);
  if (page_ && gpu_->has_started() && gpu_->health().ok())
    beginning_ = std::async(std::launch::async, GpuMaker::make, settings_, std::move(page_), true);
  if (beginning_.valid() && is_there(beginning_)) refusal_ = receive(beginning_, maker_);
  return maker_ != nullptr;
}

std::string LaterGpu::refusal() const {
  if (!refusal_.empty()) return refusal_;
  const Status health = gpu_->health();
  return health.ok() ? "" : health.error().message;
}

}  // namespace platerip::rip
