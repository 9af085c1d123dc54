// Calibration curves.
#include "separation/curve.h"
#include "tests/seed.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

namespace platerip::separation {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Curve curve(std::vector<Curve::Point> points) {
  auto result = Curve::from_points(std::move(points));
  EXPECT_TRUE(result.ok()) << result.error().message;
  return *result;
}

std::string refusal(std::vector<Curve::Point> points) {
  const auto result = Curve::from_points(std::move(points));
  return result.ok() ? "(not refused)" : result.error().message;
}

class CurveFile {
 public:
  explicit CurveFile(const std::string& text) { std::ofstream(path_, std::ios::binary) << text; }
  ~CurveFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }
  Result<Curve> read() const { return Curve::from_file(path_); }
  std::string refusal() const {
    const auto result = read();
    return result.ok() ? "(not refused)" : result.error().message.substr(path_.size());
  }

 private:
  std::string path_ = std::filesystem::temp_directory_path() / ("platerip-curve-test-" + std::to_string(::getpid()));
};

TEST(Curve, OnTheDiagonalIsTheIdentity) {
  for (const Curve& identity : {curve({{0, 0}, {100, 100}}), curve({{50, 50}, {100, 100}})}) {
    for (const int bits : {8, 16}) {
      const auto table = identity.table(bits);
      ASSERT_EQ(table.size(), std::size_t{1} << bits);
      for (std::size_t v = 0; v < table.size(); ++v) ASSERT_EQ(table[v], v);
    }
  }
}

TEST(Curve, GoesThroughItsPoints) {
  const Curve c = curve({{10, 5}, {50, 40}, {60, 60}, {90, 85}, {100, 100}});
  EXPECT_DOUBLE_EQ(c(0), 0);
  EXPECT_DOUBLE_EQ(c(0.1), 0.05);
  EXPECT_DOUBLE_EQ(c(0.5), 0.4);
  EXPECT_DOUBLE_EQ(c(0.6), 0.6);
  EXPECT_DOUBLE_EQ(c(0.9), 0.85);
  EXPECT_DOUBLE_EQ(c(1), 1);
}

TEST(Curve, IsClampedOutsideTheUnitInterval) {
  const Curve c = curve({{50, 40}, {100, 80}});
  EXPECT_EQ(c(-1), 0);
  EXPECT_EQ(c(std::nan("")), 0);
  EXPECT_DOUBLE_EQ(c(2), 0.8);
}

TEST(Curve, IsFlatBetweenEqualPoints) {
  const Curve c = curve({{0, 0}, {10, 0}, {20, 0}, {40, 30}, {70, 30}, {100, 100}});
  for (double x = 0; x <= 0.2; x += 0.01) EXPECT_EQ(c(x), 0);
  for (double x = 0.4; x <= 0.7; x += 0.01) EXPECT_DOUBLE_EQ(c(x), 0.3);
}

// One interval, computed by hand: secants 0.5 and 1.5 meet at 50 % with slope 1. At the ends, the slopes are those of
// the secants.
TEST(Curve, IsTheCubicOfItsSlopes) {
  const Curve c = curve({{50, 25}, {100, 100}});
  EXPECT_NEAR(c(0.25), 0.125 + 0.5 * (0.5 - 1) / 8, 1e-15);
  EXPECT_NEAR(c(0.75), 0.625 + 0.5 * (1 - 1.5) / 8, 1e-15);
}

TEST(Curve, TablesAreRoundedValues) {
  const Curve c = curve({{20, 12}, {50, 40}, {80, 74}, {100, 100}});
  for (const int bits : {8, 16}) {
    const double max = (1 << bits) - 1;
    const auto table = c.table(bits);
    for (std::size_t v = 0; v < table.size(); ++v)
      ASSERT_EQ(table[v], std::floor(max * c(static_cast<double>(v) / max) + 0.5));
  }
}

