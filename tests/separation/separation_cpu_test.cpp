// The `cpu` backend has the bits of the reference for every colour, with every instruction set of this machine.
#include <gmock/gmock.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "base/simd.h"
#include "tests/profiles/made_profiles.h"
#include "tests/sanitized.h"
#include "tests/seed.h"
#include "tests/separation/odd_littlecms.h"
#include "tests/separation/pages.h"

namespace platerip::separation {
namespace {

using profiles::ColorModel;
using profiles::Intent;
using profiles::Profile;
using test::sanitized;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// More pixels than a page needs to get a table.
constexpr std::int64_t big_page = std::int64_t{1} << 40;

bool has_vectors() {
  choose_simd();
  return (hwy::SupportedTargets() & HWY_TARGETS & ~(HWY_SCALAR | HWY_EMU128)) != 0;
}

class Cpu : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!find_backend("cpu").ok()) GTEST_SKIP() << "NOT TESTED: " << find_backend("cpu").error().message;
  }
};

Profile press_of(int inks) {
  return made::open(made::press_of_inks(inks));
}

Settings rgb_to(const Profile& press, int bits = 8) {
  Settings settings;
  settings.format.bits = bits;
  settings.page = Profile::srgb();
  settings.press = press;
  return settings;
}

Settings with_table(Settings settings) {
  settings.pixels = big_page;
  return settings;
}

void add_curves_and_limit(Settings& settings, int inks) {
  settings.curves.assign(static_cast<std::size_t>(inks), *Curve::from_points({{20, 30}, {60, 55}, {100, 100}}));
  settings.curves.front().reset();
  settings.ink_limit = 170;
}

std::string description(const Settings& settings) {
  return separator_of(settings, "cpu")->description();
}

void expect_reference_bits(const Settings& settings, const Page& page, const std::string& what) {
  const auto cpu = separator_of(settings, "cpu");
  ASSERT_THAT(cpu->description(), StartsWith("cpu")) << what;
  Inks inks(page, cpu->inks().size());
  separate_rows(*cpu, page, 0, page.rows, inks);
  ASSERT_TRUE(inks.margins_untouched()) << what;
  ASSERT_TRUE(inks == separate(settings, page, "reference")) << what;
}

// Every `step`th value of each sample from `first` on, 0 and 255.
Page cube(int step, int first = 0) {
  std::set<std::uint8_t> values = {0, 255};
  for (int v = first; v < 255; v += step) values.insert(static_cast<std::uint8_t>(v));
  std::vector<std::uint8_t> samples;
  for (const auto blue : values)
    for (const auto green : values)
      for (const auto red : values) samples.insert(samples.end(), {red, green, blue});
  return row_of({}, samples);
}

void expect_inks(const Settings& settings, const Page& colors, const Inks& wanted, const std::string& way) {
  const auto cpu = separator_of(settings, "cpu");
  Inks inks(colors, cpu->inks().size());
  separate_rows(*cpu, colors, 0, colors.rows, inks);
  EXPECT_TRUE(inks == wanted) << way;
  EXPECT_THAT(cpu->description(), AllOf(StartsWith("cpu ("), HasSubstr(", " + way + ")")));
}

void expect_every_color(const Settings& settings, const Page& colors) {
  const Inks wanted = separate(settings, colors, "reference");
  expect_inks(settings, colors, wanted, "grid");
  expect_inks(with_table(settings), colors, wanted, "table");
}

TEST_F(Cpu, AgreesOnEveryColor) {
  expect_every_color(rgb_to(Profile::default_press()), cube(sanitized ? 5 : 1));
}

TEST_F(Cpu, AgreesOnEveryColorOfOtherPressesAndIntents) {
  const Page colors = cube(sanitized ? 15 : 3, static_cast<int>(test_seed() % 3));
  for (const Profile& press : {Profile::default_press(), press_of(3), press_of(7)})
    for (const Intent intent : {Intent::perceptual, Intent::absolute}) {
      Settings settings = rgb_to(press);
      settings.page = made::open(made::wide_rgb());
      settings.intent = intent;
      settings.black_point_compensation = intent == Intent::perceptual;
      SCOPED_TRACE(std::to_string(press.channels()) + " inks, intent " + std::to_string(static_cast<int>(intent)));
      expect_every_color(settings, colors);
    }
}

