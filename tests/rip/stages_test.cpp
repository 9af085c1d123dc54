// Stages before and after the separation, by every maker. A page with stages must have the plates of a page whose
// samples the test itself has changed.
#include "rip/strips/stages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "halftone/search/bands.h"
#include "rip/job/color/ink_settings.h"
#include "rip/makers/across_stage.h"
#include "rip/makers/disc_stage.h"
#include "rip/makers/knock_out_stage.h"
#include "rip/makers/split_stage.h"
#include "rip/mpi/bands.h"
#include "rip/page/page_share.h"
#include "rip/page/pass_rows.h"
#include "rip/page/rip_page.h"
#include "rip/plates/plate_files.h"
#include "separation/edges/disc_reference.h"
#include "tests/rip/late_gpu.h"
#include "tests/rip/made_stages.h"
#include "tests/rip/strips_in_turn.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::rip {
namespace {

using namespace test;
using separation::EdgeMove;
using testing::HasSubstr;

constexpr std::int64_t width = 97;
constexpr std::int64_t height = 230;
constexpr int inks = 4;

/// Samples of CMYK, one ink after the other.
using Inks = std::vector<std::vector<int>>;

Inks made_inks(int bits) {
  Inks page(inks, std::vector<int>(width * height));
  std::mt19937 random(test_seed());
  for (int ink = 0; ink < inks; ++ink) {
    for (std::int64_t i = 0; i < width * height; ++i) {
      const auto noise = static_cast<std::int64_t>(random() % 90);
      page[ink][i] = static_cast<int>((i * (ink + 2) * 30 / (width * height) + noise) * (bits == 8 ? 1 : 257));
    }
  }
  return page;
}

/// A page of CMYK. Calls `before_row` with each row that is read.
class InksPage : public PageRows {
 public:
  InksPage(const Inks& page, int bits, std::function<Status(std::int64_t)> before_row = {})
      : inks_(page), before_row_(std::move(before_row)) {
    info_.width = width;
    info_.height = height;
    info_.bits = bits;
    info_.model = tiffio::ColorModel::cmyk;
  }
  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    for (; rows > 0; --rows, ++row_, out += stride) {
      if (const Status status = before_row_ ? before_row_(row_) : Status(); !status.ok()) return status;
      info_.bits == 8 ? put<std::uint8_t>(out) : put<std::uint16_t>(out);
    }
    return {};
  }

 private:
  template <typename Sample>
  void put(std::byte* out) const {
    auto* to = reinterpret_cast<Sample*>(out);
    for (std::int64_t x = 0; x < width; ++x) {
      for (int ink = 0; ink < inks; ++ink) *to++ = static_cast<Sample>(inks_[ink][row_ * width + x]);
    }
  }

  tiffio::PageInfo info_;
  Inks inks_;
  std::function<Status(std::int64_t)> before_row_;
  std::int64_t row_ = 0;
};

int at(const std::vector<int>& ink, std::int64_t x, std::int64_t y) {
  return ink[std::clamp<std::int64_t>(y, 0, height - 1) * width + x];
}

void take_mean(Inks& page, const Window& window) {
  const Inks before = page;
  for (int ink = 0; ink < inks; ++ink) {
    for (std::int64_t i = 0; i < width * height; ++i) {
      std::int64_t sum = 0;
      for (std::int64_t dy = -window.above; dy <= window.below; ++dy) sum += at(before[ink], i % width, i / width + dy);
      page[ink][i] = static_cast<int>(sum / (window.rows() + 1));
    }
  }
}

void take_most(Inks& page, std::size_t ink, std::size_t other, const Window& window) {
  const Inks before = page;
  for (std::int64_t i = 0; i < width * height; ++i) {
    int most = 0;
    for (std::int64_t dy = -window.above; dy <= window.below; ++dy)
      most = std::max(most, at(before[ink], i % width, i / width + dy));
    page[ink][i] = std::max(0, most - before[other][i] / 4);
  }
}

