// Strips that are halftoned at the same time by different halftoners, as if on different machines, give the plates of
// one halftoner; and what cannot belong to a page is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <future>
#include <list>
#include <mutex>
#include <optional>
#include <string>

#include "halftone/blocks/neighbours.h"
#include "tests/halftone/engine.h"
#include "tests/halftone/quick_methods.h"
#include "tests/halftone/random_page.h"
#include "tests/halftone/test_screens.h"
#include "tests/on_threads.h"

namespace platerip::halftone {
namespace {

using testing::HasSubstr;

std::vector<const Backend*> all_backends() {
  std::vector<const Backend*> all;
  for (const Backend& backend : backends()) {
    if (backend.supported().ok()) all.push_back(&backend);
  }
  return all;
}

// C on its way from a strip to the one below, for one plane.
class Way {
 public:
  void send(const BoundaryErrors& c) {
    const std::lock_guard lock(mutex_);
    sent_.push_back(to_bytes(c));
    changed_.notify_all();
  }
  Result<BoundaryErrors> receive() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, std::chrono::minutes(2), [this] { return !sent_.empty(); }))
      return Error{"nothing comes from above"};
    const std::vector<std::byte> bytes = sent_.front();
    sent_.pop_front();
    return boundary_errors_from_bytes(bytes);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::vector<std::byte>> sent_;
};

class OnWays : public Neighbours {
 public:
  OnWays(Way& above, Way& below, std::int64_t columns) : above_(above), below_(below), columns_(columns) {}
  Result<BoundaryErrors> next_above() override { return above_.receive(); }
  [[nodiscard]] std::int64_t columns_below() const override { return columns_; }
  void give_below(BoundaryErrors c) override { below_.send(c); }

 private:
  Way& above_;
  Way& below_;
  std::int64_t columns_;
};

class NeighboursTest : public testing::Test {
 protected:
  // The page's strips go round the halftoners, each of which has a thread. All backends are among them.
  void expect_same_bits(const Settings& settings, std::int64_t height) {
    RandomPage page(settings, height, random_);
    RandomPage expected(page);
    const Engine alone(**find_backend("reference"), settings);
    ASSERT_TRUE(expected.run(*alone.halftoner, 0, height).ok());

    const std::int64_t rows = 1 + static_cast<std::int64_t>(random_() % 80);
    const std::int64_t columns = 1 + static_cast<std::int64_t>(random_() % 300);
    const std::int64_t strips = (height + rows - 1) / rows;
    const std::int64_t halftoners = 1 + static_cast<std::int64_t>(random_() % 4);
    SCOPED_TRACE(std::string(settings.planes.front().method.name()) + ", " + std::to_string(settings.width) + " by " +
                 std::to_string(height) + ", strips of " + std::to_string(rows) + " rows on " +
                 std::to_string(halftoners) + " halftoners");
    const std::size_t planes = settings.planes.size();
    std::vector<Way> ways(planes * static_cast<std::size_t>(strips + 1));
    for (std::size_t plane = 0; plane < planes; ++plane)
      if (c_rows(settings.planes[plane]) > 0) ways[plane].send(c_at_top(settings.planes[plane], settings.width));
    const auto work = [&](std::int64_t first) -> Status {
      const auto backends = all_backends();
      const Engine engine(*backends[static_cast<std::size_t>(first) % backends.size()], settings);
      for (std::int64_t strip = first; strip < strips; strip += halftoners) {
        std::vector<OnWays> neighbours;
        std::vector<Neighbours*> pointers;
        for (std::size_t plane = 0; plane < planes; ++plane) {
          const std::size_t above = static_cast<std::size_t>(strip) * planes + plane;
          neighbours.emplace_back(ways[above], ways[above + planes], columns);
        }
        for (OnWays& each : neighbours) pointers.push_back(&each);
        const std::int64_t begin = strip * rows;
        const auto run = page.run(*engine.halftoner, begin, std::min(rows, height - begin), pointers);
        if (!run.ok()) return run.error();
      }
      return {};
    };
    std::vector<std::future<Status>> workers;
    for (std::int64_t i = 0; i < halftoners; ++i) workers.push_back(std::async(std::launch::async, work, i));
    for (std::future<Status>& worker : workers) {
      const Status status = worker.get();
      EXPECT_TRUE(status.ok()) << status.error().message;
    }
    EXPECT_TRUE(page.has_plates_of(expected));  // and nothing around them
  }

  std::mt19937 random_{test_seed()};
};

