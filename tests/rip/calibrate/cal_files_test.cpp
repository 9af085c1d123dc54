// Argyll's .cal files as calibration curves.
#include <fstream>

#include "separation/curves/curve_file.h"
#include "tests/rip/block_page.h"
#include "tests/rip/command.h"

namespace platerip::test {
namespace {

constexpr const char* cal =
    "CAL    \n\nDESCRIPTOR \"Argyll Device Calibration Curves\"\nDEVICE_CLASS \"OUTPUT\"\nCOLOR_REP \"CMYKO\"\n\n"
    "NUMBER_OF_FIELDS 6\nBEGIN_DATA_FORMAT\nCMYKO_I CMYKO_C CMYKO_M CMYKO_Y CMYKO_K CMYKO_O\nEND_DATA_FORMAT\n\n"
    "NUMBER_OF_SETS 3\nBEGIN_DATA\n0.0 0.0 0.0 0.0 0.0 0.0\n0.5 0.5 0.5 0.5 0.25 0.4\n"
    "1.0 1.0 1.0 1.0 0.5 0.9\nEND_DATA\n";

class CalFiles : public PlateripTest {
 protected:
  CalFiles() { std::ofstream(file("press.cal")) << cal; }
};

TEST_F(CalFiles, AreCurvesOfInksByName) {
  const BlockPage inks{.blocks = {{255, 255, 255, 255}}, .photometric = PHOTOMETRIC_SEPARATED};
  write_page(file("inks.tif"), inks);
  expect_done(platerip({"--curve", "K=press.cal", "--curve", "C=press.cal", "inks.tif"}));
  EXPECT_NEAR(plate("inks.Black.tif").coverage(inks.inner(0)), 50, 1);
  EXPECT_EQ(plate("inks.Cyan.tif").coverage(), 100);
}

TEST_F(CalFiles, HaveTheirValuesBetweenTheirPoints) {
  const auto read = separation::CurveFile::read(file("press.cal"));
  ASSERT_TRUE(read.ok()) << read.error().message;
  const auto curve = read->curve_of("orange");
  ASSERT_TRUE(curve.ok()) << curve.error().message;
  EXPECT_NEAR((*curve)(0.5), 0.4, 1e-12);
  EXPECT_NEAR((*curve)(1), 0.9, 1e-12);
}

TEST_F(CalFiles, SayWhatIsWrong) {
  const BlockPage spot{.blocks = {{255, 255, 255, 255}}, .photometric = PHOTOMETRIC_SEPARATED};
  write_page(file("inks.tif"), spot);
  const auto read = separation::CurveFile::read(file("press.cal"));
  ASSERT_TRUE(read.ok());
  EXPECT_THAT(read->curve_of("Varnish").error().message,
              testing::HasSubstr("press.cal: no curve for Varnish; there are Cyan, Magenta, Yellow, Black, Orange"));
  std::string text = cal;
  text.replace(text.find("0.25"), 4, "dark");
  std::ofstream(file("bad.cal")) << text;
  expect_complaint(platerip({"--curve", "K=bad.cal", "inks.tif"}), 1, {"bad.cal:15:", "dark"});
  text.replace(text.find("dark"), 4, "0.75");
  std::ofstream(file("bad.cal")) << text;
  expect_complaint(platerip({"--curve", "K=bad.cal", "inks.tif"}), 1, {"bad.cal", "Black", "falls"});
}

}  // namespace
}  // namespace platerip::test
