// The search methods: every backend gives the bits of an independent implementation, for any strips and threads, and a
// page can stop and go on. searched_plates_test.cpp tests what these plates promise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "halftone/inks_together.h"
#include "halftone/search_drops.h"
#include "tests/halftone/direct_drops.h"
#include "tests/halftone/direct_search.h"
#include "tests/halftone/engine.h"
#include "tests/halftone/given_again.h"
#include "tests/halftone/random_drops.h"
#include "tests/halftone/random_page.h"
#include "tests/halftone/tested_backends.h"
#include "tests/halftone/tone_diffusion.h"
#include "tests/on_threads.h"
#include "tests/sanitized.h"

namespace platerip::halftone {
namespace {

using InTurn = std::vector<const Backend*>;

Result<std::int64_t> run(Halftoner& halftoner, const Settings& settings, RandomPage& page, std::int64_t given,
                         std::int64_t rows, std::int64_t finished) {
  std::vector<Plane> planes;
  std::vector<Plate> plates;
  for (int i = 0; i < static_cast<int>(settings.planes.size()); ++i) {
    planes.push_back(page.plane(i, given));
    plates.push_back(page.plate(i, finished));
  }
  return halftoner.run({.rows = rows, .planes = planes, .plates = plates, .last = given + rows == page.height()});
}

// What a GPU would save instead of this: the rows held back are given again.
Boundary without_held_rows(const Settings& settings, RandomPage& page, const Boundary& saved) {
  const Settings start = start_of(settings);
  RandomPage begun = page;
  Engine engine(**find_backend("reference"), start);
  EXPECT_TRUE(run(*engine.halftoner, start, begun, 0, saved.rows, 0).ok());
  return given_again(settings, saved, *engine.halftoner->save());
}

// Halftones the page in strips of up to `most_rows` rows. With several backends, each goes on where the one before it
// stopped. Sometimes it is given the rows again that are held back there.
void halftone(const InTurn& in_turn, const Settings& settings, RandomPage& page, std::int64_t most_rows,
              std::mt19937& random) {
  Engine engine(*in_turn[0], settings);
  std::int64_t given = 0, finished = 0;
  for (std::size_t turn = 0; finished < page.height(); ++turn) {
    if (turn > 0 && in_turn.size() > 1) {
      auto boundary = engine.halftoner->save();
      ASSERT_TRUE(boundary.ok());
      ASSERT_EQ(boundary->rows, finished);
      ASSERT_EQ(boundary->held, given - finished);
      engine = Engine(*in_turn[turn % in_turn.size()], settings);
      const bool has_all = given == page.height() || boundary->held >= effort_of(settings.planes[0]).rows_below();
      if (random() % 3 == 0 && is_searched(settings) && has_all) {
        *boundary = without_held_rows(settings, page, *boundary);
        given = finished;
      }
      const Status status = engine.halftoner->restore(*boundary);
      ASSERT_TRUE(status.ok()) << status.error().message;
    }
    const auto most = static_cast<std::uint64_t>(most_rows + 1);
    const std::int64_t rows = std::min(static_cast<std::int64_t>(random() % most), page.height() - given);
    if (rows == 0 && given < page.height()) continue;
    const auto done = run(*engine.halftoner, settings, page, given, rows == 0 ? 0 : rows, finished);
    ASSERT_TRUE(done.ok()) << done.error().message;
    given += rows;
    finished += *done;
    if (given < page.height() || rows > 0) continue;
    // The rows that remain come out in strips with room alone.
    std::vector<Plane> planes(settings.planes.size());
    std::vector<Plate> plates;
    for (int i = 0; i < static_cast<int>(settings.planes.size()); ++i) plates.push_back(page.plate(i, finished));
    const auto room = std::min(static_cast<std::int64_t>(1 + random() % most), page.height() - finished);
    const auto rest = engine.halftoner->run({.planes = planes, .plates = plates, .last = true, .room = room});
    ASSERT_TRUE(rest.ok());
    ASSERT_EQ(*rest, room);
    finished += room;
  }
}

SearchOrder order_of(const PlaneSettings& plane) {
  const SearchEffort effort = effort_of(plane);
  return {.rounds = effort.rounds, .sweeps = effort.sweeps};
}

// The planes with a shade and this effort and these drops, which are searched together.
std::vector<std::size_t> planes_together(const Settings& settings, const SearchEffort& effort, const Drops& drops) {
  std::vector<std::size_t> together;
  for (std::size_t i = 0; i < settings.planes.size(); ++i) {
    const PlaneSettings& plane = settings.planes[i];
    if (plane.shade && effort_of(plane) == effort && plane.drops == drops) together.push_back(i);
  }
  return together;
}

void expect_the_oracles_bits_together(const Settings& settings, const RandomPage& page, const PlaneSettings& one) {
  const SearchEffort effort = effort_of(one);
  const std::vector<std::size_t> planes = planes_together(settings, effort, one.drops);
  std::vector<Shade> shades;
  std::vector<std::vector<int>> before;
  for (const std::size_t plane : planes) {
    shades.push_back(*settings.planes[plane].shade);
    const auto sample = [&](std::int64_t y, std::int64_t x) { return page.sample(static_cast<int>(plane), y, x); };
    before.push_back(diffuse_by_tone({.method = "tone", .drops = one.drops, .ink = settings.planes[plane].ink},
                                     settings.levels, settings.bits, settings.width, page.height(), sample));
  }
  const auto sample = [&](std::size_t i, std::int64_t y, std::int64_t x) {
    return page.sample(static_cast<int>(planes[i]), y, x);
  };
  const SearchOrder order = order_of(one);
  const EyeTable& eye = table_of(effort.eye);
  const auto expected =
      settings.levels == 2
          ? search_inks_directly(order, eye, shades, settings.bits, settings.width, page.height(), sample, before)
          : search_drop_inks_directly(order, eye, shades, one.drops, settings.levels, settings.bits, settings.width,
                                      page.height(), sample, before);
  for (std::size_t i = 0; i < planes.size(); ++i) {
    for (std::int64_t y = 0; y < page.height(); ++y) {
      for (std::int64_t x = 0; x < settings.width; ++x) {
        ASSERT_EQ(page.level(static_cast<int>(planes[i]), y, x),
                  expected[i][static_cast<std::size_t>(y * settings.width + x)])
            << "plane " << planes[i] << " together, row " << y << " column " << x;
      }
    }
  }
}

std::vector<int> searched_directly(const Settings& settings, const PlaneSettings& plane, std::int64_t height,
                                   const std::function<int(std::int64_t, std::int64_t)>& sample) {
  const PlaneSettings start{.method = "tone", .drops = plane.drops, .ink = plane.ink};
  const auto before = diffuse_by_tone(start, settings.levels, settings.bits, settings.width, height, sample);
  const EyeTable& eye = table_of(effort_of(plane).eye);
  if (searches_drops(plane, settings.levels))
    return search_drops_directly(order_of(plane), eye, plane.drops, settings.levels, settings.bits, settings.width,
                                 height, sample, before);
  const int levels = settings.levels == 2 ? 2 : static_cast<int>(amounts_of(plane.drops, settings.levels).size());
  return search_directly(order_of(plane), eye, levels, settings.bits, settings.width, height, sample, before);
}

void expect_the_oracles_bits(const Settings& settings, const RandomPage& page) {
  for (std::size_t plane = 0; plane < settings.planes.size(); ++plane) {
    if (settings.planes[plane].shade) {
      ASSERT_NO_FATAL_FAILURE(expect_the_oracles_bits_together(settings, page, settings.planes[plane]));
      continue;
    }
    const auto sample = [&](std::int64_t y, std::int64_t x) { return page.sample(static_cast<int>(plane), y, x); };
    const std::vector<int> expected = searched_directly(settings, settings.planes[plane], page.height(), sample);
    for (std::int64_t y = 0; y < page.height(); ++y) {
      for (std::int64_t x = 0; x < settings.width; ++x) {
        ASSERT_EQ(page.level(static_cast<int>(plane), y, x), expected[static_cast<std::size_t>(y * settings.width + x)])
            << "plane " << plane << ", row " << y << " column " << x;
      }
    }
  }
  EXPECT_TRUE(page.guards_hold());
}

class SearchPages : public testing::Test {
 protected:
  int part_of_light() { return static_cast<int>(random_() % 257); }