TEST_F(Cpu, AgreesForEveryIntentAndPress) {
  std::vector<Profile> presses = {Profile::default_press()};
  for (const int inks : {3, 5, 8}) presses.push_back(press_of(inks));
  const auto seed = test_seed();
  std::mt19937 random(seed);
  for (const Profile& press : presses)
    for (const Intent intent : {Intent::perceptual, Intent::relative, Intent::saturation, Intent::absolute})
      for (const int bits : {8, 16}) {
        Settings settings = rgb_to(press, bits);
        settings.intent = intent;
        settings.black_point_compensation = random() % 2 == 0;
        const std::int64_t width = sanitized ? 3001 : 30001;
        expect_reference_bits(settings, random_page(settings.format, width, 1, seed),
                              std::to_string(press.channels()) + " inks, intent " +
                                  std::to_string(static_cast<int>(intent)) + ", compensation " +
                                  std::to_string(settings.black_point_compensation) + ", bits " + std::to_string(bits));
      }
}

// If the table differed from the reference, the reference would make the page, and say so.
TEST_F(Cpu, HasATableOfGraysWithAndWithoutCompensation) {
  for (const Precision precision : {Precision::littlecms, Precision::exact})
    for (const int bits : {8, 16}) {
      Settings settings = rgb_to(Profile::default_press(), bits);
      settings.format.model = ColorModel::gray;
      settings.page = Profile::srgb_gray();
      settings.precision = precision;
      const Page page = random_page(settings.format, 4001, 1, test_seed());
      expect_reference_bits(settings, page, "compensated");
      const Inks compensated = separate(settings, page, "cpu");
      settings.black_point_compensation = false;
      expect_reference_bits(settings, page, "not compensated");
      EXPECT_FALSE(separate(settings, page, "cpu") == compensated) << bits;
    }
}

// At the nodes and next to them, where fractions are 0, equal, and greatest.
TEST_F(Cpu, AgreesAroundTheNodesOf16Bits) {
  std::vector<std::uint16_t> values;
  for (int node = 0; node <= 32; node += 2)
    for (int beside = -1; beside <= 1; ++beside)
      values.push_back(static_cast<std::uint16_t>(std::clamp(node * 65535 / 32 + beside, 0, 65535)));
  std::vector<std::uint16_t> samples;
  for (const auto red : values)
    for (const auto green : values)
      for (const auto blue : values) samples.insert(samples.end(), {red, green, blue});
  const Settings settings = rgb_to(Profile::default_press(), 16);
  expect_reference_bits(settings, row_of(settings.format, samples), "nodes");
}

std::vector<Settings> every_kind() {
  std::vector<Settings> kinds;
  for (const int bits : {8, 16}) {
    for (const int inks : {3, 7}) kinds.push_back(rgb_to(press_of(inks), bits));
    for (const Alpha alpha : {Alpha::none, Alpha::associated, Alpha::unassociated}) {
      Settings rgb = rgb_to(press_of(4), bits);
      rgb.format.alpha = alpha;
      Settings gray = rgb;
      gray.format.model = ColorModel::gray;
      gray.page = Profile::srgb_gray();
      Settings cmyk;
      cmyk.format = {ColorModel::cmyk, alpha, bits};
      kinds.insert(kinds.end(), {rgb, gray, cmyk});
    }
  }
  for (const int inks : {3, 4, 7}) kinds.push_back(with_table(rgb_to(press_of(inks))));
  return kinds;
}

// Widths around the multiples of every vector's. The page's last byte is the last one of its memory.
TEST_F(Cpu, AgreesForEveryKindOfPageOfAnyWidth) {
  const auto seed = test_seed();
  for (Settings& settings : every_kind())
    for (const bool finished : {false, true}) {
      if (finished) add_curves_and_limit(settings, settings.press ? settings.press->channels() : 4);
      const auto cpu = separator_of(settings, "cpu");
      const auto reference = separator_of(settings, "reference");
      ASSERT_THAT(cpu->description(), StartsWith("cpu"));
      for (std::int64_t width = 1; width <= 4200; width += width < 70 ? 1 : 1009) {
        const Page page = random_page(settings.format, width, 2, seed);
        Inks inks(page, cpu->inks().size()), wanted = inks;
        separate_rows(*cpu, page, 0, 2, inks);
        separate_rows(*reference, page, 0, 2, wanted);
        ASSERT_TRUE(inks == wanted) << cpu->description() << ", width " << width << ", bits " << settings.format.bits
                                    << ", finished " << finished;
      }
    }
}

