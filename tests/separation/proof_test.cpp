// Ink amounts, as colours for a monitor.
#include "separation/proof.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <vector>

#include "separation/keys.h"
#include "separation/quick_proof.h"
#include "separation/shared_tables.h"
#include "tests/profiles/made_profiles.h"
#include "tests/seed.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::separation {
namespace {

std::vector<std::uint8_t> shown(const profiles::Profile& press, const std::vector<std::uint16_t>& inks) {
  const auto proof = Proof::make(press);
  EXPECT_TRUE(proof.ok());
  std::vector<std::uint8_t> rgb(inks.size() / static_cast<std::size_t>(press.channels()) * 3);
  if (proof.ok()) proof->run(inks, rgb);
  return rgb;
}

TEST(Proof, ShowsPaperWhiteAndBlackDark) {
  const auto rgb = shown(profiles::Profile::default_press(), {0, 0, 0, 0, 0, 0, 0, 65535, 0, 65535, 65535, 0});
  EXPECT_EQ(std::vector<std::uint8_t>(rgb.begin(), rgb.begin() + 3), (std::vector<std::uint8_t>{255, 255, 255}));
  for (std::size_t i = 3; i < 6; ++i) EXPECT_LT(rgb[i], 60);
  EXPECT_GT(rgb[6], 200);  // magenta and yellow make red
  EXPECT_LT(rgb[8], 80);
}

TEST(Proof, ServesAnyNumberOfInks) {
  for (int inks = 3; inks <= 8; ++inks) {
    const auto press = made::open(made::press_of_inks(inks));
    EXPECT_EQ(shown(press, std::vector<std::uint16_t>(static_cast<std::size_t>(inks), 0)),
              (std::vector<std::uint8_t>{255, 255, 255}));
  }
}

TEST(QuickProof, ShowsManyPixelsAsProofDoes) {
  constexpr std::size_t many = std::size_t{1} << 19;
  std::mt19937 random(test_seed());
  for (const auto& press : {profiles::Profile::default_press(), made::open(made::press())}) {
    std::vector<std::uint16_t> inks(4 * many);
    std::ranges::generate(inks, [&] { return static_cast<std::uint16_t>(random() % 9 == 0 ? 0 : random()); });
    const auto quick = QuickProof::make(press);
    ASSERT_TRUE(quick.ok());
    std::vector<std::uint8_t> rgb(3 * many);
    for (int times = 0; times < 2; ++times) {  // the second time, a grid pays
      quick->run(inks, rgb);
      EXPECT_TRUE(rgb == shown(press, inks));
    }
  }
}

TEST(QuickProof, ShowsTheSameOnTheNextPageAndInTheNextRun) {
  const test::TempFolder folder;
  const auto press = profiles::Profile::default_press();
  const std::string cache = folder.file("cache");
  const auto shared = make_shared_tables();
  std::vector<std::uint16_t> inks(std::size_t{4} << 19, 12345);
  std::vector<std::uint8_t> rgb(inks.size() / 4 * 3);
  const auto first = QuickProof::make(press, cache, shared);
  for (int times = 0; times < 2; ++times) first->run(inks, rgb);
  EXPECT_FALSE(std::filesystem::is_empty(cache));
  EXPECT_NE(shared->proof_grids.find(key_of_proof(press)), nullptr);
  inks.resize(400);
  for (std::size_t i = 0; i < inks.size(); ++i) inks[i] = static_cast<std::uint16_t>(40503 * i);
  rgb.resize(300);
  QuickProof::make(press, {}, shared)->run(inks, rgb);
  EXPECT_EQ(rgb, shown(press, inks));
  QuickProof::make(press, cache)->run(inks, rgb);
  EXPECT_EQ(rgb, shown(press, inks));
}

// Also if LittleCMS does not find their black.
TEST(Proof, ShowsTheBlackOfAnyInksAsDarkAsThatOfCmyk) {
  constexpr std::uint16_t most = 65535;
  const std::vector<std::uint16_t> dark = {52000, 48000, 46000, most};
  const auto cmyk = shown(made::open(made::press_with_unused_inks(0)), dark);
  for (const std::uint8_t value : cmyk) EXPECT_LT(value, 20);
  for (const int unused : {1, 2, 4}) {
    std::vector<std::uint16_t> inks(static_cast<std::size_t>(unused));
    inks.insert(inks.end(), dark.begin(), dark.end());
    const auto found = shown(made::open(made::press_with_unused_inks(unused)), inks);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], cmyk[i], 3) << 4 + unused << " inks";
  }
}

TEST(Proof, ServesAPressWithOneTable) {
  const std::vector<std::uint16_t> inks = {0, 0, 0, 0, 65535, 0, 0, 0, 0, 0, 0, 65535};
  const auto one = shown(made::open(made::press({.separations = {0}, .prints = {0}})), inks);
  const auto all = shown(made::open(made::press()), inks);  // its A2B tables are equal
  EXPECT_EQ(std::vector<std::uint8_t>(one.begin(), one.begin() + 3), (std::vector<std::uint8_t>{255, 255, 255}));
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(one[i], all[i], 20);
}

TEST(Proof, RefusesAPressThatCannotBeShown) {
  const auto proof = Proof::make(made::open(made::press({.profile_class = cmsSigNamedColorClass})));
  ASSERT_FALSE(proof.ok());
  EXPECT_THAT(proof.error().message, ::testing::HasSubstr("made.icc: cannot show"));
}

}  // namespace
}  // namespace platerip::separation
