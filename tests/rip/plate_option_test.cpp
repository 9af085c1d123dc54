// Plates made from a page (--plate). Each is compared with the plate of a page that has the same amounts as a spot ink.
#include <tiffio.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "tests/rip/command.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const PageSpec rgba = {.width = 200,
                       .height = 150,
                       .samples = 4,
                       .extra_samples = {EXTRASAMPLE_UNASSALPHA},
                       .smooth = true,
                       .resolution_x = 300,
                       .resolution_y = 300};

using Amount = std::function<std::uint8_t(std::uint32_t x, std::uint32_t y)>;

// A CMYK page without any ink but White, a spot ink: the fifth ink, as the made plate is.
void write_spot(const std::string& path, const PageSpec& page, const Amount& amount) {
  const std::string inks("Cyan\0Magenta\0Yellow\0Black\0White", 32);
  const std::uint16_t extra = EXTRASAMPLE_UNSPECIFIED;
  const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "w"), TIFFClose);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, page.width);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, page.height);
  TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, 5);
  TIFFSetField(tiff.get(), TIFFTAG_EXTRASAMPLES, 1, &extra);
  TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_SEPARATED);
  TIFFSetField(tiff.get(), TIFFTAG_INKSET, INKSET_CMYK);
  TIFFSetField(tiff.get(), TIFFTAG_INKNAMES, static_cast<int>(inks.size()), inks.data());
  TIFFSetField(tiff.get(), TIFFTAG_XRESOLUTION, page.resolution_x);
  TIFFSetField(tiff.get(), TIFFTAG_YRESOLUTION, page.resolution_y);
  for (std::uint32_t y = 0; y < page.height; ++y) {
    std::vector<std::uint8_t> row;
    for (std::uint32_t x = 0; x < page.width; ++x) row.insert(row.end(), {0, 0, 0, 0, amount(x, y)});
    ASSERT_EQ(TIFFWriteScanline(tiff.get(), row.data(), y), 1);
  }
}

class PlateOption : public PlateripTest {
 protected:
  PlateOption() { write_page(file("page.tif"), rgba); }

  Plate made(const std::vector<std::string>& options, const std::string& name = "page.White.tif") const {
    std::vector<std::string> arguments = {"page.tif"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    EXPECT_EQ(platerip(arguments).status, 0);
    return plate(name);
  }

  Plate spot(const Amount& amount, std::vector<std::string> options = {}) const {
    write_spot(file("spot.tif"), rgba, amount);
    options.insert(options.begin(), "spot.tif");
    EXPECT_EQ(platerip(options).status, 0);
    return plate("spot.White.tif");
  }
};

std::uint8_t alpha_at(std::uint32_t x, std::uint32_t y) {
  return static_cast<std::uint8_t>(sample_at(rgba, x, y, 3));
}

TEST_F(PlateOption, OfAlphaIsAPlateOfThePagesCoverage) {
  const std::vector<std::vector<std::string>> ways = {{},
                                                      {"--halftone", "am", "--screen-angle", "White=30"},
                                                      {"--halftone", "floyd-steinberg", "--levels", "4"},
                                                      {"--halftone", "dbs"},
                                                      {"--sharpness", "White=120"},
                                                      {"--invert"}};
  for (const auto& way : ways) {
    SCOPED_TRACE(way.empty() ? "no option" : way[0]);
    std::vector<std::string> options = {"--plate", "White=alpha"};
    options.insert(options.end(), way.begin(), way.end());
    EXPECT_EQ(made(options).levels, spot(alpha_at, way).levels);
  }
}

TEST_F(PlateOption, IsTheSameForAnyStripsThreadsAndBackend) {
  const std::vector<std::string> plates = {"--plate", "White=light", "--plate", "Varnish=inks:C+K,amount=60"};
  const auto both = [&](std::vector<std::string> options) {
    options.insert(options.end(), plates.begin(), plates.end());
    const Plate white = made(options);
    return std::pair(white.levels, plate("page.Varnish.tif").levels);
  };
  const auto expected = both({"--backend", "reference"});
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{}, {"--strip-rows", "7", "--threads", "3"}, {"--threads", "1", "--memory", "2"}})
    EXPECT_TRUE(both(options) == expected);
}

