// Pages with samples beside their colours: which of them print, on which plates, and what is told about the others.
#include <tiffio.h>

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "tests/rip/command.h"
#include "tests/tiffio/raw_tiff.h"

namespace platerip::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using Numbers = std::vector<std::uint64_t>;
using Names = std::vector<std::string>;
using Pixel = std::vector<std::uint8_t>;

constexpr std::uint64_t side = 64;
const Names cmyk{"Cyan", "Magenta", "Yellow", "Black"};

/// A page of one colour.
RawTiff flat_page(std::uint64_t photometric, const Pixel& pixel, std::uint64_t bits = 8) {
  RawTiff page;
  for (std::uint64_t i = 0; i < side * side; ++i) {
    for (const std::uint8_t sample : pixel) page.data.insert(page.data.end(), bits / 8, std::byte{sample});
  }
  page.set(TIFFTAG_IMAGEWIDTH, TIFF_LONG, {side});
  page.set(TIFFTAG_IMAGELENGTH, TIFF_LONG, {side});
  page.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, Numbers(pixel.size(), bits));
  page.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {photometric});
  page.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {pixel.size()});
  page.set(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, {side});
  page.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {page.data_offset()});
  page.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {page.data.size()});
  return page;
}

Numbers bytes_of(const Names& names) {
  Numbers bytes;
  for (const std::string& name : names) {
    for (const char c : name) bytes.push_back(static_cast<unsigned char>(c));
    bytes.push_back(0);
  }
  return bytes;
}

Pixel joined(Pixel pixel, const Pixel& more) {
  pixel.insert(pixel.end(), more.begin(), more.end());
  return pixel;
}

class ExtraSamples : public PlateripTest {
 protected:
  Outcome print(const RawTiff& page, const std::vector<std::string>& options = {}) const {
    write_file(file("page.tif"), page.bytes());
    fs::remove_all(file("out"));
    std::vector<std::string> words{"page.tif", "-o", "out"};
    words.insert(words.end(), options.begin(), options.end());
    return platerip(words);
  }

  /// The coverage of each plate in percent, by the name in its file.
  [[nodiscard]] std::map<std::string, double> plates() const {
    std::map<std::string, double> coverage;
    if (!fs::exists(file("out"))) return coverage;
    for (const auto& entry : fs::directory_iterator(file("out"))) {
      const Plate plate = read_plate(entry.path().string());
      coverage[plate.page_name] = plate.coverage();
    }
    return coverage;
  }

  void expect_ink(const std::string& ink, double percent) const {
    const auto found = plates();
    ASSERT_EQ(found.count(ink), 1u) << ink;
    EXPECT_NEAR(found.at(ink), percent, 2) << ink;
  }
};

TEST_F(ExtraSamples, PrintOnThePlatesOfTheirNamesBesideTheColours) {
  struct Colors {
    std::uint64_t photometric;
    Pixel pixel;
  };
  const Names names{"White", "Varnish", "Gold"};
  for (const Colors& colors : {Colors{PHOTOMETRIC_SEPARATED, {255, 0, 0, 128}},
                               Colors{PHOTOMETRIC_RGB, {255, 255, 255}}, Colors{PHOTOMETRIC_MINISBLACK, {255}},
                               Colors{PHOTOMETRIC_MINISWHITE, {0}}, Colors{PHOTOMETRIC_CIELAB, {255, 0, 0}}}) {
    for (std::size_t n = 1; n <= names.size(); ++n) {
      for (const std::uint64_t inks : Numbers{0, n, colors.pixel.size() + n}) {
        for (const std::uint64_t kind : Numbers{EXTRASAMPLE_UNSPECIFIED, EXTRASAMPLE_UNASSALPHA}) {
          SCOPED_TRACE(std::to_string(colors.photometric) + ", " + std::to_string(n) + " names, NumberOfInks " +
                       std::to_string(inks) + ", ExtraSamples " + std::to_string(kind));
          const Pixel extra{51, 102, 204};
          const auto end = static_cast<std::ptrdiff_t>(n);
          RawTiff page = flat_page(colors.photometric, joined(colors.pixel, {extra.begin(), extra.begin() + end}));
          page.set(TIFFTAG_EXTRASAMPLES, TIFF_SHORT, Numbers(n, kind));
          page.set(TIFFTAG_INKNAMES, TIFF_ASCII, bytes_of({names.begin(), names.begin() + end}));
          if (inks > 0) page.set(TIFFTAG_NUMBEROFINKS, TIFF_SHORT, {inks});
          expect_done(print(page));
          EXPECT_EQ(plates().size(), 4 + n);
          for (std::size_t i = 0; i < n; ++i) expect_ink(names[i], extra[i] / 2.55);
          const bool is_cmyk = colors.photometric == PHOTOMETRIC_SEPARATED;
          expect_ink("Cyan", is_cmyk ? 100 : 0);
          expect_ink("Black", is_cmyk ? 50.2 : 0);
        }
      }
    }
  }
}