// Samples of 8 bits count as some of 16 bits.
void move_edges(Inks& page, std::size_t ink, separation::EdgeMove move, const separation::DiscRadius& radius) {
  std::vector<std::uint16_t> in(page[ink].begin(), page[ink].end()), out(in.size());
  const auto plane = [](std::vector<std::uint16_t>& samples) {
    return separation::Plane{reinterpret_cast<std::byte*>(samples.data()), 2 * width};
  };
  separation::reference::move_edges(separation::DiscEdges(move, radius), 16, {.width = width, .rows = height},
                                    plane(in), plane(out));
  page[ink].assign(out.begin(), out.end());
}

// More curves than one launch of a GPU takes; some lie right of the page.
std::vector<ColumnCurve> made_curves(std::size_t count, std::int64_t first, std::int64_t distance) {
  std::vector<ColumnCurve> curves(count);
  std::mt19937 random(test_seed() + static_cast<unsigned>(count));
  for (std::size_t i = 0; i < count; ++i) {
    curves[i].column = first + static_cast<std::int64_t>(i) * distance;
    for (std::uint32_t& share : curves[i].shares) share = static_cast<std::uint32_t>(random() % 65537);
    std::ranges::sort(curves[i].shares);
    curves[i].shares.front() = 0;
  }
  return curves;
}

// The curve at a tone from 0 to 1, in quarters of shares; in real numbers, which are exact here.
double at(const ColumnCurve& curve, double tone) {
  const double place = tone * 32;
  const auto i = std::min<std::size_t>(static_cast<std::size_t>(place), 31);
  const double left = curve.shares[i];
  return std::floor(4 * (left + (curve.shares[i + 1] - left) * (place - double(i))));
}

// The share of solid at a column.
double through(const std::vector<ColumnCurve>& curves, std::int64_t x, double tone) {
  double made = at(x < curves.front().column ? curves.front() : curves.back(), tone);
  for (std::size_t i = 1; i < curves.size(); ++i) {
    const auto &left = curves[i - 1], &right = curves[i];
    if (x < left.column || x >= right.column) continue;
    const double part = double(x - left.column) / double(right.column - left.column);
    const double weight = std::floor(8192 * part) / 8192;
    made = at(left, tone) * (1 - weight) + at(right, tone) * weight;
  }
  return std::floor(made / 4 + 0.5) / 65536;
}

// Solid is 65536, so that amounts have no gap: samples from the middle on count one more.
void apply_curves(Inks& page, const AcrossInk& across, int bits) {
  const int solid = bits == 8 ? 255 : 65535;
  for (std::int64_t i = 0; i < width * height; ++i) {
    int& sample = page[across.ink][i];
    const int wide = bits == 8 ? 257 * sample : sample;
    const double tone = (wide < 32768 ? wide : wide + 1) / 65536.0;
    sample = static_cast<int>(std::floor(solid * through(across.curves, i % width, tone) + 0.5));
  }
}

// The inks after the split, of which each gets the part of the one that it had.
void split(Inks& page, const std::vector<SplitInk>& parts) {
  const Inks before = page;
  for (const SplitInk& part : parts)
    for (std::int64_t i = 0; i < width * height; ++i)
      page[part.ink][i] = part.table.empty() ? 0 : part.table[before[part.from][i]];
}

// A table that leaves nothing of the tones below `from`.
std::vector<std::uint16_t> tones_from(double from, int bits) {
  std::vector<std::uint16_t> table(std::size_t{1} << bits);
  for (std::size_t tone = static_cast<std::size_t>(from * static_cast<double>(table.size())); tone < table.size();
       ++tone)
    table[tone] = static_cast<std::uint16_t>(tone);
  return table;
}

void empty_where(Inks& page, std::size_t ink, std::size_t mask) {
  for (std::int64_t i = 0; i < width * height; ++i)
    if (page[mask][i] > 0) page[ink][i] = 0;
}

/// Stages, and what they make of a page.
struct Case {
  std::string name;
  Stages stages;
  std::function<void(Inks&)> apply;
};

