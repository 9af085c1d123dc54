// The bytes of the plates depend only on the page and the settings.
#include <nlohmann/json.hpp>

#include "tests/rip/block_page.h"
#include "tests/rip/command.h"
#include "tests/rip/halftone_names.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

/// A page wider and higher than one block of any kind, with odd dimensions.
class SamePlates : public PlateripTest, public testing::WithParamInterface<std::string> {
 protected:
  SamePlates() { write_page(file("page.tif"), PageSpec{.width = 517, .height = 331, .rows_per_strip = 13}); }

  /// The bytes of all plates of these pages, made with these options.
  std::vector<std::vector<std::byte>> plates(std::vector<std::string> options,
                                             const std::vector<std::string>& stems = {"page"}) const {
    options.insert(options.end(), {"--halftone", GetParam()});
    for (const std::string& stem : stems) options.push_back(stem + ".tif");
    expect_done(platerip(options));
    std::vector<std::vector<std::byte>> bytes;
    for (const std::string& stem : stems) {
      for (const std::string& name : four_plates(stem)) {
        bytes.push_back(read_file(file(name)));
        EXPECT_FALSE(bytes.back().empty());
      }
    }
    return bytes;
  }
};

TEST_P(SamePlates, Twice) {
  EXPECT_EQ(plates({}), plates({}));
}

TEST_P(SamePlates, WithAnyNumberOfThreads) {
  const auto expected = plates({"--threads", "1"});
  EXPECT_EQ(plates({"--threads", "2"}), expected);
  EXPECT_EQ(plates({"--threads", "7", "--strip-rows", "3"}), expected);
  EXPECT_EQ(plates({"--threads", "16"}), expected) << "threads share strips";
}

TEST_P(SamePlates, WithAnyStripRows) {
  const auto expected = plates({});
  for (const char* rows : {"1", "7", "64", "100000"}) EXPECT_EQ(plates({"--strip-rows", rows}), expected) << rows;
}

TEST_P(SamePlates, WithMuchOrLittleMemory) {
  const auto expected = plates({});
  EXPECT_EQ(plates({"--memory", "2"}), expected);
  EXPECT_EQ(plates({"--memory", "1000"}), expected);
}

TEST_P(SamePlates, WithAPreviewAndASummary) {
  const auto expected = plates({});
  std::filesystem::remove(file("page.Cyan.tif"));
  Command busy = command({"--preview", "proof.png", "--summary", "json", "--halftone", GetParam(), "page.tif"});
  expect_done(run(busy));
  EXPECT_EQ(read_file(file("page.Cyan.tif")), expected[1]);  // in the order of their names, so Black is first
}

TEST_P(SamePlates, AmongAllOrAlone) {
  const auto expected = plates({});
  for (const std::string& name : four_plates("page")) std::filesystem::remove(file(name));
  expect_done(platerip({"--planes", "Magenta", "--halftone", GetParam(), "page.tif"}));
  EXPECT_EQ(read_file(file("page.Magenta.tif")), expected[2]);
}

/// Writes a page with grays among its colours, and a page of grays.
void write_grays(const std::string& colors, const std::string& grays) {
  BlockPage page = gray_ramp(9);
  for (std::size_t i = 1; i < page.blocks.size(); i += 2) page.blocks[i][1] = 200;
  write_page(colors, page);
  write_page(grays, PageSpec{.width = 517, .height = 331, .samples = 1, .photometric = PHOTOMETRIC_MINISBLACK});
}

std::vector<std::string> keep_black_by(const std::string& backend) {
  return {"--keep-black=neutral", "--ink-limit", "200", "--backend", backend};
}

TEST_P(SamePlates, OfGraysInBlackAlone) {
  write_grays(file("colors.tif"), file("grays.tif"));
  EXPECT_EQ(plates(keep_black_by("auto"), {"colors", "grays"}),
            plates(keep_black_by("reference"), {"colors", "grays"}));
}

class SamePlatesOnGpus : public SamePlates {
 protected:
  void SetUp() override {
    const Outcome probe = platerip({"--backend", "cuda", "page.tif"});
    if (probe.status == 2) GTEST_SKIP() << "NOT TESTED: " << probe.err;
  }
};

TEST_P(SamePlatesOnGpus, OnOne) {
  const auto expected = plates({"--backend", "reference"});
  EXPECT_EQ(plates({"--backend", "cuda"}), expected);
  EXPECT_EQ(plates({"--backend", "cuda", "--strip-rows", "50"}), expected);
}

TEST_P(SamePlatesOnGpus, OnOneThatHasRoomForLowStripsAlone) {
  write_page(file("page.tif"), PageSpec{.width = 300, .height = 2000});
  const auto expected = plates({"--backend", "reference"});
  // A search keeps more rows on the GPU.
  const std::string room = std::string(GetParam()) == "dbs" ? "4" : "2";
  const std::vector<std::string> low{"--backend", "cuda", "--strip-rows", "200", "--gpu-memory", room};
  EXPECT_EQ(plates(low), expected);
  Command with_summary = command(low);
  with_summary.words.insert(with_summary.words.end(), {"--summary", "json", "--halftone", GetParam(), "page.tif"});
  EXPECT_LT(nlohmann::json::parse(run(with_summary).out)["strip_rows"], 200);
}

TEST_P(SamePlatesOnGpus, OfGraysInBlackAlone) {
  write_grays(file("colors.tif"), file("grays.tif"));
  EXPECT_EQ(plates(keep_black_by("cuda"), {"colors", "grays"}),
            plates(keep_black_by("reference"), {"colors", "grays"}));
}

TEST_P(SamePlatesOnGpus, OnAllThatThereAre) {
  const std::vector<std::string> stems{"a", "b", "c", "d", "e", "f"};
  for (std::uint32_t i = 0; i < stems.size(); ++i)
    write_page(file(stems[i] + ".tif"), PageSpec{.width = 517 - 50 * i, .height = 150 + 100 * i});
  EXPECT_EQ(plates({"--backend", "cuda", "--devices", "all"}, stems), plates({"--backend", "reference"}, stems));
}

const auto every_halftone = testing::ValuesIn(quick_halftone_names());
INSTANTIATE_TEST_SUITE_P(EveryHalftone, SamePlates, every_halftone);
INSTANTIATE_TEST_SUITE_P(EveryHalftone, SamePlatesOnGpus, testing::ValuesIn(gpu_halftone_names()));

}  // namespace
}  // namespace platerip::test
