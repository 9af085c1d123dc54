// Methods that look ahead, alone and with others, give the bits of the complete page: with any strips and any room, and
// also if the page was stopped between them.
#include "tests/halftone/look_ahead.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "tests/halftone/diffusion.h"
#include "tests/seed.h"

namespace platerip::halftone {
namespace {

using testing::HasSubstr;

constexpr std::byte guard{0xA5};

// A page that is given strip by strip, in buffers that are overwritten after each strip.
class StripPage {
 public:
  StripPage(const Settings& settings, std::int64_t height, std::mt19937& random)
      : settings_(settings), height_(height), random_(random), backend_(look_ahead_backend()) {
    const auto bytes = static_cast<std::size_t>(height * sample_row());
    for (std::size_t plane = 0; plane < settings.planes.size(); ++plane) {
      auto& samples = samples_.emplace_back(bytes);
      std::ranges::generate(samples, [&] { return static_cast<std::byte>(random()); });
    }
    plates_.resize(settings.planes.size());
    start();
  }

  // Starts at the top of the page, or at `boundary`.
  void start(const Boundary* boundary = nullptr) {
    workspace_.assign(backend_.workspace_bytes(settings_), guard);
    halftoner_ = *backend_.make(settings_, workspace_);
    if (boundary == nullptr) return;
    const Status status = halftoner_->restore(*boundary);
    ASSERT_TRUE(status.ok()) << status.error().message;
  }

  // Continues in a new halftoner.
  void stop_and_go_on() {
    const auto boundary = halftoner_->save();
    ASSERT_TRUE(boundary.ok());
    EXPECT_EQ(boundary->rows, finished_);
    EXPECT_EQ(boundary->held, given_ - finished_);
    start(&*boundary);
  }

  void give(std::int64_t rows, bool last, std::int64_t room) {
    std::vector<std::vector<std::byte>> in, out;
    std::vector<Plane> planes;
    std::vector<Plate> plates;
    const std::int64_t most = std::max(rows, room);
    for (const auto& samples : samples_) {
      const auto from = samples.begin() + given_ * sample_row();
      in.emplace_back(from, from + rows * sample_row());
      out.emplace_back(static_cast<std::size_t>((most + 1) * plate_row()), guard);
      planes.push_back({in.back().data(), sample_row()});
      plates.push_back({out.back().data(), plate_row()});
    }
    const auto done = halftoner_->run({.rows = rows, .planes = planes, .plates = plates, .last = last, .room = room});
    ASSERT_TRUE(done.ok()) << done.error().message;
    for (auto& samples : in) std::ranges::fill(samples, guard);
    given_ += rows;
    ended_ = ended_ || last;
    const std::int64_t ready = ended_ ? given_ : std::max(given_ - rows_held_back(settings_), finished_);
    ASSERT_EQ(*done, std::min(ready - finished_, most));
    finished_ += *done;
    for (std::size_t plane = 0; plane < out.size(); ++plane) {
      const auto end = out[plane].begin() + *done * plate_row();
      plates_[plane].insert(plates_[plane].end(), out[plane].begin(), end);
      EXPECT_TRUE(std::all_of(out[plane].end() - plate_row(), out[plane].end(), [](std::byte b) { return b == guard; }))
          << "rows were written that there is no room for";
    }
  }

  // Gives strips of up to most_rows rows with random room. With a chance of one in `stops`, stops after a strip and
  // continues.
  void run(std::int64_t most_rows, int stops) {
    while (finished_ < height_) {
      const std::int64_t rows =
          std::min<std::int64_t>(static_cast<std::int64_t>(random_() % (most_rows + 1)), height_ - given_);
      const bool last = given_ + rows == height_ && (rows > 0 || random_() % 2 == 0);
      ASSERT_NO_FATAL_FAILURE(give(rows, last, static_cast<std::int64_t>(random_() % 3 * (random_() % 50))));
      if (stops > 0 && random_() % static_cast<unsigned>(stops) == 0) {
        ASSERT_NO_FATAL_FAILURE(stop_and_go_on());
        ended_ = false;
      }
    }
  }

  void expect_the_pages_bits() const {
    for (std::size_t plane = 0; plane < settings_.planes.size(); ++plane) {
      const std::vector<int> levels = expected_levels(plane);
      const int bits = plate_bits(settings_.levels);
      for (std::int64_t y = 0; y < height_; ++y) {
        for (std::int64_t x = 0; x < settings_.width; ++x) {
          const auto byte =
              std::to_integer<int>(plates_[plane][static_cast<std::size_t>(y * plate_row() + x * bits / 8)]);
          const int level = byte >> (8 - bits - static_cast<int>(x * bits % 8)) & ((1 << bits) - 1);
          ASSERT_EQ(level, levels[static_cast<std::size_t>(y * settings_.width + x)])
              << "plane " << plane << ", " << settings_.planes[plane].method.name() << ", row " << y << " column " << x;
        }
      }
    }
  }

  [[nodiscard]] Halftoner& halftoner() { return *halftoner_; }

 private:
  [[nodiscard]] std::ptrdiff_t sample_row() const { return settings_.width * settings_.bits / 8; }
  [[nodiscard]] std::ptrdiff_t plate_row() const { return plate_row_bytes(settings_.width, settings_.levels); }

  [[nodiscard]] std::vector<int> expected_levels(std::size_t plane) const {
    const auto sample = [&](std::int64_t y, std::int64_t x) {
      const std::byte* row = samples_[plane].data() + y * sample_row();
      if (settings_.bits == 8) return std::to_integer<int>(row[x]);
      std::uint16_t wide;
      std::memcpy(&wide, row + 2 * x, 2);
      return static_cast<int>(wide);
    };
    const Method method = settings_.planes[plane].method;
    const int ahead = method.info().rows_below;
    if (ahead == 0) return diffuse(method, settings_.levels, settings_.bits, settings_.width, height_, sample);
    return look_ahead_levels(ahead, settings_.levels, settings_.bits, settings_.width, height_, sample);
  }

