// The sample page is the same on every machine, at any size.
#include <tiffio.h>

#include <filesystem>
#include <memory>

#include "tests/rip/command.h"

namespace platerip::test {
namespace {

using TiffFile = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

class MakePage : public PlateripTest {
 protected:
  [[nodiscard]] Outcome make_page(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), MAKE_PAGE_PROGRAM);
    return run({.words = arguments, .folder = folder_.path().string()});
  }

  /// A hash (FNV-1a) of a page's samples, low bytes first. It does not depend on how libtiff lays out the file.
  [[nodiscard]] std::uint64_t hash(const std::string& name) const {
    const TiffFile tiff(TIFFOpen(file(name).c_str(), "r"), TIFFClose);
    if (tiff == nullptr) return 0;
    std::vector<std::uint8_t> row(static_cast<std::size_t>(TIFFScanlineSize(tiff.get())));
    std::uint32_t height = 0;
    TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height);
    std::uint64_t value = 0xcbf29ce484222325U;
    for (std::uint32_t y = 0; y < height; ++y) {
      EXPECT_EQ(TIFFReadScanline(tiff.get(), row.data(), y), 1);
      for (const std::uint8_t byte : row) value = (value ^ byte) * 0x100000001b3U;
    }
    return value;
  }
};

TEST_F(MakePage, IsTheSameOnEveryMachine) {
  const std::vector<std::pair<std::string, std::uint64_t>> known = {{"page", 9159747280907787268U},
                                                                    {"photo", 4258703563512081533U},
                                                                    {"noise", 12978390701246175686U},
                                                                    {"gradient", 11893471877340334287U}};
  for (const auto& [content, expected] : known) {
    expect_done(make_page({"a.tif", "--content", content, "--width", "300", "--height", "400"}));
    EXPECT_EQ(hash("a.tif"), expected) << content;
  }
}

TEST_F(MakePage, HasTheSamePixelsInEveryCompression) {
  expect_done(make_page({"none.tif", "--width", "120", "--height", "160"}));
  for (const char* compression : {"lzw", "deflate"}) {
    expect_done(make_page({"a.tif", "--width", "120", "--height", "160", "--compression", compression}));
    EXPECT_EQ(hash("a.tif"), hash("none.tif")) << compression;
  }
}

TEST_F(MakePage, HasTheSizeAndDepthAskedFor) {
  expect_done(make_page({"a.tif", "--width", "301", "--height", "77", "--bits", "16", "--dpi", "600"}));
  const TiffFile tiff(TIFFOpen(file("a.tif").c_str(), "r"), TIFFClose);
  ASSERT_NE(tiff, nullptr);
  std::uint32_t width = 0;
  std::uint16_t bits = 0;
  float dpi = 0;
  TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetField(tiff.get(), TIFFTAG_XRESOLUTION, &dpi);
  EXPECT_EQ(width, 301u);
  EXPECT_EQ(bits, 16);
  EXPECT_EQ(dpi, 600);
}

TEST_F(MakePage, DependsOnTheSeed) {
  for (const char* seed : {"1", "2"}) {
    expect_done(make_page({std::string(seed) + ".tif", "--content", "noise", "--seed", seed, "--width", "50"}));
  }
  EXPECT_NE(hash("1.tif"), hash("2.tif"));
}

TEST_F(MakePage, RefusesWrongOptions) {
  const std::vector<std::vector<std::string>> wrong = {{},
                                                       {"a.tif", "--bits", "12"},
                                                       {"a.tif", "--width", "0"},
                                                       {"a.tif", "--content", "poem"},
                                                       {"a.tif", "--compression", "jpeg"},
                                                       {"a.tif", "--no-such-option"}};
  for (const auto& arguments : wrong) {
    const Outcome outcome = make_page(arguments);
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_THAT(outcome.err, testing::StartsWith("make-page: "));
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(MakePage, LeavesNothingWhereItCannotWrite) {
  const Outcome outcome = make_page({"nowhere/a.tif", "--width", "50", "--height", "50"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, testing::HasSubstr("nowhere/a.tif"));
  EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace platerip::test
