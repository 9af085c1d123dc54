#include "rip/proofs/preview.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "halftone/backends/backends.h"
#include "rip/page/rip_page.h"
#include "rip/plates/plate_files.h"
#include "separation/proof.h"
#include "tests/halftone/quick_methods.h"
#include "tests/halftone/test_screens.h"
#include "tests/rip/made_page.h"
#include "tests/tiffio/temp_folder.h"

namespace platerip::rip {
namespace {

using halftone::Method;
using Bits = std::vector<std::byte>;
using Mean = std::array<double, 3>;

constexpr Rgb gold{0xc0, 0xa0, 0x40};

struct Size {
  std::int64_t width;
  std::int64_t height;
};

struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgb;

  [[nodiscard]] Rgb at(std::uint32_t x, std::uint32_t y) const {
    const std::uint8_t* pixel = rgb.data() + 3 * (y * width + x);
    return {pixel[0], pixel[1], pixel[2]};
  }
  [[nodiscard]] int luma(std::uint32_t x, std::uint32_t y) const {
    const std::uint8_t* pixel = rgb.data() + 3 * (y * width + x);
    return (pixel[0] + pixel[1] + pixel[2]) / 3;
  }
};

Mean mean_of(std::span<const std::uint8_t> rgb) {
  Mean mean{};
  for (std::size_t i = 0; i < rgb.size(); ++i) mean[i % 3] += rgb[i];
  for (double& channel : mean) channel /= static_cast<double>(rgb.size() / 3);
  return mean;
}

Picture read_png(std::FILE* file) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_stdio(&image, file), 0) << image.message;
  image.format = PNG_FORMAT_RGB;
  Picture picture{image.width, image.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
  EXPECT_NE(png_image_finish_read(&image, nullptr, picture.rgb.data(), 0, nullptr), 0);
  return picture;
}

// Four inks of something like a photograph, 0 to 255: soft tones, a fine texture and an edge.
std::vector<Bits> photograph(Size page) {
  std::vector<Bits> planes(4);
  for (std::int64_t y = 0; y < page.height; ++y) {
    for (std::int64_t x = 0; x < page.width; ++x) {
      const double wave = std::sin(static_cast<double>(x) / 37 + static_cast<double>(y) / 23);
      const double texture = std::sin(static_cast<double>(x * y) / 5);
      const double near = x * 3 < page.width ? 1 : 0;
      const std::array inks{110 + 70 * wave, 90 - 40 * wave + 60 * near, 100 + 20 * texture, 40 + 30 * wave - 8 * near};
      for (std::size_t ink = 0; ink < 4; ++ink) planes[ink].push_back(static_cast<std::byte>(std::lround(inks[ink])));
    }
  }
  return planes;
}

// Pages of the inks of the built-in press profile.
class Previews : public testing::Test {
 protected:
  Picture picture_of(std::vector<Bits>& plates, const std::vector<std::size_t>& inks, int levels, Size page,
                     tiffio::Orientation orientation = 1, double proportion = 1) {
    const auto stride = static_cast<std::ptrdiff_t>(halftone::plate_row_bytes(page.width, levels));
    std::vector<ShownInk> shown;
    for (const std::size_t ink : inks) shown.push_back({ink, gold});
    const PicturedPlates pictured{page.width,
                                  page.height,
                                  proportion,
                                  levels,
                                  std::vector<DotRate>(inks.size()),
                                  std::vector<LevelInk>(inks.size(), LevelInk({}, levels))};
    const auto output = OutputFile::create(folder_.file("preview.png"));
    EXPECT_TRUE(output.ok());
    Preview preview(pictured, InkColors(press_, shown), orientation, {}, output->opened());
    const std::int64_t half = page.height / 2;
    for (const auto& [first, rows] : {std::pair{std::int64_t{0}, half}, std::pair{half, page.height - half}}) {
      std::vector<halftone::Plate> strip;
      for (Bits& plate : plates) strip.push_back({plate.data() + first * stride, stride});
      preview.add(strip, rows);
    }
    EXPECT_TRUE(preview.write().ok());
    const std::unique_ptr<std::FILE, decltype(&std::fclose)> file(std::fopen(output->part().c_str(), "rb"),
                                                                  std::fclose);
    return read_png(file.get());
  }