TEST_F(Cpu, LimitsInksExactly) {
  for (const int bits : {8, 16})
    for (const double percent : {100.0, 101.0, 237.3, 280.0, 399.0}) {
      Settings settings;
      settings.format = {.model = ColorModel::cmyk, .bits = bits};
      settings.ink_limit = percent;
      const Page page = random_page(settings.format, sanitized ? 10000 : 100000, 1, test_seed());
      expect_reference_bits(settings, page, std::to_string(percent) + " %, bits " + std::to_string(bits));
    }
}

// Smooth pages are looked up in the table, noise is not, and the results are the same.
TEST_F(Cpu, TakesSmoothColorsOutOfTheTable) {
  for (const int inks : {3, 4, 6}) {
    Settings settings = with_table(rgb_to(press_of(inks)));
    add_curves_and_limit(settings, inks);
    expect_reference_bits(settings, cube(sanitized ? 15 : 3), std::to_string(inks) + " inks");
    expect_reference_bits(settings, random_page({}, 5000, 3, test_seed()), "noise");
  }
}

TEST_F(Cpu, FillsTheTableFromManyThreads) {
  const Settings settings = with_table(rgb_to(press_of(4)));
  const Page page = cube(5);  // one row
  const Inks wanted = separate(settings, page, "reference");
  const auto separator = separator_of(settings, "cpu");
  std::vector<Inks> results(4, Inks(page, 4));
  std::vector<std::jthread> threads;
  for (Inks& inks : results)
    threads.emplace_back([&] {
      for (int i = 0; i < 4; ++i) separate_rows(*separator, page, 0, 1, inks);
    });
  threads.clear();
  for (const Inks& inks : results) EXPECT_TRUE(inks == wanted);
}

TEST_F(Cpu, SaysWhatItDoes) {
  EXPECT_THAT(description(rgb_to(press_of(4))), HasSubstr(", grid)"));
  EXPECT_THAT(description(rgb_to(press_of(4), 16)), HasSubstr(", grid)"));
  EXPECT_THAT(description(with_table(rgb_to(press_of(4)))), HasSubstr(", table)"));
  EXPECT_THAT(description(with_table(rgb_to(press_of(4), 16))), HasSubstr(", grid)"));
  EXPECT_THAT(description(with_table(rgb_to(press_of(5)))), HasSubstr(", table)"));
  EXPECT_EQ(separator_of(rgb_to(press_of(4)), "reference")->description(), "reference");
  EXPECT_EQ(separator_of(rgb_to(press_of(4)))->description(), description(rgb_to(press_of(4)))) << "auto takes cpu";
}

Settings cmyk_to(const Profile& press, int bits) {
  Settings settings = rgb_to(press, bits);
  settings.format.model = ColorModel::cmyk;
  settings.page = press_of(4);
  return settings;
}

// All four inks in steps, which has the nodes of LittleCMS' grid and what lies between them, as 8-bit samples.
Page tesseract(int step) {
  std::vector<std::uint8_t> values;
  for (int v = 0; v < 255; v += step) values.push_back(static_cast<std::uint8_t>(v));
  values.push_back(255);
  std::vector<std::uint8_t> samples;
  for (const auto c : values)
    for (const auto m : values)
      for (const auto y : values)
        for (const auto k : values) samples.insert(samples.end(), {c, m, y, k});
  PixelFormat format;
  format.model = ColorModel::cmyk;
  return row_of(format, samples);
}

TEST_F(Cpu, ConvertsCmykWithTheBitsOfTheReference) {
  const std::array other_intents = {Intent::perceptual, Intent::saturation, Intent::absolute};
  std::size_t other = test_seed();
  for (const int inks : {3, 4, 6}) {
    for (const int bits : {8, 16}) {
      Settings settings = cmyk_to(press_of(inks), bits);
      const Page noise = random_page(settings.format, 5000, 4, test_seed());
      const std::string what = std::to_string(inks) + " inks, " + std::to_string(bits) + " bits";
      expect_reference_bits(settings, noise, what);
      settings.black_point_compensation = false;
      settings.intent = other_intents[other++ % 3];  // each of them twice
      expect_reference_bits(settings, noise, what + ", another intent");
      if (inks < 4) continue;
      add_curves_and_limit(settings, inks);
      if (inks == 4) settings.keep_black = KeepBlack::k;  // of six inks none is called black
      expect_reference_bits(settings, noise, what + ", with all settings");
    }
  }
  const Settings settings = cmyk_to(Profile::default_press(), 8);
  EXPECT_THAT(description(settings), HasSubstr(", CMYK grid)"));
  expect_reference_bits(settings, tesseract(sanitized ? 25 : 7), "every seventh amount");
}

