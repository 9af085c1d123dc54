// Sheets of films: pages that are mirrored, repeated and given a margin. They must have the plates of pages that the
// test itself has put together.
#include <gmock/gmock.h>

#include "rip/film/film_sheet.h"
#include "rip/pages/placing/placed_rows.h"
#include "tests/rip/film_page.h"
#include "tests/seed.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;
using tiffio::Alpha;
using tiffio::ColorModel;

/// What a pixel without ink has.
std::vector<std::byte> paper_pixel(const tiffio::PageInfo& info) {
  const int bytes = info.bits / 8;
  const bool has_alpha = info.alpha != Alpha::none;
  std::vector<std::byte> pixel;
  for (int color = 0; color < info.colors(); ++color) {
    const bool is_zero = has_alpha || info.model == ColorModel::cmyk;
    const auto value = info.model == ColorModel::lab && color > 0 ? std::byte{0x80} : std::byte{0xff};
    pixel.insert(pixel.end(), bytes, is_zero ? std::byte{0} : value);
  }
  pixel.resize(static_cast<std::size_t>(info.samples() * bytes));
  return pixel;
}

/// The sheet, put together as somebody does who holds it upright.
Picture by_hand(Picture page, const Sheet& sheet) {
  const tiffio::PageInfo& info = page.info;
  const bool lies = info.orientation > 4;
  const double x_dpi = lies ? info.resolution.y : info.resolution.x,
               y_dpi = lies ? info.resolution.x : info.resolution.y;
  const std::int64_t width = lies ? info.height : info.width, height = lies ? info.width : info.height;
  const Point margin{pixels_in(sheet.margin, x_dpi), pixels_in(sheet.margin, y_dpi)};
  const Point gap{pixels_in(sheet.gap, x_dpi), pixels_in(sheet.gap, y_dpi)};
  const Point size{2 * margin.x + sheet.across * width + (sheet.across - 1) * gap.x,
                   2 * margin.y + sheet.down * height + (sheet.down - 1) * gap.y};
  Picture all{info, {}};
  all.info.width = lies ? size.y : size.x;
  all.info.height = lies ? size.x : size.y;
  const std::vector<std::byte> paper = paper_pixel(info);
  for (std::int64_t i = 0; i < size.x * size.y; ++i) all.pixels.insert(all.pixels.end(), paper.begin(), paper.end());
  std::vector<Point> stored(static_cast<std::size_t>(size.x * size.y));  // where the sheet has what is seen
  for (std::int64_t y = 0; y < all.info.height; ++y) {
    for (std::int64_t x = 0; x < all.info.width; ++x) {
      const Point at = seen(info.orientation, {x, y}, all.info.width, all.info.height);
      stored[static_cast<std::size_t>(at.y * size.x + at.x)] = {x, y};
    }
  }
  for (std::int64_t y = 0; y < info.height; ++y) {
    for (std::int64_t x = 0; x < info.width; ++x) {
      const Point at = seen(info.orientation, {x, y}, info.width, info.height);
      for (int copy = 0; copy < sheet.across * sheet.down; ++copy) {
        std::int64_t column = margin.x + copy % sheet.across * (width + gap.x) + at.x;
        const std::int64_t row = margin.y + copy / sheet.across * (height + gap.y) + at.y;
        if (sheet.mirror) column = size.x - 1 - column;
        const Point to = stored[static_cast<std::size_t>(row * size.x + column)];
        std::memcpy(all.at(to.x, to.y), page.at(x, y), static_cast<std::size_t>(page.pixel_bytes()));
      }
    }
  }
  return all;
}

TEST(Film, IsThePagePutTogetherByHand) {
  std::mt19937 random(test_seed());
  int orientation = 0;
  for (const Kind& kind : kinds()) {
    for (const int bits : {8, 16}) {
      for (const tiffio::Resolution& resolution : resolutions) {
        orientation = orientation % 8 + 1;
        const Sheet sheet{.across = 1 + static_cast<int>(random() % 3),
                          .down = 1 + static_cast<int>(random() % 3),
                          .gap = static_cast<double>(random() % 3000) / 1000,
                          .margin = static_cast<double>(random() % 3000) / 1000,
                          .mirror = random() % 2 == 0};
        const Picture page = noise(info_of(kind, bits, resolution, orientation), random);
        SCOPED_TRACE(testing::Message() << kind.name << ", " << bits << " bits, " << resolution.x << " x "
                                        << resolution.y << " dpi, orientation " << orientation << ", " << sheet.across
                                        << "x" << sheet.down << ", gap " << sheet.gap << ", margin " << sheet.margin
                                        << ", mirror " << sheet.mirror);
        EXPECT_TRUE(plates_of(job_of(sheet), page) == plates_of({}, by_hand(page, sheet)));
      }
    }
  }
}

// Crisp text looks at the pixels around, also beyond the edge of a copy.
TEST(Film, IsCrispWhereCopiesMeet) {
  std::mt19937 random(test_seed());
  Picture page = noise(info_of(kinds()[1], 8, resolutions[0], 1), random);
  for (std::int64_t y = 0; y < page.info.height; ++y)
    for (std::int64_t x = 0; x < page.info.width; ++x)
      std::memset(page.at(x, y), x % 7 == 1 || x % 7 == 5 ? 0x60 : x % 7 < 2 || x % 7 > 4 ? 0xff : 0, 3);
  for (const Sheet& sheet : {Sheet{.across = 3, .down = 2}, Sheet{.across = 2, .gap = 0.05, .mirror = true}}) {
    const Plates plates = plates_of(job_of(sheet), page);
    EXPECT_TRUE(plates == plates_of({}, by_hand(page, sheet)));
    Job not_crisp = job_of(sheet);
    set(not_crisp, "crisp", "off");
    EXPECT_FALSE(plates == plates_of(not_crisp, page));
  }
}

