// --crisp: pages of strokes must have the plates of pages that the test itself has made crisp, whoever makes them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rip/page/rip_page.h"
#include "rip/plates/plate_files.h"
#include "tests/rip/late_gpu.h"
#include "tests/separation/crisp_pages.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::rip {
namespace {

using namespace test;
using profiles::ColorModel;
using separation::Crisp;
using separation::PixelFormat;
using testing::HasSubstr;

constexpr int width = 150, height = 131;

Pixels pixels_of(const SamplePage& page, int orientation = 1) {
  Pixels pixels;
  tiffio::PageInfo& info = pixels.info;
  info.width = page.width;
  info.height = page.height;
  info.bits = page.format.bits;
  info.orientation = static_cast<tiffio::Orientation>(orientation);
  info.model = page.format.model == ColorModel::gray   ? tiffio::ColorModel::gray
               : page.format.model == ColorModel::cmyk ? tiffio::ColorModel::cmyk
                                                       : tiffio::ColorModel::rgb;
  if (page.format.alpha != separation::Alpha::none) info.alpha = tiffio::Alpha::unassociated;
  for (const int sample : page.samples) {
    const auto narrow = static_cast<std::uint8_t>(sample);
    const auto wide = static_cast<std::uint16_t>(sample);
    const auto bytes = info.bits == 8 ? std::as_bytes(std::span(&narrow, 1)) : std::as_bytes(std::span(&wide, 1));
    pixels.samples.insert(pixels.samples.end(), bytes.begin(), bytes.end());
  }
  return pixels;
}

const std::vector<PixelFormat>& formats() {
  static const std::vector<PixelFormat> all{{ColorModel::gray},
                                            {.model = ColorModel::rgb, .bits = 8},
                                            {.model = ColorModel::rgb, .bits = 16},
                                            {ColorModel::rgb, separation::Alpha::unassociated},
                                            {ColorModel::cmyk}};
  return all;
}

/// Black strokes on white, or the reverse.
SamplePage strokes(const PixelFormat& format) {
  std::mt19937 random(test_seed());
  return page_of_strokes(random, format, width, height);
}

struct Made {
  Result<PageReport> report = Error{};
  std::vector<std::vector<std::byte>> plates;
};

Made make_page(const Job& job, const SamplePage& page, const RunResources& resources = {}) {
  PageInMemory rows(pixels_of(page));
  PlatesInMemory sink;
  Made made;
  made.report = rip_page(job, {"page"}, rows, sink, {}, resources);
  made.plates = std::move(sink.plates);
  return made;
}

Job job_of(Crisp crisp, const std::string& backend = "auto", std::optional<std::int64_t> strip_rows = std::nullopt) {
  Job job;
  job.crisp = crisp;
  job.sharpness = 0;  // the default depends on whether text is crisp
  job.backend = backend;
  job.threads = 3;
  job.strip_rows = strip_rows;
  return job;
}

/// The plates of the page that is crisp by definition.
Made expected(Crisp crisp, const SamplePage& page) {
  return make_page(job_of(Crisp::off, "reference"), crisp_by_definition(crisp, page));
}

void expect_same(const Made& made, const Made& expected) {
  ASSERT_TRUE(made.report.ok()) << made.report.error().message;
  ASSERT_TRUE(expected.report.ok()) << expected.report.error().message;
  EXPECT_TRUE(made.plates == expected.plates);
  EXPECT_DOUBLE_EQ(made.report->mean_total_ink_percent, expected.report->mean_total_ink_percent);
}

TEST(CrispOption, MakesPagesCrispInStripsOfAnyHeight) {
  for (const PixelFormat& format : formats()) {
    const SamplePage page = strokes(format);
    for (const Crisp crisp : {Crisp::text, Crisp::hairlines, Crisp::soft}) {
      const Made plates = expected(crisp, page);
      EXPECT_FALSE(plates.plates == expected(Crisp::off, page).plates);
      for (const char* backend : {"reference", "cpu", "auto"}) {
        for (const std::optional<std::int64_t> rows : {std::optional<std::int64_t>(1), {7}, {64}, {}}) {
          SCOPED_TRACE(testing::Message() << backend << ", strips of " << rows.value_or(0) << " rows");
          expect_same(make_page(job_of(crisp, backend, rows), page), plates);
        }
      }
    }
  }
}

TEST(CrispOption, IsTextByDefaultWithoutSharpness) {
  const SamplePage page = strokes({ColorModel::gray});
  expect_same(make_page({}, page), expected(Crisp::text, page));
}

TEST(CrispOption, SeesPagesAsTheyAreTurned) {
  const SamplePage page = strokes({ColorModel::gray});
  SamplePage turned{page.format, height, width, {}};  // orientation 6: the first row is the right-hand column
  for (int y = 0; y < width; ++y)
    for (int x = 0; x < height; ++x) turned.samples.push_back(page.samples[(height - 1 - x) * width + y]);
  PageInMemory rows(pixels_of(page, 6));
  PlatesInMemory sink;
  Job job = job_of(Crisp::text);
  job.upright = true;
  const auto report = rip_page(job, {"page"}, rows, sink);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_TRUE(sink.plates == expected(Crisp::text, turned).plates);
}

TEST(CrispOption, GoesOnAtACheckpoint) {
  const SamplePage page = strokes({ColorModel::gray});
  for (const std::int64_t broken : {1, 60, 129}) {
    const TempFolder folder;
    write_file(folder.file("page.tif"), {});
    Job job = job_of(Crisp::text, "auto", 16);
    job.plates.manifest = true;
    const auto make = [&](const std::string& out, const SamplePage& from, std::int64_t end) {
      job.plates.folder = folder.file(out);
      PageInMemory rows(pixels_of(from), end);
      PlateFiles plates(job.plates);
      return rip_page(job, {folder.file("page.tif")}, rows, plates);
    };
    job.checkpoint = 0;
    ASSERT_FALSE(make("out", page, broken).ok());
    const auto report = make("out", page, height);
    ASSERT_TRUE(report.ok()) << report.error().message;
    job.checkpoint.reset();
    job.crisp = Crisp::off;
    const auto whole = make("expected", crisp_by_definition(Crisp::text, page), height);
    ASSERT_TRUE(whole.ok()) << whole.error().message;
    for (std::size_t plate = 0; plate < report->plates.size(); ++plate)
      EXPECT_EQ(read_file(report->plates[plate].file), read_file(whole->plates[plate].file));
  }
}

TEST(CrispOption, DoesNotGoOnWithPlatesThatAreNotCrisp) {
  const SamplePage page = strokes({ColorModel::gray});
  const TempFolder folder;
  write_file(folder.file("page.tif"), {});
  Job job = job_of(Crisp::text, "auto", 16);
  job.plates.manifest = true;
  job.plates.folder = folder.file("out");
  job.checkpoint = 0;
  const auto make = [&](std::int64_t end) {
    PageInMemory rows(pixels_of(page), end);
    PlateFiles plates(job.plates);
    return rip_page(job, {folder.file("page.tif")}, rows, plates);
  };
  ASSERT_FALSE(make(60).ok());
  job.crisp = Crisp::hairlines;
  const auto refused = make(height);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, HasSubstr("its plates were made with another --crisp"));
  job.plates.folder = folder.file("new");
  ASSERT_TRUE(make(height).ok());
  const auto manifest = read_file(folder.file("new/page.plates.json"));
  EXPECT_THAT(std::string(reinterpret_cast<const char*>(manifest.data()), manifest.size()),
              HasSubstr("\"crisp\": \"hairlines\""));
}

