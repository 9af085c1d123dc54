// A GPU made of the reference backends, one that fails where it is told to, and a sink that keeps the plates.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "rip/gpu_page.h"
#include "rip/plate_sink.h"

namespace platerip::test {

using namespace rip;

/// Keeps the plates.
class MemorySink : public PlateSink {
 public:
  Status begin(const PlatesInfo& info, std::vector<OutputFile>&) override {
    row_bytes_ = static_cast<std::size_t>(halftone::plate_row_bytes(info.width, info.levels));
    plates.assign(info.inks.size(), {});
    return {};
  }
  Status write(std::span<const halftone::Plate> strip, std::int64_t rows) override {
    for (std::size_t i = 0; i < strip.size(); ++i) {
      for (std::int64_t row = 0; row < rows; ++row) {
        const std::byte* const first = strip[i].pixels + row * strip[i].stride;
        plates[i].insert(plates[i].end(), first, first + row_bytes_);
      }
    }
    return {};
  }
  Status finish() override { return {}; }

  std::vector<std::vector<std::byte>> plates;

 private:
  std::size_t row_bytes_ = 0;
};

/// What a GPU does, by the reference, when a strip is submitted.
class MadeGpuPage : public GpuPage {
 public:
  MadeGpuPage(const GpuPageSettings& settings, std::vector<std::byte>& memory) : settings_(settings), memory_(memory) {}

  [[nodiscard]] std::string separation_backend() const override { return "made"; }
  [[nodiscard]] std::string halftone_backend() const override { return "made"; }

  Result<std::byte*> begin(const StripShape& shape, const StripPlan& plan) override {
    separator_ = *separation::make_separator(settings_.separation, "reference");
    const halftone::Backend& reference = **halftone::find_backend("reference");
    workspace_.resize(reference.workspace_bytes(settings_.halftone));
    halftoner_ = *reference.make(settings_.halftone, workspace_);
    sample_bytes_ = shape.sample_bytes;
    memory_.resize(std::max(memory_.size(), strips_bytes(shape, plan, 0)));
    return memory_.data();
  }

  Status submit(const StripInFlight& strip) override {
    EXPECT_FALSE(stopped_) << "plates are written that are the cores' by now";
    submitting_ = true;
    const Status status = halftone(strip);
    submitting_ = false;
    return status;
  }
  Result<GpuStripDone> wait() override {
    const std::lock_guard lock(mutex_);
    last_ = std::move(done_.front());
    done_.pop_front();
    return GpuStripDone{last_.errors, last_.sum, last_.max};
  }

  void stop() override {
    EXPECT_FALSE(submitting_) << "plates may still be written";
    stopped_ = true;
  }

 private:
  struct Done {
    std::vector<std::int16_t> errors;
    std::uint64_t sum = 0;
    std::uint32_t max = 0;
  };

  Status halftone(const StripInFlight& strip) {
    const std::int64_t width = settings_.halftone.width;
    std::vector<std::vector<std::byte>> samples(separator_->inks().size());
    std::vector<separation::Plane> inks;
    for (auto& ink : samples) {
      ink.resize(static_cast<std::size_t>(width * strip.rows * sample_bytes_));
      inks.push_back({ink.data(), width * sample_bytes_});
    }
    std::vector<std::byte> workspace(separator_->workspace_bytes(width, strip.rows));
    const Status separated = separator_->run({width, strip.rows, strip.pixels, strip.pixel_stride}, inks, workspace);
    if (!separated.ok()) return separated;
    std::vector<halftone::Plane> planes;
    for (const std::size_t ink : settings_.plate_inks) planes.push_back({inks[ink].samples, inks[ink].stride});
    if (const Status status = halftoner_->run({strip.rows, planes, strip.plates}); !status.ok()) return status;
    Done done{halftoner_->save()->c};
    count_inks(samples, done);
    const std::lock_guard lock(mutex_);
    done_.push_back(std::move(done));
    return {};
  }

