// The plan of launches: every block is done once and after those that it waits for, no boundary word is used twice at a
// time, and what a launch completes stays until the next launch.
#include "halftone/cuda/frontier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "halftone/cuda/wavefront/launch.h"
#include "tests/seed.h"

namespace platerip::halftone::cuda {
namespace {

struct StripeState {
  std::int64_t rows = 0;
  std::int64_t done = 0;  // blocks
};

// The blocks that each stripe of a page has done after each launch of a plan.
class Plan {
 public:
  Plan(std::int64_t width, std::int64_t strip_rows, int strips_in_flight)
      : width_(width),
        in_flight_(static_cast<std::size_t>(strips_in_flight)),
        slots_(slots_for(width, strip_rows, strips_in_flight)),
        taken_(static_cast<std::size_t>(taken_slots_for(strips_in_flight)), -1),
        frontier_(width) {}

  void enqueue(std::int64_t rows) {
    const StripPlace strip = frontier_.place(rows);
    ASSERT_EQ(strip.first_stripe, static_cast<std::int64_t>(stripes_.size()) + 1);
    frontier_.add(strip);
    for (std::int64_t row = 0; row < rows; row += stripe_rows)
      stripes_.push_back({std::min<std::int64_t>(stripe_rows, rows - row), 0});
    const std::int64_t begin = frontier_.position();
    launch(begin, frontier_.advance(in_flight_));
    ASSERT_LE(frontier_.in_flight().size(), in_flight_);
  }

  void finish() {
    const std::int64_t begin = frontier_.position();
    launch(begin, frontier_.finish());
    EXPECT_TRUE(frontier_.in_flight().empty());
    for (const StripeState& stripe : stripes_) EXPECT_EQ(stripe.done, blocks_of(width_, stripe.rows));
  }

 private:
  void launch(std::int64_t begin, std::int64_t end) {
    ASSERT_LE(frontier_.in_flight().size(), static_cast<std::size_t>(max_strips));
    const std::vector<StripeState> before = stripes_;  // the stripes of a launch run at the same time
    for (std::size_t place = 0; place < frontier_.in_flight().size(); ++place) {
      const StripPlace& strip = frontier_.in_flight()[place];
      for (std::int64_t i = 0; i < strip.stripes; ++i)
        run(before, strip.first_stripe + i, begin - strip.offset - i * lag_of(stripe_rows),
            end - strip.offset - i * lag_of(stripe_rows));
      const auto& first = stripes_[static_cast<std::size_t>(strip.first_stripe - 1)];
      if (first.done > before[static_cast<std::size_t>(strip.first_stripe - 1)].done)
        take(strips_done_ + static_cast<std::int64_t>(place) - 1);
    }
    for (StripPlace strip = frontier_.in_flight()[0]; frontier_.drop_done(); strip = frontier_.in_flight()[0]) {
      const std::int64_t last = strip.first_stripe + strip.stripes - 1;
      for (std::int64_t other = last + slots_; other <= std::ssize(stripes_); other += slots_)
        ASSERT_EQ(stripes_[static_cast<std::size_t>(other - 1)].done, 0) << "has the words of stripe " << last;
      const bool below_has_begun = last < std::ssize(stripes_) && stripes_[static_cast<std::size_t>(last)].done > 0;
      if (!taken_.empty() && below_has_begun) {
        ASSERT_EQ(taken_[static_cast<std::size_t>(strips_done_) % taken_.size()], strips_done_);
      }
      ++strips_done_;
    }
  }

  // The first stripe of a strip takes the boundary words of the strip above, which has this number.
  void take(std::int64_t strip) {
    if (strip < 0 || taken_.empty()) return;
    std::int64_t& slot = taken_[static_cast<std::size_t>(strip) % taken_.size()];
    ASSERT_TRUE(slot == strip || slot < strips_done_) << "what was taken of strip " << slot << " is still needed";
    slot = strip;
  }

  void run(const std::vector<StripeState>& before, std::int64_t number, std::int64_t begin, std::int64_t end) {
    StripeState& stripe = stripes_[static_cast<std::size_t>(number - 1)];
    const std::int64_t blocks = blocks_of(width_, stripe.rows);
    begin = std::clamp<std::int64_t>(begin, 0, blocks);
    end = std::clamp<std::int64_t>(end, 0, blocks);
    ASSERT_EQ(begin, stripe.done) << "stripe " << number << " goes on where it stopped";
    stripe.done = end;
    if (begin == end) return;
    if (number > 1) {
      const StripeState& above = stripes_[static_cast<std::size_t>(number - 2)];
      const std::int64_t needed =
          (std::min(end * block_steps, width_) + skew * above.rows + block_steps - 1) / block_steps;
      ASSERT_GE(above.done, needed) << "stripe " << number << " has the errors above it";
    }
    // Another stripe used this one's slot before. The stripe below that one must have taken all its words in earlier
    // launches.
    if (number + 1 - slots_ >= 1) {
      const StripeState& reader = before[static_cast<std::size_t>(number - slots_)];
      ASSERT_EQ(reader.done, blocks_of(width_, reader.rows)) << "stripe " << number << " has its words to itself";
    }
  }

  std::int64_t width_;
  std::size_t in_flight_;
  std::int64_t slots_;
  std::vector<std::int64_t> taken_;  // for each slot, the number of the strip whose words it holds
  std::int64_t strips_done_ = 0;
  Frontier frontier_;
  std::vector<StripeState> stripes_;
};

TEST(Frontier, TakesEveryStripeToItsEndInOrder) {
  std::mt19937 random(test_seed());
  for (int i = 0; i < 300; ++i) {
    const std::int64_t width = 1 + random() % (i % 3 == 0 ? 60 : 20000);
    const std::int64_t most_rows = std::vector<std::int64_t>{1, 31, 64, 300, 3000}[random() % 5];
    const int in_flight = std::vector{0, 1, 2, 3, max_strips - 1}[random() % 5];
    SCOPED_TRACE(std::to_string(width) + " wide, strips of up to " + std::to_string(most_rows) + ", " +
                 std::to_string(in_flight) + " in flight");
    Plan plan(width, most_rows, in_flight);
    for (int strip = 0; strip < 60; ++strip) {
      ASSERT_NO_FATAL_FAILURE(plan.enqueue(1 + random() % most_rows));
      if (random() % 30 == 0) {
        ASSERT_NO_FATAL_FAILURE(plan.finish());
      }
    }
    ASSERT_NO_FATAL_FAILURE(plan.finish());
  }
}

// Why there are strips in flight: in a launch all stripes advance side by side, and none waits for a complete strip
// above it.
TEST(Frontier, MovesByTheLagOfTheNewestStrip) {
  Frontier frontier(16384);
  for (int i = 1; i <= 20; ++i) {
    frontier.add(frontier.place(256));
    EXPECT_EQ(frontier.advance(max_strips), i * 8 * lag_of(stripe_rows));
  }
  EXPECT_TRUE(frontier.drop_done());
}

}  // namespace
}  // namespace platerip::halftone::cuda