TEST_F(PlateOption, HasAnAmountACurveAndAScreenOfItsOwn) {
  std::ofstream(file("c.txt")) << "0 0\n50 20\n100 80\n";
  const std::vector<std::string> curve = {"--curve", "White=c.txt"};
  EXPECT_EQ(made({"--plate", "White=alpha", "--curve", "White=c.txt"}).levels, spot(alpha_at, curve).levels);
  EXPECT_EQ(made({"--plate", "White=alpha,amount=70"}).levels,
            spot([](auto x, auto y) { return (alpha_at(x, y) * 7000 + 5000) / 10000; }).levels);
  EXPECT_EQ(made({"--plate", "White=alpha", "--halftone", "am"}).levels,
            spot(alpha_at, {"--halftone", "am", "--screen-angle", "White=30"}).levels);
  const std::vector<std::string> screen = {"--halftone", "am", "--screen-angle", "White=22"};
  EXPECT_EQ(made({"--plate", "White=alpha", "--halftone", "am", "--screen-angle", "White=22"}).levels,
            spot(alpha_at, screen).levels);
}

TEST_F(PlateOption, HasAScreenThatShowsNoMoire) {
  for (const std::string angle : {"45", "22.5"})
    expect_done(platerip({"page.tif", "--plate", "White=alpha", "--plate", "Varnish=inks,amount=50", "--halftone", "am",
                          "--resolution", "1200", "--force-resolution", "--screen-angle", angle}));
}

// A plane of the page, and what is the most or the least in an ellipse around each pixel (radii in pixels).
using Ink = std::vector<int>;
template <typename Better>
Ink in_disc(const Ink& ink, double rx, double ry, Better better) {
  Ink made = ink;
  const auto width = static_cast<int>(rgba.width), height = static_cast<int>(rgba.height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int v = std::max(0, y - static_cast<int>(ry)); v <= std::min(height - 1, y + static_cast<int>(ry)); ++v)
        for (int u = std::max(0, x - static_cast<int>(rx)); u <= std::min(width - 1, x + static_cast<int>(rx)); ++u) {
          const double across = (u - x) * ry, down = (v - y) * rx;
          if (across * across + down * down > rx * rx * ry * ry) continue;
          int& value = made[static_cast<std::size_t>(y * width + x)];
          value = better(value, ink[static_cast<std::size_t>(v * width + u)]);
        }
  return made;
}
Ink most(const Ink& ink, double rx, double ry) {
  return in_disc(ink, rx, ry, [](int a, int b) { return std::max(a, b); });
}
Ink least(const Ink& ink, double rx, double ry) {
  return in_disc(ink, rx, ry, [](int a, int b) { return std::min(a, b); });
}

// As separation/edges/disc_edges.h defines it.
Ink choked(const Ink& ink, double r) {
  const double m = std::max(1.0, r / 2);
  const Ink left = least(ink, r, r), broad = most(least(left, m, m), 2 * r + m, 2 * r + m);
  Ink thin = ink;
  for (std::size_t i = 0; i < ink.size(); ++i) thin[i] = std::max(0, ink[i] - 2 * broad[i]);
  Ink made = most(thin, 1.5 * r, 1.5 * r);
  for (std::size_t i = 0; i < ink.size(); ++i) made[i] = std::min(ink[i], left[i] + made[i]);
  return made;
}

TEST_F(PlateOption, ChokesAndSpreadsByADisc) {
  // Broad shapes and thin ones, soft on one side.
  const auto shape = [](std::uint32_t x, std::uint32_t y) {
    const std::uint32_t cell_x = x % 50, cell_y = y % 50;
    if (cell_x > 45) return 255;
    return cell_y < 30 ? static_cast<int>(std::min(255u, cell_x * 20)) : x % 7 < 2 ? 200 : 0;
  };
  Ink ink;
  std::string pixels = "P7\nWIDTH 200\nHEIGHT 150\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n";
  for (std::uint32_t y = 0; y < rgba.height; ++y)
    for (std::uint32_t x = 0; x < rgba.width; ++x) {
      ink.push_back(shape(x, y));
      pixels += std::string(3, '\0') + static_cast<char>(shape(x, y));
    }
  std::ofstream(file("shapes.pam"), std::ios::binary) << pixels;
  const std::vector<std::string> same = {"--crisp", "off", "--resolution", "300"};
  const auto expect_made = [&](const std::string& options, const Ink& amounts) {
    SCOPED_TRACE(options);
    const auto expected = spot([&](auto x, auto y) { return amounts[y * rgba.width + x]; }, same).levels;
    for (const char* const rows : {"150", "16", "1"}) {
      std::vector<std::string> arguments = {"shapes.pam", "--plate", "White=alpha," + options, "--strip-rows", rows};
      arguments.insert(arguments.end(), same.begin(), same.end());
      EXPECT_EQ(platerip(arguments).status, 0);
      EXPECT_EQ(plate("shapes.White.tif").levels, expected) << rows;
    }
  };
  expect_made("choke=0px", ink);
  expect_made("choke=3px", choked(ink, 3));
  expect_made("choke=6.5px", choked(ink, 6.5));
  expect_made("spread=5px", most(ink, 5, 5));
  expect_made("spread=0.2",
              most(ink, std::round(256 * 0.2 * 300 / 25.4) / 256, std::round(256 * 0.2 * 300 / 25.4) / 256));
}