TEST_F(ExtraSamples, WithoutNamesBesideNamedCmykAreLeftOutWithOneLine) {
  for (std::size_t n = 1; n <= 5; ++n) {
    RawTiff page = flat_page(PHOTOMETRIC_SEPARATED, joined({255, 0, 51, 128}, Pixel(n, 255)));
    page.set(TIFFTAG_EXTRASAMPLES, TIFF_SHORT, Numbers(n, EXTRASAMPLE_UNSPECIFIED));
    page.set(TIFFTAG_INKNAMES, TIFF_ASCII, bytes_of(cmyk));
    page.set(TIFFTAG_NUMBEROFINKS, TIFF_SHORT, {4});
    expect_complaint(print(page), 0, {"page.tif: sample", "left out"});
    EXPECT_EQ(plates().size(), 4u);
    expect_ink("Cyan", 100);
    expect_ink("Yellow", 20);
  }
}

TEST_F(ExtraSamples, WhatIsLeftOutIsInTheSummary) {
  RawTiff page = flat_page(PHOTOMETRIC_SEPARATED, {255, 0, 51, 128, 9});
  page.set(TIFFTAG_EXTRASAMPLES, TIFF_SHORT, {EXTRASAMPLE_UNSPECIFIED});
  const Outcome outcome = print(page, {"--summary", "json"});
  const auto summary = nlohmann::json::parse(outcome.out);
  EXPECT_THAT(summary["warning"].get<std::string>(), HasSubstr("sample 5 of each pixel is left out"));
  expect_complaint(outcome, 0, {"sample 5 of each pixel is left out"});
  EXPECT_EQ(err_without_resolution(print(page, {"--quiet"})), "");
}

// As OpenCV writes it; libvips, ImageMagick and GraphicsMagick take it so, too.
TEST_F(ExtraSamples, TheFourthSampleOfRgbWithoutAnyTagIsAlphaAndThatIsTold) {
  for (const Pixel& pixel : {Pixel{0, 60, 120, 100}, Pixel{0, 0, 0, 0}, Pixel{30, 128}, Pixel{0, 0}}) {
    const std::uint64_t photometric = pixel.size() == 4 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
    RawTiff page = flat_page(photometric, pixel);
    const Outcome guessed = print(page);
    EXPECT_EQ(guessed.status, 0);
    EXPECT_THAT(guessed.err,
                HasSubstr("page.tif: sample " + std::to_string(pixel.size()) +
                          " of each pixel is taken for alpha, although the tag ExtraSamples does not say"));
    const auto of_guess = plates();
    page.set(TIFFTAG_EXTRASAMPLES, TIFF_SHORT, {EXTRASAMPLE_UNASSALPHA});
    EXPECT_THAT(print(page).err, testing::Not(HasSubstr("taken for")));
    EXPECT_EQ(plates(), of_guess);
    page.set(TIFFTAG_EXTRASAMPLES, TIFF_SHORT, {EXTRASAMPLE_UNSPECIFIED});
    expect_complaint(print(page), 0, {"of each pixel is left out"});
    const auto of_unspecified = plates();
    expect_done(print(flat_page(photometric, {pixel.begin(), pixel.end() - 1})));
    EXPECT_EQ(plates(), of_unspecified);
  }
}

