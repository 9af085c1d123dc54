// Pages through device links: LittleCMS' bits from every backend, black alone, and what is refused.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <thread>

#include "base/simd.h"
#include "tests/profiles/made_links.h"
#include "tests/seed.h"
#include "tests/separation/link_inks.h"
#include "tests/separation/odd_littlecms.h"

namespace platerip::separation {
namespace {

using profiles::ColorModel;
using profiles::Intent;
using profiles::Profile;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Profile link_of(ColorModel model, int inks, Intent intent = Intent::relative) {
  const Profile page = model == ColorModel::rgb    ? Profile::srgb()
                       : model == ColorModel::gray ? Profile::srgb_gray()
                                                   : made::open(made::press({.noise = 0.2}));
  return made::open(made::link(page, made::open(made::press_of_inks(inks)), intent), "made.icc");
}

bool has_vectors() {
  return find_backend("cpu").ok();
}

TEST(DeviceLink, IsLittleCms) {
  const std::uint32_t seed = test_seed();
  for (const ColorModel model : {ColorModel::gray, ColorModel::rgb, ColorModel::cmyk})
    for (const int inks : {3, 4, 6, 8}) {
      const Profile link = link_of(model, inks);
      for (const int bits : {8, 16})
        for (const Precision precision : {Precision::littlecms, Precision::exact}) {
          const Settings settings = through(link, bits, precision);
          expect_littlecms(settings, telling_page(settings.format, seed),
                           "model " + std::to_string(static_cast<int>(model)) + ", inks " + std::to_string(inks) +
                               ", bits " + std::to_string(bits) + (precision == Precision::exact ? ", exact" : ""));
        }
    }
}

TEST(DeviceLink, OfOtherMakersIsLittleCms) {
  const std::uint32_t seed = test_seed();
  const made::Bytes links[] = {made::device_link(), made::grid_link(cmsSigRgbData, cmsSigCmykData),
                               made::grid_link(cmsSigCmykData, cmsSigCmykData),
                               made::grid_link(cmsSigCmykData, cmsSigMCH7Data),
                               made::grid_link(cmsSigGrayData, cmsSigMCH5Data)};
  for (const made::Bytes& bytes : links)
    for (const int bits : {8, 16}) {
      const Settings settings = through(made::open(bytes), bits);
      expect_littlecms(settings, telling_page(settings.format, seed), "bits " + std::to_string(bits));
    }
}

// Neighbouring nodes without ink and with solid ink: here LittleCMS' arithmetic wraps.
TEST(DeviceLink, OfHardEdgesIsLittleCms) {
  const auto edges = [](const cmsUInt16Number in[], cmsUInt16Number out[], void*) -> cmsInt32Number {
    for (int i = 0; i < 4; ++i)
      out[i] = static_cast<cmsUInt16Number>((in[0] / 4096 + in[1] / 4096 * (i + 1) + in[2] / 4096 + in[3] / 4096) % 2 *
                                            65535);
    return TRUE;
  };
  cmsHPROFILE const handle = cmsCreateInkLimitingDeviceLink(cmsSigCmykData, 400);
  cmsSetProfileVersion(handle, 2.4);
  cmsPipeline* const table = cmsPipelineAlloc(nullptr, 4, 4);
  cmsStage* const grid = cmsStageAllocCLut16bit(nullptr, 17, 4, 4, nullptr);
  cmsStageSampleCLut16bit(grid, edges, nullptr, 0);
  cmsPipelineInsertStage(table, cmsAT_END, grid);
  cmsWriteTag(handle, cmsSigAToB0Tag, table);
  cmsPipelineFree(table);
  cmsUInt32Number size = 0;
  cmsSaveProfileToMem(handle, nullptr, &size);
  made::Bytes bytes(size);
  cmsSaveProfileToMem(handle, bytes.data(), &size);
  cmsCloseProfile(handle);
  for (const int bits : {8, 16}) {
    Settings settings = through(made::open(bytes), bits);
    expect_littlecms(settings, telling_page(settings.format, test_seed()), "bits " + std::to_string(bits));
    if (has_vectors()) {
      EXPECT_THAT(separator_of(settings)->description(), HasSubstr("CMYK grid"));
    }
  }
}

TEST(DeviceLink, IsFast) {
  if (!has_vectors()) GTEST_SKIP() << "NOT TESTED: " << find_backend("cpu").error().message;
  for (const int bits : {8, 16}) {
    EXPECT_THAT(separator_of(through(link_of(ColorModel::rgb, 4), bits))->description(), HasSubstr("grid"));
    EXPECT_THAT(separator_of(through(link_of(ColorModel::cmyk, 6), bits))->description(), HasSubstr("CMYK grid"));
    EXPECT_THAT(separator_of(through(link_of(ColorModel::gray, 4), bits))->description(), HasSubstr("gray table"));
  }
}

TEST(DeviceLink, HasTheIntentOfItsHeader) {
  Settings settings = through(link_of(ColorModel::rgb, 4, Intent::absolute));
  settings.precision = Precision::exact;
  EXPECT_EQ(settings.page->header_intent(), Intent::absolute);
  settings.precision = Precision::littlecms;
  expect_littlecms(settings, telling_page(settings.format, test_seed()), "absolute");
  for (const Intent unused : {Intent::perceptual, Intent::absolute}) {
    Settings other = settings;
    other.intent = unused;
    other.black_point_compensation = unused == Intent::absolute;
    const Page page = random_page(settings.format, 1000, 1, test_seed());
    EXPECT_TRUE(separate(other, page) == separate(settings, page));
  }
}

TEST(DeviceLink, NamesTheInks) {
  EXPECT_THAT(separator_of(through(link_of(ColorModel::rgb, 4)))->inks(),
              ElementsAre("Cyan", "Magenta", "Yellow", "Black"));
  const std::vector<std::string> names = {"Cyan", "Magenta", "Yellow", "Black", "Orange"};
  EXPECT_EQ(separator_of(through(made::open(made::grid_link(cmsSigRgbData, cmsSigMCH5Data, names))))->inks(), names);
}

TEST(DeviceLink, IsTheSameInStripsAndThreads) {
  for (const ColorModel model : {ColorModel::rgb, ColorModel::cmyk}) {
    Settings settings = through(link_of(model, 6));
    settings.format.alpha = Alpha::unassociated;
    settings.ink_limit = 250;
    const Page page = random_page(settings.format, 777, 64, test_seed());
    const Inks wanted = separate(settings, page, "reference");
    const auto cpu = separator_of(settings, "cpu");
    Inks inks(page, cpu->inks().size());
    std::vector<std::jthread> threads;
    for (std::int64_t first = 0, rows = 1; first < page.rows; first += rows, rows = rows % 7 + 1)
      threads.emplace_back(
          [&, first, count = std::min(rows, page.rows - first)] { separate_rows(*cpu, page, first, count, inks); });
    threads.clear();
    EXPECT_TRUE(inks == wanted);
  }
}

TEST(DeviceLink, GivesWayWhereLittleCmsComputesOtherwise) {
  if (!has_vectors()) GTEST_SKIP() << "NOT TESTED: " << find_backend("cpu").error().message;
  const Settings settings = through(link_of(ColorModel::cmyk, 4));
  cmsPluginInterpolation plugin = odd_interpolation();
  ASSERT_TRUE(cmsPluginTHR(cmsGetProfileContextID(settings.page->handle()), &plugin));
  EXPECT_THAT(separator_of(settings)->description(), StartsWith("reference (this LittleCMS"));
}

// A gray page has the inks of the same picture in RGB, or of black alone in CMYK, within the rounding of two grids.
TEST(DeviceLink, TakesGraysAsNeutralsOrBlack) {
  for (const ColorModel model : {ColorModel::rgb, ColorModel::cmyk}) {
    const Profile link = link_of(model, 4);
    const auto gray_link = link.neutral_axis(link.header_intent());
    ASSERT_TRUE(gray_link.ok());
    EXPECT_TRUE(profiles::check_link(*gray_link, ColorModel::gray).ok());
    EXPECT_EQ(profiles::ink_names(*gray_link), profiles::ink_names(link));
    EXPECT_NE(gray_link->fingerprint(), link.fingerprint());
    std::vector<std::uint8_t> grays, colors;
    for (int v = 0; v < 256; ++v) {
      const auto gray = static_cast<std::uint8_t>(v);
      grays.push_back(gray);
      if (model == ColorModel::rgb) colors.insert(colors.end(), 3, gray);
      if (model == ColorModel::cmyk) colors.insert(colors.end(), {0, 0, 0, static_cast<std::uint8_t>(255 - v)});
    }
    const Settings by_color = through(link, 8, Precision::exact), by_gray = through(*gray_link, 8, Precision::exact);
    const Inks wanted = separate(by_color, row_of(by_color.format, colors));
    const Inks found = separate(by_gray, row_of(by_gray.format, grays));
    for (std::size_t ink = 0; ink < 4; ++ink)
      for (std::int64_t v = 0; v < 256; ++v) EXPECT_NEAR(found.at(ink, 0, v), wanted.at(ink, 0, v), 1) << v;
  }
}

TEST(DeviceLink, KeepsBlackAlone) {
  for (const int bits : {8, 16})
    for (const std::string backend : {"cpu", "reference"}) {
      Settings settings = through(link_of(ColorModel::cmyk, 4), bits);
      settings.keep_black = KeepBlack::k;
      const std::uint16_t max = bits == 8 ? 255 : 65535, half = max / 2;
      const std::vector<std::uint16_t> samples = {0, 0, 0, max, 0, 0, 0, half, 0, 0, 0, 0, 1, 0, 0, max, 0, 0, 0, 1};
      const Page page = bits == 16 ? row_of(settings.format, samples)
                                   : row_of(settings.format, std::vector<std::uint8_t>(samples.begin(), samples.end()));
      const Inks inks = separate(settings, page, backend);
      for (const std::int64_t alone : {0, 1, 2, 4}) {
        for (std::size_t ink = 0; ink < 3; ++ink) EXPECT_EQ(inks.at(ink, 0, alone), 0u) << backend;
        EXPECT_EQ(inks.at(3, 0, alone), samples[static_cast<std::size_t>(4 * alone + 3)]) << backend;
      }
      settings.keep_black = KeepBlack::none;
      const Inks plain = separate(settings, page, backend);
      EXPECT_GT(plain.at(0, 0, 0), 0u) << "the link itself prints black with other inks too";
      for (std::size_t ink = 0; ink < 4; ++ink) EXPECT_EQ(inks.at(ink, 0, 3), plain.at(ink, 0, 3));
    }
}

TEST(DeviceLink, KeepsBlackOfEveryTone) {
  Settings settings = through(link_of(ColorModel::cmyk, 4));
  settings.keep_black = KeepBlack::k;
  std::vector<std::uint8_t> ramp;
  for (int k = 0; k < 256; ++k) ramp.insert(ramp.end(), {0, 0, 0, static_cast<std::uint8_t>(k)});
  const Page page = row_of(settings.format, ramp);
  const Inks by_link = separate(settings, page);
  EXPECT_TRUE(by_link == separate(settings, page, "reference"));
  for (std::int64_t k = 0; k < 256; ++k) EXPECT_EQ(by_link.at(3, 0, k), k);

  settings.page = made::open(made::press({.noise = 0.2}));  // between profiles, black is as dark as on the page
  settings.press = Profile::default_press();
  const Inks by_profiles = separate(settings, page);
  EXPECT_TRUE(by_profiles == separate(settings, page, "reference"));
  EXPECT_EQ(by_profiles.at(3, 0, 0), 0u);
  EXPECT_EQ(by_profiles.at(3, 0, 255), 255u);
  for (std::int64_t k = 1; k < 256; ++k) {
    EXPECT_GE(by_profiles.at(3, 0, k), by_profiles.at(3, 0, k - 1));
    for (std::size_t ink = 0; ink < 3; ++ink) EXPECT_EQ(by_profiles.at(ink, 0, k), 0u);
  }
  settings.page = settings.press;
  const Inks same_press = separate(settings, page);
  for (std::int64_t k = 0; k < 256; ++k) EXPECT_NEAR(same_press.at(3, 0, k), static_cast<double>(k), 1);
}

TEST(DeviceLink, PrintsNeutralsWithBlackWhereAsked) {
  for (const int bits : {8, 16}) {
    Settings settings = through(link_of(ColorModel::rgb, 4), bits);
    settings.keep_black = KeepBlack::neutral;
    const std::uint16_t max = bits == 8 ? 255 : 65535;
    const std::vector<std::uint16_t> samples = {0, 0, 0, max, max, max, 100, 100, 100, 100, 100, 101};
    const Page page = bits == 16 ? row_of(settings.format, samples)
                                 : row_of(settings.format, std::vector<std::uint8_t>(samples.begin(), samples.end()));
    const Inks inks = separate(settings, page);
    EXPECT_TRUE(inks == separate(settings, page, "reference"));
    EXPECT_EQ(inks.at(3, 0, 0), max);
    EXPECT_EQ(inks.at(3, 0, 1), 0u);
    EXPECT_EQ(inks.at(3, 0, 2), max - 100u);
    for (const std::int64_t neutral : {0, 1, 2}) EXPECT_EQ(inks.at(0, 0, neutral), 0u);
    EXPECT_GT(inks.at(0, 0, 3), 0u);
  }
}

// All other tests run on the best instruction set.
TEST(DeviceLink, IsTheSameOnLesserInstructionSets) {
  if (std::getenv("PLATERIP_SIMD")) GTEST_SKIP() << "one was chosen";
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  choose_simd();
  std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  targets.erase(targets.begin());
  for (const std::int64_t target : targets) {
    const std::string command = "PLATERIP_SIMD=" + std::string(hwy::TargetName(target)) + " '" + self +
                                "' --gtest_filter='*IsLittleCms' > /dev/null 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << hwy::TargetName(target);
  }
}

std::string refusal(const made::Bytes& bytes) {
  const auto link = Profile::from_memory(bytes, "bad.icc");
  if (!link.ok()) return link.error().message;
  const Status status = profiles::check_link(*link);
  return status.ok() ? "(not refused)" : status.error().message;
}

TEST(DeviceLink, OfOtherSpacesIsRefused) {
  EXPECT_EQ(refusal(made::grid_link(cmsSigRgbData, cmsSigCmykData)), "(not refused)");
  EXPECT_THAT(refusal(made::grid_link(cmsSigRgbData, cmsSigRgbData)), StartsWith("bad.icc: a device link to RGB"));
  EXPECT_THAT(refusal(made::grid_link(cmsSigRgbData, cmsSig15colorData)),
              StartsWith("bad.icc: a device link to 15-channel"));
  EXPECT_THAT(refusal(made::grid_link(cmsSigLabData, cmsSigCmykData)),
              StartsWith("bad.icc: a device link for Lab pages"));
  EXPECT_THAT(refusal(made::grid_link(cmsSig5colorData, cmsSigCmykData)),
              StartsWith("bad.icc: a device link for 5-channel pages"));
  const Profile rgb = made::open(made::grid_link(cmsSigRgbData, cmsSigCmykData), "rgb.icc");
  EXPECT_THAT(profiles::check_link(rgb, ColorModel::cmyk).error().message,
              HasSubstr("rgb.icc: a device link for RGB pages, but the page is CMYK"));
}

// Any cut or changed header ends in one line, never in a crash.
TEST(DeviceLink, ThatIsDamagedIsRefused) {
  const made::Bytes sound = made::grid_link(cmsSigCmykData, cmsSigCmykData);
  for (std::size_t bytes = 0; bytes < sound.size(); bytes += 97)
    EXPECT_THAT(refusal({sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(bytes)}),
                AllOf(StartsWith("bad.icc: "), Not(HasSubstr("\n"))));
  for (const std::uint32_t space :
       {0x46434C52u /* FCLR */, std::uint32_t{cmsSigRgbData}, std::uint32_t{cmsSigGrayData}}) {
    made::Bytes wrong = sound;
    made::put_u32(wrong, 16, space);
    EXPECT_THAT(refusal(wrong), AllOf(StartsWith("bad.icc: "), Not(HasSubstr("\n")))) << space;
    wrong = sound;
    made::put_u32(wrong, 20, space);
    EXPECT_THAT(refusal(wrong), AllOf(StartsWith("bad.icc: "), Not(HasSubstr("\n")))) << space;
  }
  std::mt19937 random(test_seed());
  for (int round = 0; round < 300; ++round) {
    made::Bytes wrong = sound;
    const std::size_t table = made::tag_data(sound, cmsSigAToB0Tag);
    for (int change = 0; change < 4; ++change) wrong[table + random() % 80] = static_cast<std::byte>(random());
    EXPECT_THAT(refusal(wrong), Not(HasSubstr("\n")));
  }
}

TEST(DeviceLink, NeedsNoPressProfile) {
  Settings settings = through(link_of(ColorModel::rgb, 4));
  settings.press = Profile::default_press();
  for (const Backend& backend : backends()) EXPECT_FALSE(make_separator(settings, backend.name).ok());
}

TEST(DeviceLink, NeedsABlackInkToKeepBlack) {
  Settings settings = through(made::open(made::grid_link(cmsSigCmykData, cmsSigMCH6Data)));
  settings.keep_black = KeepBlack::k;
  const auto separator = make_separator(settings);
  ASSERT_FALSE(separator.ok());
  EXPECT_THAT(separator.error().message, HasSubstr("none of its inks is called Black"));
}

}  // namespace
}  // namespace platerip::separation