TEST_F(Cpu, GivesWayWhereLittleCmsComputesOtherwise) {
  for (const int bits : {8, 16}) {
    const Settings settings = rgb_to(press_of(4), bits);
    cmsPluginInterpolation plugin = odd_interpolation();
    ASSERT_TRUE(cmsPluginTHR(cmsGetProfileContextID(settings.press->handle()), &plugin));
    EXPECT_THAT(description(settings), StartsWith("reference ("));
    const Page page = random_page(settings.format, 1000, 3, test_seed());
    EXPECT_TRUE(separate(settings, page, "cpu") == separate(settings, page, "reference"));
  }
}

TEST_F(Cpu, TakesTheGridOfAnEarlierPage) {
  for (const int bits : {8, 16}) {
    Settings settings = rgb_to(press_of(4), bits);
    settings.shared = make_shared_tables();
    const Page page = random_page(settings.format, 1000, 3, test_seed());
    const Inks inks = separate(settings, page, "cpu");
    cmsPluginInterpolation plugin = odd_interpolation();  // a grid sampled now would differ
    ASSERT_TRUE(cmsPluginTHR(cmsGetProfileContextID(settings.press->handle()), &plugin));
    EXPECT_THAT(description(settings), HasSubstr(", grid)"));
    EXPECT_TRUE(separate(settings, page, "cpu") == inks);
    settings.ink_limit = 300;
    EXPECT_THAT(description(settings), StartsWith("reference (")) << "other inks are compared anew";
  }
}

// Runs this program again on another instruction set. Returns its exit status.
int run_again(const std::string& simd, const std::string& tests) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string command =
      "PLATERIP_SIMD=" + simd + " '" + self + "' --gtest_filter='" + tests + "' > /dev/null 2>&1";
  return WEXITSTATUS(std::system(command.c_str()));
}

// The instruction set in use is the one that was asked for, or the best one.
TEST(Simd, IsWhatTheEnvironmentSays) {
  const auto backend = find_backend("cpu");
  ASSERT_EQ(backend.ok(), has_vectors());
  if (!backend.ok()) {
    EXPECT_EQ(separator_of(rgb_to(press_of(4)))->description(), "reference") << "auto passes over cpu";
    return;
  }
  const char* wanted = std::getenv("PLATERIP_SIMD");
  const std::string simd = wanted ? wanted : hwy::TargetName(hwy::SupportedAndGeneratedTargets().front());
  const std::string name = "cpu (" + simd + ", ";
  EXPECT_EQ(strncasecmp(description(rgb_to(press_of(4))).c_str(), name.c_str(), name.size()), 0) << simd;
}

// All other tests run on the best instruction set.
TEST(Simd, EachLesserOneOfThisMachineAgrees) {
  if (std::getenv("PLATERIP_SIMD")) GTEST_SKIP() << "one was chosen";
  const std::string tests = sanitized ? "*AnyWidth:*Exactly:Simd.IsWhat*" : "Cpu.*:Simd.IsWhat*-*Intent*:*ManyThreads";
  std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  targets.erase(targets.begin());
  for (const std::int64_t target : targets)
    EXPECT_EQ(run_again(hwy::TargetName(target), tests), 0) << hwy::TargetName(target);
}

TEST(Simd, UnknownOnesAreRefusedWithThoseOfThisMachine) {
  const Status status = limit_simd("nonsense");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::unsupported);
  EXPECT_THAT(status.error().message, AllOf(StartsWith("nonsense: this machine has "),
                                            HasSubstr(hwy::TargetName(hwy::SupportedAndGeneratedTargets().back()))));
}

TEST(Simd, UnknownNamesEndTheProgram) {
  EXPECT_EQ(run_again("nonsense", "*SaysWhatItDoes"), 2);
}

}  // namespace
}  // namespace platerip::separation