  Settings settings_;
  std::int64_t height_;
  std::mt19937& random_;
  Backend backend_;
  std::vector<std::vector<std::byte>> samples_, plates_;
  std::vector<std::byte> workspace_;
  std::unique_ptr<Halftoner> halftoner_;
  std::int64_t given_ = 0, finished_ = 0;
  bool ended_ = false;
};

struct Mix {
  std::string name;
  std::vector<PlaneSettings> planes;
};

void PrintTo(const Mix& mix, std::ostream* out) {
  *out << mix.name;
}

std::vector<Mix> mixes() {
  return {{"one_row", {{look_ahead(1)}}},
          {"three_rows", planes_of(3, look_ahead(3))},
          {"forty_rows", {{look_ahead(40)}}},
          {"beside_error_filters", {{"jarvis"}, {look_ahead(3)}, {"fan"}, {look_ahead(3)}, {"jarvis"}}},
          {"of_all_reaches", {{look_ahead(3)}, {look_ahead(40)}, {"stucki"}, {look_ahead(1)}}}};
}

class LookAheadPages : public testing::TestWithParam<Mix> {
 protected:
  Settings random_settings() {
    return {.planes = GetParam().planes,
            .levels = std::array{2, 3, 4, 16}[random_() % 4],
            .bits = random_() % 2 == 0 ? 8 : 16,
            .width = 1 + static_cast<std::int64_t>(random_() % 60)};
  }

  std::mt19937 random_{test_seed()};
};

INSTANTIATE_TEST_SUITE_P(Planes, LookAheadPages, testing::ValuesIn(mixes()),
                         [](const auto& test) { return test.param.name; });

TEST_P(LookAheadPages, HaveTheSameBitsInAnyStrips) {
  for (const std::int64_t most_rows : {1, 2, 7, 41, 200}) {
    for (const std::int64_t height : {1, 2, 30, 100}) {
      SCOPED_TRACE("strips of up to " + std::to_string(most_rows) + " rows of " + std::to_string(height));
      StripPage page(random_settings(), height, random_);
      ASSERT_NO_FATAL_FAILURE(page.run(most_rows, 0));
      page.expect_the_pages_bits();
    }
  }
}

TEST_P(LookAheadPages, GoOnWhereTheyStopped) {
  for (const int stops : {1, 3}) {
    for (const std::int64_t most_rows : {1, 7, 60}) {
      StripPage page(random_settings(), 100, random_);
      ASSERT_NO_FATAL_FAILURE(page.run(most_rows, stops));
      page.expect_the_pages_bits();
    }
  }
}

TEST_P(LookAheadPages, HoldBackWhatTheFurthestLooksAhead) {
  int furthest = 0;
  for (const PlaneSettings& plane : GetParam().planes) furthest = std::max(furthest, plane.method.info().rows_below);
  const Settings settings = random_settings();
  EXPECT_EQ(rows_held_back(settings), furthest);
  StripPage page(settings, 100, random_);
  ASSERT_NO_FATAL_FAILURE(page.give(90, false, 0));
  EXPECT_EQ(page.halftoner().save()->held, furthest);
}

TEST_P(LookAheadPages, RefuseRowsAfterTheLast) {
  const Settings settings{.planes = GetParam().planes, .width = 8};
  StripPage page(settings, 60, random_);
  ASSERT_NO_FATAL_FAILURE(page.give(60, true, 0));
  const std::vector<std::byte> samples(8);
  std::vector<std::byte> pixels(8);
  const std::vector<Plane> planes(settings.planes.size(), {samples.data(), 8});
  const std::vector<Plate> plates(settings.planes.size(), {pixels.data(), 1});
  const auto done = page.halftoner().run({.rows = 1, .planes = planes, .plates = plates});
  ASSERT_FALSE(done.ok());
  EXPECT_THAT(done.error().message, HasSubstr("after the page's last"));
}

TEST_P(LookAheadPages, AreNotRestoredFromAnotherPagesRows) {
  StripPage page(random_settings(), 100, random_);
  ASSERT_NO_FATAL_FAILURE(page.give(70, false, 0));
  const Boundary saved = *page.halftoner().save();
  for (std::size_t plane = 0; plane < saved.planes.size(); ++plane) {
    for (std::vector<std::byte> PlaneBoundary::*part : {&PlaneBoundary::state, &PlaneBoundary::finished}) {
      for (const int more : {-1, 1, 1000}) {
        Boundary wrong = saved;
        auto& bytes = wrong.planes[plane].*part;
        if (static_cast<int>(bytes.size()) + more < 0) continue;
        bytes.resize(bytes.size() + static_cast<std::size_t>(more));
        EXPECT_FALSE(page.halftoner().restore(wrong).ok()) << plane << ' ' << more;
      }
    }
  }
  for (const std::int64_t held : {std::int64_t{-1}, std::int64_t{0}, saved.held + 1, std::int64_t{1} << 62}) {
    Boundary wrong = saved;
    wrong.held = held;
    EXPECT_FALSE(page.halftoner().restore(wrong).ok()) << held;
  }
}

TEST(LookAhead, OnlySearchesHoldRowsBack) {
  for (const MethodInfo& info : methods()) EXPECT_EQ(info.rows_below > 0, info.family == Family::search) << info.name;
  EXPECT_EQ(rows_held_back({.planes = {{"jarvis"}, {"bayer"}}}), 0);
}

}  // namespace
}  // namespace platerip::halftone
