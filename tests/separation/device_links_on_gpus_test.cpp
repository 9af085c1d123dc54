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

Profile link_from_cmyk() {
  return made::open(made::link(Profile::default_press(), made::open(made::press())));
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
  settings.black_only = BlackOnly::pixels;
  settings.keep_black = true;
  const auto tables = make_tables(settings);
  ASSERT_TRUE(tables.ok());
  EXPECT_THAT((*tables)->name, HasSubstr("grays in black alone"));
}

TEST(DeviceLinksOnGpus, FromCmykAreLeftToTheCores) {
  const auto tables = make_tables(through(link_from_cmyk()));
  ASSERT_FALSE(tables.ok());
  EXPECT_EQ(tables.error().code, ErrorCode::unsupported);
  EXPECT_THAT(tables.error().message, HasSubstr("conversion from CMYK"));
}

TEST(PaperWhiteOnGpus, IsLeftToTheCoresWhereThereIsNoTable) {
  Settings settings;
  settings.page = Profile::srgb();
  settings.press = Profile::default_press();
  settings.intent = profiles::Intent::absolute;
  settings.paper_white = true;
  const auto tables = make_tables(settings);
  ASSERT_FALSE(tables.ok());
  EXPECT_EQ(tables.error().code, ErrorCode::unsupported);
  EXPECT_THAT(tables.error().message, HasSubstr("white that stays unprinted"));

  settings.format.model = ColorModel::gray;
  settings.page = Profile::srgb_gray();
  EXPECT_TRUE(make_tables(settings).ok()) << "gray pages have a table";
}

}  // namespace
}  // namespace platerip::separation::cuda
