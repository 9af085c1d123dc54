// Inks that no profile describes, as previews and reports show them.
#include <png.h>
#include <tiffio.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <memory>

#include "tests/rip/command.h"

namespace platerip::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using Rgb = std::array<std::uint8_t, 3>;

constexpr std::uint32_t side = 200;  // of each quarter of a page

struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t pixels_per_metre = 0;
  std::string comment;
  std::vector<std::uint8_t> rgb;

  [[nodiscard]] Rgb at(std::uint32_t x, std::uint32_t y) const {
    const std::uint8_t* pixel = rgb.data() + 3 * (y * width + x);
    return {pixel[0], pixel[1], pixel[2]};
  }
};

Picture read_picture(const std::string& path) {
  const std::unique_ptr<std::FILE, decltype(&std::fclose)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, file.get());
  png_read_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
  Picture picture{
      png_get_image_width(png, info), png_get_image_height(png, info), png_get_x_pixels_per_meter(png, info), "", {}};
  EXPECT_EQ(png_get_x_pixels_per_meter(png, info), png_get_y_pixels_per_meter(png, info));
  png_textp texts = nullptr;
  const int count = png_get_text(png, info, &texts, nullptr);
  for (int i = 0; i < count; ++i) picture.comment += texts[i].text;
  png_bytepp rows = png_get_rows(png, info);
  for (std::uint32_t y = 0; y < picture.height; ++y)
    picture.rgb.insert(picture.rgb.end(), rows[y], rows[y] + 3 * std::size_t{picture.width});
  png_destroy_read_struct(&png, &info, nullptr);
  return picture;
}

struct InkPage {
  std::vector<std::string> inks;
  std::vector<std::vector<std::uint8_t>> quarters;  // upper left and right, lower left and right: amounts of all inks
  float resolution_x = 600;
  float resolution_y = 600;
};

void write_inks(const std::string& path, const InkPage& page) {
  const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "w"), TIFFClose);
  const bool has_colors = page.inks[0] == "Cyan";
  TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, 2 * side);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, 2 * side);
  TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, static_cast<int>(page.inks.size()));
  TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_SEPARATED);
  TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff.get(), TIFFTAG_INKSET, has_colors ? INKSET_CMYK : INKSET_MULTIINK);
  TIFFSetField(tiff.get(), TIFFTAG_XRESOLUTION, page.resolution_x);
  TIFFSetField(tiff.get(), TIFFTAG_YRESOLUTION, page.resolution_y);
  TIFFSetField(tiff.get(), TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
  if (has_colors && page.inks.size() > 4) {
    const std::vector<std::uint16_t> extra(page.inks.size() - 4, EXTRASAMPLE_UNSPECIFIED);
    TIFFSetField(tiff.get(), TIFFTAG_EXTRASAMPLES, static_cast<int>(extra.size()), extra.data());
  }
  std::string names;
  for (const std::string& ink : page.inks) names += ink + '\0';
  TIFFSetField(tiff.get(), TIFFTAG_INKNAMES, static_cast<int>(names.size()), names.data());
  for (std::uint32_t y = 0; y < 2 * side; ++y) {
    std::vector<std::uint8_t> row;
    for (std::uint32_t x = 0; x < 2 * side; ++x) {
      const auto& quarter = page.quarters[2 * (y / side) + x / side];
      row.insert(row.end(), quarter.begin(), quarter.end());
    }
    ASSERT_EQ(TIFFWriteScanline(tiff.get(), row.data(), y), 1);
  }
}