TEST_F(PlateOption, NothingGrowsIntoWhatIsKnockedOut) {
  // Opaque discs, half of them in the colour of the garment, with rings of it in the others.
  const auto is_covered = [](std::uint32_t x, std::uint32_t y) {
    const int across = static_cast<int>(x % 40) - 20, down = static_cast<int>(y % 40) - 20;
    return across * across + down * down < 200;
  };
  const auto is_garment = [](std::uint32_t x, std::uint32_t y) { return x / 40 % 2 == 1 || x % 10 < 3 || y % 13 < 2; };
  Ink ink;
  std::string pixels = "P7\nWIDTH 200\nHEIGHT 150\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n";
  for (std::uint32_t y = 0; y < rgba.height; ++y)
    for (std::uint32_t x = 0; x < rgba.width; ++x) {
      ink.push_back(is_covered(x, y) && !is_garment(x, y) ? 255 : 0);
      pixels += std::string(2, '\0') + (is_garment(x, y) ? '\x40' : '\0') + (is_covered(x, y) ? '\xff' : '\0');
    }
  std::ofstream(file("shapes.pam"), std::ios::binary) << pixels;
  const auto kept_free = [&](Ink amounts) {
    for (std::size_t i = 0; i < amounts.size(); ++i)
      if (is_garment(static_cast<std::uint32_t>(i % rgba.width), static_cast<std::uint32_t>(i / rgba.width)))
        amounts[i] = 0;
    return amounts;
  };
  const auto expect_made = [&](const std::string& plate_options, const Ink& amounts) {
    SCOPED_TRACE(plate_options);
    const auto expected = spot([&](auto x, auto y) { return amounts[y * rgba.width + x]; }, {"--crisp", "off"}).levels;
    for (const char* const backend : {"cpu", "reference"}) {
      expect_done(platerip({"shapes.pam", "--plate", "White=alpha," + plate_options, "--spread", "K=4px", "--crisp",
                            "off", "--knock-out", "#000040", "--strip-rows", "23", "--backend", backend}));
      EXPECT_EQ(plate("shapes.White.tif").levels, expected) << backend;
      const auto black = plate("shapes.Black.tif").levels;
      for (std::size_t i = 0; i < ink.size(); ++i) {
        const auto x = static_cast<std::uint32_t>(i % rgba.width), y = static_cast<std::uint32_t>(i / rgba.width);
        ASSERT_TRUE(!is_garment(x, y) || black[i] == 0) << x << ' ' << y;
      }
    }
  };
  expect_made("spread=5px", kept_free(most(ink, 5, 5)));
  expect_made("choke=2px", kept_free(choked(ink, 2)));
}

TEST_F(PlateOption, EdgesAreMovedOnceAndNotTooFar) {
  expect_complaint(platerip({"page.tif", "--plate", "White=alpha,choke=1", "--choke", "White=2"}), 2,
                   {"--choke", "White", "twice"});
  expect_complaint(platerip({"page.tif", "--choke", "C=1", "--spread", "Cyan=1"}), 2, {"--spread", "Cyan", "twice"});
  expect_complaint(platerip({"page.tif", "--choke", "C=1", "--choke", "Cyan=1"}), 2, {"--choke", "Cyan", "twice"});
  expect_done(platerip({"page.tif", "--choke", "C=0", "--spread", "C=1px"}));
  expect_complaint(platerip({"page.tif", "--spread", "C=9"}), 1, {"--spread", "9mm of Cyan are more than 100 pixels"});
  write_page(file("page.tif"), {});
  expect_complaint(platerip({"page.tif", "--choke", "K=0.1"}), 1, {"--choke", "no resolution", "--resolution"});
  expect_done(platerip({"page.tif", "--choke", "K=1px"}));
}

