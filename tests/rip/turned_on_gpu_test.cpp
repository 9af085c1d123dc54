// Pages that a GPU turns: it gets their rows as they lie. The GPU is made of the reference backends, or the machine's
// own if there is one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <random>
#include <thread>
#include <utility>

#include "rip/page/rip_page.h"
#include "tests/rip/film_page.h"
#include "tests/rip/late_gpu.h"
#include "tests/seed.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;

/// A page that has any pixels at any time.
class LyingPicture : public PictureRows {
 public:
  explicit LyingPicture(const Picture& picture) : PictureRows(picture), picture_(picture) {}
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    was_read_in_turn_ = true;
    return PictureRows::read(rows, out, stride);
  }
  [[nodiscard]] ReadOrder order() const override { return ReadOrder::any_pixels; }
  Status read_part(const PagePart& part, std::byte* out, std::ptrdiff_t stride) override {
    if (part.columns == picture_.info.width) ++whole_rows_;
    if (part.rows == picture_.info.height) ++whole_columns_;
    for (std::int64_t row = part.row; row < part.row + part.rows; ++row, out += stride)
      std::memcpy(out, picture_.at(part.column, row), static_cast<std::size_t>(part.columns * picture_.pixel_bytes()));
    return {};
  }

  [[nodiscard]] bool was_read_in_turn() const { return was_read_in_turn_; }
  /// How many parts had all columns, and all rows.
  [[nodiscard]] int whole_rows() const { return whole_rows_; }
  [[nodiscard]] int whole_columns() const { return whole_columns_; }

 private:
  Picture picture_;
  std::atomic<bool> was_read_in_turn_ = false;
  std::atomic<int> whole_rows_ = 0;  // read by any thread
  std::atomic<int> whole_columns_ = 0;
};

/// One whose GPU starts when it is read. It comes slowly until the program has had time to notice.
class SlowPicture : public LyingPicture {
 public:
  SlowPicture(const Picture& picture, LateGpu& gpu) : LyingPicture(picture), gpu_(gpu) {}
  Status read_part(const PagePart& part, std::byte* out, std::ptrdiff_t stride) override {
    gpu_.start();
    if (gpu_.has_begun()) --slow_reads_;
    if (slow_reads_ > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return LyingPicture::read_part(part, out, stride);
  }

 private:
  LateGpu& gpu_;
  std::atomic<int> slow_reads_ = 12;  // once the GPU has begun
};

Job upright_job(std::int64_t strip_rows) {
  Job job;
  job.upright = true;
  job.threads = 3;
  job.strip_rows = strip_rows;
  return job;
}

struct Made {
  PageReport report;
  Plates plates;
};

Made make(const Job& job, PageRows& page, const RunResources& resources) {
  PlatesInMemory sink;
  auto report = rip_page(job, {"made.tif"}, page, sink, {}, resources);
  EXPECT_TRUE(report.ok()) << report.error().message;
  return {report.ok() ? *std::move(report) : PageReport(), std::move(sink.plates)};
}

Picture lying_page(const Kind& kind, int bits, int orientation, std::int64_t width, std::int64_t height) {
  std::mt19937 random(test_seed());
  tiffio::PageInfo info = info_of(kind, bits, resolutions[1], orientation);
  info.width = width;
  info.height = height;
  return noise(info, random);
}

class TurnedOnGpus : public TestOnGpus {
 protected:
  // Low strips are worth while.
  [[nodiscard]] std::shared_ptr<Gpu> gpu(Call call = Call::none, int at = 0) const {
    return std::make_shared<FailingGpu>(gpu_, call, at);
  }
};

TEST_P(TurnedOnGpus, HaveTheSamePlates) {
  for (const Kind& kind : kinds()) {
    for (const int bits : {8, 16}) {
      for (int orientation = 2; orientation <= 8; ++orientation) {
        SCOPED_TRACE(testing::Message() << kind.name << ' ' << bits << ' ' << orientation);
        const Picture picture = lying_page(kind, bits, orientation, 101, 139);
        const Plates expected = plates_of(upright_job(32), picture);
        constexpr std::int64_t heights[] = {7, 64, 500};
        LyingPicture page(picture);
        EXPECT_TRUE(make(upright_job(heights[orientation % 3]), page, {.gpu = gpu()}).plates == expected);
      }
    }
  }
}

TEST_P(TurnedOnGpus, AreReadAsTheyLie) {
  for (int orientation = 3; orientation <= 8; ++orientation) {
    SCOPED_TRACE(orientation);
    LyingPicture page(lying_page(kinds()[1], 8, orientation, 101, 139));
    make(upright_job(64), page, {.gpu = gpu()});
    EXPECT_FALSE(page.was_read_in_turn());
    EXPECT_EQ(page.whole_rows() > 0, orientation <= 4);
    EXPECT_EQ(page.whole_columns() > 0, orientation >= 5);
  }
}

TEST_P(TurnedOnGpus, GoOnWithTheCpuWhereTheGpuFails) {
  for (const int orientation : {3, 6, 8}) {
    const Picture picture = lying_page(kinds()[1], 8, orientation, 101, 139);
    const Plates expected = plates_of(upright_job(32), picture);
    for (const Call call : {Call::submit, Call::wait}) {
      for (const int at : {0, 2, 12}) {
        SCOPED_TRACE(testing::Message() << orientation << ", broken at " << at);
        LyingPicture page(picture);
        const Made made = make(upright_job(9), page, {.gpu = gpu(call, at)});
        EXPECT_TRUE(made.plates == expected);
        EXPECT_THAT(made.report.halftone_backend, HasSubstr("then cpu"));
      }
    }
  }
}

TEST_P(TurnedOnGpus, GoOnAfterTheCoresAndGiveThePageBack) {
  for (const int orientation : {3, 5, 8}) {
    const Picture picture = lying_page(kinds()[1], 8, orientation, 201, 239);
    const Plates expected = plates_of(upright_job(32), picture);
    for (const auto& [call, at] : {std::pair{Call::none, 0}, {Call::submit, 0}, {Call::wait, 3}}) {
      SCOPED_TRACE(testing::Message() << orientation << ", broken at " << at);
      const auto late = std::make_shared<LateGpu>(gpu(call, at));
      SlowPicture page(picture, *late);
      const Made made = make(upright_job(3), page, {.gpu = late, .cores_may_begin = true});
      EXPECT_TRUE(made.plates == expected);
      EXPECT_THAT(made.report.halftone_backend, HasSubstr(", then "));
    }
  }
}

// The sheet has paper above the page and beside it, and the rows of the page come turned.
TEST_P(TurnedOnGpus, LieOnFilms) {
  for (const int orientation : {3, 7}) {
    const Picture picture = lying_page(kinds()[1], 8, orientation, 101, 139);
    for (const bool mirror : {false, true}) {
      Job job = job_of({.across = 2, .down = 2, .margin = 2, .mirror = mirror});
      job.upright = true;
      const Plates expected = plates_of(job, picture);
      LyingPicture page(picture);
      EXPECT_TRUE(make(job, page, {.gpu = gpu()}).plates == expected) << orientation << ' ' << mirror;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Gpus, TurnedOnGpus, testing::Values("made", "cuda"),
                         [](const auto& gpu) { return std::string(gpu.param); });

}  // namespace
}  // namespace platerip::test
