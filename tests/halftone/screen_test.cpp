// Screens: the definition, tone by tone, and what is refused.
#include "halftone/screen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "halftone/screens/screen_tones.h"
#include "tests/halftone/random_drops.h"
#include "tests/halftone/random_page.h"
#include "tests/halftone/test_screens.h"
#include "tests/halftone/tested_backends.h"

namespace platerip::halftone {
namespace {

using testing::HasSubstr;

// The level of a pixel by the definition, in real numbers.
int expected_level(const Screen& screen, const Settings& settings, std::int64_t y, std::int64_t x, int sample) {
  const std::int64_t column = (x + y / screen.height * screen.shift) % screen.width;
  const int threshold = screen.thresholds[static_cast<std::size_t>(y % screen.height * screen.width + column)];
  const std::int64_t amount = std::int64_t{sample} * (settings.bits == 8 ? 257 : 1) * (settings.levels - 1);
  int level = 0;
  while (level + 1 < settings.levels && (amount - level * 65535 >= 65535 || amount - level * 65535 > threshold))
    ++level;
  return level;
}

void halftone_in_strips(const Backend& backend, const Settings& settings, RandomPage& page, std::int64_t rows) {
  std::vector<std::byte> workspace(backend.workspace_bytes(settings));
  auto halftoner = backend.make(settings, workspace);
  ASSERT_TRUE(halftoner.ok()) << halftoner.error().message;
  for (std::int64_t row = 0; row < page.height(); row += rows)
    ASSERT_TRUE(page.run(**halftoner, row, std::min(rows, page.height() - row)).ok());
}

TEST(Screens, CompareEveryPixelWithTheTileAnchoredToThePage) {
  std::mt19937 random(test_seed());
  for (const Backend* backend : tested_backends()) {
    for (const int levels : {2, 3, 4, 7, 16}) {
      for (const int bits : {8, 16}) {
        const auto width = static_cast<std::int64_t>(1 + random() % 700);
        Settings settings{.levels = levels, .bits = bits, .width = width};
        settings.planes = {plane_of("am", random_screen(random)),
                           plane_of(Method(given_screen), random_screen(random))};
        RandomPage page(settings, 61, random);
        halftone_in_strips(*backend, settings, page, static_cast<std::int64_t>(1 + random() % 70));
        for (int plane = 0; plane < 2; ++plane) {
          const Screen& screen = *settings.planes[static_cast<std::size_t>(plane)].screen;
          for (std::int64_t y = 0; y < page.height(); ++y) {
            for (std::int64_t x = 0; x < width; ++x)
              ASSERT_EQ(page.level(plane, y, x), expected_level(screen, settings, y, x, page.sample(plane, y, x)))
                  << backend->name << ' ' << levels << ' ' << bits << " bits, row " << y << ", column " << x;
          }
        }
        EXPECT_TRUE(page.guards_hold());
      }
    }
  }
}

// The mean of what a tile prints, as a part of solid, where it has every threshold equally often.
double mean_of(const ScreenTone& tone, const std::vector<int>& amounts) {
  double sum = 0;
  for (int threshold = 0; threshold < 65536; ++threshold)
    sum += amounts[static_cast<std::size_t>(level_of(tone, threshold))];
  return sum / 65536 / amounts.back();
}

TEST(DropScreens, KeepTheMeanOfEveryTone) {
  std::mt19937 random(test_seed());
  for (int round = 0; round < 12; ++round) {
    const int levels = 3 + static_cast<int>(random() % 14);
    const Drops drops = random_drops(random, levels);
    const std::vector<int> amounts = amounts_of(drops, levels);
    const ScreenTones tones = screen_tones(drops, levels, 8);
    for (int sample = round % 4; sample < 256; sample += 4)
      EXPECT_NEAR(mean_of(tones[static_cast<std::size_t>(sample)], amounts), sample / 255.0, 5e-5)
          << sample << " of " << testing::PrintToString(amounts) << ", mixing " << drops.mix;
  }
}

TEST(DropScreens, MixThreeSizesAtALevelAndTwoInBetween) {
  const Drops drops{.amounts = {0, 28, 55, 100}, .mix = 40};
  const ScreenTones tones = screen_tones(drops, 4, 8);
  const ScreenTone& at_level = tones[71];  // 28 percent
  EXPECT_EQ(level_of(at_level, 0), 2);
  EXPECT_EQ(level_of(at_level, 32768), 1);
  EXPECT_EQ(level_of(at_level, 65534), 0);
  const ScreenTone& between = tones[105];  // halfway to 55 percent
  for (int threshold = 0; threshold < 65536; ++threshold)
    ASSERT_THAT(level_of(between, threshold), testing::AnyOf(1, 2)) << threshold;
}

TEST(DropScreens, PrintWhatTheirTonesSayOnEveryBackend) {
  std::mt19937 random(test_seed());
  for (const Backend* backend : tested_backends()) {
    for (int round = 0; round < 20; ++round) {
      const int levels = 3 + static_cast<int>(random() % 14);
      Settings settings{
          .levels = levels, .bits = random() % 2 == 0 ? 8 : 16, .width = 1 + static_cast<int>(random() % 300)};
      settings.planes = {plane_of("blue-noise", random_screen(random))};
      PlaneSettings& plane = settings.planes[0];
      plane.drops = random_drops(random, levels);
      const ScreenTones tones = screen_tones(plane.drops, levels, settings.bits);
      RandomPage page(settings, 33, random);
      halftone_in_strips(*backend, settings, page, 20);
      const Screen& screen = *plane.screen;
      for (std::int64_t y = 0; y < page.height(); ++y) {
        for (std::int64_t x = 0; x < settings.width; ++x) {
          const auto threshold = screen.thresholds[static_cast<std::size_t>(
              y % screen.height * screen.width + (x + first_column(screen, y)) % screen.width)];
          ASSERT_EQ(page.level(0, y, x), level_of(tones[static_cast<std::size_t>(page.sample(0, y, x))], threshold))
              << backend->name << ", " << levels << " levels, " << settings.bits << " bits";
        }
      }
    }
  }
}

// Every tone of a page 256 pixels wide, against thresholds that print first and last.
TEST(Screens, LeavePaperCleanAndPrintSolidsFull) {
  for (const Backend* backend : tested_backends()) {
    for (const int threshold : {0, 1, 256, 32767, 65279, 65534, 65535}) {
      const auto tile = std::make_shared<const Screen>(
          Screen{.width = 1, .height = 1, .shift = 0, .thresholds = {static_cast<std::uint16_t>(threshold)}});
      const Settings settings{.planes = {plane_of("am", tile)}, .width = 256};
      std::vector<std::uint8_t> samples(256);
      for (int a = 0; a < 256; ++a) samples[static_cast<std::size_t>(a)] = static_cast<std::uint8_t>(a);
      std::vector<std::byte> workspace(backend->workspace_bytes(settings)), pixels(32);
      const Plane plane{reinterpret_cast<const std::byte*>(samples.data()), 256};
      const Plate plate{pixels.data(), 32};
      ASSERT_TRUE((*backend->make(settings, workspace))->run({1, {&plane, 1}, {&plate, 1}}).ok());
      for (int a = 0; a < 256; ++a) {
        const bool ink = (std::to_integer<int>(pixels[static_cast<std::size_t>(a / 8)]) >> (7 - a % 8) & 1) != 0;
        EXPECT_EQ(ink, a == 255 || 257 * a > threshold) << backend->name << ", tone " << a << ", T " << threshold;
      }
    }
  }
}

Settings settings_with(Screen screen) {
  return {.planes = {plane_of("am", std::make_shared<const Screen>(std::move(screen)))}, .width = 10};
}

TEST(Screens, OutOfRangeAreRefusedBeforeMemoryIsTaken) {
  EXPECT_TRUE(check(settings_with({2, 1, 1, {0, 9}})).ok());
  constexpr std::int32_t large = 1 << 30;
  for (const Screen& screen :
       {Screen{0, 1, 0, {}}, Screen{1, -1, 0, {}}, Screen{2, 1, 2, {0, 9}}, Screen{2, 1, -1, {0, 9}},
        Screen{2, 2, 0, {0, 9}}, Screen{large, large, 0, {}}, Screen{large, 4, 0, {}}}) {
    const Status status = check(settings_with(screen));
    ASSERT_FALSE(status.ok()) << screen.width << " by " << screen.height;
    EXPECT_THAT(status.error().message, HasSubstr("a screen's "));
  }
  const Settings missing{.planes = {{.method = "blue-noise"}}, .width = 10};
  ASSERT_FALSE(check(missing).ok());
  EXPECT_THAT(check(missing).error().message, HasSubstr("blue-noise was given no tile"));
}

// Planes that share a tile are halftoned together; others are not mixed up.
TEST(Screens, MayBeSharedByPlanes) {
  std::mt19937 random(test_seed());
  const auto one = random_screen(random), other = random_screen(random);
  Settings settings{.width = 100};
  settings.planes = {plane_of("am", one), plane_of("am", other), plane_of("am", one), plane_of("jarvis")};
  for (const Backend* backend : tested_backends()) {
    RandomPage page(settings, 20, random);
    halftone_in_strips(*backend, settings, page, 7);
    for (const int plane : {0, 1, 2}) {
      const Screen& screen = *settings.planes[static_cast<std::size_t>(plane)].screen;
      for (std::int64_t x = 0; x < 100; ++x)
        ASSERT_EQ(page.level(plane, 11, x), expected_level(screen, settings, 11, x, page.sample(plane, 11, x)));
    }
  }
}

}  // namespace
}  // namespace platerip::halftone
