// Files that say how inks share the tones of one.
#include "rip/job/color/split_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "tests/seed.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::rip {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class SplitFiles : public testing::Test {
 protected:
  [[nodiscard]] Result<SplitFile> read(const std::string& text) const {
    const std::string path = folder_.file("split.txt");
    std::ofstream(path, std::ios::binary) << text;
    return SplitFile::read(path);
  }
  void refuses(const std::string& text, const std::string& place, const std::string& why) const {
    const auto file = read(text);
    ASSERT_FALSE(file.ok()) << text;
    EXPECT_THAT(file.error().message, HasSubstr("split.txt" + place));
    EXPECT_THAT(file.error().message, HasSubstr(why)) << text;
  }

  test::TempFolder folder_;
};

TEST_F(SplitFiles, NameInksAndTheirAmounts) {
  const auto file =
      read("\xEF\xBB\xBF# glossy\r\ntone Cyan \"Light Cyan\" # two\r\n\r\n0 0 0\r\n30\t0 100\r\n100 100 0\r\n");
  ASSERT_TRUE(file.ok()) << file.error().message;
  EXPECT_THAT(file->inks(), ElementsAre("Cyan", "Light Cyan"));
  const auto dark = file->table(0, 8), light = file->table(1, 8);
  ASSERT_EQ(dark.size(), 256u);
  EXPECT_THAT(std::vector({dark[0], dark[76], dark[77], dark[128], dark[255]}), ElementsAre(0, 0, 1, 74, 255));
  EXPECT_THAT(std::vector({light[0], light[1], light[76], light[77], light[255]}), ElementsAre(0, 3, 253, 254, 0));
  EXPECT_EQ(file->table(0, 16).back(), 65535);
}

TEST_F(SplitFiles, RoundHalvesUp) {
  const auto file = read("TONE A\n0 0\n100 50\n");
  ASSERT_TRUE(file.ok());
  EXPECT_THAT(file->table(0, 8)[255], 128);
  EXPECT_THAT(file->table(0, 8)[1], 1);
}

// In whole numbers, each by itself, of which halves are exact.
TEST_F(SplitFiles, AreStraightBetweenAnyPoints) {
  std::mt19937 random(test_seed());
  for (int round = 0; round < 20; ++round) {
    std::vector<std::int64_t> tones{0, 1'000'000}, amounts{0};
    while (tones.size() < 2 + random() % 30) tones.push_back(static_cast<std::int64_t>(random() % 1'000'000));
    std::ranges::sort(tones);
    tones.erase(std::unique(tones.begin(), tones.end()), tones.end());
    while (amounts.size() < tones.size()) amounts.push_back(static_cast<std::int64_t>(random() % 1'000'001));
    std::string text = "TONE Ink\n";
    const auto percent = [](std::int64_t millionths) {
      const std::string digits = std::to_string(10'000 + millionths % 10'000);
      return std::to_string(millionths / 10'000) + '.' + digits.substr(1);
    };
    for (std::size_t i = 0; i < tones.size(); ++i) text += percent(tones[i]) + ' ' + percent(amounts[i]) + '\n';
    const auto file = read(text);
    ASSERT_TRUE(file.ok()) << file.error().message << '\n' << text;
    for (const int bits : {8, 16}) {
      const auto table = file->table(0, bits);
      const auto max = static_cast<long double>(table.size() - 1);
      for (std::size_t v = 0; v < table.size(); ++v) {
        const long double tone = static_cast<long double>(v) * 1e6L / max;
        std::size_t right = 1;
        while (static_cast<long double>(tones[right]) < tone) ++right;
        const auto t0 = static_cast<long double>(tones[right - 1]), t1 = static_cast<long double>(tones[right]);
        const auto a0 = static_cast<long double>(amounts[right - 1]), a1 = static_cast<long double>(amounts[right]);
        const long double exact = (a0 + (a1 - a0) * (tone - t0) / (t1 - t0)) * max / 1e6L;
        ASSERT_LE(std::abs(table[v] - exact), 0.5L + 1e-9L) << v << " of " << bits << " bits\n" << text;
      }
    }
  }
}

TEST_F(SplitFiles, SayWhatIsWrong) {
  refuses("", "", "no inks");
  refuses("Cyan Light\n0 0 0\n", ":1:", "TONE");
  refuses("TONE\n", ":1:", "1 to 8 inks");
  refuses("TONE a b c d e f g h i\n", ":1:", "1 to 8 inks");
  refuses("TONE Gray \"GRAY\"\n", ":1:", "twice");
  refuses("TONE \" Gray\"\n", ":1:", "spaces");
  refuses("\nTONE Cyan \"Light Cyan\n0 0 0\n100 100 50\n", ":2:", "a quote is not closed");
  refuses("TONE a b\n\n0 0\n", ":3:", "2 inks");
  refuses("TONE a\n0 0\n50 101\n", ":3:", "0 to 100 percent");
  refuses("TONE a\n0 0\n50 x\n", ":3:", "number");
  refuses("TONE a\n0 1\n", ":2:", "first tone");
  refuses("TONE a\n10 0\n", ":2:", "first tone");
  refuses("TONE a\n0 0\n50 50\n50 60\n", ":4:", "rise");
  refuses("TONE a\n0 0\n50 50\n", ":", "last tone");
  refuses("TONE a\n", ":", "last tone");
  std::string many = "TONE a\n";
  for (int i = 0; i <= 256; ++i) many += std::to_string(i * 0.25) + " " + std::to_string(i * 0.25) + "\n";
  refuses(many, ":258:", "256 tones");
  EXPECT_FALSE(SplitFile::read(folder_.file("none.txt")).ok());
}

}  // namespace
}  // namespace platerip::rip
