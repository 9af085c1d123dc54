// Lengths on plates: their words and their pixels.
#include "rip/job/length.h"

#include <gtest/gtest.h>

namespace platerip::rip {
namespace {

Length read(const std::string& word) {
  Length length;
  EXPECT_TRUE(EdgeLength::read(word, length).ok()) << word;
  return length;
}

TEST(ALength, IsReadAndPrinted) {
  EXPECT_EQ(read("0.3"), (Length{300}));
  EXPECT_EQ(read("0.3mm"), (Length{300}));
  EXPECT_EQ(read("+1.0006"), (Length{1001}));
  EXPECT_EQ(read("6.5px"), (Length{6500, true}));
  for (const char* const word : {"0.3mm", "10mm", "0mm", "6.5px"}) EXPECT_EQ(text_of(read(word)), word);
  Length kept = read("7px");
  for (const char* const word : {"", "mm", "px", "1 mm", "1cm", "-1", "-1px", "10.1", "101px", "nan", "1e9"})
    EXPECT_FALSE(EdgeLength::read(word, kept).ok()) << word;
  EXPECT_EQ(kept, read("7px"));
  EXPECT_TRUE(SheetLength::read("1000", kept).ok());
}

TEST(ALength, HasExactPixels) {
  EXPECT_EQ(pixels_of(length_of(25'400), 600, {600, 600, 2}), 600);
  EXPECT_EQ(pixels_of(length_of(10'000), {2032, 10}, {{2032, 10}, {2032, 10}, 2}), 80);
  EXPECT_EQ(pixels_of(length_of(10'000), 100, {100, 100, 3}), 100);
  EXPECT_EQ(pixels_of(length_of(15'000), 2400, {2400, 2400, 2}), 1417);                       // 1417.32
  EXPECT_EQ(pixels_of(length_of(127), 100, {100, 100, 2}), 1);                                // half a pixel
  EXPECT_EQ(pixels_of(length_of(126), 100, {100, 100, 2}), 0);                                // less
  EXPECT_EQ(pixels_of(length_of(1'000'000), {4294967295U, 1}, {600, 600, 2}), 169093200591);  // 169093200590.55
  EXPECT_EQ(pixels_of(read("6.5px"), 600, {600, 600, 2}), 7);
}

TEST(ALength, HasPartsOfPixels) {
  EXPECT_EQ(pixels_of(read("0.3"), 300, {300, 300, 2}, 256), 907);    // 907.09
  EXPECT_EQ(pixels_of(read("0.127"), 300, {300, 300, 2}, 256), 384);  // one pixel and a half
  EXPECT_EQ(pixels_of(read("6.5px"), 300, {300, 300, 2}, 256), 1664);
  EXPECT_EQ(pixels_of(read("0.3"), 0, {0, 0, 1}, 256), 0);
  EXPECT_EQ(pixels_of(read("2px"), 0, {0, 0, 1}, 256), 512);
  EXPECT_EQ(pixels_of(read("10"), {4294967295U, 1}, {600, 600, 2}, 256), 432878593512);  // 432878593511.8
}

}  // namespace
}  // namespace platerip::rip