  // Shows a page with black ink only, which is solid where `ink(x, y)` is true.
  template <typename Ink>
  Picture show(Size page, tiffio::Orientation orientation, Ink ink, double proportion = 1) {
    const std::int64_t stride = halftone::plate_row_bytes(page.width, 2);
    std::vector<Bits> plates(1, Bits(static_cast<std::size_t>(stride * page.height)));
    for (std::int64_t y = 0; y < page.height; ++y) {
      for (std::int64_t x = 0; x < page.width; ++x) {
        if (ink(x, y)) plates[0][static_cast<std::size_t>(y * stride + x / 8)] |= static_cast<std::byte>(0x80 >> x % 8);
      }
    }
    return picture_of(plates, {3}, 2, page, orientation, proportion);
  }

  Picture show_halftoned(const std::vector<Bits>& planes, Method method, int levels, Size page) {
    const halftone::Settings settings{
        .planes = std::vector(planes.size(), halftone::plane_of(method)), .levels = levels, .width = page.width};
    const halftone::Backend& backend = **halftone::find_backend("auto");
    std::vector<std::max_align_t> workspace(backend.workspace_bytes(settings) / sizeof(std::max_align_t) + 1);
    const auto halftoner = backend.make(settings, std::as_writable_bytes(std::span(workspace)));
    const auto stride = static_cast<std::ptrdiff_t>(halftone::plate_row_bytes(page.width, levels));
    std::vector<Bits> bits(planes.size(), Bits(static_cast<std::size_t>(stride * page.height)));
    std::vector<halftone::Plane> inks;
    std::vector<halftone::Plate> plates;
    for (std::size_t ink = 0; ink < planes.size(); ++ink) {
      inks.push_back({planes[ink].data(), static_cast<std::ptrdiff_t>(page.width)});
      plates.push_back({bits[ink].data(), stride});
    }
    EXPECT_TRUE((*halftoner)->run({page.height, inks, plates, true}).ok());
    return picture_of(bits, {0, 1, 2, 3}, levels, page);
  }

  // The colours of the inks on the press, before halftoning.
  Mean tones_of(const std::vector<Bits>& planes) {
    std::vector<std::uint16_t> inks;
    for (std::size_t i = 0; i < planes[0].size(); ++i) {
      for (const Bits& plane : planes) inks.push_back(static_cast<std::uint16_t>(std::to_integer<int>(plane[i]) * 257));
    }
    std::vector<std::uint8_t> rgb(planes[0].size() * 3);
    separation::Proof::make(press_)->run(inks, rgb);
    return mean_of(rgb);
  }

  void expect_tones(const Picture& picture, const Mean& expected) {
    const Mean mean = mean_of(picture.rgb);
    for (std::size_t channel = 0; channel < 3; ++channel) EXPECT_NEAR(mean[channel], expected[channel], 2) << channel;
  }

  test::TempFolder folder_;
  profiles::Profile press_ = profiles::Profile::default_press();
};

TEST_F(Previews, ShowPaperWhiteAndInkDark) {
  const Picture picture = show({40, 20}, 1, [](std::int64_t x, std::int64_t) { return x < 20; });
  ASSERT_EQ(picture.width, 40u);
  ASSERT_EQ(picture.height, 20u);
  EXPECT_LT(picture.luma(5, 10), 60);
  EXPECT_GT(picture.luma(35, 10), 250);
}

TEST_F(Previews, OfSolidsAreTheirColourToTheEdge) {
  const std::vector<std::uint16_t> inks{0, 0, 0, 65535, 0, 0, 0, 0};
  std::vector<std::uint8_t> rgb(6);
  separation::Proof::make(press_)->run(inks, rgb);
  const std::vector solid(rgb.begin(), rgb.begin() + 3);
  for (const Size page : {Size{1, 1}, Size{3, 2000}, Size{20, 20}, Size{2001, 7}, Size{4003, 9}}) {
    for (const bool is_solid : {true, false}) {
      const Picture picture = show(page, 1, [&](std::int64_t, std::int64_t) { return is_solid; });
      for (std::size_t i = 0; i < picture.rgb.size(); ++i) ASSERT_EQ(picture.rgb[i], is_solid ? solid[i % 3] : 255);
    }
  }
}