class InkColorOption : public PlateripTest {
 protected:
  Picture preview_of(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all = {"page.tif", "--preview", "p.png", "-o", "out"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    EXPECT_EQ(platerip(all).status, 0);
    return read_picture(file("p.png"));
  }

  std::string report_of(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all = {"page.tif", "--report", "r.html", "-o", "out"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    expect_done(platerip(all));
    std::ifstream stream(file("r.html"));
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  // Gold alone, black alone, Gold on Cyan, paper.
  const InkPage cmyk_and_gold_{{"Cyan", "Magenta", "Yellow", "Black", "Gold"},
                               {{0, 0, 0, 0, 255}, {0, 0, 0, 255, 0}, {255, 0, 0, 0, 255}, {0, 0, 0, 0, 0}}};
  const InkPage spots_alone_{{"Gold", "White"}, {{255, 0}, {0, 255}, {255, 255}, {0, 0}}};
};

TEST_F(InkColorOption, IsGrayIfNobodyGivesOne) {
  write_inks(file("page.tif"), cmyk_and_gold_);
  const Picture picture = preview_of({});
  EXPECT_EQ(picture.at(50, 50), (Rgb{128, 128, 128}));
  EXPECT_EQ(picture.at(350, 350), (Rgb{255, 255, 255}));
  EXPECT_THAT(picture.comment, HasSubstr("The colour of Gold is assumed"));
}

TEST_F(InkColorOption, ShowsASpotInItOverTheInksOfThePress) {
  write_inks(file("page.tif"), cmyk_and_gold_);
  const Picture plain = preview_of({"--planes", "C,M,Y,K"});
  const Picture picture = preview_of({"--ink-color", "gold=#C0a040"});
  EXPECT_EQ(picture.at(50, 50), (Rgb{0xc0, 0xa0, 0x40}));
  EXPECT_EQ(picture.at(350, 50), plain.at(350, 50));
  const Rgb cyan = plain.at(50, 350);
  const Rgb both = picture.at(50, 350);
  EXPECT_NEAR(both[0], cyan[0] * 0xc0 / 255.0, 1);
  EXPECT_NEAR(both[1], cyan[1] * 0xa0 / 255.0, 1);
  EXPECT_NEAR(both[2], cyan[2] * 0x40 / 255.0, 1);
  EXPECT_THAT(picture.comment, Not(HasSubstr("assumed")));
  EXPECT_THAT(picture.comment, HasSubstr("Gold as #c0a040"));
}

TEST_F(InkColorOption, ShowsPagesOfSpotsAlone) {
  write_inks(file("page.tif"), spots_alone_);
  const Picture picture = preview_of({"--ink-color", "Gold=#c0a040", "--ink-color", "White=#e0e0e0"});
  EXPECT_EQ(picture.at(50, 50), (Rgb{0xc0, 0xa0, 0x40}));
  EXPECT_EQ(picture.at(350, 50), (Rgb{0xe0, 0xe0, 0xe0}));
  EXPECT_EQ(picture.at(350, 350), (Rgb{255, 255, 255}));
  EXPECT_LT(picture.at(50, 350)[2], 0x40);
}

TEST_F(InkColorOption, OfProcessInksAmongSpotsIsThatOfPrint) {
  write_inks(file("page.tif"), {{"Yellow", "Black"}, {{255, 0}, {0, 255}, {0, 0}, {0, 0}}});
  const Picture picture = preview_of({});
  EXPECT_GT(picture.at(50, 50)[0], 240);
  EXPECT_LT(picture.at(50, 50)[2], 40);
  EXPECT_LT(picture.at(350, 50)[1], 40);
}

TEST_F(InkColorOption, IsSaidInTheReportUnderTheVerdict) {
  write_inks(file("page.tif"), {{"Cyan", "Magenta", "Yellow", "Black", "Gold", "White"},
                                {{9, 9, 9, 9, 255, 0}, {9, 9, 9, 9, 0, 90}, {9, 9, 9, 9, 9, 9}, {0, 0, 0, 0, 0, 0}}});
  const auto verdict_of = [](const std::string& report) {
    const std::size_t begin = report.find("id=\"verdict\"");
    return report.substr(begin, report.find("<nav", begin) - begin);
  };
  const std::string assumed = report_of({});
  EXPECT_THAT(verdict_of(assumed), HasSubstr("The plates are OK<"));
  EXPECT_THAT(verdict_of(assumed), HasSubstr("The colours of Gold and White are assumed"));
  EXPECT_THAT(assumed, HasSubstr("fill=\"#808080\""));
  const std::string given = report_of({"--ink-color", "Gold=#c0a040"});
  EXPECT_THAT(verdict_of(given), HasSubstr("The colour of White is assumed"));
  EXPECT_THAT(verdict_of(given), HasSubstr("Gold as #c0a040"));
  EXPECT_THAT(given, HasSubstr("fill=\"#c0a040\""));
  EXPECT_THAT(verdict_of(report_of({"--planes", "C,M,Y,K"})), Not(HasSubstr("assumed")));
}

TEST_F(InkColorOption, IsSaidOfAPreviewUnlessTheJobGivesIt) {
  write_inks(file("page.tif"), cmyk_and_gold_);
  expect_complaint(platerip({"page.tif", "--preview", "p.png"}), 0,
                   {"no profile tells the colour of Gold, so the preview shows an assumed one; give --ink-color "
                    "'Gold=#RRGGBB'"});
  expect_done(platerip({"page.tif", "--preview", "p.png", "--ink-color", "Gold=#c0a040"}));
}

TEST_F(InkColorOption, OfAnInkThatAnotherPageHasIsFine) {
  write_inks(file("page.tif"), cmyk_and_gold_);
  InkPage other = cmyk_and_gold_;
  other.inks.pop_back();
  for (auto& quarter : other.quarters) quarter.pop_back();
  write_inks(file("other.tif"), other);
  expect_done(platerip({"page.tif", "other.tif", "--preview", "p.png", "--ink-color", "Gold=#c0a040"}));
}

TEST_F(InkColorOption, TakesOnlyColoursOfInksThatAreShown) {
  write_inks(file("page.tif"), cmyk_and_gold_);
  for (const char* wrong : {"Gold", "Gold=", "=#c0a040", "Gold=c0a040", "Gold=#c0a04", "Gold=#c0a0400", "Gold=#c0a04g",
                            "Gold=#-c0a04", "Gold=red"})
    expect_complaint(platerip({"page.tif", "--preview", "p.png", "--ink-color", wrong}), 2, {"--ink-color", "#RRGGBB"});
  expect_complaint(platerip({"page.tif", "--preview", "p.png", "--ink-color", "Silver=#c0c0c0"}), 2,
                   {"--ink-color", "Silver"});
  expect_complaint(
      platerip({"page.tif", "--preview", "p.png", "--ink-color", "Gold=#c0c0c0", "--ink-color", "gold=#c0c0c1"}), 2,
      {"--ink-color", "Gold is given twice"});
  expect_complaint(platerip({"page.tif", "--ink-color", "Gold=#c0c0c0"}), 2, {"--ink-color", "no preview or report"});
}

TEST_F(InkColorOption, OfAnInkOfThePressHasNoEffect) {
  write_inks(file("page.tif"), cmyk_and_gold_);
  const Picture plain = preview_of({});
  expect_complaint(
      platerip({"page.tif", "--preview", "p.png", "--ink-color", "Cyan=#ff0000", "--ink-color", "Gold=#808080"}), 0,
      {"ink-color has no effect on Cyan", "press profile"});
  EXPECT_EQ(read_picture(file("p.png")).rgb, plain.rgb);
}

// 400 pixels are two thirds of an inch at 600 dpi.
TEST_F(InkColorOption, PreviewsTellTheSizeOfTheSheet) {
  write_inks(file("page.tif"), cmyk_and_gold_);
  EXPECT_EQ(preview_of({}).pixels_per_metre, 23622u);
  InkPage page = cmyk_and_gold_;
  page.resolution_x = 1200;
  write_inks(file("page.tif"), page);
  const Picture picture = preview_of({});
  EXPECT_EQ(picture.width, 200u);
  EXPECT_EQ(picture.height, 400u);
  EXPECT_EQ(picture.pixels_per_metre, 23622u);
}

}  // namespace
}  // namespace platerip::test