  Settings random_settings() {
    Settings settings{.levels = std::array{2, 2, 3, 4, 16}[random_() % 5], .bits = random_() % 3 == 0 ? 16 : 8};
    settings.planes = planes_of(1 + random_() % 3, "dbs");
    for (PlaneSettings& plane : settings.planes) plane.ink = static_cast<int>(random_() % 9);
    // Sometimes planes with drops, all with the same or not.
    const Drops drops = random_drops(random_, settings.levels);
    const bool has_drops = settings.levels > 2 && random_() % 4 != 0, all_the_same = random_() % 2 == 0;
    for (PlaneSettings& plane : settings.planes)
      if (has_drops) plane.drops = all_the_same ? drops : random_drops(random_, settings.levels);
    // Sometimes planes with other efforts, which look less far or further ahead.
    for (PlaneSettings& plane : settings.planes)
      if (random_() % 2 == 0)
        plane.effort = {1 + static_cast<int>(random_() % 4), 1 + static_cast<int>(random_() % 4),
                        random_() % 2 == 0 ? Eye::at_300_dpi : Eye::at_450_dpi};
    // Sometimes planes that are searched together, beside planes that are not.
    if (random_() % (settings.levels == 2 ? 2 : 8) == 0) {
      for (PlaneSettings& plane : settings.planes)
        if (random_() % 4 != 0) plane.shade = {part_of_light(), part_of_light(), part_of_light()};
    }
    // Widths around the borders of tiles, and any others.
    const auto near_border = static_cast<std::int64_t>(32 * (random_() % 5) + random_() % 5) - 2;
    settings.width = random_() % 2 == 0 ? std::max<std::int64_t>(1, near_border) : 1 + random_() % 200;
    return settings;
  }
  // Pages of up to `most` inks that are searched together, from 1×1 to some tiles, with sides around their borders.
  Settings settings_together(std::size_t least, std::size_t most) {
    Settings settings{.levels = random_() % 2 == 0 ? 2 : 4, .bits = random_() % 2 == 0 ? 16 : 8, .width = side()};
    const Drops drops = settings.levels == 2 ? Drops{} : random_drops(random_, settings.levels);
    settings.planes = planes_of(least + random_() % (most - least + 1), "dbs");
    for (PlaneSettings& plane : settings.planes) {
      plane.ink = static_cast<int>(random_() % 9);
      plane.drops = drops;
      plane.shade = {part_of_light(), part_of_light(), part_of_light()};
    }
    return settings;
  }
  std::int64_t side() {
    const auto near_border = static_cast<std::int64_t>(32 * (random_() % 3) + random_() % 5) - 2;
    return random_() % 2 == 0 ? std::max<std::int64_t>(1, near_border) : 1 + static_cast<std::int64_t>(random_() % 80);
  }
  std::int64_t random_height() {
    return std::array<std::int64_t, 5>{1, 5, 64, 200, 400}[random_() % 5] + static_cast<std::int64_t>(random_() % 4);
  }

