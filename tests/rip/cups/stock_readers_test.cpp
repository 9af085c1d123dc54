// The ink that other programs read in the rasters of rastertoplates is that of the plates.
#include <cstdio>
#include <filesystem>
#include <numeric>

#include "tests/rip/cups/filter_command.h"
#include "tests/rip/cups/pcl.h"

namespace platerip::test {
namespace {

const std::string filters = PLATERIP_CUPS_SERVERBIN "/filter/";
const std::string ppd = PLATERIP_PPDS "/prraster.ppd";

class StockReaders : public FilterTest {
 protected:
  StockReaders() : FilterTest("rastertoplates") {}

  void SetUp() override {
    for (const std::string& program :
         {filters + "rastertopdf", filters + "rastertopclx", filters + "rastertohp", std::string("/usr/bin/gs")}) {
      if (!std::filesystem::exists(program)) GTEST_SKIP() << program << " is not installed";
    }
    // A sheet whose size is in whole points. With other sizes, the readers lose a row.
    const RasterSpec page{.page = {.width = 1250, .height = 1000}};
    write_page(file("page.tif"), page.page);
    save("page.ras", raster_of({page}));
    plates_ = plates_of_file();
  }

  void make_raster(const std::string& color_model) const {
    const Outcome outcome =
        filter("page.ras", {.options = "ColorModel=" + color_model, .final_type = raster_type, .ppd = ppd});
    expect_printed(outcome);
    save("plates.ras", outcome.out);
  }

  /// Runs the raster through one of CUPS' filters.
  Outcome read_by(const std::string& name, const std::string& options = "") const {
    const Outcome outcome =
        run({.words = {filters + name, "1", "user", "a page", "1", options},
             .folder = folder_.path().string(),
             .input = file("plates.ras"),
             .environment = {{"PPD", ppd}, {"OUTFORMAT", "PDF"}, {"FINAL_CONTENT_TYPE", "application/pdf"}}});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome;
  }

  [[nodiscard]] std::uint64_t dots_of(std::size_t ink) const {
    const auto& levels = plates_.at(ink).levels;
    return std::accumulate(levels.begin(), levels.end(), std::uint64_t{0});
  }

  std::vector<Plate> plates_;
};

TEST_F(StockReaders, GhostscriptSeesTheInkOfChunkedPages) {
  make_raster("CMYK");
  save("page.pdf", read_by("rastertopdf", "PageSize=Custom.300x240 Resolution=300dpi").out);
  const Outcome outcome =
      run({.words = {"/usr/bin/gs", "-q", "-r300", "-sDEVICE=ink_cov", "-o", "-", file("page.pdf")}});
  double seen[4] = {};
  ASSERT_EQ(std::sscanf(outcome.out.c_str(), "%lf %lf %lf %lf CMYK OK", &seen[0], &seen[1], &seen[2], &seen[3]), 4)
      << outcome.out;
  for (std::size_t ink = 0; ink < 4; ++ink) EXPECT_NEAR(seen[ink], plates_[ink].coverage(), 0.00001) << ink;
}

TEST_F(StockReaders, RastertopclxSeesTheDotsOfBandedPages) {
  make_raster("CMYKBanded");
  const auto dots = pcl_dots(read_by("rastertopclx").out);
  for (std::size_t ink = 0; ink < 4; ++ink) EXPECT_EQ(dots[ink], dots_of(ink)) << ink;
}

TEST_F(StockReaders, RastertohpSeesTheDotsOfKcmyPages) {
  make_raster("KCMY");
  const auto dots = pcl_dots(read_by("rastertohp").out);
  for (std::size_t ink = 0; ink < 4; ++ink) EXPECT_EQ(dots[(ink + 1) % 4], dots_of(ink)) << ink;
}

TEST_F(StockReaders, ThePpdsAreSound) {
  const Outcome outcome = run({.words = {"/usr/bin/cupstestppd", "-W", "all", PLATERIP_PPDS "/prplates.ppd", ppd}});
  EXPECT_EQ(outcome.status, 0) << outcome.out;
}

}  // namespace
}  // namespace platerip::test