TEST_F(NeighboursTest, GetTheBitsOfOneHalftonerForEveryMethod) {
  for (const Method method : quick_methods()) {
    if (method.info().rows_below > 0) continue;
    for (int i = 0; i < 6; ++i) {
      Settings settings{.planes = {plane_of(method)},
                        .levels = std::array{2, 3, 4, 16}[random_() % 4],
                        .bits = random_() % 2 == 0 ? 8 : 16,
                        .width = 1 + static_cast<std::int64_t>(random_() % 900),
                        .parallel = random_() % 2 == 0 ? on_threads(3) : ParallelFor()};
      if (random_() % 2 == 0) settings.planes.push_back(settings.planes[0]);
      settings.planes.back().ink = 3;
      expect_same_bits(settings, 1 + static_cast<std::int64_t>(random_() % 300));
    }
  }
}

TEST_F(NeighboursTest, GetTheBitsOfOneHalftonerForEvenInks) {
  for (int i = 0; i < 10; ++i) {
    Settings settings{.planes = planes_of(4, i % 2 == 0 ? Method("tone") : Method("centred")),
                      .width = 1 + static_cast<std::int64_t>(random_() % 600)};
    settings.planes[0].beside = {3};
    settings.planes[1].beside = {3, 0};
    settings.planes[2].method = "jarvis";
    expect_same_bits(settings, 1 + static_cast<std::int64_t>(random_() % 200));
  }
}

// Gives what it was made with.
class Fixed : public Neighbours {
 public:
  explicit Fixed(Result<BoundaryErrors> above) : above_(std::move(above)) {}
  Result<BoundaryErrors> next_above() override { return above_; }
  [[nodiscard]] std::int64_t columns_below() const override { return 1; }
  void give_below(BoundaryErrors) override {}

 private:
  Result<BoundaryErrors> above_;
};

class RefusedNeighbours : public NeighboursTest, public testing::WithParamInterface<const Backend*> {
 protected:
  std::string message_after(Method method, Result<BoundaryErrors> above) {
    const Settings settings{.planes = {plane_of(method)}, .width = 100};
    RandomPage page(settings, 40, random_);
    const Engine engine(*GetParam(), settings);
    Fixed neighbours(std::move(above));
    Neighbours* const pointer = &neighbours;
    const auto run = page.run(*engine.halftoner, 0, 40, {&pointer, 1});
    return run.ok() ? "" : run.error().message;
  }
};

TEST_P(RefusedNeighbours, StopTheStripWithTheirError) {
  EXPECT_EQ(message_after("stucki", Error{"the machine above is gone"}), "the machine above is gone");
  EXPECT_EQ(message_after("tone", Error{"the machine above is gone"}), "the machine above is gone");
}

TEST_P(RefusedNeighbours, SendWhatIsNoC) {
  const auto refused = HasSubstr("does not belong to columns 0 and on");
  const std::vector<std::int16_t> zeros(100);
  EXPECT_EQ(message_after("fan", BoundaryErrors{0, 1, zeros}), "");
  EXPECT_THAT(message_after("fan", BoundaryErrors{1, 1, zeros}), refused);
  EXPECT_THAT(message_after("fan", BoundaryErrors{0, 2, zeros}), refused);
  EXPECT_THAT(message_after("fan", BoundaryErrors{0, 1, {}}), refused);
  EXPECT_THAT(message_after("fan", BoundaryErrors{0, 1, std::vector<std::int16_t>(101)}), refused);
  EXPECT_THAT(message_after("fan", BoundaryErrors{0, 1, std::vector<std::int16_t>(100, 2041)}), refused);
  EXPECT_THAT(message_after("jarvis", BoundaryErrors{0, 2, std::vector<std::int16_t>(199)}), refused);
  EXPECT_THAT(message_after("tone", BoundaryErrors{0, 1, std::vector<std::int16_t>(100, 32767)}), refused);
}

TEST_P(RefusedNeighbours, CannotServeASearch) {
  EXPECT_THAT(message_after("dbs", BoundaryErrors{}), HasSubstr("looks ahead"));
}

TEST_P(RefusedNeighbours, AreOneForEachPlane) {
  const Settings settings{.planes = planes_of(2, "fan"), .width = 100};
  RandomPage page(settings, 10, random_);
  const Engine engine(*GetParam(), settings);
  Neighbours* const none = nullptr;
  const auto run = page.run(*engine.halftoner, 0, 10, {&none, 1});
  ASSERT_FALSE(run.ok());
  EXPECT_THAT(run.error().message, HasSubstr("1 neighbours were given for 2 planes"));
}

INSTANTIATE_TEST_SUITE_P(, RefusedNeighbours, testing::ValuesIn(all_backends()),
                         [](const auto& each) { return std::string(each.param->name); });

}  // namespace
}  // namespace platerip::halftone
