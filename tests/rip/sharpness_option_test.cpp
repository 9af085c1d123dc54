// How much tone filters sharpen each ink.
#include <gmock/gmock.h>

#include "rip/job/job_options.h"
#include "tests/rip/block_page.h"
#include "tests/rip/command.h"

namespace platerip::test {
namespace {

class SharpnessOption : public PlateripTest {
 protected:
  SharpnessOption() { write_page(file("page.tif"), gray_ramp(5)); }

  // The bytes of a plate that the arguments make.
  std::vector<std::byte> plate_of(const std::string& ink, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--halftone", "tone", "page.tif"});
    expect_done(platerip(arguments));
    return read_file(file("page." + ink + ".tif"));
  }
};

TEST_F(SharpnessOption, IsForAllInksOrForOne) {
  const auto black = plate_of("Black", {}), cyan = plate_of("Cyan", {});
  EXPECT_EQ(plate_of("Black", {"--sharpness", "C=100"}), black);
  EXPECT_NE(plate_of("Black", {"--sharpness", "100"}), black);
  EXPECT_NE(plate_of("Black", {"--sharpness", "K=100"}), black);
  EXPECT_EQ(plate_of("Cyan", {"--sharpness", "100", "--sharpness", "C=0"}), cyan);
  EXPECT_EQ(plate_of("Cyan", {"--sharpness", "C=0", "--sharpness", "100"}), cyan) << "what is for one ink counts more";
}

TEST_F(SharpnessOption, Is0IfNoneIsGivenBut50ForBlackThatIsNotCrisp) {
  const auto black = plate_of("Black", {}), cyan = plate_of("Cyan", {}), soft = plate_of("Black", {"--crisp", "off"});
  EXPECT_EQ(plate_of("Black", {"--sharpness", "0"}), black);
  EXPECT_EQ(plate_of("Cyan", {"--sharpness", "0"}), cyan);
  EXPECT_EQ(plate_of("Black", {"--crisp", "off", "--sharpness", "K=50"}), soft);
  EXPECT_NE(plate_of("Black", {"--crisp", "off", "--sharpness", "0"}), soft);
  EXPECT_EQ(plate_of("Cyan", {"--crisp", "off"}), cyan);
}

// An ink's dots do not depend on which other plates are made.
TEST_F(SharpnessOption, IsTheSameForAPlateMadeAlone) {
  const auto magenta = plate_of("Magenta", {});
  EXPECT_EQ(plate_of("Magenta", {"--planes", "M"}), magenta);
}

TEST_F(SharpnessOption, IsRefusedOutOfRangeOrForAnotherInk) {
  for (const char* const word : {"-1", "201", "K=", "=5", "K=300", "much", "1.5"})
    expect_complaint(platerip({std::string("--sharpness=") + word, "page.tif"}), 2, {"--sharpness"});
  expect_complaint(platerip({"--sharpness", "Orange=5", "page.tif"}), 2, {"--sharpness", "Orange"});
  expect_complaint(platerip({"--sharpness", "K=5", "--sharpness", "Black=6", "page.tif"}), 2,
                   {"--sharpness", "Black is given twice"});
}

}  // namespace
}  // namespace platerip::test
