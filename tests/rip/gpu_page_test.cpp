// A page on a GPU, and what becomes of it where the GPU fails. The GPU is one that tests make of the reference
// backends, and the machine's own where there is one.
#include "rip/gpu_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <random>

#include "rip/rip_page.h"
#include "tests/seed.h"

namespace platerip::rip {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// A page of smooth colours with grain.
class MadePage : public PageRows {
 public:
  MadePage(std::int64_t width, std::int64_t height, int bits) {
    info_.width = width;
    info_.height = height;
    info_.bits = bits;
    pixels_.resize(static_cast<std::size_t>(info_.row_bytes() * height));
    std::mt19937 random(test_seed());
    for (std::size_t i = 0; i < pixels_.size(); ++i)
      pixels_[i] = static_cast<std::byte>(i * 200 / pixels_.size() + random() % 50);
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    for (; rows > 0; --rows, ++row_, out += stride)
      std::memcpy(out, pixels_.data() + row_ * info_.row_bytes(), static_cast<std::size_t>(info_.row_bytes()));
    return {};
  }

 private:
  tiffio::PageInfo info_;
  std::vector<std::byte> pixels_;
  std::int64_t row_ = 0;
};

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
  explicit MadeGpuPage(const GpuPageSettings& settings) : settings_(settings) {}

  [[nodiscard]] std::string separation_backend() const override { return "made"; }
  [[nodiscard]] std::string halftone_backend() const override { return "made"; }

  Result<std::byte*> begin(const StripShape& shape, const StripPlan& plan) override {
    separator_ = *separation::make_separator(settings_.separation, "reference");
    const halftone::Backend& reference = **halftone::find_backend("reference");
    workspace_.resize(reference.workspace_bytes(settings_.halftone));
    halftoner_ = *reference.make(settings_.halftone, workspace_);
    sample_bytes_ = shape.sample_bytes;
    memory_.resize(strips_bytes(shape, plan, 0));
    return memory_.data();
  }

  Status submit(const StripInFlight& strip) override {
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
    done_.push_back({halftoner_->save()->c});
    count_inks(samples, done_.back());
    return {};
  }

  Result<GpuStripDone> wait() override {
    last_ = done_.front();
    done_.pop_front();
    return GpuStripDone{last_.errors, last_.sum, last_.max};
  }

  void stop() override {}

 private:
  struct Done {
    std::vector<std::int16_t> errors;
    std::uint64_t sum = 0;
    std::uint32_t max = 0;
  };

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
  std::vector<std::byte> memory_;
  std::deque<Done> done_;
  Done last_;
};

class MadeGpu : public Gpu {
 public:
  Status health() override { return {}; }
  Result<std::unique_ptr<GpuPage>> prepare(const GpuPageSettings& settings) override {
    return std::unique_ptr<GpuPage>(std::make_unique<MadeGpuPage>(settings));
  }
};

enum class Call { none, health, prepare, begin, submit, wait };

/// Fails when a page is `at` strips far.
class FailingPage : public GpuPage {
 public:
  FailingPage(std::unique_ptr<GpuPage> page, Call call, int at) : page_(std::move(page)), call_(call), at_(at) {}

  [[nodiscard]] std::string separation_backend() const override { return page_->separation_backend(); }
  [[nodiscard]] std::string halftone_backend() const override { return page_->halftone_backend(); }
  Result<std::byte*> begin(const StripShape& shape, const StripPlan& plan) override {
    return call_ == Call::begin ? Error{"the test's GPU broke"} : page_->begin(shape, plan);
  }
  Status submit(const StripInFlight& strip) override {
    return call_ == Call::submit && submitted_++ == at_ ? Error{"the test's GPU broke"} : page_->submit(strip);
  }
  Result<GpuStripDone> wait() override {
    auto done = page_->wait();
    return call_ == Call::wait && waited_++ == at_ ? Error{"the test's GPU broke"} : done;
  }
  void stop() override { page_->stop(); }

 private:
  std::unique_ptr<GpuPage> page_;
  Call call_;
  int at_;
  int submitted_ = 0;
  int waited_ = 0;
};

class FailingGpu : public Gpu {
 public:
  FailingGpu(std::shared_ptr<Gpu> gpu, Call call, int at) : gpu_(std::move(gpu)), call_(call), at_(at) {}

  Status health() override { return call_ == Call::health ? Status(Error{"the test's GPU broke"}) : gpu_->health(); }
  Result<std::unique_ptr<GpuPage>> prepare(const GpuPageSettings& settings) override {
    if (call_ == Call::prepare) return Error{"the test's GPU does no such pages"};
    auto page = gpu_->prepare(settings);
    if (!page.ok()) return page.error();
    return std::unique_ptr<GpuPage>(std::make_unique<FailingPage>(*std::move(page), call_, at_));
  }

 private:
  std::shared_ptr<Gpu> gpu_;
  Call call_;
  int at_;
};

struct Made {
  Result<PageReport> report = Error{};
  std::vector<std::vector<std::byte>> plates;
};

