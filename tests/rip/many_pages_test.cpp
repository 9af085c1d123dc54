// Files of many small pages: memory does not grow with their number, and work only in proportion to it.
#include <tiff.h>

#include <fstream>

#include "tests/rip/large_page.h"
#include "tests/rip/stream_command.h"

namespace platerip::test {
namespace {

/// A BigTIFF of CMYK pages of 16 × 16 pixels, of which no two are alike.
std::string tiff_of(std::uint64_t pages) {
  constexpr std::uint64_t side = 16;
  constexpr std::uint64_t data_bytes = side * side * 4;
  constexpr std::uint64_t directory_bytes = 8 + 10 * 20 + 8;
  std::string bytes;
  const auto put = [&bytes](std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i) bytes.push_back(static_cast<char>(value >> 8 * i));
  };
  const auto put_tag = [&put](std::uint64_t tag, std::uint64_t type, std::uint64_t count, std::uint64_t value) {
    put(tag, 2);
    put(type, 2);
    put(count, 8);
    put(value, 8);
  };
  put(0x4949, 2);
  put(43, 2);
  put(8, 4);
  put(16 + data_bytes, 8);
  for (std::uint64_t page = 0; page < pages; ++page) {
    const std::uint64_t data = bytes.size();
    for (std::uint64_t i = 0; i < data_bytes; ++i) put(i * 7 + page * 13, 1);
    put(10, 8);
    put_tag(TIFFTAG_IMAGEWIDTH, TIFF_LONG, 1, side);
    put_tag(TIFFTAG_IMAGELENGTH, TIFF_LONG, 1, side);
    put_tag(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, 4, 0x0008'0008'0008'0008);
    put_tag(TIFFTAG_COMPRESSION, TIFF_SHORT, 1, COMPRESSION_NONE);
    put_tag(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, 1, PHOTOMETRIC_SEPARATED);
    put_tag(TIFFTAG_STRIPOFFSETS, TIFF_LONG8, 1, data);
    put_tag(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, 1, 4);
    put_tag(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, 1, side);
    put_tag(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG8, 1, data_bytes);
    put_tag(TIFFTAG_PLANARCONFIG, TIFF_SHORT, 1, PLANARCONFIG_CONTIG);
    put(page + 1 < pages ? data + data_bytes + directory_bytes + data_bytes : 0, 8);
  }
  return bytes;
}

class ManyPages : public StreamTest, public testing::WithParamInterface<std::vector<std::string>> {
 protected:
  static constexpr std::uint64_t few = 100;
  static constexpr std::uint64_t many = 600;

  struct Run {
    Outcome outcome;
    std::uint64_t questions = 0;  ///< how often it asks the file system what there is at a path
  };

  [[nodiscard]] Run run_of(std::uint64_t pages) const {
    const std::string input = std::to_string(pages) + ".tif";
    save(input, tiff_of(pages));
    std::vector<std::string> arguments{input, "--threads", "2"};
    arguments.insert(arguments.end(), GetParam().begin(), GetParam().end());
    Command command = this->command(arguments);
    if (!sanitized) command.environment = {{"LD_PRELOAD", COUNT_STATS}, {"COUNT_STATS_TO", file("count")}};
    Run run{.outcome = platerip::test::run(command)};
    expect_done(run.outcome);
    std::ifstream(file("count")) >> run.questions;
    return run;
  }

  void expect_all_plates(const Outcome& outcome) const {
    if (GetParam()[1] == "plates") {
      EXPECT_EQ(files().size(), 4 * (few + many) + (sanitized ? 2 : 3));  // also the two input files, and the count
      EXPECT_EQ(plate("plates/600-599.Black.tif").width, 16u);
    } else if (GetParam().size() == 2) {
      const std::vector<Plate> plates = plates_of(outcome.out);
      ASSERT_EQ(plates.size(), 4 * many);
      EXPECT_FALSE(plates[0].levels == plates[4].levels);
    }
  }
};

TEST_P(ManyPages, TakeTheMemoryOfAFewAndAskForThemselvesAlone) {
  const Run least = run_of(few);
  const Run most = run_of(many);
  expect_all_plates(most.outcome);
  if (sanitized) return;  // sanitizers use memory of their own, and must be loaded first
  EXPECT_LT(most.outcome.peak_mib, least.outcome.peak_mib + 1.5);
  EXPECT_GT(least.questions, 0u);
  EXPECT_LE(most.questions, least.questions * many / few);
}

INSTANTIATE_TEST_SUITE_P(All, ManyPages,
                         testing::Values(std::vector<std::string>{"-o", "plates"}, std::vector<std::string>{"-o", "-"},
                                         std::vector<std::string>{"-o", "-", "--output-format", "cups-raster"}),
                         [](const auto& test) {
                           return test.param[1] == "plates" ? "Folder" : test.param.size() == 2 ? "Tiff" : "Raster";
                         });

}  // namespace
}  // namespace platerip::test
