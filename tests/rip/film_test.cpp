// Films: pages that are mirrored, repeated and given a margin with marks. Sheets must have the plates of pages that the
// test itself has put together. Marks are found again by a reader of their own, on every plate at the same pixels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <set>

#include "rip/film/film_sheet.h"
#include "rip/film/marks.h"
#include "rip/job/job_options.h"
#include "rip/page/rip_page.h"
#include "rip/pages/placing/placed_rows.h"
#include "rip/plates/plate_files.h"
#include "tests/rip/made_gpu.h"
#include "tests/seed.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::rip {
namespace {

using namespace test;
using testing::HasSubstr;
using tiffio::Alpha;
using tiffio::ColorModel;

/// A page in memory.
struct Picture {
  tiffio::PageInfo info;
  std::vector<std::byte> pixels;

  [[nodiscard]] std::int64_t pixel_bytes() const { return info.samples() * (info.bits / 8); }
  [[nodiscard]] std::byte* at(std::int64_t x, std::int64_t y) {
    return pixels.data() + y * info.row_bytes() + x * pixel_bytes();
  }
};

/// Its rows, of which those from `broken` on cannot be read.
class PictureRows : public PageRows {
 public:
  explicit PictureRows(Picture picture, std::int64_t broken = std::int64_t{1} << 40)
      : picture_(std::move(picture)), broken_(broken) {}
  [[nodiscard]] const tiffio::PageInfo& info() const override { return picture_.info; }
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    const auto bytes = static_cast<std::size_t>(picture_.info.row_bytes());
    for (; rows > 0; --rows, ++row_, out += stride) {
      if (row_ >= picture_.info.height) return Error{"read past the end"};
      if (row_ >= broken_) return Error{"broken", ErrorCode::unreadable};
      std::memcpy(out, picture_.at(0, row_), bytes);
    }
    return {};
  }

 private:
  Picture picture_;
  std::int64_t broken_;
  std::int64_t row_ = 0;
};

/// Random samples.
Picture noise(tiffio::PageInfo info, std::mt19937& random) {
  Picture picture{std::move(info), {}};
  picture.pixels.resize(static_cast<std::size_t>(picture.info.row_bytes() * picture.info.height));
  for (std::byte& byte : picture.pixels) byte = static_cast<std::byte>(random());
  return picture;
}

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

