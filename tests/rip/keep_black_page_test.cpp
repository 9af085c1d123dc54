// --keep-black: grays on the black plate alone.
#include <lcms2.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "profiles/profile.h"
#include "tests/profiles/made_profiles.h"
#include "tests/rip/block_page.h"
#include "tests/rip/command.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;

constexpr const char* colored_plates[] = {"page.Cyan.tif", "page.Magenta.tif", "page.Yellow.tif"};

BlockPage gray_page() {
  return {.blocks = {{255}, {200}, {150}, {100}, {60}, {0}}, .photometric = PHOTOMETRIC_MINISBLACK};
}

class KeepBlackOption : public PlateripTest {
 protected:
  void expect_black_alone(const Area& area) const {
    for (const char* const name : colored_plates) EXPECT_EQ(plate(name).coverage(area), 0) << name;
  }
  void expect_all_inks(const Area& area) const {
    for (const char* const name : colored_plates) EXPECT_GT(plate(name).coverage(area), 1) << name;
  }
};

/// L* of a colour, relative colorimetric.
double lightness(cmsHPROFILE profile, cmsUInt32Number format, const std::vector<double>& color) {
  const std::unique_ptr<void, decltype(&cmsCloseProfile)> lab(cmsCreateLab4Profile(nullptr), cmsCloseProfile);
  const std::unique_ptr<void, decltype(&cmsDeleteTransform)> transform(
      cmsCreateTransform(profile, format, lab.get(), TYPE_Lab_DBL, INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOOPTIMIZE),
      cmsDeleteTransform);
  cmsCIELab found{};
  cmsDoTransform(transform.get(), color.data(), &found, 1);
  return found.L;
}

TEST_F(KeepBlackOption, PrintsGrayPagesWithBlackInTheirTone) {
  const auto press = profiles::Profile::default_press();
  const auto srgb = profiles::Profile::srgb();
  BlockPage page = gray_page();
  page.block_size = 256;
  write_page(file("page.tif"), page);
  expect_done(platerip({"--keep-black=k", "--no-bpc", "page.tif"}));
  const Plate black = plate("page.Black.tif");
  for (std::size_t block = 0; block + 1 < page.blocks.size(); ++block) {
    const double gray = page.blocks[block][0] / 255.0;
    const double printed = lightness(press.handle(), TYPE_CMYK_DBL, {0, 0, 0, black.coverage(page.inner(block))});
    EXPECT_NEAR(printed, lightness(srgb.handle(), TYPE_RGB_DBL, {gray, gray, gray}), 1) << gray;
    expect_black_alone(page.inner(block));
  }
  EXPECT_EQ(black.coverage(page.inner(0)), 0);
  EXPECT_EQ(black.coverage(page.inner(5)), 100) << "darker than black ink can be";
}

TEST_F(KeepBlackOption, FitsTheTonesBetweenPaperAndSolidBlack) {
  const BlockPage page = gray_page();
  write_page(file("page.tif"), page);
  expect_done(platerip({"--keep-black=k", "page.tif"}));
  const Plate black = plate("page.Black.tif");
  for (std::size_t block = 0; block + 1 < page.blocks.size(); ++block)
    EXPECT_LT(black.coverage(page.inner(block)), black.coverage(page.inner(block + 1)) - 5) << block;
  EXPECT_EQ(black.coverage(page.inner(0)), 0);
  EXPECT_EQ(black.coverage(page.inner(5)), 100);
}

TEST_F(KeepBlackOption, MakesAllPlatesUnlessToldWhich) {
  write_page(file("page.tif"), gray_page());
  const auto summary = summary_of({"--keep-black=k", "page.tif"});
  ASSERT_EQ(summary["plates"].size(), 4u);
  for (std::size_t ink = 0; ink < 3; ++ink) EXPECT_EQ(summary["plates"][ink]["coverage_percent"], 0);
  EXPECT_GT(summary["plates"][3]["coverage_percent"], 20);
  EXPECT_THAT(summary["backends"]["separation"].get<std::string>(), HasSubstr("grays in black alone"));
  for (const std::string& name : four_plates("page")) std::filesystem::remove(file(name));
  expect_done(platerip({"--keep-black=k", "--planes", "K", "page.tif"}));
  EXPECT_EQ(files(), (std::set<std::string>{"page.tif", "page.Black.tif"}));
}

TEST_F(KeepBlackOption, OfPixelsPrintsBlackTextOnColourWithBlack) {
  const BlockPage page{.blocks = {{0, 0, 0}, {200, 130, 90}, {128, 128, 128}, {255, 255, 255}, {60, 60, 61}}};
  write_page(file("page.tif"), page);
  expect_done(platerip({"--keep-black=neutral", "page.tif"}));
  for (const std::size_t gray : {0, 2, 3}) expect_black_alone(page.inner(gray));
  for (const std::size_t color : {1, 4}) expect_all_inks(page.inner(color));
  EXPECT_EQ(plate("page.Black.tif").coverage(page.inner(0)), 100);
  EXPECT_EQ(plate("page.Black.tif").coverage(page.inner(3)), 0);
}

// The pages of a run share the tone of black.
TEST_F(KeepBlackOption, HasTheToneOfEachPageInARunOfDifferentPages) {
  BlockPage gray8 = gray_page(), gray16 = gray_page();
  gray16.bits = 16;
  for (auto& block : gray16.blocks) block[0] *= 257;
  write_page(file("8.tif"), gray8);
  write_page(file("16.tif"), gray16);
  const std::vector<std::string> names = {"8", "16"};
  std::map<std::string, std::vector<std::byte>> alone;
  for (const std::string& name : names) {
    expect_done(platerip({"--keep-black=k", "-o", "alone", name + ".tif"}));
    alone[name] = read_file(file("alone/" + name + ".Black.tif"));
  }
  for (const auto& pages : {std::vector<std::string>{"8.tif", "16.tif"}, {"16.tif", "8.tif"}}) {
    expect_done(platerip({"--keep-black=k", "--threads", "1", "-o", "together", pages[0], pages[1]}));
    for (const std::string& name : names)
      EXPECT_EQ(read_file(file("together/" + name + ".Black.tif")), alone[name]) << pages[0] << " first, " << name;
    std::filesystem::remove_all(file("together"));
  }
}

TEST_F(KeepBlackOption, OfPagesIsForGrayPagesOnly) {
  const BlockPage page{.blocks = {{0, 0, 0}, {128, 128, 128}}};
  write_page(file("page.tif"), page);
  for (const char* const option : {"--keep-black=k", "--keep-black=none"}) {
    expect_done(platerip({option, "page.tif"}));
    for (const std::size_t block : {0, 1}) expect_all_inks(page.inner(block));
  }
}

TEST_F(KeepBlackOption, NeedsABlackInk) {
  write_file(file("six.icc"), made::press_of_inks(6));
  write_page(file("page.tif"), gray_page());
  expect_complaint(platerip({"--keep-black=k", "--profile", "six.icc", "page.tif"}), 1,
                   {"page.tif: six.icc: none of its inks is called Black", "leave out --keep-black"});
  EXPECT_EQ(files(), (std::set<std::string>{"page.tif", "six.icc"}));
}

TEST_F(KeepBlackOption, IsOneOfThree) {
  write_page(file("page.tif"), gray_page());
  expect_complaint(platerip({"--keep-black=all", "page.tif"}), 2, {"--keep-black", "all", "none, k, neutral"});
}

}  // namespace
}  // namespace platerip::test
