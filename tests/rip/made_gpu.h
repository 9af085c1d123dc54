// A GPU made of the reference backends, and a GPU that fails where the test says.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "halftone/backends/backends.h"
#include "rip/makers/gpu.h"
#include "rip/makers/gpu_kinds.h"
#include "rip/makers/staged_separator.h"
#include "rip/selftest/page_in_memory.h"
#include "rip/strips/tones_on_cores.h"
#include "separation/backends/backends.h"
#include "tests/halftone/given_again.h"
#include "tests/rip/made_sums.h"
#include "tests/seed.h"

namespace platerip::test {

using namespace rip;

/// Does with the reference what a GPU does when a strip is submitted. To imitate the slant, a strip is finished with
/// one of the next plan.behind strips, sometimes early and sometimes late. Below a search, it wants the rows held back
/// again, as CUDA does.
class MadeGpuPage : public GpuPage {
 public:
  MadeGpuPage(const PageWork& settings, const halftone::Backend& backend, std::vector<std::byte>& memory)
      : settings_(settings), backend_(backend), memory_(memory) {}

  [[nodiscard]] std::string separation_backend() const override { return "made"; }
  [[nodiscard]] std::string halftone_backend() const override { return "made"; }
  [[nodiscard]] bool turns_strips() const override { return true; }

  Result<StripPlan> begin(const StripShape& shape, const StripPlan& plan) override {
    shape_ = shape;
    plan_ = plan;
    if (!settings_.gets_planes) make_separator();
    workspace_.resize(backend_.workspace_bytes(settings_.halftone));
    halftoner_ = *backend_.make(settings_.halftone, workspace_);
    return plan;
  }
  Result<std::byte*> take_strips(const halftone::Boundary& above) override {
    if (!above.planes.empty()) {
      const Status status = halftoner_->restore(above);
      if (!status.ok()) return status.error();
      boundary_ = above;
      brought_rows_ = above.rows;
    }
    if (halftone::is_searched(settings_.halftone)) begin_search(above);
    memory_.resize(std::max(memory_.size(), strips_bytes(shape_, plan_, 0)));
    return memory_.data();
  }

  Status submit(const StripInFlight& strip) override {
    submitting_ = true;
    const Status status = go_on(strip);
    submitting_ = false;
    return status;
  }
  Result<GpuStripDone> wait() override {
    const std::lock_guard lock(mutex_);
    const std::optional<Done> done = std::move(brought_.front());
    brought_.pop_front();
    if (!done) return GpuStripDone{};
    boundary_ = done->boundary;
    return done->strip;
  }

  void stop() override { EXPECT_FALSE(submitting_) << "plates may still be written"; }

  [[nodiscard]] halftone::Boundary boundary() const override { return boundary_; }

 private:
  struct Done {
    GpuStripDone strip;
    std::vector<std::vector<std::byte>> plates;
    halftone::Boundary boundary;
  };

  void make_separator() {
    auto separator = *separation::make_separator(settings_.separation, "reference");
    inks_ = separator->inks().size();
    StripShape planes = shape_;
    planes.planes = inks_;
    planes.planes_around = settings_.stages.planes_around();
    separator_.emplace(std::move(separator), settings_.staged_page(), settings_.stages, planes);
  }

  Status go_on(const StripInFlight& strip) {
    auto done = halftone(strip);
    if (!done.ok()) return done.error();
    on_slant_.push_back(*std::move(done));
    const auto stay = strip.last ? 0 : static_cast<std::size_t>(random_() % static_cast<unsigned>(plan_.behind + 1));
    std::optional<Done> brought;
    if (on_slant_.size() > stay) {
      brought = std::move(on_slant_.front());
      on_slant_.pop_front();
      for (std::size_t i = 0; i < brought->plates.size(); ++i)
        copy_rows(brought->plates[i], brought->strip.rows, strip.plates[i]);
      if (shape_.sums && brought->strip.rows > 0)
        make_sums(*shape_.sums, strip.plates, brought_rows_, brought->strip.rows, strip.sums);
      brought_rows_ += brought->strip.rows;
    }
    const std::lock_guard lock(mutex_);
    brought_.push_back(std::move(brought));
    return {};
  }