constexpr std::int64_t width = 333;
constexpr std::int64_t height = 200;

Job job_of(const std::string& backend) {
  Job job;
  job.backend = backend;
  job.threads = 3;
  job.strip_rows = 32;
  return job;
}

Made make_plates(const Job& job, int bits = 8) {
  MadePage page(width, height, bits);
  MemorySink sink;
  Made made;
  made.report = rip_page(job, {"page"}, page, sink);
  made.plates = std::move(sink.plates);
  return made;
}

/// With "made", and with "cuda" where there is such a GPU.
class GpuPages : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (GetParam() == std::string("made")) {
      gpu_ = std::make_shared<MadeGpu>();
    } else if (const Status status = find_gpu(0); status.ok()) {
      gpu_ = open_gpu(0, 0);
    } else {
      GTEST_SKIP() << "NOT TESTED: " << status.error().message;
    }
  }

  Job job(Call call, int at, const std::string& backend = "auto") const {
    Job job = job_of(backend);
    job.gpu = std::make_shared<FailingGpu>(gpu_, call, at);
    return job;
  }

  std::shared_ptr<Gpu> gpu_;
};

void expect_same(const Made& made, const Made& expected) {
  ASSERT_TRUE(made.report.ok()) << made.report.error().message;
  ASSERT_TRUE(expected.report.ok()) << expected.report.error().message;
  EXPECT_TRUE(made.plates == expected.plates);
  EXPECT_DOUBLE_EQ(made.report->mean_total_ink_percent, expected.report->mean_total_ink_percent);
  EXPECT_DOUBLE_EQ(made.report->max_total_ink_percent, expected.report->max_total_ink_percent);
}

TEST_P(GpuPages, HaveTheBitsOfTheReference) {
  for (const halftone::Method method : halftone::methods()) {
    for (const int bits : {8, 16}) {
      Job with_gpu = job(Call::none, 0, "cuda");
      with_gpu.method = method;
      with_gpu.planes = bits == 8 ? std::vector<std::string>{} : std::vector<std::string>{"Magenta", "Black"};
      Job reference = with_gpu;
      reference.backend = "reference";
      const Made made = make_plates(with_gpu, bits);
      expect_same(made, make_plates(reference, bits));
      EXPECT_THAT(made.report->halftone_backend, HasSubstr(GetParam())) << made.report->without_gpu;
      EXPECT_THAT(made.report->warning, IsEmpty());
    }
  }
}

TEST_P(GpuPages, GoOnWithTheCpuWhereTheGpuFails) {
  const Made expected = make_plates(job_of("reference"));
  for (const Call call : {Call::submit, Call::wait}) {
    for (const int at : {0, 1, 5, 6}) {
      const Made made = make_plates(job(call, at));
      expect_same(made, expected);
      EXPECT_THAT(made.report->warning,
                  HasSubstr("the test's GPU broke; the CPU went on from row " + std::to_string(32 * at)));
      EXPECT_THAT(made.report->halftone_backend, HasSubstr("then cpu"));
    }
  }
}

TEST_P(GpuPages, GoOnWithTheCpuForEveryHalftone) {
  for (const halftone::Method method : halftone::methods()) {
    Job failing = job(Call::wait, 3);
    failing.method = method;
    failing.levels = 4;
    Job reference = failing;
    reference.backend = "reference";
    expect_same(make_plates(failing, 16), make_plates(reference, 16));
  }
}

TEST_P(GpuPages, FailWhereOnlyTheGpuMayMakeThem) {
  for (const Call call : {Call::health, Call::begin, Call::submit, Call::wait}) {
    const Made made = make_plates(job(call, 2, "cuda"));
    ASSERT_FALSE(made.report.ok());
    EXPECT_EQ(made.report.error().message, "page: the test's GPU broke");
  }
}

TEST_P(GpuPages, AreTheCpusWhereTheGpuDoesNotBegin) {
  const Made expected = make_plates(job_of("reference"));
  for (const Call call : {Call::health, Call::prepare, Call::begin}) {
    const Made made = make_plates(job(call, 0));
    expect_same(made, expected);
    EXPECT_THAT(made.report->halftone_backend, HasSubstr("cpu"));
    EXPECT_THAT(made.report->without_gpu, HasSubstr("the test's GPU"));
    EXPECT_THAT(made.report->warning, IsEmpty());
  }
}

TEST_P(GpuPages, ThatAreNotForTheGpuAreTheCpusEvenIfItWasAskedFor) {
  const Made made = make_plates(job(Call::prepare, 0, "cuda"));
  expect_same(made, make_plates(job_of("reference")));
  EXPECT_EQ(made.report->without_gpu, "the test's GPU does no such pages");
}

INSTANTIATE_TEST_SUITE_P(Gpus, GpuPages, testing::Values("made", "cuda"),
                         [](const auto& gpu) { return std::string(gpu.param); });

}  // namespace
}  // namespace platerip::rip
