// The list of pages that wait in a folder: bounded, and by arrival.
#include "rip/watch/arrivals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include "tests/tiffio/temp_folder.h"

namespace platerip::rip {
namespace {

using std::chrono::seconds;

class ArrivalsTest : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& bytes = "x") const {
    std::ofstream(folder_.file(name), std::ios::binary) << bytes;
  }
  /// Takes the first page out of the list and out of the folder, as a service does. Returns its name; "" for none.
  std::string take(Arrivals& arrivals, bool is_small = false) const {
    const auto first = arrivals.first(is_small);
    if (!first || !arrivals.remove(*first)) return "";
    std::filesystem::remove(folder_.file(first->name));
    return first->name;
  }

  test::TempFolder folder_;
};

// By the time of its arrival, which is not that of its content. The disk's clock may have a granularity of 10 ms.
TEST_F(ArrivalsTest, KeepTheirOrderAlsoBeyondTheListAndComeEachOnce) {
  write("old");
  std::filesystem::last_write_time(folder_.file("old"), std::filesystem::file_time_type::clock::now() + seconds(9999));
  const auto pause = [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); };
  pause();
  for (int i = 0; i < 1000; ++i) write(std::to_string(i));
  pause();
  write("new");
  std::filesystem::last_write_time(folder_.file("new"), std::filesystem::file_time_type::clock::now() - seconds(9999));
  Arrivals arrivals(folder_.path().string(), seconds(0), 100);
  ASSERT_TRUE(arrivals.look().ok());
  EXPECT_EQ(arrivals.waiting(), 1002u);
  arrivals.completed("new");  // comes after those that are not listed
  EXPECT_EQ(take(arrivals), "old");
  std::set<std::string> between;
  for (std::string name = take(arrivals); name != "new"; name = take(arrivals)) {
    ASSERT_TRUE(between.insert(name).second) << name;
    const bool looks = between.size() % 40 == 0;
    ASSERT_TRUE(!looks || arrivals.look().ok());
  }
  EXPECT_EQ(between.size(), 1000u);
  EXPECT_EQ(take(arrivals), "");
  EXPECT_EQ(arrivals.waiting(), 0u);
}

TEST_F(ArrivalsTest, WhoseClockIsWrongAreCompleteWhenTheyAreSteady) {
  Arrivals arrivals(folder_.path().string(), std::chrono::milliseconds(300));
  for (const int hours : {-100'000, 100'000}) {
    write("page");
    std::filesystem::last_write_time(folder_.file("page"),
                                     std::filesystem::file_time_type::clock::now() + std::chrono::hours(hours));
    ASSERT_TRUE(arrivals.look().ok());
    EXPECT_EQ(arrivals.incomplete(), 1u);
    EXPECT_EQ(take(arrivals), "");
    std::this_thread::sleep_for(std::chrono::milliseconds(310));
    ASSERT_TRUE(arrivals.look().ok());
    EXPECT_EQ(take(arrivals), "page");
  }
}

TEST_F(ArrivalsTest, LeaveLargePagesWhereOnlySmallOnesMayBegin) {
  write("a.bin", "%PDF-1.7\n");
  write("b.bin", "%!PS-Adobe-3.0\n");
  write("c.bin", "II*");
  std::filesystem::resize_file(folder_.file("c.bin"), (std::uintmax_t{64} << 20) + 1);
  Arrivals arrivals(folder_.path().string(), seconds(0));
  ASSERT_TRUE(arrivals.look().ok());
  EXPECT_EQ(take(arrivals, true), "");
  write("d.pdf", "P6 1 1 255\nrgb");
  ASSERT_TRUE(arrivals.look().ok());
  EXPECT_EQ(take(arrivals, true), "d.pdf");
  EXPECT_TRUE(arrivals.first(false)->is_large.value());
  for (const char* const name : {"a.bin", "b.bin", "c.bin", ""}) EXPECT_EQ(take(arrivals), name);
}

}  // namespace
}  // namespace platerip::rip