std::vector<Case> cases(int bits = 8) {
  std::vector<Case> all;
  all.push_back({"a page stage", {{mean_of_rows({1, 2})}, {}}, [](Inks& page) { take_mean(page, {1, 2}); }});
  all.push_back({"two page stages", {{mean_of_rows({3, 0}), mean_of_rows({0, 7})}, {}}, [](Inks& page) {
                   take_mean(page, {3, 0});
                   take_mean(page, {0, 7});
                 }});
  all.push_back({"a plane stage", {{}, {most_of_rows(3, 1, {2, 1})}}, [](Inks& page) {
                   take_most(page, 3, 1, {2, 1});
                 }});
  all.push_back(
      {"stages of each kind",
       {{mean_of_rows({2, 2})}, {most_of_rows(0, 3, {0, 5}), most_of_rows(0, 0, {4, 0}), most_of_rows(2, 0, {1, 1})}},
       [](Inks& page) {
         take_mean(page, {2, 2});
         take_most(page, 0, 3, {0, 5});
         take_most(page, 0, 0, {4, 0});
         take_most(page, 2, 0, {1, 1});
       }});
  const separation::DiscRadius small{2 * 256, 3 * 256}, large{5 * 256 + 77, 5 * 256 + 77};
  all.push_back({"choke and spread",
                 {{}, {disc_stage(EdgeMove::choke, small, {0, 3}), disc_stage(EdgeMove::spread, large, {1, 3})}},
                 [=](Inks& page) {
                   for (const std::size_t ink : {0, 3}) move_edges(page, ink, EdgeMove::choke, small);
                   for (const std::size_t ink : {1, 3}) move_edges(page, ink, EdgeMove::spread, large);
                 }});
  const std::vector<AcrossInk> across{
      {0, made_curves(60, 3, 2)}, {2, made_curves(1, 40, 1)}, {3, made_curves(4, 0, 31)}};
  all.push_back({"across", {{}, {across_stage(across), across_stage({{1, across[0].curves}}, true)}}, [=](Inks& page) {
                   for (const AcrossInk& each : across) apply_curves(page, each, bits);
                   apply_curves(page, {1, across[0].curves}, bits);
                 }});
  const std::vector<SplitInk> parts{
      {0, 0, tones_from(0.2, bits)}, {0, 3, tones_from(0.1, bits)}, {2, 2, tones_from(0.4, bits)}, {1, 1, {}}};
  all.push_back({"split and knock-out",
                 {{}, {split_stage(parts), knock_out_stage({0, 3}, 2), most_of_rows(3, 0, {1, 2})}},
                 [=](Inks& page) {
                   split(page, parts);
                   for (const std::size_t ink : {0, 3}) empty_where(page, ink, 2);
                   take_most(page, 3, 0, {1, 2});
                 }});
  all.push_back({"stages that see far", {{mean_of_rows({20, 30})}, {most_of_rows(1, 0, {70, 0})}}, [](Inks& page) {
                   take_mean(page, {20, 30});
                   take_most(page, 1, 0, {70, 0});
                 }});
  return all;
}

struct Made {
  Result<PageReport> report = Error{};
  std::vector<std::vector<std::byte>> plates;
};

Job job_of(const std::string& backend, std::optional<std::int64_t> strip_rows = std::nullopt) {
  Job job;
  job.backend = backend;
  job.crisp = separation::Crisp::off;  // it would also look at what the stages make for the expected plates
  job.strip_rows = strip_rows;
  job.threads = 3;
  return job;
}

Made make_page(const Job& job, PageRows& page, const RunResources& resources) {
  PlatesInMemory sink;
  Made made;
  made.report = rip_page(job, {"page"}, page, sink, {}, resources);
  made.plates = std::move(sink.plates);
  return made;
}

Made make_page(const Job& job, const Case& each, int bits, RunResources resources = {}) {
  InksPage page(made_inks(bits), bits);
  resources.stages = each.stages;
  return make_page(job, page, resources);
}

