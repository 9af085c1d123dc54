// A GPU that starts when a test says so, and a page that says so.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "tests/rip/made_gpu.h"
#include "tests/rip/made_page.h"

namespace platerip::test {

/// Says when a page begins.
class WatchedPage : public GpuPage {
 public:
  WatchedPage(std::unique_ptr<GpuPage> page, std::atomic<bool>& begun) : page_(std::move(page)), begun_(begun) {}
  [[nodiscard]] std::string separation_backend() const override { return page_->separation_backend(); }
  [[nodiscard]] std::string halftone_backend() const override { return page_->halftone_backend(); }
  [[nodiscard]] bool turns_strips() const override { return page_->turns_strips(); }
  Result<StripPlan> begin(const StripShape& shape, const StripPlan& plan) override {
    const auto begun = page_->begin(shape, plan);
    begun_ = true;
    return begun;
  }
  Result<std::byte*> take_strips(const halftone::Boundary& above) override { return page_->take_strips(above); }
  Status submit(const StripInFlight& strip) override { return page_->submit(strip); }
  Result<GpuStripDone> wait() override { return page_->wait(); }
  void stop() override { page_->stop(); }
  [[nodiscard]] halftone::Boundary boundary() const override { return page_->boundary(); }

 private:
  std::unique_ptr<GpuPage> page_;
  std::atomic<bool>& begun_;
};

/// Starts when it is told to.
class LateGpu : public Gpu {
 public:
  explicit LateGpu(std::shared_ptr<Gpu> gpu, double pause = 0) : gpu_(std::move(gpu)), pause_(pause) {}

  void start() { has_started_ = true; }
  [[nodiscard]] bool has_begun() const { return begun_; }

  bool has_started() override { return has_started_; }
  double take_over_seconds() const override { return pause_; }
  Status health() override { return has_started_ ? gpu_->health() : Status(); }
  Result<std::unique_ptr<GpuPage>> prepare(const PageWork& settings) override {
    auto page = gpu_->prepare(settings);
    if (!page.ok()) {
      begun_ = true;  // nothing to wait for
      return page.error();
    }
    return std::unique_ptr<GpuPage>(std::make_unique<WatchedPage>(*std::move(page), begun_));
  }
  void release_memory() override { gpu_->release_memory(); }

 private:
  std::shared_ptr<Gpu> gpu_;
  double pause_;
  std::atomic<bool> has_started_ = false;
  std::atomic<bool> begun_ = false;
};

/// A page whose GPU starts when row `at` is read. From there on it comes slowly, until the GPU has begun it and the
/// program has had some time to notice.
class SlowPage : public MadePage {
 public:
  SlowPage(std::int64_t width, std::int64_t height, int bits, LateGpu& gpu, std::int64_t at)
      : MadePage(width, height, bits), gpu_(gpu), at_(at) {}
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    row_ += rows;
    if (row_ > at_) gpu_.start();
    if (gpu_.has_begun()) --slow_reads_;
    if (row_ > at_ && slow_reads_ > 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return MadePage::read(rows, out, stride);
  }

 private:
  LateGpu& gpu_;
  std::int64_t at_;
  std::int64_t row_ = 0;
  int slow_reads_ = 6;  // once the GPU has begun
};

}  // namespace platerip::test