// A threshold has no tones between paper and solid.
TEST_F(Previews, OfSmallPagesShowThePagesTones) {
  for (const Size page : {Size{300, 200}, Size{2001, 40}}) {
    const auto planes = photograph(page);
    const Mean expected = tones_of(planes);
    for (const Method method : halftone::quick_methods()) {
      if (method == Method("threshold")) continue;
      for (const int levels : {2, 3, 4, 16}) {
        SCOPED_TRACE(std::string(method.name()) + ", levels " + std::to_string(levels) + ", width " +
                     std::to_string(page.width));
        expect_tones(show_halftoned(planes, method, levels, page), expected);
      }
    }
  }
}

TEST_F(Previews, OfAnySizeShowThePagesTones) {
  for (const std::int64_t width : {2000, 4000, 4001, 6001, 9000, 14001, 14000, 16001}) {
    SCOPED_TRACE(width);
    const auto planes = photograph({width, 33});
    expect_tones(show_halftoned(planes, Method("jarvis"), 2, {width, 33}), tones_of(planes));
  }
}

// With amounts that Bayer's 64 thresholds render exactly.
TEST_F(Previews, ShowNoDotsInFlatTones) {
  for (const Size page : {Size{200, 60}, Size{2010, 60}, Size{4010, 60}, Size{6010, 60}}) {
    std::vector<Bits> planes;
    for (const int ink : {96, 128, 64, 32})
      planes.emplace_back(static_cast<std::size_t>(page.width * page.height), static_cast<std::byte>(ink));
    const Mean expected = tones_of(planes);
    for (const Method method : halftone::quick_methods()) {
      if (method == Method("threshold")) continue;
      SCOPED_TRACE(std::string(method.name()) + ", width " + std::to_string(page.width));
      const Picture picture = show_halftoned(planes, method, 2, page);
      expect_tones(picture, expected);
      double squares = 0;
      for (std::size_t i = 0; i < picture.rgb.size(); ++i) squares += std::pow(picture.rgb[i] - expected[i % 3], 2);
      EXPECT_LT(std::sqrt(squares / static_cast<double>(picture.rgb.size())), 8);
    }
  }
}

TEST_F(Previews, KeepLinesAndEdges) {
  const auto ink = [](std::int64_t x, std::int64_t) { return x < 50 || (x >= 80 && x < 83); };
  const Picture picture = show({120, 40}, 1, ink);
  EXPECT_LT(picture.luma(48, 20), 60);
  EXPECT_GT(picture.luma(51, 20), 240);
  EXPECT_GT(picture.luma(78, 20), 240);
  EXPECT_LT(picture.luma(81, 20), 70);
  EXPECT_GT(picture.luma(84, 20), 240);
}

TEST_F(Previews, OfLargePagesHave2000Pixels) {
  const Picture picture =
      show({4100, 11}, 1, [](std::int64_t x, std::int64_t y) { return x >= 4095 || (x + y) % 2 != 0; });
  EXPECT_EQ(picture.width, 1367u);  // boxes of 3
  EXPECT_EQ(picture.height, 4u);
  EXPECT_NEAR(picture.luma(10, 1), picture.luma(901, 2), 12);
  EXPECT_GT(picture.luma(10, 1), 100);
  EXPECT_LT(picture.luma(1366, 1), 60);
}

