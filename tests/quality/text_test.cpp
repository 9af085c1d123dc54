// The instruments in tests/bench/text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "tests/bench/text/outlines.h"
#include "tests/bench/text/prints.h"
#include "tests/bench/text/strokes.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::text {
namespace {

using quality::Image;
using test::TempFolder;

// Paper with a solid rectangle.
Image rectangle(int size, const quality::Area& solid) {
  Image image(size, size);
  for (int y = solid.top; y < solid.top + solid.height; ++y)
    for (int x = solid.left; x < solid.left + solid.width; ++x) image.row(y)[x] = 255;
  return image;
}

TEST(Outlines, AreAsLongAsTheShape) {
  const quality::Area all{0, 0, 20, 20};
  EXPECT_DOUBLE_EQ(outline(Image(20, 20, 255), all), 0);
  EXPECT_DOUBLE_EQ(outline(rectangle(20, {5, 5, 7, 3}), all), 2 * (7 + 3));
}

TEST(Outlines, OfCleanEdgesAreTheSameInAnyLevels) {
  Image soft = rectangle(20, {5, 5, 7, 3});
  for (int y = 5; y < 8; ++y) soft.row(y)[4] = 85;
  EXPECT_DOUBLE_EQ(outline(soft, {0, 6, 20, 1}), 2);
}

TEST(Specks, HaveOneOrTwoPixelsOfInkOrPaper) {
  const quality::Area all{0, 0, 20, 20};
  EXPECT_EQ(specks(rectangle(20, {5, 5, 1, 1}), all), 1);
  EXPECT_EQ(specks(rectangle(20, {5, 5, 2, 1}), all), 1);
  EXPECT_EQ(specks(rectangle(20, {5, 5, 1, 2}), all), 1);
  EXPECT_EQ(specks(rectangle(20, {5, 5, 3, 1}), all), 0);
  Image diagonal = rectangle(20, {5, 5, 1, 1});
  diagonal.row(6)[4] = 255;
  EXPECT_EQ(specks(diagonal, all), 1);
  Image hole = rectangle(20, {4, 4, 9, 9});
  hole.row(8)[8] = 0;
  EXPECT_EQ(specks(hole, all), 1);
}

TEST(Truth, IsSolidWhereHalfIsCovered) {
  const TempFolder folder;
  const std::string path = folder.file("fine.pbm");
  std::ofstream file(path, std::ios::binary);
  file << "P4\n# comment\n24 8\n";
  for (int row = 0; row < 8; ++row) file << '\xf0' << '\xe0' << '\xff';
  file.close();
  const Image truth = read_truth(path);
  EXPECT_THAT(truth.ink, testing::ElementsAre(255, 0, 255));
  EXPECT_THAT(drawn_outlines(path, {{"all", {0, 0, 24, 8}}}), testing::ElementsAre(4));
}

TEST(Truth, RefusesOtherFiles) {
  const TempFolder folder;
  std::ofstream(folder.file("short.pbm")) << "P4\n24 8\n...";
  EXPECT_THROW(read_truth(folder.file("short.pbm")), std::runtime_error);
  std::ofstream(folder.file("gray.pgm")) << "P5\n24 8\n255\n";
  EXPECT_THROW(read_truth(folder.file("gray.pgm")), std::runtime_error);
}

TEST(Strokes, OfThePageHaveTheWidthsThatTheyWereDrawnWith) {
  std::stringstream rows;
  print_strokes(rows, draw_strokes());
  int count = 0;
  double width = 0, gaps = 0, error = 0, deviation = 0;
  std::string lie;
  while (rows >> width >> lie >> gaps >> error >> deviation) {
    ++count;
    EXPECT_NEAR(error, 0, 0.02) << width << ' ' << lie;
    EXPECT_LT(deviation, 0.03) << width << ' ' << lie;
    EXPECT_TRUE(gaps == 0 || width < 1.5) << width << ' ' << lie;
  }
  EXPECT_EQ(count, 27);
}

TEST(Prints, SpreadInkByTheDotGain) {
  const Image plate = rectangle(60, {20, 0, 10, 60});
  const Barcode barcode{"bar", {0, 0, 60, 60}, 2, 0.05, 16, 0};
  const Image seen = photographed(barcode, plate, 1);
  double ink = 0;
  for (int x = 0; x < seen.width; ++x) ink += seen.at(x, 200);
  const double paper = seen.at(0, 200), solid = seen.at(200, 200);
  EXPECT_NEAR((ink - paper * seen.width) / (solid - paper) / 8, 10.6, 0.1);
}

}  // namespace
}  // namespace platerip::text
