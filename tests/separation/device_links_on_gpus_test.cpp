// Which pages of device links, black alone, paper and limits of inks a GPU takes. The tables are made and compared with
// the reference without one.
#include <gmock/gmock.h>

#include "separation/cuda/tables.h"
#include "tests/profiles/made_links.h"

namespace platerip::separation::cuda {
namespace {

using profiles::ColorModel;
using profiles::Profile;
using ::testing::HasSubstr;

Settings through(const Profile& link, int bits = 8) {
  Settings settings;
  settings.format.model = *link.model();
  settings.format.bits = bits;
  settings.page = link;
  return settings;
}

Profile link_from_rgb(int inks) {
  return made::open(made::link(Profile::srgb(), made::open(made::press_of_inks(inks))));
}

Profile link_from_cmyk(int inks = 4) {
  return made::open(made::link(Profile::default_press(), made::open(made::press_of_inks(inks))));
}

TEST(DeviceLinksOnGpus, HaveTheBitsOfTheReference) {
  for (const int inks : {4, 6})
    for (const int bits : {8, 16}) {
      Settings settings = through(link_from_rgb(inks), bits);
      EXPECT_TRUE(make_tables(settings).ok());
      settings.ink_limits = {std::nullopt, 50.0};
      settings.ink_limit = 250;
      EXPECT_TRUE(make_tables(settings).ok());
    }
  EXPECT_TRUE(make_tables(through(*link_from_cmyk().neutral_axis(profiles::Intent::relative))).ok());
}

TEST(DeviceLinksOnGpus, PrintNeutralsWithBlack) {
  Settings settings = through(link_from_rgb(4));
  settings.keep_black = KeepBlack::neutral;
  const auto tables = make_tables(settings);
  ASSERT_TRUE(tables.ok());
  EXPECT_THAT((*tables)->name, HasSubstr("grays in black alone"));
}

// The grid is compared with the reference at the colours of CMYK and at all tones of black alone.
TEST(DeviceLinksOnGpus, FromCmykHaveTheBitsOfTheReference) {
  for (const int inks : {4, 6}) {
    const Profile link = link_from_cmyk(inks);
    for (const int bits : {8, 16})
      for (const Alpha alpha : {Alpha::none, Alpha::unassociated}) {
        Settings settings = through(link, bits);
        settings.format.alpha = alpha;
        settings.ink_limits = {std::nullopt, 50.0};
        settings.ink_limit = 250;
        const auto tables = make_tables(settings);
        ASSERT_TRUE(tables.ok()) << tables.error().message;
        EXPECT_EQ((*tables)->name, "CMYK grid");
      }
  }
}

TEST(DeviceLinksOnGpus, KeepBlackAlone) {
  for (const int bits : {8, 16}) {
    Settings settings = through(link_from_cmyk(), bits);
    settings.keep_black = KeepBlack::k;
    const auto by_link = make_tables(settings);
    ASSERT_TRUE(by_link.ok()) << by_link.error().message;
    EXPECT_EQ((*by_link)->name, "CMYK grid, grays in black alone");

    settings.page = made::open(made::press({.noise = 0.2}));
    settings.press = Profile::default_press();
    const auto by_profiles = make_tables(settings);
    ASSERT_TRUE(by_profiles.ok()) << by_profiles.error().message;
    EXPECT_EQ((*by_profiles)->name, "CMYK grid, grays in black alone");
  }
}

TEST(DeviceLinksOnGpus, FromCmykHaveItWithExactPrecision) {
  Settings settings = through(link_from_cmyk());
  settings.precision = Precision::exact;
  const auto tables = make_tables(settings);
  ASSERT_TRUE(tables.ok()) << tables.error().message;
  EXPECT_EQ((*tables)->name, "exact, pipeline");
}

TEST(PaperWhiteOnGpus, HasTheBitsOfTheReference) {
  for (const ColorModel model : {ColorModel::gray, ColorModel::rgb, ColorModel::cmyk})
    for (const KeepBlack keep_black : {KeepBlack::none, KeepBlack::neutral}) {
      Settings settings;
      settings.format.model = model;
      settings.page = model == ColorModel::gray  ? Profile::srgb_gray()
                      : model == ColorModel::rgb ? Profile::srgb()
                                                 : made::open(made::press({.noise = 0.2}));
      settings.press = Profile::default_press();
      settings.intent = profiles::Intent::absolute;
      settings.paper_white = true;
      settings.keep_black = keep_black;
      const auto tables = make_tables(settings);
      EXPECT_TRUE(tables.ok()) << tables.error().message;
    }
}

}  // namespace
}  // namespace platerip::separation::cuda
