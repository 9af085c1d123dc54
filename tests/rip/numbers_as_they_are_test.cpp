// The ways to halftone gray numbers without colours that docs/halftones.md describes.
#include <tiffio.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "tests/rip/command.h"

namespace platerip::test {
namespace {

constexpr int side = 256;

struct Numbers {
  int bits;
  int amount;  ///< of ink, in every pixel

  [[nodiscard]] int solid() const { return (1 << bits) - 1; }
  [[nodiscard]] double percent() const { return 100.0 * amount / solid(); }
};

class NumbersAsTheyAre : public PlateripTest, public testing::WithParamInterface<Numbers> {
 protected:
  /// A TIFF of one sample a pixel.
  void write_tiff(const std::string& name, int photometric, int number) const {
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(file(name).c_str(), "w"), TIFFClose);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, side);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, side);
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, GetParam().bits);
    TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, photometric);
    if (photometric == PHOTOMETRIC_SEPARATED) {
      TIFFSetField(tiff.get(), TIFFTAG_INKSET, INKSET_MULTIINK);
      TIFFSetField(tiff.get(), TIFFTAG_INKNAMES, 6, "Black");
    }
    std::vector<std::uint16_t> row(side, static_cast<std::uint16_t>(GetParam().bits == 8 ? number * 0x101 : number));
    for (int y = 0; y < side; ++y) TIFFWriteScanline(tiff.get(), row.data(), static_cast<std::uint32_t>(y), 0);
  }

  /// Expects that the page's plate has as much ink as its pixels say: by blue-noise, whose tile is as large as the
  /// page, to the pixel, and by default with the errors that leave at the page's edges.
  void expect_as_they_are(const std::string& page, const std::string& plate_name,
                          const std::vector<std::string>& options = {}) const {
    for (const auto& [method, tolerance] : {std::pair("blue-noise", 0.002), std::pair("tone", 0.2)}) {
      std::vector<std::string> arguments{page, "--halftone", method};
      arguments.insert(arguments.end(), options.begin(), options.end());
      expect_done(platerip(arguments));
      EXPECT_NEAR(plate(plate_name).coverage(), GetParam().percent(), tolerance) << method;
    }
  }
};

INSTANTIATE_TEST_SUITE_P(, NumbersAsTheyAre,
                         testing::Values(Numbers{8, 3}, Numbers{8, 77}, Numbers{8, 250}, Numbers{16, 1000},
                                         Numbers{16, 20000}, Numbers{16, 65000}),
                         [](const auto& test) {
                           return std::to_string(test.param.amount) + "Of" + std::to_string(test.param.solid());
                         });

TEST_P(NumbersAsTheyAre, InAFolderOfOneSeparation) {
  std::filesystem::create_directory(file("sheet"));
  write_tiff("sheet/x.Black.tif", PHOTOMETRIC_MINISBLACK, GetParam().solid() - GetParam().amount);
  expect_as_they_are("sheet", "sheet.Black.tif");
}

TEST_P(NumbersAsTheyAre, InThePamThatHasBlackAlone) {
  std::string pixels;
  for (int sample = 0; sample < 4 * side * side; ++sample) {
    const int amount = sample % 4 == 3 ? GetParam().amount : 0;
    if (GetParam().bits == 16) pixels += static_cast<char>(amount >> 8);
    pixels += static_cast<char>(amount & 255);
  }
  std::ofstream(file("page.pam"), std::ios::binary)
      << "P7\nWIDTH " << side << "\nHEIGHT " << side << "\nDEPTH 4\nMAXVAL " << GetParam().solid()
      << "\nTUPLTYPE CMYK\nENDHDR\n"
      << pixels;
  expect_as_they_are("page.pam", "page.Black.tif", {"--planes", "K"});
  EXPECT_EQ(files(), (std::set<std::string>{"page.pam", "page.Black.tif"}));
}

TEST_P(NumbersAsTheyAre, InATiffOfOneInk) {
  write_tiff("page.tif", PHOTOMETRIC_SEPARATED, GetParam().amount);
  expect_as_they_are("page.tif", "page.Black.tif");
}

}  // namespace
}  // namespace platerip::test