TEST(Curve, NeverFallsAndKeepsPaper) {
  std::mt19937 random(test_seed());
  std::uniform_int_distribution<int> percent(0, 1000);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> ins, outs;
    for (std::size_t n = 1 + random() % 12; n > 0; --n) ins.push_back(percent(random) / 10.0);
    ins.push_back(100);
    std::sort(ins.begin(), ins.end());
    ins.erase(std::unique(ins.begin(), ins.end()), ins.end());
    for (std::size_t i = 0; i < ins.size(); ++i) outs.push_back(percent(random) / 10.0);
    outs.back() = std::max(outs.back(), 1.1);  // smaller values would be taken for fractions
    std::sort(outs.begin(), outs.end());
    if (ins.front() == 0) outs.front() = 0;
    if (ins.size() == 1) continue;

    std::vector<Curve::Point> points;
    for (std::size_t i = 0; i < ins.size(); ++i) points.push_back({ins[i], outs[i]});
    const Curve c = curve(points);
    for (const int bits : {8, 16}) {
      const auto table = c.table(bits);
      ASSERT_EQ(table.front(), 0);
      ASSERT_LE(table.back(), (1 << bits) - 1);
      ASSERT_TRUE(std::is_sorted(table.begin(), table.end())) << "round " << round;
    }
  }
}

TEST(Curve, RefusesPointsThatAreNoCurve) {
  EXPECT_EQ(refusal({{10, 10}, {10, 20}}), "curve: point 2: input 10 % does not rise from 10 %");
  EXPECT_EQ(refusal({{10, 10}, {5, 20}}), "curve: point 2: input 5 % does not rise from 10 %");
  EXPECT_EQ(refusal({{10, 10}, {20, 9.5}}), "curve: point 2: output 9.5 % falls from 10 %");
  EXPECT_EQ(refusal({{0, 5}}), "curve: point 1: 0 % must stay 0 %, not become 5 %");
  EXPECT_EQ(refusal({{-1, 0}}), "curve: point 1: -1 is not a percentage from 0 to 100");
  EXPECT_EQ(refusal({{50, 100.5}}), "curve: point 1: 100.5 is not a percentage from 0 to 100");
  EXPECT_EQ(refusal({{1e-300, 50}}), "curve: point 1: input 1e-300 % is too near the end of the scale");
  EXPECT_THAT(refusal({{std::nextafter(100, 0), 50}}), HasSubstr("too near the end"));
  EXPECT_THAT(refusal({{10, 10}, {std::nextafter(10, 100), 90}}), HasSubstr("does not rise"));
  EXPECT_THAT(refusal({{std::nan(""), 0}}), HasSubstr("not a percentage"));
  EXPECT_THAT(refusal({{50, INFINITY}}), HasSubstr("not a percentage"));
}

constexpr const char* expected = "; inputs and outputs are percentages, 0 to 100, and the last input is 100";

TEST(Curve, SaysWhatSolidBecomes) {
  EXPECT_EQ(refusal({}), std::string("curve: no points") + expected);
  EXPECT_EQ(refusal({{50, 40}}), std::string("curve: one point is not a curve") + expected);
  EXPECT_EQ(refusal({{100, 98}}), std::string("curve: one point is not a curve") + expected);
  EXPECT_EQ(refusal({{0, 0}, {50, 40}, {90, 85}}), std::string("curve: inputs end at 90") + expected);
}

TEST(Curve, InFractionsIsNotTakenForPercent) {
  const std::string inputs = std::string("curve: inputs end at 1, as fractions do") + expected;
  EXPECT_EQ(refusal({{0.25, 0.2}, {0.5, 0.45}, {0.75, 0.7}, {1, 1}}), inputs);
  EXPECT_EQ(refusal({{0.25, 20}, {1, 100}}), inputs);
  EXPECT_EQ(refusal({{0, 0}, {0.5, 0.4}, {0.9, 0.85}}),
            std::string("curve: inputs end at 0.9, as fractions do") + expected);
  EXPECT_EQ(refusal({{25, 0.2}, {100, 1}}), std::string("curve: outputs end at 1, as fractions do") + expected);
}

TEST(Curve, MayLeaveAnInkAway) {
  EXPECT_EQ(curve({{0, 0}, {100, 0}}).table(8), std::vector<std::uint16_t>(256, 0));
}

