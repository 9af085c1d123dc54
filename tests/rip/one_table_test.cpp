// A press profile whose only tables are those for the perceptual intent.
#include "tests/profiles/made_profiles.h"
#include "tests/rip/block_page.h"
#include "tests/rip/command.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class OneTable : public PlateripTest {
 protected:
  OneTable() {
    write_page(file("page.tif"), ramp_);
    write_file(file("perceptual.icc"), made::press({.separations = {0}, .prints = {0}}));
  }

  const BlockPage ramp_ = gray_ramp(5);
};

TEST_F(OneTable, ServesItsIntentAndNoOtherThatIsNamed) {
  expect_done(platerip({"--profile", "perceptual.icc", "--intent", "perceptual", "page.tif"}));
  expect_complaint(platerip({"--profile", "perceptual.icc", "--intent", "relative", "page.tif"}), 1,
                   {"perceptual.icc", "the relative intent, only for: perceptual; choose"});
}

TEST_F(OneTable, ServesWhoNamesNoIntent) {
  expect_done(platerip({"--profile", "perceptual.icc", "--preview", "shown.png", "page.tif"}));
  EXPECT_GT(plate("page.Black.tif").coverage(ramp_.inner(0)), 50);
  const std::string note = "has no separation table for the relative intent; the perceptual one is used";
  EXPECT_THAT(platerip({"--verbose", "--profile", "perceptual.icc", "page.tif"}).err,
              HasSubstr("platerip: page.tif: perceptual.icc " + note));
  EXPECT_THAT(platerip({"--verbose", "page.tif"}).err, Not(HasSubstr(note)));

  write_file(file("none.icc"), made::press({.separations = {}}));
  expect_complaint(platerip({"--profile", "none.icc", "page.tif"}), 1,
                   {"none.icc", "no separation table of any intent"});
}

}  // namespace
}  // namespace platerip::test