  [[nodiscard]] std::int64_t plate_row() const {
    return halftone::plate_row_bytes(settings_.halftone.width, settings_.halftone.levels);
  }

  void copy_rows(const std::vector<std::byte>& from, std::int64_t rows, const halftone::Plate& to) const {
    for (std::int64_t row = 0; row < rows; ++row)
      std::memcpy(to.pixels + row * to.stride, from.data() + row * plate_row(), static_cast<std::size_t>(plate_row()));
  }

  using Samples = std::vector<std::vector<std::byte>>;  // of each ink, row after row

  [[nodiscard]] Samples copied(const StripInFlight& strip) const {
    const std::int64_t row_bytes = settings_.halftone.width * shape_.sample_bytes;
    Samples samples;
    for (const separation::Plane& ink : strip.planes) {
      samples.emplace_back();
      for (std::int64_t row = 0; row < strip.rows; ++row)
        samples.back().insert(samples.back().end(), ink.samples + row * ink.stride,
                              ink.samples + row * ink.stride + row_bytes);
    }
    return samples;
  }

  // The strip's rows and those around them, if they are still to be turned.
  [[nodiscard]] std::vector<std::byte> turned(const StripInFlight& strip) const {
    const Turn& turn = strip.turn;
    if (turn == unturned) return {};
    const StageRows around = stage_rows(settings_.staged_page(), shape_.pixels_around, strip.first_row, strip.rows);
    const std::int64_t pixel = settings_.separation.format.bytes(), rows = around.above + strip.rows + around.below;
    const std::int64_t width = strip.pixel_stride / pixel;
    const std::byte* const lying = strip.pixels - around.above * strip.pixel_stride;
    std::vector<std::byte> upright;
    for (std::int64_t y = 0; y < rows; ++y) {
      for (std::int64_t x = 0; x < width; ++x) {
        const std::int64_t column = turn.flip_x ? width - 1 - x : x, row = turn.flip_y ? rows - 1 - y : y;
        const std::byte* const from = lying + pixel * (turn.exchange ? column * rows + row : row * width + column);
        upright.insert(upright.end(), from, from + pixel);
      }
    }
    return upright;
  }

  Result<Samples> separated(const StripInFlight& strip) {
    const std::int64_t row_bytes = settings_.halftone.width * shape_.sample_bytes;
    const Window around = settings_.stages.planes_around();
    Samples buffers(inks_);
    StripInFlight made = strip;
    made.separated.clear();
    for (auto& ink : buffers) {
      ink.resize(static_cast<std::size_t>(row_bytes * (strip.rows + around.rows())));
      made.separated.push_back({ink.data() + row_bytes * around.above, row_bytes});
    }
    made.planes = made.separated;
    const std::vector<std::byte> upright = turned(strip);
    const std::int64_t above = stage_rows(settings_.staged_page(), shape_.pixels_around, strip.first_row, 1).above;
    if (!upright.empty()) made.pixels = const_cast<std::byte*>(upright.data()) + above * strip.pixel_stride;
    std::vector<std::byte> workspace(separator_->workspace_bytes(strip.room));
    made.workspace = workspace;
    for (std::int64_t first = 0, rows = 0; first < strip.rows; first += rows) {
      rows = separator_->next_rows(made, first);
      if (const Status status = separator_->run(made, first, rows); !status.ok()) return status.error();
    }
    return copied(made);
  }

  void bring_tones(const Samples& samples, const StripInFlight& strip) const {
    const std::int64_t row_bytes = settings_.halftone.width * shape_.sample_bytes;
    const std::int64_t known = strip.tones.first - strip.first_row;
    if (known >= strip.rows) return;
    std::vector<RowSpan> inks;
    for (std::size_t ink = 0; ink < shape_.tones->inks; ++ink)
      inks.push_back({samples[ink].data() + known * row_bytes, row_bytes, strip.rows - known});
    add_tones(*shape_.tones, inks, strip.tones.first, strip.tones);
  }