struct Point {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

/// Where a pixel of a page of this size is seen (TIFF 6.0, Orientation).
Point seen(int orientation, Point at, std::int64_t width, std::int64_t height) {
  const std::int64_t right = width - 1 - at.x, bottom = height - 1 - at.y;
  const Point places[] = {{at.x, at.y}, {right, at.y},  {right, bottom}, {at.x, bottom},
                          {at.y, at.x}, {bottom, at.x}, {bottom, right}, {at.y, right}};
  return places[orientation - 1];
}

std::int64_t pixels_in(double millimetres, double dpi) {
  return static_cast<std::int64_t>(std::floor(millimetres * dpi / 25.4 + 0.5));
}

struct Sheet {
  int across = 1;
  int down = 1;
  double gap = 0;
  double margin = 0;
  bool mirror = false;
};

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

void set(Job& job, std::string_view option, const std::string& word) {
  const Status status = set_option(job, option, word);
  ASSERT_TRUE(status.ok()) << status.error().message;
}

Job job_of(const Sheet& sheet) {
  Job job;
  set(job, "step",
      std::to_string(sheet.across) + 'x' + std::to_string(sheet.down) + ",gap=" + std::to_string(sheet.gap));
  set(job, "margin", std::to_string(sheet.margin));
  set(job, "mirror", sheet.mirror ? "true" : "false");
  job.threads = 2;
  return job;
}

using Plates = std::vector<std::vector<std::byte>>;

Plates plates_of(const Job& job, const Picture& page, const RunResources& resources = {}) {
  PictureRows rows(page);
  MemorySink sink;
  const auto report = rip_page(job, {"made.tif"}, rows, sink, {}, resources);
  EXPECT_TRUE(report.ok()) << report.error().message;
  return sink.plates;
}

Error error_of(const Job& job, const Picture& page) {
  PictureRows rows(page);
  MemorySink sink;
  const auto report = rip_page(job, {"made.tif"}, rows, sink);
  return report.ok() ? Error{"no error"} : report.error();
}

struct Kind {
  const char* name;
  ColorModel model;
  Alpha alpha = Alpha::none;
  std::vector<std::string> spots = {};
};

std::vector<Kind> kinds() {
  return {{"gray", ColorModel::gray},
          {"rgb", ColorModel::rgb},
          {"rgba", ColorModel::rgb, Alpha::unassociated},
          {"premultiplied", ColorModel::rgb, Alpha::associated},
          {"cmyk", ColorModel::cmyk},
          {"cmyk and a spot", ColorModel::cmyk, Alpha::none, {"Gold"}},
          {"rgba and spots", ColorModel::rgb, Alpha::unassociated, {"Gold", "Varnish"}},
          {"lab", ColorModel::lab},
          {"inks", ColorModel::inks, Alpha::none, {"Gold", "Red"}}};
}

const std::vector<tiffio::Resolution> resolutions = {{600, 600, 2}, {1200, 600, 2}, {{2032, 10}, {2032, 10}, 2}};

tiffio::PageInfo info_of(const Kind& kind, int bits, const tiffio::Resolution& resolution, int orientation) {
  tiffio::PageInfo info;
  info.width = 37;
  info.height = 23;
  info.model = kind.model;
  info.alpha = kind.alpha;
  info.spots = kind.spots;
  info.bits = bits;
  info.resolution = resolution;
  info.orientation = static_cast<tiffio::Orientation>(orientation);
  return info;
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
  Picture expected = by_hand(page, sheet);
  for (const std::int64_t skipped : {1, 15, 30, 60, 80}) {
    auto rows = on_film(job_of(sheet), {"made.tif"}, std::make_unique<PictureRows>(page), {});
    ASSERT_TRUE(rows.ok());
    ASSERT_TRUE((*rows)->skip(skipped).ok());
    const std::int64_t row_bytes = expected.info.row_bytes(), left = expected.info.height - skipped;
    std::vector<std::byte> read(static_cast<std::size_t>(left * row_bytes));
    ASSERT_TRUE((*rows)->read(left, read.data(), row_bytes).ok());
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

TEST(Film, AsksForTheMarginThatMarksNeed) {
  const std::pair<const char*, double> needs[] = {{"crop", 7},     {"registration", 10},  {"bar", 8},
                                                  {"label", 5.95}, {"crop,label", 10.95}, {"all", 15}};
  for (const auto& [marks, millimetres] : needs) {
    Job job;
    set(job, "marks", marks);
    set(job, "margin", std::to_string(millimetres - 0.001));
    const Status refused = check_job(job);
    ASSERT_FALSE(refused.ok()) << marks;
    EXPECT_EQ(refused.error().setting, "marks");
    ASSERT_EQ(refused.error().advice.size(), 1u);
    EXPECT_EQ(refused.error().advice[0].setting, "margin");
    EXPECT_EQ(std::stod(refused.error().advice[0].value), millimetres);
    set(job, "margin", std::to_string(millimetres));
    EXPECT_TRUE(check_job(job).ok()) << marks;
  }
  Job in_pixels;
  set(in_pixels, "marks", "crop");
  set(in_pixels, "margin", "1000px");
  EXPECT_FALSE(check_job(in_pixels).ok());
  Job dated;
  set(dated, "date", "2 May");
  ASSERT_FALSE(check_job(dated).ok());
  EXPECT_EQ(check_job(dated).error().setting, "date");
}

/// A plate of two levels as somebody sees it who holds it upright, and who turns it over if it is mirrored.
class Film {
 public:
  Film(const std::vector<std::byte>& plate, std::int64_t width, std::int64_t height, int orientation, bool mirror)
      : width_(orientation > 4 ? height : width), height_(orientation > 4 ? width : height) {
    ink_.resize(static_cast<std::size_t>(width_ * height_));
    const std::int64_t row_bytes = (width + 7) / 8;
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) {
        Point at = seen(orientation, {x, y}, width, height);
        if (mirror) at.x = width_ - 1 - at.x;
        const auto byte = std::to_integer<unsigned>(plate[static_cast<std::size_t>(y * row_bytes + x / 8)]);
        ink_[static_cast<std::size_t>(at.y * width_ + at.x)] = (byte >> (7 - x % 8) & 1) != 0;
      }
    }
  }

  [[nodiscard]] bool ink(std::int64_t x, std::int64_t y) const {
    return ink_[static_cast<std::size_t>(y * width_ + x)];
  }
  [[nodiscard]] std::int64_t width() const { return width_; }
  [[nodiscard]] std::int64_t height() const { return height_; }

  [[nodiscard]] double coverage(Point from, Point to) const {
    std::int64_t sum = 0;
    for (std::int64_t y = from.y; y < to.y; ++y) {
      for (std::int64_t x = from.x; x < to.x; ++x) sum += ink(x, y) ? 1 : 0;
    }
    return static_cast<double>(sum) / static_cast<double>((to.x - from.x) * (to.y - from.y));
  }

  /// The first and the last column in which a row has ink, between two columns; the same for a column of rows.
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> columns(std::int64_t y, std::int64_t from,
                                                              std::int64_t to) const {
    std::pair<std::int64_t, std::int64_t> found{-1, -1};
    for (std::int64_t x = from; x < to; ++x) {
      if (!ink(x, y)) continue;
      if (found.first < 0) found.first = x;
      found.second = x;
    }
    return found;
  }
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> rows(std::int64_t x, std::int64_t from, std::int64_t to) const {
    std::pair<std::int64_t, std::int64_t> found{-1, -1};
    for (std::int64_t y = from; y < to; ++y) {
      if (!ink(x, y)) continue;
      if (found.first < 0) found.first = y;
      found.second = y;
    }
    return found;
  }

 private:
  std::int64_t width_;
  std::int64_t height_;
  std::vector<bool> ink_;
};

/// A cross in a circle, as its reader finds it.
struct Cross {
  std::int64_t left = 0, right = 0, top = 0, bottom = 0;  // the ends of its lines
  std::int64_t line_left = 0, line_right = 0;             // of the line that stands
  std::int64_t line_top = 0, line_bottom = 0;             // of the line that lies
  friend bool operator==(const Cross&, const Cross&) = default;
};

/// Finds the cross in an area that has nothing else.
Cross find_cross(const Film& film, Point from, Point to) {
  Cross cross{to.x, from.x, to.y, from.y, -1, -1, -1, -1};
  for (std::int64_t y = from.y; y < to.y; ++y) {
    for (std::int64_t x = from.x; x < to.x; ++x) {
      if (!film.ink(x, y)) continue;
      cross.left = std::min(cross.left, x);
      cross.right = std::max(cross.right, x);
      cross.top = std::min(cross.top, y);
      cross.bottom = std::max(cross.bottom, y);
    }
  }
  std::tie(cross.line_left, cross.line_right) = film.columns(cross.top, from.x, to.x);
  std::tie(cross.line_top, cross.line_bottom) = film.rows(cross.left, from.y, to.y);
  return cross;
}

struct Marked {
  Picture page;
  Sheet sheet;
  Job job;
  std::vector<Film> films;
};

Marked marked(const Kind& kind, const tiffio::Resolution& resolution, int orientation, Sheet sheet, const char* method,
              const char* marks = "all") {
  std::mt19937 random(test_seed());
  tiffio::PageInfo info = info_of(kind, 8, resolution, orientation);
  info.width = 140;
  info.height = 100;
  Marked made{noise(info, random), sheet, job_of(sheet), {}};
  set(made.job, "marks", marks);
  set(made.job, "halftone", method);
  const auto all = film_info(made.job, info);
  EXPECT_TRUE(all.ok());
  for (const std::vector<std::byte>& plate : plates_of(made.job, made.page))
    made.films.emplace_back(plate, all->width, all->height, orientation, sheet.mirror);
  return made;
}

/// The margin of a film as it is seen.
Point margin_of(const Marked& made) {
  const tiffio::Resolution& resolution = made.page.info.resolution;
  const bool lies = made.page.info.orientation > 4;
  return {pixels_in(made.sheet.margin, lies ? resolution.y : resolution.x),
          pixels_in(made.sheet.margin, lies ? resolution.x : resolution.y)};
}

/// The areas at the middle of the sides in which only a cross may lie: top, bottom, left, right.
std::vector<std::pair<Point, Point>> middles(const Marked& made) {
  const Film& film = made.films.front();
  const Point margin = margin_of(made);
  // Crop marks end 6 mm from the copies, and crosses begin after 7 mm. Crosses reach 3.5 mm to each side of a middle.
  const Point reach{margin.x * 17 / 30, margin.y * 17 / 30}, half{margin.x * 4 / 15, margin.y * 4 / 15};
  const std::int64_t x = film.width() / 2, y = film.height() / 2;
  return {{{x - half.x, 0}, {x + half.x, reach.y}},
          {{x - half.x, film.height() - reach.y}, {x + half.x, film.height()}},
          {{0, y - half.y}, {reach.x, y + half.y}},
          {{film.width() - reach.x, y - half.y}, {film.width(), y + half.y}}};
}

TEST(Film, RegistersAtTheSamePixelsOfAllPlates) {
  std::mt19937 random(test_seed());
  for (const char* method : {"tone", "floyd-steinberg", "am", "bayer", "blue-noise", "dbs"}) {
    for (const tiffio::Resolution& resolution : resolutions) {
      const auto orientation = static_cast<int>(1 + random() % 8);
      const bool mirror = random() % 2 == 0;
      SCOPED_TRACE(testing::Message() << method << ' ' << resolution.x << " x " << resolution.y << " dpi, orientation "
                                      << orientation << ", mirror " << mirror);
      const Marked made =
          marked(kinds()[5], resolution, orientation, {.across = 2, .gap = 1, .margin = 15, .mirror = mirror}, method);
      ASSERT_EQ(made.films.size(), 5u);
      const Film& film = made.films.front();
      std::vector<Cross> crosses;
      for (const auto& [from, to] : middles(made)) {
        const Cross cross = find_cross(film, from, to);
        for (const Film& other : made.films) EXPECT_TRUE(find_cross(other, from, to) == cross);
        // Its lines meet in its middle.
        EXPECT_EQ(cross.left + cross.right, cross.line_left + cross.line_right);
        EXPECT_EQ(cross.top + cross.bottom, cross.line_top + cross.line_bottom);
        crosses.push_back(cross);
      }
      const Point margin = margin_of(made);
      const bool lies = orientation > 4;
      const std::int64_t across = pixels_in(7, lies ? resolution.y : resolution.x);
      const std::int64_t down = pixels_in(7, lies ? resolution.x : resolution.y);
      for (const int side : {0, 1})
        EXPECT_LE(std::abs(crosses[side].left + crosses[side].right - (film.width() - 1)), 1);
      for (const int side : {2, 3})
        EXPECT_LE(std::abs(crosses[side].top + crosses[side].bottom - (film.height() - 1)), 1);
      EXPECT_EQ(crosses[0].bottom, margin.y - down - 1);
      EXPECT_EQ(crosses[1].top, film.height() - margin.y + down);
      EXPECT_EQ(crosses[2].right, margin.x - across - 1);
      EXPECT_EQ(crosses[3].left, film.width() - margin.x + across);
    }
  }
}

TEST(Film, HasCropMarksJustOutsideOfTheCopies) {
  for (const tiffio::Resolution& resolution : resolutions) {
    for (const int orientation : {1, 7}) {
      SCOPED_TRACE(testing::Message() << resolution.x << " x " << resolution.y << ", orientation " << orientation);
      const Sheet sheet{.across = 3, .down = 2, .gap = 4, .margin = 15};
      const Marked made = marked(kinds()[4], resolution, orientation, sheet, "tone");
      const Point margin = margin_of(made);
      const bool lies = orientation > 4;
      const double x_dpi = lies ? resolution.y : resolution.x, y_dpi = lies ? resolution.x : resolution.y;
      const std::int64_t width = lies ? 100 : 140, height = lies ? 140 : 100;
      for (const Film& film : made.films) {
        const std::int64_t row = margin.y - pixels_in(4, y_dpi), column = margin.x - pixels_in(4, x_dpi);
        for (int copy = 0; copy < 3; ++copy) {
          const std::int64_t left = margin.x + copy * (width + pixels_in(4, x_dpi)), right = left + width;
          for (const std::int64_t y : {row, film.height() - 1 - row}) {
            EXPECT_TRUE(film.ink(left - 1, y));
            EXPECT_FALSE(film.ink(left, y));
            EXPECT_FALSE(film.ink(right - 1, y));
            EXPECT_TRUE(film.ink(right, y));
          }
        }
        for (int copy = 0; copy < 2; ++copy) {
          const std::int64_t top = margin.y + copy * (height + pixels_in(4, y_dpi)), bottom = top + height;
          for (const std::int64_t x : {column, film.width() - 1 - column}) {
            EXPECT_TRUE(film.ink(x, top - 1));
            EXPECT_FALSE(film.ink(x, top));
            EXPECT_FALSE(film.ink(x, bottom - 1));
            EXPECT_TRUE(film.ink(x, bottom));
          }
        }
      }
    }
  }
}

TEST(Film, HasAWedgeOfEachInk) {
  for (const char* method : {"tone", "am", "blue-noise"}) {
    const Marked made = marked(kinds()[4], resolutions[0], 1, {.across = 12, .margin = 10}, method, "bar");
    const std::int64_t patch = pixels_in(5, 600), left = pixels_in(1, 600);
    const std::int64_t top = made.films[0].height() - margin_of(made).y + pixels_in(2, 600);
    for (const Film& film : made.films) {
      for (int step = 0; step <= 10; ++step) {
        const Point from{left + step * patch + 4, top + 4},
            to{left + (step + 1) * patch - 4, top + pixels_in(5, 600) - 4};
        EXPECT_NEAR(film.coverage(from, to), step / 10.0, step % 10 == 0 ? 0 : 0.03) << method << ' ' << step;
      }
    }
  }
}

TEST(Film, LeavesTheCopiesAlone) {
  const Sheet sheet{.across = 2, .margin = 15};
  for (const char* method : {"floyd-steinberg", "tone", "am"}) {
    const Marked with = marked(kinds()[4], resolutions[0], 1, sheet, method);
    const Marked without = marked(kinds()[4], resolutions[0], 1, sheet, method, "none");
    const Point margin = margin_of(with);
    for (std::size_t plate = 0; plate < with.films.size(); ++plate) {
      const Film& film = with.films[plate];
      for (std::int64_t y = margin.y; y < film.height() - margin.y; ++y) {
        for (std::int64_t x = margin.x; x < film.width() - margin.x; ++x)
          ASSERT_EQ(film.ink(x, y), without.films[plate].ink(x, y)) << method << ' ' << x << ' ' << y;
      }
    }
  }
}

TEST(Film, TellsPlatesApartByTheirLabelsOnly) {
  Marked made = marked(kinds()[4], resolutions[0], 1, {.across = 10, .margin = 15}, "bayer");
  const std::int64_t band = pixels_in(8, 600), middle = made.films[0].width() / 2;
  for (const Film& film : made.films) {
    EXPECT_GT(film.coverage({0, 0}, {middle, band}), 0.01);
    const bool is_first = &film == made.films.data();
    bool labels_differ = false;
    for (std::int64_t y = 0; y < film.height(); ++y) {
      for (std::int64_t x = 0; x < film.width(); ++x) {
        const bool in_label = y < band && std::abs(x - middle) > pixels_in(4, 600), in_margin = y < margin_of(made).y;
        if (!in_margin) continue;
        const bool same = film.ink(x, y) == made.films[0].ink(x, y);
        if (in_label) labels_differ = labels_differ || !same;
        ASSERT_TRUE(same || in_label) << x << ' ' << y;
      }
    }
    EXPECT_NE(labels_differ, is_first);
  }
  Job dated = made.job;
  set(dated, "date", "2 May 2026");
  EXPECT_FALSE(plates_of(dated, made.page) == plates_of(made.job, made.page));
  EXPECT_TRUE(plates_of(dated, made.page) == plates_of(dated, made.page));
}

TEST(Film, KeepsMarksOnTheSheet) {
  std::mt19937 random(test_seed());
  for (int round = 0; round < 300; ++round) {
    const auto number = [&](unsigned most) { return static_cast<std::uint32_t>(1 + random() % most); };
    const tiffio::Rational x{20 * 7 + number(10'000), 7}, y{20 * 9 + number(10'000), 9};
    const tiffio::Resolution resolution{x, y, 2};
    FilmSettings film;
    film.marks = {random() % 2 == 0, random() % 2 == 0, random() % 2 == 0, true};
    film.margin = length_of(margin_for(film.marks) + static_cast<Micrometres>(random() % 20'000));
    film.step = {static_cast<int>(number(4)), static_cast<int>(number(4)),
                 length_of(static_cast<Micrometres>(random() % 5000))};
    film.mirror = random() % 2 == 0;
    const auto orientation = static_cast<tiffio::Orientation>(number(8));
    const Stepping stepping = stepping_at(film, resolution, orientation);
    const std::int64_t page_width = number(300), page_height = number(300);
    const MarkedSheet sheet{stepping.x.sheet(page_width), stepping.y.sheet(page_height), stepping, resolution,
                            film.mirror};
    const std::vector<FilmLabel> labels{{"1/2 Cyan"}, {"2/2 " + std::string(200, 'W'), "dbs", "page.tif"}};
    for (const std::vector<Block>& plate : draw_marks(sheet, film.marks, labels)) {
      for (const Block& block : plate) {
        EXPECT_TRUE(block.width > 0 && block.height > 0 && block.x >= 0 && block.y >= 0);
        EXPECT_LE(block.x + block.width, sheet.width);
        EXPECT_LE(block.y + block.height, sheet.height);
        const bool beside = block.x + block.width <= stepping.x.margin || block.x >= sheet.width - stepping.x.margin;
        const bool beyond = block.y + block.height <= stepping.y.margin || block.y >= sheet.height - stepping.y.margin;
        EXPECT_TRUE(beside || beyond) << "on the copies: " << block.x << ' ' << block.y << ", round " << round;
      }
    }
  }
}

TEST(Film, HasTheSamePlatesInStripsOfAnyHeight) {
  for (const char* method : {"tone", "am"}) {
    const Marked made =
        marked(kinds()[6], resolutions[1], 5, {.across = 2, .down = 2, .margin = 15, .mirror = true}, method);
    for (const std::int64_t rows : {1, 13, 500}) {
      for (const char* backend : {"cpu", "reference"}) {
        if (rows == 1 && std::string_view(backend) == "reference") continue;
        Job job = made.job;
        job.strip_rows = rows;
        job.backend = backend;
        job.threads = rows == 13 ? 1 : 3;
        EXPECT_TRUE(plates_of(job, made.page) == plates_of(made.job, made.page)) << method << ' ' << rows;
      }
    }
  }
}

TEST(Film, GoesOnAtACheckpoint) {
  const Marked made = marked(kinds()[1], resolutions[0], 1, {.across = 2, .down = 2, .margin = 15}, "jarvis");
  const auto make = [&](const Job& job, const std::string& path, std::int64_t broken) {
    PictureRows rows(made.page, broken);
    PlateFiles plates(job.plates);
    return rip_page(job, {path}, rows, plates);
  };
  for (const std::int64_t broken : {10, 99}) {
    const TempFolder folder;
    const std::string path = folder.file("page.tif");
    write_file(path, {});
    Job job = made.job;
    job.strip_rows = 16;
    job.checkpoint = 0;
    job.plates.manifest = true;
    job.plates.folder = folder.file("out");
    ASSERT_FALSE(make(job, path, broken).ok());
    const auto report = make(job, path, 1000);
    ASSERT_TRUE(report.ok()) << report.error().message;
    EXPECT_THAT(report->notes.back().message, HasSubstr("went on at row"));
    Job whole = job;
    whole.checkpoint.reset();
    whole.plates.folder = folder.file("expected");
    const auto expected = make(whole, path, 1000);
    ASSERT_TRUE(expected.ok()) << expected.error().message;
    for (std::size_t plate = 0; plate < report->plates.size(); ++plate)
      EXPECT_EQ(read_file(report->plates[plate].file), read_file(expected->plates[plate].file));
  }
}

class FilmOnGpus : public TestOnGpus {};

TEST_P(FilmOnGpus, HasTheSamePlates) {
  for (const int bits : {8, 16}) {
    std::mt19937 random(test_seed());
    tiffio::PageInfo info = info_of(kinds()[1], bits, resolutions[1], 1);
    info.width = 700;
    info.height = 500;
    const Picture page = noise(info, random);
    Job job = job_of({.across = 2, .down = 2, .margin = 15});
    set(job, "marks", "all");
    const Plates expected = plates_of(job, page);
    job.backend = "auto";
    for (const std::int64_t rows : {7, 300}) {
      job.strip_rows = rows;
      EXPECT_TRUE(plates_of(job, page, {.gpu = gpu_}) == expected) << rows;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Gpus, FilmOnGpus, testing::Values("made", "cuda"),
                         [](const auto& gpu) { return std::string(gpu.param); });

}  // namespace
}  // namespace platerip::rip