Made expected(const Case& each, int bits, Job job = {}) {
  job.backend = "reference";
  job.crisp = separation::Crisp::off;
  Inks page = made_inks(bits);
  each.apply(page);
  InksPage changed(page, bits);
  return make_page(job, changed, {});
}

void expect_same(const Made& made, const Made& expected) {
  ASSERT_TRUE(made.report.ok()) << made.report.error().message;
  ASSERT_TRUE(expected.report.ok()) << expected.report.error().message;
  EXPECT_TRUE(made.plates == expected.plates);
  EXPECT_DOUBLE_EQ(made.report->mean_total_ink_percent, expected.report->mean_total_ink_percent);
  EXPECT_DOUBLE_EQ(made.report->max_total_ink_percent, expected.report->max_total_ink_percent);
}

TEST(Stages, MakeTheSamePlatesInStripsOfAnyHeight) {
  for (const int bits : {8, 16}) {
    for (const Case& each : cases(bits)) {
      const Made plates = expected(each, bits);
      for (const char* backend : {"reference", "auto"}) {
        for (const std::optional<std::int64_t> rows : {std::optional<std::int64_t>(1), {7}, {64}, {}}) {
          SCOPED_TRACE(testing::Message() << each.name << ", " << bits << " bits, " << backend << ", strips of "
                                          << rows.value_or(0) << " rows");
          expect_same(make_page(job_of(backend, rows), each, bits), plates);
        }
      }
    }
  }
}

TEST(ColumnCurve, ThatChangesNothingGivesTheSampleItself) {
  ColumnCurve same;
  for (std::uint32_t i = 0; i < same.shares.size(); ++i) same.shares[i] = 2048 * i;
  for (unsigned sample = 0; sample <= 65535; ++sample) {
    const std::uint32_t value = same(static_cast<std::uint16_t>(sample));
    EXPECT_EQ(mixed<std::uint16_t>(value, value, sample % 8192), sample);
  }
  for (unsigned sample = 0; sample <= 255; ++sample) {
    const std::uint32_t value = same(static_cast<std::uint8_t>(sample));
    EXPECT_EQ(mixed<std::uint8_t>(value, value, 31 * sample), sample);
  }
}

TEST(Stages, MaySeeTheWholePage) {
  const Window all{height, height + 9};
  const Case each{"all", {{mean_of_rows(all)}, {most_of_rows(1, 0, all)}}, [&](Inks& page) {
                    take_mean(page, all);
                    take_most(page, 1, 0, all);
                  }};
  for (const std::int64_t rows : {50, 230}) expect_same(make_page(job_of("auto", rows), each, 8), expected(each, 8));
}

TEST(Stages, StayWithinTheMemory) {
  const Case each = cases()[3];
  Job job = job_of("auto");
  job.memory = std::size_t{1} << 20;
  const Made made = make_page(job, each, 8);
  expect_same(made, expected(each, 8));
  EXPECT_LT(made.report->strip_rows, height);
}

TEST(Stages, GoOnAtACheckpoint) {
  for (const Case& each : cases()) {
    for (const std::int64_t broken : {1, 60, 229}) {
      const TempFolder folder;
      write_file(folder.file("page.tif"), {});
      Job job = job_of("auto", 16);
      job.method = "jarvis";
      job.checkpoint = 0;
      job.plates.manifest = true;
      job.plates.folder = folder.file("out");
      RunResources resources;
      resources.stages = each.stages;
      const auto make = [&](std::int64_t end) {
        InksPage page(made_inks(8), 8, [end](std::int64_t row) {
          return row < end ? Status() : Status(Error{"broken", ErrorCode::unreadable});
        });
        PlateFiles plates(job.plates);
        return rip_page(job, {folder.file("page.tif")}, page, plates, {}, resources);
      };
      ASSERT_FALSE(make(broken).ok());
      const auto report = make(height);
      ASSERT_TRUE(report.ok()) << report.error().message;
      Job whole = job;
      whole.checkpoint.reset();
      whole.plates.folder = folder.file("expected");
      Inks changed = made_inks(8);
      each.apply(changed);
      InksPage page(changed, 8);
      PlateFiles plates(whole.plates);
      const auto expected_report = rip_page(whole, {folder.file("page.tif")}, page, plates);
      ASSERT_TRUE(expected_report.ok()) << expected_report.error().message;
      for (std::size_t plate = 0; plate < inks; ++plate)
        EXPECT_EQ(read_file(report->plates[plate].file), read_file(expected_report->plates[plate].file));
    }
  }
}