  std::mt19937 random_{test_seed()};
};

std::string described(const Settings& settings, const RandomPage& page, std::int64_t most_rows) {
  return std::to_string(settings.width) + " by " + std::to_string(page.height()) + ", " +
         std::to_string(settings.planes.size()) + " planes, " + std::to_string(settings.levels) + " levels, " +
         std::to_string(settings.bits) + " bits, strips of up to " + std::to_string(most_rows);
}

TEST_F(SearchPages, HaveTheOraclesBitsOnAnyThreads) {
  for (int i = 0; i < test::repeated(40); ++i) {
    for (const Backend* backend : tested_backends()) {
      Settings settings = random_settings();
      RandomPage page(settings, random_height(), random_);
      const std::int64_t most_rows = std::array{1, 7, 64, 1000}[random_() % 4];
      SCOPED_TRACE(described(settings, page, most_rows) + ", " + std::string(backend->name));
      const int threads = static_cast<int>(random_() % 4);
      if (threads > 0 && most_rows > 7) settings.parallel = on_threads(threads);
      ASSERT_NO_FATAL_FAILURE(halftone({backend}, settings, page, most_rows, random_));
      ASSERT_NO_FATAL_FAILURE(expect_the_oracles_bits(settings, page));
    }
  }
}

TEST_F(SearchPages, OfManyInksTogetherHaveTheOraclesBitsOnAnyThreads) {
  for (int i = 0; i < test::repeated(10); ++i) {
    for (const Backend* backend : tested_backends()) {
      Settings settings = settings_together(4, max_together);
      RandomPage page(settings, i == 0 ? 1 : side(), random_);
      const std::int64_t most_rows = std::array{1, 40, 1000}[random_() % 3];
      SCOPED_TRACE(described(settings, page, most_rows) + ", " + std::string(backend->name));
      if (most_rows > 1) settings.parallel = on_threads(1 + static_cast<int>(random_() % 3));
      ASSERT_NO_FATAL_FAILURE(halftone({backend}, settings, page, most_rows, random_));
      ASSERT_NO_FATAL_FAILURE(expect_the_oracles_bits_together(settings, page, settings.planes[0]));
    }
  }
}

TEST_F(SearchPages, GoOnWithAnotherBackendWhereTheyStopped) {
  InTurn in_turn = tested_backends();
  in_turn.push_back(in_turn[0]);
  for (int i = 0; i < 20; ++i) {
    const Settings settings = random_settings();
    RandomPage page(settings, random_height(), random_);
    const std::int64_t most_rows = std::array{9, 40, 150}[random_() % 3];
    SCOPED_TRACE(described(settings, page, most_rows));
    std::ranges::shuffle(in_turn, random_);
    ASSERT_NO_FATAL_FAILURE(halftone(in_turn, settings, page, most_rows, random_));
    ASSERT_NO_FATAL_FAILURE(expect_the_oracles_bits(settings, page));
  }
}

TEST_F(SearchPages, AreNotRestoredFromWhatIsNoneOfTheirs) {
  const Settings settings{.planes = planes_of(2, "dbs"), .levels = 3, .width = 40};
  RandomPage page(settings, 300, random_);
  for (const Backend* backend : tested_backends()) {
    Engine engine(*backend, settings);
    ASSERT_TRUE(run(*engine.halftoner, settings, page, 0, 250, 0).ok());
    const Boundary saved = *engine.halftoner->save();
    const auto expect_refused = [&](const std::function<void(Boundary&)>& spoil) {
      Boundary wrong = saved;
      spoil(wrong);
      EXPECT_FALSE(engine.halftoner->restore(wrong).ok());
    };
    EXPECT_TRUE(engine.halftoner->restore(saved).ok());
    expect_refused([](Boundary& wrong) { wrong.rows = -1; });
    for (const std::int64_t held : {std::int64_t{-1}, std::int64_t{0}, saved.held + 1, std::int64_t{1} << 62})
      expect_refused([&](Boundary& wrong) { wrong.held = held; });
    expect_refused([](Boundary& wrong) { wrong.planes[1].state.pop_back(); });
    expect_refused([](Boundary& wrong) { wrong.planes[1].state.push_back({}); });
    expect_refused([](Boundary& wrong) { wrong.planes[0].state.clear(); });
    expect_refused([](Boundary& wrong) { wrong.planes[0].finished.push_back({}); });
    expect_refused([](Boundary& wrong) { wrong.planes[0].method = "tone"; });
    expect_refused([](Boundary& wrong) { ++wrong.planes[0].version; });
    // A level that the page does not have; an error that no pixel has.
    expect_refused([](Boundary& wrong) { wrong.planes[0].state.back() = std::byte{3}; });
    expect_refused([](Boundary& wrong) {
      const std::int16_t error = 1020;
      std::memcpy(wrong.planes[0].state.data() + 2 * 40 + effort_bytes, &error, sizeof error);
    });
  }
}

TEST_F(SearchPages, OfDropsAreNotRestoredFromImpossiblePixels) {
  Settings settings{.planes = planes_of(1, "dbs"), .levels = 4, .width = 40};
  settings.planes[0].drops = {.amounts = {0, 28, 100}, .mix = 70};
  RandomPage page(settings, 300, random_);
  for (const Backend* backend : tested_backends()) {
    Engine engine(*backend, settings);
    if (!engine.halftoner) continue;  // drops are the CPU's
    ASSERT_TRUE(run(*engine.halftoner, settings, page, 0, 250, 0).ok());
    const Boundary saved = *engine.halftoner->save();
    EXPECT_TRUE(engine.halftoner->restore(saved).ok());
    // Outside the page; a level that the ink does not have; a level above those that it may print.
    for (const int byte : {255, 3 + 48, 2 + 16, 48 + 64}) {
      Boundary wrong = saved;
      wrong.planes[0].state.back() = static_cast<std::byte>(byte);
      EXPECT_FALSE(engine.halftoner->restore(wrong).ok()) << byte;
    }
    Boundary wrong = saved;
    const std::int16_t error = 2100;
    std::memcpy(wrong.planes[0].state.data() + 2 * 40 + effort_bytes, &error, sizeof error);
    EXPECT_FALSE(engine.halftoner->restore(wrong).ok());
    // Levels that are not mixed have another layout.
    Settings plain = settings;
    plain.planes[0].drops = {};
    EXPECT_FALSE(Engine(*backend, plain).halftoner->restore(saved).ok());
  }
}

TEST_F(SearchPages, AreNotRestoredWithAnotherEffort) {
  Settings settings{.planes = planes_of(1, "dbs"), .width = 40};
  settings.planes[0].effort = {.rounds = 1, .sweeps = 3};
  RandomPage page(settings, 100, random_);
  for (const Backend* backend : tested_backends()) {
    Engine engine(*backend, settings);
    ASSERT_TRUE(run(*engine.halftoner, settings, page, 0, 50, 0).ok());
    const Boundary saved = *engine.halftoner->save();
    for (const SearchEffort other : {SearchEffort{2, 3}, SearchEffort{1, 4}, SearchEffort{1, 3, Eye::at_300_dpi}}) {
      Settings others = settings;
      others.planes[0].effort = other;
      const Status status = Engine(*backend, others).halftoner->restore(saved);
      ASSERT_FALSE(status.ok());
      EXPECT_THAT(status.error().message, testing::HasSubstr("begun with 1 round of 3 sweeps"));
    }
  }
}

TEST(InksTogether, AreCheckedBeforeTheyAreSearched) {
  const auto passes = [](PlaneSettings plane, int levels, std::size_t planes = 1) {
    return check({.planes = std::vector(planes, std::move(plane)), .levels = levels, .width = 1}).ok();
  };
  EXPECT_TRUE(passes({.method = "dbs", .shade = Shade{0, 1, 256}}, 2));
  EXPECT_TRUE(passes({.method = "dbs", .shade = Shade{256, 256, 256}}, 2, max_together));
  EXPECT_FALSE(passes({.method = "dbs", .shade = Shade{256, 256, 256}}, 2, max_together + 1));
  EXPECT_FALSE(passes({.method = "dbs", .shade = Shade{-1, 0, 0}}, 2));
  EXPECT_FALSE(passes({.method = "dbs", .shade = Shade{0, 0, 257}}, 2));
  EXPECT_TRUE(passes({.method = "dbs", .shade = Shade{100, 100, 100}}, 3));
  EXPECT_FALSE(passes({.method = "les", .shade = Shade{100, 100, 100}}, 2));
  EXPECT_FALSE(passes({.method = "tone", .shade = Shade{100, 100, 100}}, 2));
}

TEST(SearchEfforts, AreBounded) {
  for (const SearchEffort wrong : {SearchEffort{0, 1}, SearchEffort{1, 0}, SearchEffort{-1, 1}, SearchEffort{9, 1},
                                   SearchEffort{1, 17}, SearchEffort{1 << 30, 1}}) {
    EXPECT_FALSE(check({.planes = {{.method = "dbs", .effort = wrong}}, .width = 1}).ok());
    EXPECT_FALSE(check({.planes = {{.method = "tone", .effort = wrong}}, .width = 1}).ok());
  }
  EXPECT_TRUE(check({.planes = {{.method = "dbs", .effort = SearchEffort{8, 16}}}, .width = 1}).ok());
}

// A row is finished as soon as the effort allows, and not before.
TEST_F(SearchPages, HoldBackWhatTheirEffortNeeds) {
  for (const SearchEffort effort : {SearchEffort{1, 1}, SearchEffort{2, 3}, SearchEffort{5, 1}}) {
    Settings settings{.planes = {{.method = "dbs", .effort = effort}}, .width = 8};
    EXPECT_EQ(rows_held_back(settings), 64 * effort.rounds + 44);
    RandomPage page(settings, 500, random_);
    Engine engine(*tested_backends().back(), settings);
    const auto done = run(*engine.halftoner, settings, page, 0, 450, 0);
    ASSERT_TRUE(done.ok());
    EXPECT_EQ(*done, 450 - (64 * effort.rounds + 44));
  }
}

}  // namespace
}  // namespace platerip::halftone