TEST_F(PlateOption, LeavesTheOtherPlatesAsTheyAre) {
  const auto colors = [&](const std::vector<std::string>& options) {
    made(options, "page.Cyan.tif");
    std::vector<std::vector<std::uint8_t>> levels;
    for (const char* const ink : {"Cyan", "Magenta", "Yellow", "Black"})
      levels.push_back(plate("page." + std::string(ink) + ".tif").levels);
    return levels;
  };
  EXPECT_TRUE(colors({"--plate", "White=alpha", "--plate", "All=all"}) == colors({}));
  const Plate all = plate("page.All.tif");
  EXPECT_EQ(all.coverage(), 100);
}

TEST_F(PlateOption, IsInTheManifestAndInFilesByName) {
  const nlohmann::json summary = summary_of({"page.tif", "--plate", "White=alpha", "--planes", "White,K"});
  EXPECT_EQ(summary["plates"].size(), 2u);
  EXPECT_EQ(files(), (std::set<std::string>{"page.tif", "page.White.tif", "page.Black.tif"}));
}

TEST_F(PlateOption, OfAPageThatCannotHaveItIsRefused) {
  write_page(file("rgb.tif"), {});
  expect_complaint(platerip({"rgb.tif", "--plate", "White=alpha"}), 1, {"rgb.tif", "White", "no alpha"});
  expect_complaint(platerip({"page.tif", "--plate", "Cyan=all"}), 2, {"--plate", "Cyan already"});
  expect_complaint(platerip({"page.tif", "--plate", "A=all", "--plate", "a=all"}), 2, {"--plate", "a already"});
  expect_complaint(platerip({"page.tif", "--plate", "A=inks:Gold"}), 2, {"--plate", "Gold"});
  expect_complaint(platerip({"page.tif", "--plate", "A=channel:Gold"}), 2, {"--plate", "Gold"});
  for (const char* const word : {"White",
                                 "White=",
                                 "=alpha",
                                 "White=cyan",
                                 "White=alpha:C",
                                 "White=inks:",
                                 "White=inks:C+",
                                 "White=channel",
                                 "White=channel:A+B",
                                 "White=alpha,amount=101",
                                 "White=alpha,amount=x",
                                 "White=alpha,choke=11",
                                 "White=alpha,choke=101px",
                                 "White=alpha,spread=-1",
                                 "White=alpha,choke=1,spread=1",
                                 "White=alpha,",
                                 "White=alpha,beside",
                                 "White=alpha,choke=1,choke=2",
                                 "White=alpha,under,over",
                                 " White=all",
                                 "A\nB=all",
                                 "K=all"})
    expect_complaint(platerip({"page.tif", "--plate", word}), 2, {"--plate"});
}

TEST_F(PlateOption, KnockedOutColoursPrintNothing) {
  const PageSpec page{.width = 60, .height = 40};
  write_page(file("page.tif"), page);
  const auto red = sample_at(page, 7, 9, 0), green = sample_at(page, 7, 9, 1), blue = sample_at(page, 7, 9, 2);
  char color[16];
  std::snprintf(color, sizeof color, "#%02x%02x%02x", red, green, blue);
  const Plate all = made({"--plate", "White=all", "--knock-out", color});
  EXPECT_EQ(all.levels[9 * 60 + 7], 0);
  EXPECT_GT(all.coverage(), 95);
  const Plate wide = made({"--plate", "White=all", "--knock-out", color + std::string(",tolerance=30")});
  EXPECT_LT(wide.coverage(), all.coverage());
  for (const char* const word : {"red", "#12345", "#000000,tolerance=-1", "#000000,tolerance=101", "#000000,delta=2",
                                 "#000000,tolerance=1,tolerance=2"})
    expect_complaint(platerip({"page.tif", "--knock-out", word}), 2, {"--knock-out"});
}

}  // namespace
}  // namespace platerip::test