TEST(Film, IsMirroredAsItIsSeen) {
  std::mt19937 random(test_seed());
  for (int orientation = 1; orientation <= 8; ++orientation) {
    for (const Sheet& sheet : {Sheet{.mirror = true}, Sheet{.across = 2, .down = 3, .margin = 1, .mirror = true}}) {
      SCOPED_TRACE(orientation);
      const Picture page = noise(info_of(kinds()[1], 8, resolutions[1], orientation), random);
      EXPECT_TRUE(plates_of(job_of(sheet), page) == plates_of({}, by_hand(page, sheet)));
      Job upright = job_of(sheet);
      upright.upright = true;
      EXPECT_TRUE(plates_of(upright, page).front().size() > 0);
    }
  }
}

TEST(Film, SkipsRowsAsItReadsThem) {
  std::mt19937 random(test_seed());
  const Picture page = noise(info_of(kinds()[1], 8, resolutions[0], 1), random);
  const Sheet sheet{.across = 2, .down = 3, .gap = 0.2, .margin = 0.5};
  auto whole = on_film(job_of(sheet), {"made.tif"}, std::make_unique<PictureRows>(page), {});
  ASSERT_TRUE(whole.ok());
  Picture expected{whole->rows->info(), {}};
  expected.pixels.resize(static_cast<std::size_t>(expected.info.height * expected.info.row_bytes()));
  ASSERT_TRUE(whole->rows->read(expected.info.height, expected.pixels.data(), expected.info.row_bytes()).ok());
  for (const std::int64_t skipped : {1, 15, 30, 60, 80}) {
    auto rows = on_film(job_of(sheet), {"made.tif"}, std::make_unique<PictureRows>(page), {});
    ASSERT_TRUE(rows.ok());
    ASSERT_TRUE(rows->rows->skip(skipped).ok());
    const std::int64_t row_bytes = expected.info.row_bytes(), left = expected.info.height - skipped;
    std::vector<std::byte> read(static_cast<std::size_t>(left * row_bytes));
    ASSERT_TRUE(rows->rows->read(left, read.data(), row_bytes).ok());
    EXPECT_EQ(std::memcmp(read.data(), expected.at(0, skipped), read.size()), 0) << skipped;
  }
}

TEST(Film, RefusesWhatItCannotMeasureOrHold) {
  std::mt19937 random(test_seed());
  Picture page = noise(info_of(kinds()[0], 8, {}, 1), random);
  const Error unknown = error_of(job_of({.margin = 3}), page);
  EXPECT_THAT(unknown.message, HasSubstr("made.tif: has no resolution"));
  ASSERT_EQ(unknown.advice.size(), 1u);
  EXPECT_EQ(unknown.advice[0].setting, "resolution");
  Job known = job_of({.margin = 3});
  known.resolution = 600;
  EXPECT_EQ(error_of(known, page).message, "no error");
  EXPECT_EQ(error_of(job_of({.across = 2}), page).message, "no error");
  Job in_pixels;
  set(in_pixels, "margin", "12px");
  set(in_pixels, "step", "2x1,gap=3px");
  EXPECT_EQ(error_of(in_pixels, page).message, "no error");

  page.info.resolution = {{4000000000U, 1}, 600, 2};
  EXPECT_THAT(error_of(job_of({.margin = 1000}), page).message, HasSubstr("no page may be so large"));

  page.info.resolution = {600, 600, 2};
  Job no_room = job_of({.down = 2});
  no_room.spool = 100;
  const Error full = error_of(no_room, page);
  EXPECT_EQ(full.code, ErrorCode::no_space);
  EXPECT_THAT(full.message, HasSubstr("100 bytes"));
}

TEST(Film, OptionsAreReadAndPrinted) {
  Job job;
  const auto words = [&](const char* name) {
    const std::vector<std::string> all = words_of(job, *find_job_option(name));
    return all.empty() ? "" : all[0];
  };
  set(job, "step", "2x3");
  EXPECT_EQ(words("step"), "2x3");
  set(job, "step", "4x1,gap=2.5");
  EXPECT_EQ(words("step"), "4x1,gap=2.5mm");
  set(job, "margin", "12.0005");
  EXPECT_EQ(words("margin"), "12.001mm");
  set(job, "margin", "40px");
  EXPECT_EQ(words("margin"), "40px");
  set(job, "marks", "label,crop");
  EXPECT_EQ(words("marks"), "crop,label");
  set(job, "marks", "all");
  EXPECT_EQ(words("marks"), "registration,crop,bar,label");
  set(job, "marks", "none");
  EXPECT_EQ(words("marks"), "");
  for (const char* word : {"2", "x2", "2x", "0x1", "2x1001", "2x2,gap", "2x2,gap=-1", "2x2, gap=1", "2x2,gap=2000"})
    EXPECT_FALSE(set_option(job, "step", word).ok()) << word;
  for (const char* word : {"", "cross", "crop,,bar", "all,crop"})
    EXPECT_FALSE(set_option(job, "marks", word).ok()) << word;
  for (const char* word : {"", "-1", "1001", "5cm", "100001px", "nan"})
    EXPECT_FALSE(set_option(job, "margin", word).ok()) << word;
}

}  // namespace
}  // namespace platerip::test
