// Bands of a page that are searched in different places have the bits of the whole page.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>

#include "halftone/search/bands.h"
#include "tests/halftone/engine.h"
#include "tests/halftone/random_drops.h"
#include "tests/halftone/random_page.h"
#include "tests/halftone/tested_backends.h"
#include "tests/on_threads.h"

namespace platerip::halftone {
namespace {

struct Band {
  std::int64_t first;
  std::int64_t end;
};

class SearchBands : public testing::Test {
 protected:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  // Gives rows [given, end) in strips of up to `most_rows` rows. The plates' rows begin at row `given`. Returns the row
  // up to which they are written.
  std::int64_t give(Halftoner& halftoner, const Settings& settings, RandomPage& page, std::int64_t given,
                    std::int64_t end, int most_rows) {
    std::int64_t finished = given;
    while (given < end) {
      const std::int64_t rows = std::min<std::int64_t>(1 + below(most_rows), end - given);
      std::vector<Plane> planes;
      std::vector<Plate> plates;
      for (int i = 0; i < static_cast<int>(settings.planes.size()); ++i) {
        planes.push_back(page.plane(i, given));
        plates.push_back(page.plate(i, finished));
      }
      given += rows;
      const auto done = halftoner.run({.rows = rows,
                                       .planes = planes,
                                       .plates = plates,
                                       .last = given == page.height(),
                                       .room = page.height() - finished});
      EXPECT_TRUE(done.ok());
      if (!done.ok()) return finished;
      finished += *done;
    }
    return finished;
  }

  // Searches a band into the page's plates, from a halftoner that knows nothing of the rows further above.
  void search_band(const Backend& backend, const Settings& settings, RandomPage& page, const Band& band,
                   int most_rows) {
    const std::int64_t first = std::max<std::int64_t>(0, band.first - rows_above(settings));
    const Settings start = start_of(settings);
    RandomPage begun = page;
    Engine above(**find_backend("cpu"), start);
    give(*above.halftoner, start, begun, 0, first, 100);
    Engine engine(backend, settings);
    const Status status =
        first == 0 ? Status() : engine.halftoner->restore(band_boundary(settings, *above.halftoner->save()));
    ASSERT_TRUE(status.ok()) << status.error().message;
    const std::int64_t given = std::min(page.height(), band.end + rows_held_back(settings));
    ASSERT_GE(give(*engine.halftoner, settings, page, first, given, most_rows), band.end);
  }

  void expect_the_pages_bits(const Settings& settings, std::int64_t height) {
    const RandomPage blank(settings, height, random_);
    RandomPage page = blank;
    Engine whole(**find_backend("cpu"), settings);
    ASSERT_EQ(give(*whole.halftoner, settings, page, 0, height, 1000), height);
    for (const Backend* backend : tested_backends()) {
      const std::int64_t first = 64 * below(static_cast<int>((height + 63) / 64));
      const Band band{first, first + 1 + below(static_cast<int>(height - first))};
      const int most_rows = std::array{20, 64, 1000}[random_() % 3];
      SCOPED_TRACE(std::to_string(settings.width) + " by " + std::to_string(height) + ", rows " +
                   std::to_string(band.first) + " to " + std::to_string(band.end) + ", " + std::string(backend->name));
      RandomPage found = blank;
      ASSERT_NO_FATAL_FAILURE(search_band(*backend, settings, found, band, most_rows));
      for (int plane = 0; plane < static_cast<int>(settings.planes.size()); ++plane) {
        for (std::int64_t y = band.first; y < band.end; ++y) {
          for (std::int64_t x = 0; x < settings.width; ++x)
            ASSERT_EQ(found.level(plane, y, x), page.level(plane, y, x)) << "row " << y << " column " << x;
        }
      }
    }
  }

  SearchEffort random_effort() { return {.rounds = 1 + below(4), .sweeps = 1 + below(3)}; }

  std::mt19937 random_{test_seed()};
};

TEST_F(SearchBands, OfDotsHaveTheBitsOfThePage) {
  for (int i = 0; i < 5; ++i) {
    Settings settings{.planes = planes_of(1 + random_() % 3, "dbs"),
                      .levels = std::array{2, 2, 3, 16}[random_() % 4],
                      .bits = below(3) == 0 ? 16 : 8,
                      .width = 1 + below(70)};
    const SearchEffort effort = random_effort();
    const bool together = settings.levels == 2 && below(2) == 0;
    const Drops drops = below(2) == 0 ? random_drops(random_, settings.levels) : Drops{};
    for (PlaneSettings& plane : settings.planes) {
      plane.effort = effort;
      plane.drops = drops;
      if (together) plane.shade = {below(257), below(257), below(257)};
    }
    ASSERT_NO_FATAL_FAILURE(expect_the_pages_bits(settings, 1 + below(1200)));
  }
}

// The backends of GPUs take other pages than these.
TEST_F(SearchBands, BesidePlanesOfOtherMethodsHaveTheBitsOfThePage) {
  for (int i = 0; i < 3; ++i) {
    Settings settings{.planes = planes_of(3, "dbs"), .width = 1 + below(60)};
    for (PlaneSettings& plane : settings.planes) plane.effort = random_effort();
    settings.planes[1 + random_() % 2].method = std::array<Method, 3>{"tone", "jarvis", "bayer"}[random_() % 3];
    ASSERT_NO_FATAL_FAILURE(expect_the_pages_bits(settings, 1 + below(1000)));
  }
}

TEST_F(SearchBands, OfWindowsHaveTheBitsOfThePage) {
  for (const Method method : {Method("les"), Method("pes")}) {
    Settings settings{.planes = planes_of(1, method), .width = 1 + below(6)};
    settings.planes[0].effort = SearchEffort{.rounds = 1 + below(2), .sweeps = 1};
    ASSERT_NO_FATAL_FAILURE(expect_the_pages_bits(settings, 200 + below(200)));
  }
}

}  // namespace
}  // namespace platerip::halftone
