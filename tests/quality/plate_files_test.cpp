#include "tests/bench/quality/originals/plate_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/bench/quality/originals/png_file.h"
#include "tests/quality/made_images.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::quality {
namespace {

using test::TempFolder;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using testing::ThrowsMessage;

std::string written(const TempFolder& folder, const std::string& bytes) {
  const std::string path = folder.file("plate");
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

// A TIFF of one row and five pixels.
std::string tiff(const TempFolder& folder, int bits, int photometric, const std::vector<std::uint8_t>& row,
                 int samples = 1) {
  std::string path = folder.file("plate.tif");
  const std::unique_ptr<TIFF, void (*)(TIFF*)> file(TIFFOpen(path.c_str(), "w"), TIFFClose);
  TIFFSetField(file.get(), TIFFTAG_IMAGEWIDTH, 5);
  TIFFSetField(file.get(), TIFFTAG_IMAGELENGTH, 1);
  TIFFSetField(file.get(), TIFFTAG_BITSPERSAMPLE, bits);
  TIFFSetField(file.get(), TIFFTAG_SAMPLESPERPIXEL, samples);
  TIFFSetField(file.get(), TIFFTAG_PHOTOMETRIC, photometric);
  std::vector<std::uint8_t> copy = row;
  TIFFWriteScanline(file.get(), copy.data(), 0);
  return path;
}

TEST(PlateFiles, OfTiffWithOneTwoAndFourBits) {
  const TempFolder folder;
  EXPECT_THAT(read_image(tiff(folder, 1, PHOTOMETRIC_MINISWHITE, {0b10010111})).ink, ElementsAre(255, 0, 0, 255, 0));
  EXPECT_THAT(read_image(tiff(folder, 1, PHOTOMETRIC_MINISBLACK, {0b10010111})).ink, ElementsAre(0, 255, 255, 0, 255));
  EXPECT_THAT(read_image(tiff(folder, 2, PHOTOMETRIC_MINISWHITE, {0b00011011, 0b11000000})).ink,
              ElementsAre(0, 85, 170, 255, 255));
  EXPECT_THAT(read_image(tiff(folder, 4, PHOTOMETRIC_MINISBLACK, {0x0F, 0x1E, 0xA0})).ink,
              ElementsAre(255, 0, 238, 17, 85));
  EXPECT_THAT(read_image(tiff(folder, 8, PHOTOMETRIC_MINISBLACK, {0, 1, 2, 254, 255})).ink,
              ElementsAre(255, 254, 253, 1, 0));
}

TEST(PlateFiles, OfPbmAndPgm) {
  const TempFolder folder;
  EXPECT_THAT(read_image(written(folder, "P1\n# plain\n3 2\n101\n0 1 0\n")).ink, ElementsAre(255, 0, 255, 0, 255, 0));
  EXPECT_THAT(read_image(written(folder, "P4 9 1\n\xA5\x80")).ink, ElementsAre(255, 0, 255, 0, 0, 255, 0, 255, 255));
  EXPECT_THAT(read_image(written(folder, "P5\n3 1\n255\n\x01\x80\xFF")).ink, ElementsAre(254, 127, 0));
  EXPECT_THAT(read_image(written(folder, "P2\n3 1 15\n15 14\n0")).ink, ElementsAre(0, 17, 255));
}

TEST(PlateFiles, ThatAreNoPlatesAreRefusedByName) {
  const TempFolder folder;
  const auto refusal = [&](const std::string& bytes) { return [&, bytes] { read_image(written(folder, bytes)); }; };
  const auto names_it = [&](const std::string& what) {
    return ThrowsMessage<std::runtime_error>(AllOf(StartsWith(folder.file("plate")), HasSubstr(what)));
  };
  EXPECT_THAT(refusal(""), names_it("cannot be read"));
  EXPECT_THAT(refusal("P6\n1 1\n255\nabc"), names_it("neither PBM nor PGM"));
  EXPECT_THAT(refusal("P5\n3 1\n65535\n"), names_it("8 bits"));
  EXPECT_THAT(refusal("P4\n9 2\nabc"), names_it("cut off"));
  EXPECT_THAT(refusal("P1\n2 2\n1 0 7 1"), names_it("broken"));
  EXPECT_THAT(refusal("P4\n100000 100000\n"), names_it("size"));
  EXPECT_THAT(refusal("P4\n-1 4\n"), names_it("size"));
  EXPECT_THAT(refusal("plate"), names_it("TIFF"));
  EXPECT_THAT([&] { read_image(tiff(folder, 8, PHOTOMETRIC_RGB, std::vector<std::uint8_t>(15), 3)); },
              names_it("no plate"));
  EXPECT_THAT([&] { read_image(folder.file("plates")); }, names_it("cannot be read"));
}

TEST(PlateFiles, OriginalsComeBack) {
  const TempFolder folder;
  const Image image = made_image(17, 16, [](int x, int y) { return 15 * x + y; });
  write_pgm(folder.file("image.pgm"), image);
  EXPECT_EQ(read_image(folder.file("image.pgm")).ink, image.ink);
  write_png(folder.file("image.png"), image);
  EXPECT_EQ(read_image(folder.file("image.png")).ink, image.ink);
  EXPECT_THROW(write_pgm("/nowhere/image.pgm", image), std::runtime_error);
  EXPECT_THROW(write_png("/nowhere/image.png", image), std::runtime_error);
}

}  // namespace
}  // namespace platerip::quality