class StagesOnGpus : public TestOnGpus {};

TEST_P(StagesOnGpus, MakeTheSamePlates) {
  for (const int bits : {8, 16}) {
    for (const Case& each : cases(bits)) {
      for (const std::int64_t rows : {1, 40, 230}) {
        SCOPED_TRACE(testing::Message() << each.name << ", " << bits << " bits, strips of " << rows << " rows");
        const Made made = make_page(job_of("auto", rows), each, bits, {.gpu = gpu_});
        expect_same(made, expected(each, bits));
        EXPECT_THAT(made.report->halftone_backend, testing::StartsWith(GetParam()));
      }
    }
  }
}

TEST_P(StagesOnGpus, GoOnWithTheCoresWhereTheGpuFails) {
  for (const Case& each : cases()) {
    const Made plates = expected(each, 8);
    for (const Call call : {Call::submit, Call::wait}) {
      for (const int strips : {0, 1, 7, 20, 32}) {
        SCOPED_TRACE(testing::Message() << each.name << ", broken at " << strips);
        const auto gpu = std::make_shared<FailingGpu>(gpu_, call, strips);
        const Made made = make_page(job_of("auto", 7), each, 8, {.gpu = gpu});
        expect_same(made, plates);
        ASSERT_EQ(made.report->warnings.size(), 1u);
        EXPECT_THAT(made.report->warnings[0].message, HasSubstr("the CPU went on from row "));
      }
    }
  }
}

