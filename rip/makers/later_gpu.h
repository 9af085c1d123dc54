// A GPU that goes on with a page which the cores have begun.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include "rip/makers/gpu.h"
#include "rip/makers/gpu_maker.h"

namespace platerip::rip {

/// Whether it pays to hand a page over to a GPU, which is taken to be at least twice as fast as the cores. `seconds`:
/// the time that the cores took for the first `rows` of `height` rows; it does not count if `rows` is 0. `pause`: the
/// seconds in which nobody makes a strip.
bool pays_to_hand_over(std::int64_t rows, std::int64_t height, double seconds, double pause);

/// Gets a GPU ready for a page that the cores are making, in threads of its own. One thread at a time.
class LaterGpu {
 public:
  /// `gpu` may still be starting. `settings`: those of the cores.
  LaterGpu(std::shared_ptr<Gpu> gpu, const MakerSettings& settings);
  LaterGpu(const LaterGpu&) = delete;
  LaterGpu& operator=(const LaterGpu&) = delete;
  /// Waits for what it has begun to prepare, but not until the GPU has started.
  ~LaterGpu();

  /// Whether the cores should hand the page over. To be asked before every strip, with the number of rows that are
  /// made. Does not wait.
  bool is_due(std::int64_t rows);

  /// The maker that goes on. Precondition: is_due() was true.
  std::unique_ptr<GpuMaker> take_maker() { return std::move(maker_); }

  /// Why the GPU cannot go on with the page; "" if no reason is known.
  [[nodiscard]] std::string refusal() const;

 private:
  using Clock = std::chrono::steady_clock;

  std::shared_ptr<Gpu> gpu_;
  MakerSettings settings_;
  Clock::time_point start_ = Clock::now();
  std::string refusal_;
  std::atomic<bool> abandoned_ = false;
  std::future<Result<std::unique_ptr<GpuPage>>> preparing_;
  std::future<Result<std::unique_ptr<GpuMaker>>> beginning_;
  std::unique_ptr<GpuPage> page_;  // prepared
  std::unique_ptr<GpuMaker> maker_;
};

}  // namespace platerip::rip