// The orientations say where row 0 and column 0 of the page are (TIFF 6.0). The page's inked corner is in its first row
// and column.
TEST_F(Previews, StandUprightForEveryOrientation) {
  struct Corner {
    bool right;
    bool bottom;
    bool turned;
  };
  const Corner corners[] = {{false, false, false}, {true, false, false}, {true, true, false}, {false, true, false},
                            {false, false, true},  {true, false, true},  {true, true, true},  {false, true, true}};
  for (tiffio::Orientation orientation = 1; orientation <= 8; ++orientation) {
    const Corner& corner = corners[orientation - 1];
    const Picture picture =
        show({130, 100}, orientation, [](std::int64_t x, std::int64_t y) { return x < 3 && y < 3; });
    ASSERT_EQ(picture.width, corner.turned ? 100u : 130u) << orientation;
    const std::uint32_t x = corner.right ? picture.width - 2 : 1;
    const std::uint32_t y = corner.bottom ? picture.height - 2 : 1;
    EXPECT_LT(picture.luma(x, y), 60) << orientation;
    EXPECT_GT(picture.luma(picture.width - 1 - x, y), 250) << orientation;
    EXPECT_GT(picture.luma(x, picture.height - 1 - y), 250) << orientation;
  }
}

// A square on the sheet, on pages whose pixels are not square. The longer side may be on either side of 2000.
TEST_F(Previews, HaveTheProportionsOfTheSheet) {
  struct Page {
    Size size;
    double proportion;
    tiffio::Orientation orientation;
  };
  for (const Page& page : {Page{{2400, 1200}, 2, 1}, Page{{1200, 2400}, 0.5, 1}, Page{{1728, 830}, 204.0 / 98, 1},
                           Page{{9000, 4500}, 2, 6}, Page{{5000, 2500}, 2, 8}, Page{{300, 2400}, 0.125, 6}}) {
    const auto& [width, height] = page.size;
    const auto ink = [w = width, h = height](std::int64_t x, std::int64_t y) { return 2 * x < w && 2 * y < h; };
    const Picture picture = show(page.size, page.orientation, ink, page.proportion);
    SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
    EXPECT_NEAR(picture.width, picture.height, 1);
    EXPECT_LE(picture.width, 2000u);
    EXPECT_GE(picture.width, 300u);
    const std::uint32_t middle = picture.width / 2;
    for (const auto& [x, y] : {std::pair{middle - 6, middle - 6},
                               {middle + 6, middle - 6},
                               {middle - 6, middle + 6},
                               {middle + 6, middle + 6}}) {
      const bool is_left = x < middle;
      const bool is_upper = y < middle;
      const bool is_inked = page.orientation == 1   ? is_left && is_upper
                            : page.orientation == 6 ? !is_left && is_upper
                                                    : is_left && !is_upper;
      EXPECT_EQ(picture.luma(x, y) < 60, is_inked) << x << ", " << y;
      EXPECT_EQ(picture.luma(x, y) > 250, !is_inked) << x << ", " << y;
    }
  }
}

TEST_F(Previews, ShowSpotInksInTheirColourOverTheOthers) {
  const std::int64_t stride = halftone::plate_row_bytes(40, 2);
  std::vector<Bits> plates(2, Bits(static_cast<std::size_t>(stride * 40)));
  for (std::size_t y = 0; y < 20; ++y) std::fill_n(plates[0].begin() + y * stride, stride, std::byte{0xff});
  for (std::size_t y = 0; y < 40; ++y) plates[1][y * stride] = plates[1][y * stride + 1] = std::byte{0xff};
  const Picture picture = picture_of(plates, {0, 4}, 2, {40, 40});
  EXPECT_EQ(picture.at(5, 35), gold);
  EXPECT_EQ(picture.at(35, 35), (Rgb{255, 255, 255}));
  const Rgb cyan = picture.at(35, 5);
  EXPECT_GT(cyan[2], cyan[0] + 100);
  for (std::size_t channel = 0; channel < 3; ++channel)
    EXPECT_NEAR(picture.at(5, 5)[channel], cyan[channel] * gold[channel] / 255.0, 1);
}

TEST_F(Previews, NeverTakeThePlaceOfAPlate) {
  const test::TempFolder folder;
  Job job;
  job.plates.folder = folder.path().string();
  job.preview = folder.file("page.Cyan.tif");
  test::MadePage page(20, 20, 8);
  PlateFiles files(job.plates);
  const auto report = rip_page(job, {"page.tif"}, page, files);
  ASSERT_FALSE(report.ok());
  EXPECT_THAT(report.error().message, testing::HasSubstr("page.Cyan.tif would be made twice"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace platerip::rip
