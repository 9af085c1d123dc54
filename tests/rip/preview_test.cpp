#include "rip/preview.h"

#include <gtest/gtest.h>
#include <png.h>

#include <cstdio>
#include <memory>
#include <vector>

namespace platerip::rip {
namespace {

struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgb;

  [[nodiscard]] int luma(std::uint32_t x, std::uint32_t y) const {
    const std::uint8_t* pixel = rgb.data() + 3 * (y * width + x);
    return (pixel[0] + pixel[1] + pixel[2]) / 3;
  }
};

// A page of one black plate, as `ink(x, y)` says, shown through the built-in press profile.
class PreviewPicture : public testing::Test {
 protected:
  void SetUp() override {
    press_ = profiles::Profile::default_press();
    if (!press_.ok()) GTEST_SKIP() << press_.error().message;
  }

  template <typename Ink>
  Picture show(std::int64_t width, std::int64_t height, tiffio::Orientation orientation, Ink ink) {
    const std::ptrdiff_t stride = (width + 7) / 8;
    std::vector<std::byte> pixels(static_cast<std::size_t>(stride * height));
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) {
        if (ink(x, y)) pixels[static_cast<std::size_t>(y * stride + x / 8)] |= static_cast<std::byte>(0x80 >> x % 8);
      }
    }
    Preview preview(*separation::Proof::make(*press_), 4, {3}, 2, width, height);
    const std::int64_t half = height / 2;
    for (const auto& [first, rows] : {std::pair{std::int64_t{0}, half}, std::pair{half, height - half}}) {
      const halftone::Plate plate{pixels.data() + first * stride, stride};
      preview.add({&plate, 1}, rows);
    }
    std::FILE* file = std::tmpfile();
    EXPECT_TRUE(preview.write(fileno(file), "preview", orientation).ok());
    std::rewind(file);
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_stdio(&image, file), 0) << image.message;
    image.format = PNG_FORMAT_RGB;
    Picture picture{image.width, image.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
    EXPECT_NE(png_image_finish_read(&image, nullptr, picture.rgb.data(), 0, nullptr), 0);
    std::fclose(file);
    return picture;
  }

  Result<profiles::Profile> press_ = Error{};
};

TEST_F(PreviewPicture, ShowsPaperWhiteAndInkDark) {
  const Picture picture = show(40, 20, 1, [](std::int64_t x, std::int64_t) { return x < 20; });
  ASSERT_EQ(picture.width, 40u);
  ASSERT_EQ(picture.height, 20u);
  EXPECT_LT(picture.luma(5, 10), 60);
  EXPECT_GT(picture.luma(35, 10), 250);
}

TEST_F(PreviewPicture, AveragesLargePagesDownTo2000Pixels) {
  const Picture picture = show(4100, 11, 1, [](std::int64_t x, std::int64_t y) { return x >= 4095 || (x + y) % 2; });
  EXPECT_EQ(picture.width, 1367u);  // boxes of 3
  EXPECT_EQ(picture.height, 4u);
  EXPECT_NEAR(picture.luma(10, 1), picture.luma(901, 2), 12);
  EXPECT_GT(picture.luma(10, 1), 100);
  EXPECT_LT(picture.luma(1366, 1), 60);
}

// TIFF 6.0: where row 0 and column 0 of the page lie. The inked corner of the page is at its first row and column.
TEST_F(PreviewPicture, StandsUprightForEveryOrientation) {
  struct Corner {
    bool right;
    bool bottom;
    bool turned;
  };
  const Corner corners[] = {{false, false, false}, {true, false, false}, {true, true, false}, {false, true, false},
                            {false, false, true},  {true, false, true},  {true, true, true},  {false, true, true}};
  for (tiffio::Orientation orientation = 1; orientation <= 8; ++orientation) {
    const Corner& corner = corners[orientation - 1];
    const Picture picture = show(30, 20, orientation, [](std::int64_t x, std::int64_t y) { return x < 3 && y < 3; });
    ASSERT_EQ(picture.width, corner.turned ? 20u : 30u) << orientation;
    const std::uint32_t x = corner.right ? picture.width - 2 : 1;
    const std::uint32_t y = corner.bottom ? picture.height - 2 : 1;
    EXPECT_LT(picture.luma(x, y), 60) << orientation;
    EXPECT_GT(picture.luma(picture.width - 1 - x, y), 250) << orientation;
    EXPECT_GT(picture.luma(x, picture.height - 1 - y), 250) << orientation;
  }
}

}  // namespace
}  // namespace platerip::rip
