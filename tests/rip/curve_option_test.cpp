// Calibration curves of inks.
#include <fstream>

#include "tests/rip/block_page.h"
#include "tests/rip/command.h"

namespace platerip::test {
namespace {

class CurveOption : public PlateripTest {
 protected:
  CurveOption() { write_page(file("page.tif"), gray_ramp(5)); }
};

TEST_F(CurveOption, CalibratesItsInkOnly) {
  const BlockPage inks{.blocks = {{255, 255, 255, 255}}, .photometric = PHOTOMETRIC_SEPARATED};
  write_page(file("inks.tif"), inks);
  std::ofstream(file("half.txt")) << "# input output\n0 0\n100 50\n";
  expect_done(platerip({"--curve", "K=half.txt", "inks.tif"}));
  EXPECT_NEAR(plate("inks.Black.tif").coverage(inks.inner(0)), 50, 1);
  EXPECT_EQ(plate("inks.Cyan.tif").coverage(), 100);
}

TEST_F(CurveOption, NamesAFaultInItsFile) {
  std::ofstream(file("falling.txt")) << "0 0\n50 60\n100 40\n";
  expect_complaint(platerip({"--curve", "K=falling.txt", "page.tif"}), 1, {"falling.txt"});
  expect_complaint(platerip({"--curve", "K=missing.txt", "page.tif"}), 1, {"missing.txt"});
  std::ofstream(file("fractions.txt")) << ".25 .20\n.50 .45\n.75 .70\n1 1\n";
  expect_complaint(platerip({"--curve", "C=fractions.txt", "page.tif"}), 1,
                   {"fractions.txt", "percentages, 0 to 100, and the last input is 100"});
  EXPECT_EQ(files(), (std::set<std::string>{"falling.txt", "fractions.txt", "page.tif"}));
}

TEST_F(CurveOption, IsGivenOnceForAnInk) {
  std::ofstream(file("curve.txt")) << "50 40\n100 100\n";
  expect_complaint(platerip({"--curve", "C=curve.txt", "--curve", "Cyan=curve.txt", "page.tif"}), 2,
                   {"--curve", "Cyan", "one for each"});
}

TEST_F(CurveOption, MayBeginWithAByteOrderMark) {
  std::ofstream(file("curve.txt")) << "\xEF\xBB\xBF"
                                   << "50 40\n100 100\n";
  expect_done(platerip({"--curve", "C=curve.txt", "page.tif"}));
}

}  // namespace
}  // namespace platerip::test