  Result<Done> halftone(const StripInFlight& strip) {
    const std::int64_t row_bytes = settings_.halftone.width * shape_.sample_bytes;
    auto made = separator_ ? separated(strip) : copied(strip);
    if (!made.ok()) return made.error();
    Samples& samples = *made;
    if (separator_ && shape_.tones) bring_tones(samples, strip);
    Done done;
    std::vector<halftone::Plane> planes;
    std::vector<halftone::Plate> plates;
    done.plates.resize(settings_.plate_inks.size());
    for (std::size_t i = 0; i < done.plates.size(); ++i) {
      planes.push_back({samples[settings_.plate_inks[i]].data(), row_bytes});
      done.plates[i].resize(static_cast<std::size_t>(plate_row() * strip.room));
      plates.push_back({done.plates[i].data(), plate_row()});
    }
    const auto rows = halftoner_->run({strip.rows, planes, plates, strip.last, strip.room});
    if (!rows.ok()) return rows.error();
    done.boundary = *halftoner_->save();
    if (halftone::is_searched(settings_.halftone)) give_again(planes, strip.rows, done.boundary);
    done.strip.rows = *rows;
    count_inks(samples);
    const std::int64_t counted = halftone::is_searched(settings_.halftone) ? *rows - not_counted(*rows) : strip.rows;
    for (; done.strip.ink_rows < counted; ++done.strip.ink_rows, row_inks_.pop_front()) {
      done.strip.ink_sum += row_inks_.front().sum;
      done.strip.ink_max = std::max(done.strip.ink_max, row_inks_.front().max);
    }
    return done;
  }

  void begin_search(const halftone::Boundary& above) {
    begun_settings_ = halftone::start_of(settings_.halftone);
    begun_workspace_.resize(backend_.workspace_bytes(begun_settings_));
    begun_ = *backend_.make(begun_settings_, begun_workspace_);
    samples_.resize(settings_.plate_inks.size());
    if (above.planes.empty()) return;
    above_ = above;
    first_row_ = begun_rows_ = above.rows + above.held;
    others_rows_ = above.held;
    halftone::Boundary begun = *begun_->save();
    begun.rows = first_row_;
    for (std::size_t i = 0; i < begun.planes.size(); ++i) {
      std::vector<std::byte>& state = begun.planes[i].state;
      std::copy_n(above.planes[i].state.begin(), state.size(), state.begin());
    }
    EXPECT_TRUE(begun_->restore(begun).ok());
  }

  /// Changes the boundary so that the rows held back are given again. Rows that others have begun are not there.
  void give_again(const std::vector<halftone::Plane>& planes, std::int64_t rows, halftone::Boundary& boundary) {
    const std::int64_t row_bytes = settings_.halftone.width * shape_.sample_bytes;
    for (std::size_t i = 0; i < planes.size(); ++i)
      samples_[i].insert(samples_[i].end(), planes[i].samples, planes[i].samples + rows * row_bytes);
    if (boundary.rows < first_row_) {
      boundary = above_;
      return;
    }
    const std::int64_t count = boundary.rows - begun_rows_;
    std::vector<std::byte> pixels(static_cast<std::size_t>(plate_row() * count));
    std::vector<halftone::Plane> from;
    for (const auto& plane : samples_)
      from.push_back({plane.data() + (begun_rows_ - first_row_) * row_bytes, row_bytes});
    const std::vector<halftone::Plate> to(planes.size(), {pixels.data(), plate_row()});
    EXPECT_TRUE(begun_->run({count, from, to}).ok());
    begun_rows_ = boundary.rows;
    boundary = given_again(settings_.halftone, boundary, *begun_->save());
  }

