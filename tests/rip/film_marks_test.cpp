// Marks in the margins of films. A reader of the test's own finds them again, on every plate at the same pixels.
#include <gmock/gmock.h>

#include <array>
#include <tuple>

#include "rip/film/film_sheet.h"
#include "rip/film/marks.h"
#include "rip/plates/plate_files.h"
#include "tests/rip/film_page.h"
#include "tests/seed.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;

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
              const char* marks = "all", const char* made_plate = nullptr) {
  std::mt19937 random(test_seed());
  tiffio::PageInfo info = info_of(kind, 8, resolution, orientation);
  info.width = 140;
  info.height = 100;
  Marked made{noise(info, random), sheet, job_of(sheet), {}};
  set(made.job, "marks", marks);
  set(made.job, "halftone", method);
  if (made_plate != nullptr) set(made.job, "plate", made_plate);
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

TEST(Film, HasNothingButMarksOnThePaperOfMadePlates) {
  const Sheet sheet{.across = 2, .down = 2, .gap = 3, .margin = 15, .mirror = true};
  for (const int orientation : {1, 6}) {
    const Marked made =
        marked(kinds()[1], resolutions[1], orientation, sheet, "tone", "registration,crop", "White=all");
    const Film &white = made.films.back(), &cyan = made.films.front();
    const bool lies = orientation > 4;
    const Point margin = margin_of(made), page = lies ? Point{100, 140} : Point{140, 100};
    const Point gap{pixels_in(3, lies ? 600 : 1200), pixels_in(3, lies ? 1200 : 600)};
    const auto is_copied = [](std::int64_t at, std::int64_t begin, std::int64_t size, std::int64_t apart) {
      return (at >= begin && at < begin + size) || (at >= begin + size + apart && at < begin + 2 * size + apart);
    };
    for (std::int64_t y = 0; y < white.height(); ++y) {
      for (std::int64_t x = 0; x < white.width(); ++x) {
        const bool is_copy = is_copied(x, margin.x, page.x, gap.x) && is_copied(y, margin.y, page.y, gap.y);
        ASSERT_EQ(white.ink(x, y), is_copy || cyan.ink(x, y)) << x << ' ' << y << ", orientation " << orientation;
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
    Job job = job_of({.across = 2, .down = 2, .margin = 15, .mirror = true});
    set(job, "marks", "all");
    const Plates expected = plates_of(job, page);
    job.backend = "auto";
    for (const std::int64_t rows : {7, 300}) {
      job.strip_rows = rows;
      EXPECT_TRUE(plates_of(job, page, {.gpu = gpu_}) == expected) << rows;
    }
  }
}

TEST_P(FilmOnGpus, IsUpright) {
  std::mt19937 random(test_seed());
  for (int orientation = 2; orientation <= 6; ++orientation) {
    for (const bool mirror : {false, true}) {
      const Picture page = noise(info_of(kinds()[1], 8, resolutions[1], orientation), random);
      Job job = job_of({.across = 2, .mirror = mirror});
      job.upright = true;
      const Plates expected = plates_of(job, page);
      EXPECT_TRUE(plates_of(job, page, {.gpu = gpu_}) == expected) << orientation << ' ' << mirror;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Gpus, FilmOnGpus, testing::Values("made", "cuda"),
                         [](const auto& gpu) { return std::string(gpu.param); });

}  // namespace
}  // namespace platerip::test