class CrispOptionOnGpus : public TestOnGpus {};

TEST_P(CrispOptionOnGpus, MakesTheSamePlates) {
  for (const PixelFormat& format : formats()) {
    const SamplePage page = strokes(format);
    for (const Crisp crisp : {Crisp::text, Crisp::hairlines, Crisp::soft}) {
      const Made plates = expected(crisp, page);
      for (const std::int64_t rows : {1, 40, 131}) {
        const Made made = make_page(job_of(crisp, "auto", rows), page, {.gpu = gpu_});
        expect_same(made, plates);
        EXPECT_THAT(made.report->halftone_backend, testing::StartsWith(GetParam()));
      }
    }
  }
}

TEST_P(CrispOptionOnGpus, GoesOnWithTheCoresWhereTheGpuFails) {
  const SamplePage page = strokes({ColorModel::rgb});
  const Made plates = expected(Crisp::text, page);
  for (const int strips : {0, 1, 7}) {
    const auto gpu = std::make_shared<FailingGpu>(gpu_, Call::wait, strips);
    expect_same(make_page(job_of(Crisp::text, "auto", 7), page, {.gpu = gpu}), plates);
  }
}

INSTANTIATE_TEST_SUITE_P(Gpus, CrispOptionOnGpus, testing::Values("made", "cuda"),
                         [](const auto& gpu) { return std::string(gpu.param); });

}  // namespace
}  // namespace platerip::rip