  /// How many of the next finished rows others have begun, who have counted their ink.
  std::int64_t not_counted(std::int64_t rows) {
    const std::int64_t begun = std::min(rows, others_rows_);
    others_rows_ -= begun;
    return begun;
  }

  void count_inks(const std::vector<std::vector<std::byte>>& samples) {
    const auto row_bytes = static_cast<std::size_t>(settings_.halftone.width * shape_.sample_bytes);
    for (std::size_t i = 0; i < samples[0].size(); i += static_cast<std::size_t>(shape_.sample_bytes)) {
      if (i % row_bytes == 0) row_inks_.emplace_back();
      std::uint32_t inks = 0;
      for (const auto& ink : samples) {
        std::uint16_t value = 0;
        std::memcpy(&value, ink.data() + i, static_cast<std::size_t>(shape_.sample_bytes));
        inks += value;
      }
      row_inks_.back().sum += inks;
      row_inks_.back().max = std::max(row_inks_.back().max, inks);
    }
  }

  PageWork settings_;
  const halftone::Backend& backend_;
  std::size_t inks_ = 0;
  std::optional<StagedSeparator> separator_;
  std::vector<std::byte> workspace_;
  std::unique_ptr<halftone::Halftoner> halftoner_;
  StripShape shape_;
  StripPlan plan_;
  std::vector<std::byte>& memory_;
  std::mt19937 random_{test_seed()};
  std::deque<Done> on_slant_;
  std::mutex mutex_;  // submit() and wait() run at the same time
  std::deque<std::optional<Done>> brought_;
  std::int64_t brought_rows_ = 0;  // of the page, that are on plates of strips
  halftone::Boundary boundary_;
  halftone::Settings begun_settings_;  // of the plates with which a search begins
  std::vector<std::byte> begun_workspace_;
  std::unique_ptr<halftone::Halftoner> begun_;   // has the finished rows
  std::vector<std::vector<std::byte>> samples_;  // of all strips
  halftone::Boundary above_;
  std::int64_t first_row_ = 0;  // of the first strip
  std::int64_t begun_rows_ = 0;
  std::int64_t others_rows_ = 0;  // not finished, and begun by others
  struct RowInk {
    std::uint64_t sum = 0;
    std::uint32_t max = 0;
  };
  std::deque<RowInk> row_inks_;  // of rows that are not counted
  std::atomic<bool> submitting_ = false;
};

/// Takes one page at a time, and outlives its pages.
class MadeGpu : public Gpu {
 public:
  MadeGpu() : MadeGpu(**halftone::find_backend("reference")) {}
  /// Halftones with this backend.
  explicit MadeGpu(const halftone::Backend& backend) : backend_(backend) {}

  bool has_started() override { return true; }
  double take_over_seconds() const override { return 0; }
  Status health() override { return {}; }
  Result<std::unique_ptr<GpuPage>> prepare(const PageWork& settings) override {
    return std::unique_ptr<GpuPage>(std::make_unique<MadeGpuPage>(settings, backend_, memory_));
  }
  void release_memory() override { std::exchange(memory_, {}); }

 private:
  const halftone::Backend& backend_;
  std::vector<std::byte> memory_;  // for strips
};

enum class Call { none, health, prepare, begin, take_strips, submit, wait, give_up };

/// Fails at begin() or take_strips(), or at the call of submit() or wait() that follows `at` others. `give_up`: cannot
/// finish the page, at such a call of wait().
class FailingPage : public GpuPage {
 public:
  FailingPage(std::unique_ptr<GpuPage> page, Call call, int at, std::int64_t worthwhile_rows, std::atomic<bool>& broken)
      : page_(std::move(page)), call_(call), at_(at), worthwhile_rows_(worthwhile_rows), broken_(broken) {}

