// The sums of a report against counts of one pixel after the other, and which crops it keeps.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>

#include "rip/proofs/report/crops.h"
#include "rip/proofs/report/level_rows.h"
#include "rip/proofs/report/survey.h"
#include "rip/proofs/report/tone_picture.h"
#include "rip/proofs/report/tone_rows.h"
#include "rip/proofs/report/zone_levels.h"
#include "tests/random.h"
#include "tests/rip/made_sums.h"
#include "tests/rip/made_tones.h"
#include "tests/rip/random_plate.h"
#include "tests/tiffio/peak_memory.h"

namespace platerip::rip {
namespace {

using test::level_ink;
using test::RandomPlate;

TEST(LevelRows, HaveTheSumsOfTheirPixels) {
  Random random;
  for (const int levels : {2, 3, 4, 16}) {
    for (int round = 0; round < 20; ++round) {
      const std::int64_t width = random(1, 300);
      const std::int64_t height = random(1, 40);
      const std::int64_t box = std::array{random(1, 7), random(1, 70), 8 * random(1, 9)}[random(0, 2)];
      RandomPlate plate(random, width, height, levels, random(0, 9));
      const LevelInk ink = level_ink(levels, random(0, 1) == 0);
      std::vector<std::uint64_t> sums;
      LevelRows made(
          parts_of(width, box), parts_of(height, box), ink,
          [&](std::size_t, std::span<const std::uint64_t> row) { sums.insert(sums.end(), row.begin(), row.end()); });
      for (std::int64_t y = 0; y < height;) {
        const std::int64_t count = random(1, height - y);
        made.add(plate.from(y), count);
        y += count;
      }
      const Grid grid{width, height, box};
      std::vector<std::uint64_t> expected(static_cast<std::size_t>(grid.columns() * grid.rows()));
      for (std::int64_t y = 0; y < height; ++y)
        for (std::int64_t x = 0; x < width; ++x) expected[y / box * grid.columns() + x / box] += ink.of[plate.at(x, y)];
      ASSERT_EQ(sums, expected) << width << " x " << height << ", boxes of " << box << ", " << levels << " levels";
    }
  }
}

// Large plates are summed on several threads.
TEST(LevelRows, OfLargePlatesHaveTheSumsOfTheirPixels) {
  Random random;
  constexpr std::int64_t width = 9000, height = 700;
  RandomPlate plate(random, width, height, 2, random(0, 9));
  const std::int64_t rows = random(1, height - 1);
  for (const std::int64_t box : {6, 11, 24}) {
    const Grid grid{width, height, box};
    std::vector<std::uint64_t> sums;
    LevelRows made(parts_of(width, box), parts_of(height, box), LevelInk(),
                   [&](std::size_t first, std::span<const std::uint64_t> some) {
                     EXPECT_EQ(first * static_cast<std::size_t>(grid.columns()), sums.size());
                     sums.insert(sums.end(), some.begin(), some.end());
                   });
    made.add(plate.from(0), rows);
    made.add(plate.from(rows), height - rows);
    std::vector<std::uint64_t> expected(static_cast<std::size_t>(grid.columns() * grid.rows()));
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x) expected[y / box * grid.columns() + x / box] += plate.at(x, y);
    EXPECT_TRUE(sums == expected) << "boxes of " << box << ", first " << rows << " rows";
  }
}

// A byte of a plate that is solid in 32 rows has 256 dots.
TEST(LevelRows, CountAnyNumberOfSolidRows) {
  for (const std::int64_t height : {31, 32, 33, 63, 64, 100, 4096}) {
    for (const std::int64_t rows : {std::int64_t{1}, std::int64_t{32}, height}) {
      const std::vector<std::byte> solid(static_cast<std::size_t>(10 * height), std::byte{0xff});
      std::vector<std::uint64_t> sums;
      LevelRows made({0, 40, 80}, {0, height}, LevelInk(), [&](std::size_t, std::span<const std::uint64_t> row) {
        sums.insert(sums.end(), row.begin(), row.end());
      });
      for (std::int64_t y = 0; y < height; y += rows)
        made.add({const_cast<std::byte*>(solid.data()), 10}, std::min(rows, height - y));
      const auto expected = static_cast<std::uint64_t>(40 * height);
      EXPECT_EQ(sums, (std::vector{expected, expected})) << height << " rows, " << rows << " at a time";
    }
  }
}

// A GPU makes the sums of strips, of which rows are added in several pieces.
TEST(LevelRows, TakeSumsThatAreMade) {
  Random random;
  for (const int levels : {2, 3, 16}) {
    for (int round = 0; round < 20; ++round) {
      const std::int64_t width = random(40, 300), height = random(5, 200);
      const std::vector<std::int64_t> columns = test::random_borders(random, width, 8, 16);
      const std::vector<std::int64_t> rows = test::random_borders(random, height, 5, 9);
      RandomPlate plate(random, width, height, levels, random(0, 9));
      const LevelInk ink = level_ink(levels, random(0, 1) == 0);
      WantedSums wanted;
      wanted.add({.plate = 0, .ink = ink, .columns = columns, .rows = rows});
      ASSERT_EQ(wanted.all().size(), 1u);
      std::vector<std::uint64_t> sums, expected;
      const auto keep_in = [](std::vector<std::uint64_t>& kept) {
        return [&kept](std::size_t, std::span<const std::uint64_t> some) {
          kept.insert(kept.end(), some.begin(), some.end());
        };
      };
      LevelRows counted(columns, rows, ink, keep_in(expected));
      counted.add(plate.from(0), height);
      LevelRows made(columns, rows, ink, keep_in(sums), wanted.find(0, columns, rows));
      const std::vector<std::byte> nothing(plate.rows.size());
      for (std::int64_t y = 0; y < height;) {
        const std::int64_t count = random(1, height - y);
        std::vector<std::byte> memory(static_cast<std::size_t>(wanted.bytes(count)));
        PlateSums strip = place_sums(wanted, count, memory.data());
        strip.first = y;
        strip.rows = count;
        const halftone::Plate from = plate.from(y);
        test::make_sums(wanted, {&from, 1}, y, count, strip);
        const std::int64_t border = rows[static_cast<std::size_t>(box_row_of(rows, random(y, y + count - 1)))];
        const std::int64_t first = std::max<std::int64_t>(0, border - y);
        const halftone::Plate empty{const_cast<std::byte*>(nothing.data()), plate.stride};
        if (first > 0) made.add(empty, first, &strip);
        made.add(empty, count - first, &strip);
        y += count;
      }
      ASSERT_EQ(sums, expected) << width << " x " << height << ", " << levels << " levels";
    }
  }
}

// Sums that take more memory than the plate, or that do not fit, are left to the cores.
TEST(WantedSums, AreThoseThatAreWorthIt) {
  const auto count_of = [](std::int64_t box, const LevelInk& ink) {
    WantedSums wanted;
    const auto borders = parts_of(3000, box);
    for (int i = 0; i < 2; ++i) wanted.add({.plate = 0, .ink = ink, .columns = borders, .rows = borders});
    return wanted.all().size();
  };
  EXPECT_EQ(count_of(1, {}), 0u);
  EXPECT_EQ(count_of(4, {}), 0u);
  EXPECT_EQ(count_of(5, {}), 1u);
  EXPECT_EQ(count_of(255, {}), 1u);
  EXPECT_EQ(count_of(256, {}), 0u);
  EXPECT_EQ(count_of(60, level_ink(16, true)), 1u);
  EXPECT_EQ(count_of(60, level_ink(16, false)), 0u);
}

TEST(ZoneLevels, HaveTheSumsOfTheirPixels) {
  Random random;
  for (const int levels : {2, 3, 4, 16}) {
    for (int round = 0; round < 20; ++round) {
      const Grid grid{random(1, 300), random(1, 60), random(1, 30)};
      const bool along_rows = random(0, 1) == 1;
      const std::int64_t length = along_rows ? grid.height : grid.width;
      const std::vector<std::int64_t> borders = equal_parts(length, random(1, std::min<std::int64_t>(length, 40)));
      RandomPlate plate(random, grid.width, grid.height, levels, random(0, 9));

      ZoneLevels made(grid, borders, along_rows, LevelInk({}, levels));
      LevelRows boxes(parts_of(grid.width, grid.box), parts_of(grid.height, grid.box), LevelInk({}, levels),
                      [&](std::size_t row, std::span<const std::uint64_t> sums) {
                        const auto columns = static_cast<std::size_t>(grid.columns());
                        for (; !sums.empty(); sums = sums.subspan(columns))
                          made.add_boxes(static_cast<std::int64_t>(row++), sums.first(columns));
                      });
      for (std::int64_t y = 0; y < grid.height;) {
        const std::int64_t count = random(1, grid.height - y);
        made.add(plate.from(y), y, count);
        boxes.add(plate.from(y), count);
        y += count;
      }
      std::vector<std::uint64_t> expected(borders.size() - 1);
      for (std::int64_t y = 0; y < grid.height; ++y)
        for (std::int64_t x = 0; x < grid.width; ++x) {
          const auto zone = std::upper_bound(borders.begin(), borders.end(), along_rows ? y : x) - borders.begin() - 1;
          expected[static_cast<std::size_t>(zone)] += plate.at(x, y);
        }
      ASSERT_EQ(made.zones(), expected) << grid.width << " x " << grid.height << ", boxes of " << grid.box << ", "
                                        << borders.size() - 1 << " zones, " << levels << " levels";
    }
  }
}

// Flat boxes beside others, in strips of any height, each in two pieces. The last ink is a spot.
template <typename Sample>
void expect_tones(Random& random) {
  constexpr std::int64_t most = std::numeric_limits<Sample>::max();
  const std::int64_t box = std::array{random(1, 7), random(1, 70), 8 * random(1, 9)}[random(0, 2)];
  const Grid grid{random(1, 300), random(0, 9) == 0 ? random(501, 1100) : random(1, 60), box};
  const std::int64_t stride = grid.width + random(0, 5);
  std::vector<std::vector<Sample>> inks(3, std::vector<Sample>(static_cast<std::size_t>(grid.height * stride)));
  for (auto& samples : inks) {
    for (std::int64_t y = 0; y < grid.height; ++y)
      for (std::int64_t x = 0; x < stride; ++x)
        samples[y * stride + x] = static_cast<Sample>((x / box + y / box) % 3 == 0 ? 77 : random(0, most));
    if (random(0, 1) == 0) samples[(grid.height - 1) * stride + grid.width - 1] = 78;
  }
  const auto rows_of = [&](std::int64_t y, std::int64_t count) {
    constexpr std::int64_t bytes = sizeof(Sample);
    std::vector<RowSpan> rows;
    for (auto& samples : inks)
      rows.push_back({std::as_bytes(std::span(&samples[y * stride], 1)).data(), stride * bytes, count});
    return rows;
  };
  const ToneSettings settings{grid, 8 * sizeof(Sample), 3, 2};
  ToneRows tones(settings);
  for (std::int64_t y = 0; y < grid.height;) {
    const std::int64_t count = random(1, grid.height - y);
    const std::int64_t some = random(1, count);
    const test::MadeTones made(settings, y, count);
    add_tones(settings, rows_of(y, some), y, made.tones);
    if (some < count) add_tones(settings, rows_of(y + some, count - some), y + some, made.tones);
    y += count;
    tones.add(made.tones, y);
  }
  for (std::size_t ink = 0; ink < 3; ++ink) {
    ToneHistogram expected{};
    for (std::int64_t y = 0; y < grid.height; y += settings.histogram_step())
      for (std::int64_t x = 0; x < grid.width; ++x) ++expected[inks[ink][y * stride + x] >> (settings.bits - 8)];
    ASSERT_EQ(tones.histogram(ink), expected) << grid.width << " x " << grid.height;
  }
  for (std::int64_t row = 0; row < grid.rows(); ++row) {
    ASSERT_TRUE(tones.has_row());
    const ToneRow made = tones.take();
    for (std::int64_t column = 0; column < grid.columns(); ++column) {
      double sum = 0;
      for (std::size_t ink = 0; ink < 3; ++ink) {
        const std::vector<Sample>& samples = inks[ink];
        const Sample first = samples[row * box * stride + column * box];
        bool is_flat = true;
        for (std::int64_t y = row * box; y < row * box + grid.box_height(row); ++y) {
          for (std::int64_t x = column * box; x < column * box + grid.box_width(column); ++x) {
            if (ink < 2) sum += samples[y * stride + x];
            is_flat = is_flat && samples[y * stride + x] == first;
          }
        }
        ASSERT_EQ(made.flat(ink, static_cast<std::size_t>(column)), is_flat ? first : -1)
            << grid.width << " x " << grid.height << ", " << box;
      }
      const auto pixels = static_cast<double>(grid.box_width(column) * grid.box_height(row));
      ASSERT_DOUBLE_EQ(made.total(settings, static_cast<std::size_t>(column)), sum / (pixels * most))
          << grid.width << " x " << grid.height << ", " << box;
    }
  }
  EXPECT_FALSE(tones.has_row());
}

TEST(ToneRows, HaveTheMeansOfTheirPixels) {
  Random random;
  for (int round = 0; round < 60; ++round) {
    expect_tones<std::uint8_t>(random);
    expect_tones<std::uint16_t>(random);
  }
}

// All rows of a picture's bands.
std::vector<std::vector<std::uint16_t>> rows_of(TonePicture& picture) {
  std::vector<std::vector<std::uint16_t>> rows;
  while (const auto band = picture.next()) {
    rows.emplace_back(static_cast<std::size_t>(band->rows * picture.grid().columns));
    picture.smooth(*band, rows.back());
  }
  return rows;
}

// A report sums its boxes once, for itself and for its picture.
TEST(TonePicture, OfBoxesIsThatOfTheirPixels) {
  Random random;
  for (const int levels : {2, 16}) {
    const std::int64_t width = random(300, 400), height = random(300, 400), box = random(3, 9);
    const std::int64_t longest = (std::max(width, height) + box - 1) / box;
    RandomPlate plate(random, width, height, levels, 0);
    const LevelInk ink = level_ink(levels, true);
    const PicturedPlates page{.width = width, .height = height, .levels = levels, .dots = {DotRate()}, .inks = {ink}};
    const auto columns = parts_of(width, box), rows = parts_of(height, box);
    TonePicture of_pixels(page, longest), of_boxes(page, longest);
    ASSERT_TRUE(of_boxes.are_boxes(columns, rows));
    EXPECT_FALSE(of_boxes.are_boxes(columns, parts_of(height, box + 1)));
    std::vector<std::vector<std::uint16_t>> expected;
    const halftone::Plate pixels = plate.from(0);
    for (std::int64_t row = 0; row < height;) {
      row += of_pixels.add({&pixels, 1}, row, height - row);
      std::ranges::move(rows_of(of_pixels), std::back_inserter(expected));
    }
    LevelRows sums(columns, rows, ink,
                   [&](std::size_t first, std::span<const std::uint64_t> made) { of_boxes.add_boxes(0, first, made); });
    sums.add(pixels, height);
    EXPECT_EQ(rows_of(of_boxes), expected) << width << " x " << height << ", boxes of " << box;
  }
}

// With the smallest boxes, many rows of them wait until they are looked at.
TEST(Survey, TakesTheMemoryThatIsSetAside) {
  if (!test::memory_can_be_measured) GTEST_SKIP() << "sanitizers take memory of their own";
  constexpr std::int64_t side = 1200, rows = 200;
  constexpr std::size_t inks = 4;
  const Job job;
  PagePlan plan;
  plan.width = plan.height = side;
  plan.color.inks = {"Cyan", "Magenta", "Yellow", "Black"};
  plan.level_inks.resize(inks);
  const ProofedPage page{.job = job,
                         .plan = plan,
                         .shape = {side, side},
                         .plates = {{0}, {1}, {2}, {3}},
                         .dots = std::vector<DotRate>(inks),
                         .press = {},
                         .cache = {},
                         .tables = nullptr};
  const std::vector<std::byte> samples(static_cast<std::size_t>(side * rows));
  std::vector<std::byte> bits(side / 8 * rows);
  StripInFlight strip;
  strip.rows = strip.plate_rows = rows;
  const ToneSettings settings = Survey::wanted_tones(page);
  const std::vector<RowSpan> planes(inks, {samples.data(), side, rows});
  test::MadeTones tones(settings, 0, rows);
  strip.plates.assign(inks, {bits.data(), side / 8});
  test::forget_peak();
  const std::size_t before = test::peak_memory();
  Survey survey(page, job.report);
  for (std::int64_t row = 0; row < side; row += rows) {
    strip.first_row = strip.first_plate_row = row;
    strip.tones = tones.tones;
    strip.tones.first = row;
    add_tones(settings, planes, row, strip.tones);
    survey.add(strip);
  }
  survey.finish();
  const auto taken = static_cast<std::int64_t>(test::peak_memory() - before);
  const std::int64_t set_aside = Survey::memory_bytes(page, job.report) + tones_bytes(settings, rows);
  EXPECT_LE(taken, set_aside);
  EXPECT_GE(taken, set_aside / 2);
}

// The place of the most ink is in the middle of its crop, however far it is from the rows that are judged together.
TEST(Crops, HaveTheMostInkInTheMiddle) {
  for (const std::int64_t box : {1, 7, 47}) {
    for (const std::int64_t y : {0, 90, 200, 333, 599}) {
      const Grid grid{600, 600, box};
      const std::int64_t x = 300;
      Crops crops(grid, 1, 2, {});
      std::vector<std::byte> rows;
      std::int64_t added = 0;
      for (std::int64_t box_row = 0; box_row < grid.rows(); ++box_row) {
        const std::int64_t bottom = std::min(grid.height, (box_row + 1) * box);
        if (added < bottom) {
          rows.assign(75 * static_cast<std::size_t>(grid.height), std::byte{0});  // the rows above are gone
          const std::int64_t end = std::min(grid.height, y % 2 == 0 ? bottom : bottom + 500), count = end - added;
          for (std::int64_t row = 0; row < count; ++row)  // which tells rows apart
            std::fill_n(&rows[75 * static_cast<std::size_t>(row)], 75, static_cast<std::byte>((added + row) % 251));
          crops.add(0, {rows.data(), 75}, added, count);
          crops.leave(0, end == grid.height ? grid.rows() - 1 : end / box - 1);
          added = end;
        }
        const std::vector<std::uint8_t> rgb(3 * static_cast<std::size_t>(grid.columns()), 255);
        std::vector<std::uint16_t> totals(static_cast<std::size_t>(grid.columns()), 10);
        if (y / box == box_row) totals[x / box] = 99;
        crops.add_boxes(box_row, {rgb, totals});
      }
      ASSERT_EQ(crops.all().size(), 1u);
      const Crop crop = crops.all()[0];
      const std::int64_t middle =
          std::clamp<std::int64_t>(y / box * box + box / 2, Crops::side / 2, 600 - Crops::side / 2);
      EXPECT_EQ(crop.kind, CropKind::most_ink);
      EXPECT_NEAR(static_cast<double>(crop.top + Crops::side / 2), static_cast<double>(middle),
                  static_cast<double>(box))
          << "boxes of " << box << ", row " << y;
      EXPECT_EQ(crop.left, x / box * box + box / 2 - Crops::side / 2);
      for (std::int64_t line = 0; line < crop.height; ++line)
        ASSERT_EQ(crop.levels[line * crop.width], (crop.top + line) % 251 >> (7 - crop.left % 8) & 1) << line;
    }
  }
}

// Boxes of 24 do not divide a crop: six rows of them are lower than one.
TEST(Crops, ShowATintThatIsOnlyAtTheTopOfThePage) {
  for (const std::int64_t box : {20, 24, 47}) {
    const Grid grid{600, 600, box};
    Crops crops(grid, 1, 2, {});
    std::vector<std::byte> row(75);
    for (std::int64_t box_row = 0; box_row < grid.rows(); ++box_row) {
      for (std::int64_t i = 0; i < grid.box_height(box_row); ++i) {
        crops.add(0, {row.data(), 75}, box_row * box + i, 1);
        crops.leave(0, i + 1 < grid.box_height(box_row) ? box_row - 1 : box_row);
      }
      const std::uint8_t level = box_row * box < Crops::side ? 119 : 255;
      const std::vector<std::uint8_t> rgb(3 * static_cast<std::size_t>(grid.columns()), level);
      const std::vector<std::uint16_t> totals(static_cast<std::size_t>(grid.columns()), 10);
      crops.add_boxes(box_row, {rgb, totals});
    }
    const auto all = crops.all();
    const auto midtone = std::ranges::find(all, CropKind::midtone, &Crop::kind);
    ASSERT_NE(midtone, all.end()) << "boxes of " << box;
    EXPECT_LT(midtone->top, box) << "boxes of " << box;
  }
}

}  // namespace
}  // namespace platerip::rip