TEST(CurveFile, IsRead) {
  const CurveFile file("# tone value increase\n\n 0 0\r\n50\t40 # middle\n  75.5   70.25\n100 98");
  const auto read = file.read();
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->table(16), curve({{0, 0}, {50, 40}, {75.5, 70.25}, {100, 98}}).table(16));
}

TEST(CurveFile, IsReadWithAnyLineEnds) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const CurveFile file("# tone value increase" + end + end + "0 0" + end + "50 40" + end + "100 98" + end);
    const auto curve = file.read();
    ASSERT_TRUE(curve.ok()) << curve.error().message;
    EXPECT_NEAR((*curve)(0.5), 0.4, 1e-12);
    EXPECT_EQ(CurveFile("0 0" + end + end + "50 x" + end).refusal(), ":3: expected an input and an output percentage");
  }
}

TEST(CurveFile, ErrorsNameTheLine) {
  EXPECT_EQ(CurveFile("0 0\n50 x\n").refusal(), ":2: expected an input and an output percentage");
  EXPECT_EQ(CurveFile("0 0\n50\n").refusal(), ":2: expected an input and an output percentage");
  EXPECT_EQ(CurveFile("0 0\n50 40 30\n").refusal(), ":2: expected an input and an output percentage");
  EXPECT_EQ(CurveFile("50,40\n").refusal(), ":1: expected an input and an output percentage");
  EXPECT_EQ(CurveFile("50-40\n").refusal(), ":1: expected an input and an output percentage");
  EXPECT_EQ(CurveFile("# c\n\n50 40\n40 50\n").refusal(), ":4: input 40 % does not rise from 50 %");
  EXPECT_EQ(CurveFile("50 40\n60 30\n").refusal(), ":2: output 30 % falls from 40 %");
  EXPECT_EQ(CurveFile("0 1\n").refusal(), ":1: 0 % must stay 0 %, not become 1 %");
  EXPECT_EQ(CurveFile("101 1\n").refusal(), ":1: 101 is not a percentage from 0 to 100");
  EXPECT_THAT(CurveFile("nan 1\n").refusal(), StartsWith(":1: "));
}

TEST(CurveFile, InFractionsIsNotTakenForPercent) {
  EXPECT_EQ(CurveFile(".25 .20\n.50 .42\n.75 .66\n1 1\n").refusal(),
            std::string(": inputs end at 1, as fractions do") + expected);
  EXPECT_EQ(CurveFile("0 0\n1.0 1.0\n").refusal(), std::string(": inputs end at 1, as fractions do") + expected);
  EXPECT_EQ(CurveFile("50 40\n").refusal(), std::string(": one point is not a curve") + expected);
  EXPECT_EQ(CurveFile("0 0\n90 85\n").refusal(), std::string(": inputs end at 90") + expected);
}

TEST(CurveFile, RefusesOtherFiles) {
  EXPECT_EQ(CurveFile("").refusal(), std::string(": no points") + expected);
  EXPECT_EQ(CurveFile("# nothing\n").refusal(), std::string(": no points") + expected);
  EXPECT_THAT(CurveFile(std::string(5000, '1')).refusal(), StartsWith(":1: "));
  EXPECT_THAT(CurveFile(std::string(2 << 20, '#')).refusal(), StartsWith(": longer than 1 MiB"));
  EXPECT_THAT(CurveFile(std::string("50 40\0acsp", 10)).refusal(), StartsWith(":1: expected"));
  EXPECT_EQ(Curve::from_file("/nowhere/c.txt").error().message,
            "/nowhere/c.txt: cannot be read: No such file or directory");
  EXPECT_EQ(Curve::from_file("/nowhere/c.txt").error().code, ErrorCode::unreadable);
  EXPECT_EQ(Curve::from_file("/tmp").error().message, "/tmp: not a file; give a curve file");
  EXPECT_FALSE(Curve::from_file("/dev/zero").ok());
}

}  // namespace
}  // namespace platerip::separation