TEST_F(ExtraSamples, OfOtherInksThanCmykMayBeTheirTransparency) {
  for (const std::uint64_t bits : Numbers{8, 16}) {
    for (const Names& names : {Names{"Gold", "White", "Red", "Blue"}, cmyk}) {
      RawTiff page = flat_page(PHOTOMETRIC_SEPARATED, {255, 204, 102, 0, 128}, bits);
      page.set(TIFFTAG_INKSET, TIFF_SHORT, {INKSET_MULTIINK});
      page.set(TIFFTAG_INKNAMES, TIFF_ASCII, bytes_of(names));
      page.set(TIFFTAG_NUMBEROFINKS, TIFF_SHORT, {4});
      for (const std::uint64_t kind : Numbers{EXTRASAMPLE_UNASSALPHA, EXTRASAMPLE_ASSOCALPHA}) {
        page.set(TIFFTAG_EXTRASAMPLES, TIFF_SHORT, {kind});
        expect_done(print(page));
        EXPECT_EQ(plates().size(), 4u);
        const double seen = kind == EXTRASAMPLE_UNASSALPHA ? 128 / 255.0 : 1;
        const double percent[] = {100, 80, 40, 0};
        for (std::size_t i = 0; i < 4; ++i) expect_ink(names[i], percent[i] * seen);
      }
    }
  }
}

TEST_F(ExtraSamples, AnAlphaThatHidesAllIsTold) {
  RawTiff page = flat_page(PHOTOMETRIC_SEPARATED, {255, 204, 102, 0, 0});
  page.set(TIFFTAG_EXTRASAMPLES, TIFF_SHORT, {EXTRASAMPLE_UNASSALPHA});
  expect_complaint(print(page), 0, {"page.tif: all plates are empty: by its alpha"});
}

TEST_F(ExtraSamples, OfAPaletteAreInksIfTheyHaveNames) {
  RawTiff page = flat_page(PHOTOMETRIC_PALETTE, {1, 51});
  Numbers colors(768, 65535);
  page.set(TIFFTAG_COLORMAP, TIFF_SHORT, colors);
  page.set(TIFFTAG_EXTRASAMPLES, TIFF_SHORT, {EXTRASAMPLE_UNSPECIFIED});
  page.set(TIFFTAG_INKNAMES, TIFF_ASCII, bytes_of({"White"}));
  expect_done(print(page));
  expect_ink("White", 20);
  expect_ink("Black", 0);
}

TEST_F(ExtraSamples, WithTheSameNameGetNumbers) {
  RawTiff page = flat_page(PHOTOMETRIC_SEPARATED, {0, 0, 0, 0, 51, 102, 204});
  page.set(TIFFTAG_INKNAMES, TIFF_ASCII, bytes_of({"White", "White", "White"}));
  expect_done(print(page));
  expect_ink("White", 20);
  expect_ink("White 2", 40);
  expect_ink("White 3", 80);
}