TEST_P(StagesOnGpus, GoOnWithPagesOfTheCores) {
  for (const Case& each : cases()) {
    const Made plates = expected(each, 8);
    for (const std::int64_t start : {0, 120}) {
      for (const int strips : {-1, 2}) {  // −1: the GPU does not fail
        const auto late =
            std::make_shared<LateGpu>(std::make_shared<FailingGpu>(gpu_, strips < 0 ? Call::none : Call::wait, strips));
        int slow_rows = 12;  // once the GPU has begun
        InksPage page(made_inks(8), 8, [&](std::int64_t row) {
          if (row < start) return Status();
          late->start();
          if (late->has_begun()) --slow_rows;
          if (slow_rows > 0) std::this_thread::sleep_for(std::chrono::milliseconds(4));
          return Status();
        });
        RunResources resources{.gpu = late, .cores_may_begin = true};
        resources.stages = each.stages;
        expect_same(make_page(job_of("auto", 3), page, resources), plates);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Gpus, StagesOnGpus, testing::Values("made", "cuda"),
                         [](const auto& gpu) { return std::string(gpu.param); });

TEST(Stages, OfBandsMakeTheSamePlates) {
  constexpr int ranks = 2;
  const Case each = cases()[3];
  Job job = job_of("auto", 32);
  job.method = *halftone::find_method("dbs");
  job.quality = halftone::SearchQuality::draft;
  const halftone::SearchEffort effort = *search_effort(job);
  const Bands bands = Bands::of(ranks, height, halftone::rows_above(effort), effort.rows_below());
  std::vector<std::vector<std::byte>> plates(inks);
  for (int rank = 0; rank < bands.count(); ++rank) {
    PageShare share{.rows = bands.band(rank), .strip_unit = bands.unit()};
    share.begin = [&](const MakerSettings& settings) -> Result<RowsAbove> {
      if (share.rows.begin == 0) return RowsAbove();
      MakerSettings start = settings;
      start.halftone = halftone::start_of(settings.halftone);
      start.rows = RowsToMake::all(share.rows.begin);
      const NextPage page{{"page"}, std::make_unique<InksPage>(made_inks(8), 8)};
      auto above = pass_rows(start, {.backend = "cpu"}, page, [] { return Status(); });
      if (above.ok()) above->boundary = halftone::band_boundary(settings.halftone, std::move(above->boundary));
      return above;
    };
    RunResources resources;
    resources.share = std::make_shared<PageShare>(share);
    const Made made = make_page(job, each, 8, resources);
    ASSERT_TRUE(made.report.ok()) << made.report.error().message;
    for (std::size_t ink = 0; ink < inks; ++ink)
      plates[ink].insert(plates[ink].end(), made.plates[ink].begin(), made.plates[ink].end());
  }
  EXPECT_TRUE(plates == expected(each, 8, job).plates);
}

TEST(Stages, OfStripsInTurnMakeTheSamePlates) {
  constexpr int turns = 3;
  constexpr std::int64_t strip_rows = 16;
  const Case each = cases()[3];
  const Made whole = expected(each, 8);
  Strips strips;
  std::vector<Made> parts(turns);
  std::vector<std::thread> threads;
  for (int turn = 0; turn < turns; ++turn) {
    threads.emplace_back([&, turn] {
      PageShare share{.rows = {.begin = turn * strip_rows,
                               .first = turn * strip_rows,
                               .last = height,
                               .end = height,
                               .turns = turns,
                               .strip_rows = strip_rows}};
      share.make_maker = [&](MakerSettings settings) -> Result<std::unique_ptr<Maker>> {
        settings.strip_rows = strip_rows;
        settings.full_strips = true;
        auto cores = CoresMaker::make(settings);
        if (!cores.ok()) return cores.error();
        return std::unique_ptr<Maker>(std::make_unique<TurnsMaker>(*std::move(cores), settings.halftone, strips));
      };
      RunResources resources;
      resources.share = std::make_shared<PageShare>(share);
      parts[turn] = make_page(job_of("auto"), each, 8, resources);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::int64_t row_bytes = halftone::plate_row_bytes(width, 2);
  for (const Made& part : parts) ASSERT_TRUE(part.report.ok()) << part.report.error().message;
  for (std::size_t ink = 0; ink < inks; ++ink) {
    std::vector<std::byte> plate;
    for (std::int64_t row = 0; row < height; ++row) {
      const std::int64_t strip = row / strip_rows, of_part = strip / turns * strip_rows + row % strip_rows;
      const auto first = parts[strip % turns].plates[ink].begin() + of_part * row_bytes;
      plate.insert(plate.end(), first, first + row_bytes);
    }
    EXPECT_TRUE(plate == whole.plates[ink]);
  }
}

/// Runs on the cores alone.
class StageOfCores : public PageStage {
 public:
  [[nodiscard]] std::string_view name() const override { return "of cores"; }
  [[nodiscard]] Window window() const override { return {}; }
  void run(const StagedPage& page, const StageRows& rows, const std::byte* in, std::ptrdiff_t stride,
           std::byte* out) const override {
    const std::int64_t row_bytes = page.width * page.format.bytes();
    for (std::int64_t row = 0; row < rows.rows; ++row)
      std::memcpy(out + row * row_bytes, in + row * stride, static_cast<std::size_t>(row_bytes));
  }
};

TEST(Stages, ThatNeedTheCoresGetThem) {
  const auto gpu = gpu_named("cuda");
  if (!gpu.ok()) GTEST_SKIP() << "NOT TESTED: " << gpu.error().message;
  const Case each{"of cores", {{std::make_shared<StageOfCores>()}, {}}, [](Inks&) {}};
  const Made made = make_page(job_of("auto"), each, 8, {.gpu = *gpu});
  expect_same(made, expected(each, 8));
  EXPECT_EQ(made.report->without_gpu, "its stage of cores needs the CPU");
}

}  // namespace
}  // namespace platerip::rip