  void count_inks(const std::vector<std::vector<std::byte>>& samples, Done& done) const {
    for (std::size_t i = 0; i < samples[0].size(); i += static_cast<std::size_t>(sample_bytes_)) {
      std::uint32_t pixel = 0;
      for (const auto& ink : samples) {
        std::uint16_t value = 0;
        std::memcpy(&value, ink.data() + i, static_cast<std::size_t>(sample_bytes_));
        pixel += value;
      }
      done.sum += pixel;
      done.max = std::max(done.max, pixel);
    }
  }

  GpuPageSettings settings_;
  std::unique_ptr<separation::Separator> separator_;
  std::vector<std::byte> workspace_;
  std::unique_ptr<halftone::Halftoner> halftoner_;
  int sample_bytes_ = 1;
  std::vector<std::byte>& memory_;
  std::mutex mutex_;  // submit() and wait() run side by side
  std::deque<Done> done_;
  Done last_;
  std::atomic<bool> submitting_ = false;
  std::atomic<bool> stopped_ = false;
};

/// For one page at a time. It outlives its pages.
class MadeGpu : public Gpu {
 public:
  Status health() override { return {}; }
  Result<std::unique_ptr<GpuPage>> prepare(const GpuPageSettings& settings) override {
    return std::unique_ptr<GpuPage>(std::make_unique<MadeGpuPage>(settings, memory_));
  }
  void release_memory() override { std::exchange(memory_, {}); }

 private:
  std::vector<std::byte> memory_;  // the strips'
};

enum class Call { none, health, prepare, begin, submit, wait };

/// Fails when it is `at` strips far.
class FailingPage : public GpuPage {
 public:
  FailingPage(std::unique_ptr<GpuPage> page, Call call, int at, std::atomic<bool>& broken)
      : page_(std::move(page)), call_(call), at_(at), broken_(broken) {}

  [[nodiscard]] std::string separation_backend() const override { return page_->separation_backend(); }
  [[nodiscard]] std::string halftone_backend() const override { return page_->halftone_backend(); }
  Result<std::byte*> begin(const StripShape& shape, const StripPlan& plan) override {
    return call_ == Call::begin ? Error{"the test's GPU broke"} : page_->begin(shape, plan);
  }
  Status submit(const StripInFlight& strip) override {
    if (call_ == Call::submit && submitted_++ == at_) return fail();
    return page_->submit(strip);
  }
  Result<GpuStripDone> wait() override {
    auto done = page_->wait();
    if (call_ == Call::wait && waited_++ == at_) return fail();
    return done;
  }
  void stop() override { page_->stop(); }

 private:
  Error fail() {
    broken_ = true;
    return Error{"the test's GPU broke"};
  }

  std::unique_ptr<GpuPage> page_;
  Call call_;
  int at_;
  std::atomic<bool>& broken_;
  int submitted_ = 0;
  int waited_ = 0;
};

/// Fails at one call of every page; broken from the first strip on that it failed with.
class FailingGpu : public Gpu {
 public:
  FailingGpu(std::shared_ptr<Gpu> gpu, Call call, int at) : gpu_(std::move(gpu)), call_(call), at_(at) {}

  Status health() override {
    return call_ == Call::health || broken_ ? Status(Error{"the test's GPU broke"}) : gpu_->health();
  }
  Result<std::unique_ptr<GpuPage>> prepare(const GpuPageSettings& settings) override {
    if (call_ == Call::prepare) return Error{"the test's GPU does no such pages"};
    auto page = gpu_->prepare(settings);
    if (!page.ok()) return page.error();
    return std::unique_ptr<GpuPage>(std::make_unique<FailingPage>(*std::move(page), call_, at_, broken_));
  }
  void release_memory() override { gpu_->release_memory(); }

 private:
  std::shared_ptr<Gpu> gpu_;
  Call call_;
  int at_;
  std::atomic<bool> broken_ = false;
};

}  // namespace platerip::test