// Whatever the tags say, the page is printed or refused with one line.
TEST_F(ExtraSamples, WithBrokenTagsHaveOneLine) {
  const RawTiff page = flat_page(PHOTOMETRIC_SEPARATED, {255, 0, 0, 0, 51});
  const auto with = [&page](std::uint16_t tag, std::uint16_t type, const Numbers& values, std::uint64_t count = 0) {
    RawTiff changed = page;
    changed.set(tag, type, values, count);
    return changed;
  };
  const Numbers gold = bytes_of({"Gold"});
  expect_done(print(with(TIFFTAG_INKNAMES, TIFF_ASCII, {'G', 'o', 'l', 'd'})));  // no NUL, and in the entry itself
  expect_ink("Gold", 20);
  expect_done(print(with(TIFFTAG_INKNAMES, TIFF_ASCII, bytes_of({"Gold", "", ""}))));
  expect_ink("Gold", 20);
  for (const RawTiff& nameless :
       {with(TIFFTAG_INKNAMES, TIFF_ASCII, {0, 0, 0, 0, 0, 0}), with(TIFFTAG_INKNAMES, TIFF_LONG, gold),
        with(TIFFTAG_INKNAMES, TIFF_ASCII, {' ', ' ', 0}), with(TIFFTAG_NUMBEROFINKS, TIFF_SHORT, {0})}) {
    expect_complaint(print(nameless), 0, {"sample 5 of each pixel has no name"});
    EXPECT_EQ(plates().size(), 5u);
    expect_ink("Ink 5", 20);
  }
  expect_done(print(with(TIFFTAG_INKNAMES, TIFF_ASCII, gold, 1U << 31)));
  expect_ink("Gold", 20);
  expect_complaint(print(with(TIFFTAG_INKSET, TIFF_ASCII, gold)), 1, {"its tag InkSet cannot be read"});
  expect_complaint(print(with(TIFFTAG_NUMBEROFINKS, TIFF_SHORT, {65535})), 1, {"65535 inks and only 5 samples"});
  expect_done(print(with(TIFFTAG_INKNAMES, TIFF_ASCII, Numbers(100000, 'a'))));
  expect_ink(std::string(100, 'a'), 20);
  const Names many(40, "Gold");
  RawTiff wide = flat_page(PHOTOMETRIC_SEPARATED, Pixel(40, 7));
  wide.set(TIFFTAG_INKNAMES, TIFF_ASCII, bytes_of(many));
  expect_complaint(print(wide), 1, {"a page of more than 32 inks is not handled"});
}

/// The mean of each sample in percent.
std::vector<double> means_of(const std::string& path) {
  const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "r"), TIFFClose);
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint16_t samples = 0;
  TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height);
  TIFFGetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, &samples);
  std::vector<double> means(samples);
  std::vector<std::uint8_t> row(std::size_t{width} * samples);
  for (std::uint32_t y = 0; y < height; ++y) {
    TIFFReadScanline(tiff.get(), row.data(), y, 0);
    for (std::size_t i = 0; i < row.size(); ++i) means[i % samples] += row[i] / 2.55 / width / height;
  }
  return means;
}

TEST_F(ExtraSamples, OfArgyllsChartsAreAllInks) {
  if (!fs::exists("/usr/bin/printtarg")) GTEST_SKIP() << "NOT TESTED: needs the Debian package argyll";
  const std::vector<std::vector<std::string>> colorants = {{"-d4", "-D5"}, {"-d6"}, {"-d10"}, {"-d14"}};
  for (const auto& inks : colorants) {
    std::vector<std::string> words{"/usr/bin/targen"};
    words.insert(words.end(), inks.begin(), inks.end());
    words.insert(words.end(), {"-e2", "-s5", "-f0", "page"});
    ASSERT_EQ(run({.words = words, .folder = file("")}).status, 0);
    for (const std::vector<std::string>& kind : {std::vector<std::string>{}, {"-N"}}) {
      words = {"/usr/bin/printtarg", "-iSS", "-p4x6", "-t50", "-r"};
      words.insert(words.end(), kind.begin(), kind.end());
      words.emplace_back("page");
      ASSERT_EQ(run({.words = words, .folder = file("")}).status, 0);
      fs::remove_all(file("out"));
      expect_complaint(platerip({"page.tif", "-o", "out"}), 0, {"page.tif: the first four samples", "no name"});
      const std::vector<double> means = means_of(file("page.tif"));
      EXPECT_EQ(plates().size(), means.size());
      for (std::size_t i = 0; i < means.size(); ++i)
        expect_ink(i < 4 ? cmyk[i] : "Ink " + std::to_string(i + 1), means[i]);
    }
  }
}

}  // namespace
}  // namespace platerip::test