  [[nodiscard]] std::string separation_backend() const override { return page_->separation_backend(); }
  [[nodiscard]] std::string halftone_backend() const override { return page_->halftone_backend(); }
  [[nodiscard]] std::int64_t worthwhile_rows() const override { return worthwhile_rows_; }
  [[nodiscard]] bool turns_strips() const override { return page_->turns_strips(); }
  Result<StripPlan> begin(const StripShape& shape, const StripPlan& plan) override {
    return call_ == Call::begin ? Error{"the test's GPU broke"} : page_->begin(shape, plan);
  }
  Result<std::byte*> take_strips(const halftone::Boundary& above) override {
    return call_ == Call::take_strips ? Error{"the test's GPU broke"} : page_->take_strips(above);
  }
  Status submit(const StripInFlight& strip) override {
    if (!broken_) stopped_ = false;  // a checkpoint came between
    EXPECT_FALSE(stopped_) << "plates are written that are the cores' by now";
    if (call_ == Call::submit && submitted_++ == at_) return fail();
    return page_->submit(strip);
  }
  Result<GpuStripDone> wait() override {
    if (call_ == Call::wait && waited_++ == at_) return fail();
    if (call_ == Call::give_up && waited_++ == at_)
      return Error{"the test's GPU cannot finish this page", ErrorCode::unsupported};
    return page_->wait();
  }
  void stop() override {
    page_->stop();
    stopped_ = true;
  }
  [[nodiscard]] halftone::Boundary boundary() const override { return page_->boundary(); }

 private:
  Error fail() {
    broken_ = true;
    return Error{"the test's GPU broke"};
  }

  std::unique_ptr<GpuPage> page_;
  Call call_;
  int at_;
  std::int64_t worthwhile_rows_;
  std::atomic<bool>& broken_;
  int submitted_ = 0;
  int waited_ = 0;
  std::atomic<bool> stopped_ = false;
};

/// Fails at one call of every page. After it failed with a strip, it stays broken. Low strips are worth while, so that
/// short pages have many.
class FailingGpu : public Gpu {
 public:
  FailingGpu(std::shared_ptr<Gpu> gpu, Call call, int at, std::int64_t worthwhile_rows = 1)
      : gpu_(std::move(gpu)), call_(call), at_(at), worthwhile_rows_(worthwhile_rows) {}

  bool has_started() override { return gpu_->has_started(); }
  double take_over_seconds() const override { return gpu_->take_over_seconds(); }
  Status health() override {
    return call_ == Call::health || broken_ ? Status(Error{"the test's GPU broke"}) : gpu_->health();
  }
  Result<std::unique_ptr<GpuPage>> prepare(const PageWork& settings) override {
    if (call_ == Call::prepare) return Error{"the test's GPU does no such pages", ErrorCode::unsupported};
    auto page = gpu_->prepare(settings);
    if (!page.ok()) return page.error();
    return std::unique_ptr<GpuPage>(
        std::make_unique<FailingPage>(*std::move(page), call_, at_, worthwhile_rows_, broken_));
  }
  void release_memory() override { gpu_->release_memory(); }

 private:
  std::shared_ptr<Gpu> gpu_;
  Call call_;
  int at_;
  std::int64_t worthwhile_rows_;
  std::atomic<bool> broken_ = false;
};

/// "made": a MadeGpu; "cuda": the machine's first GPU, if there is one.
inline Result<std::shared_ptr<Gpu>> gpu_named(std::string_view name) {
  if (name == "made") return std::shared_ptr<Gpu>(std::make_shared<MadeGpu>());
  if (const Status status = find_gpu(0); !status.ok()) return status.error();
  return open_gpu(0, 0);
}

/// Tests with the GPUs of their parameters, as gpu_named() has them. Those of a GPU that is not there are skipped.
class TestOnGpus : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const auto gpu = gpu_named(GetParam());
    if (!gpu.ok()) GTEST_SKIP() << "NOT TESTED: " << gpu.error().message;
    gpu_ = *gpu;
  }

  std::shared_ptr<Gpu> gpu_;
};

}  // namespace platerip::test
