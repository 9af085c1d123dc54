// CIE L*a*b* in its three encodings.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "tests/tiffio/raw_tiff.h"
#include "tests/tiffio/refusal.h"
#include "tests/tiffio/samples/expect_reads.h"

namespace platerip::test {
namespace {

using Numbers = std::vector<std::uint16_t>;

/// The L*, a* or b* (0 to 2) that a sample of the file stands for.
double value_of(std::uint16_t photometric, int bits, int component, int sample) {
  const int most = (1 << bits) - 1;
  const double share = static_cast<double>(sample) / most;
  switch (photometric) {
    case PHOTOMETRIC_CIELAB:
      if (component == 0) return 100 * share;
      return bits == 8 ? static_cast<std::int8_t>(sample) : static_cast<std::int16_t>(sample) / 256.0;
    case PHOTOMETRIC_ICCLAB:
      if (component == 0) return bits == 8 ? 100 * share : sample * 100 / 65280.0;
      return bits == 8 ? sample - 128 : sample / 256.0 - 128;
    default: {
      const double zero = component == 1 ? 1 << (bits - 1) : 3 << (bits - 3);
      return component == 0 ? 100 * share : (sample - zero) * (component == 1 ? 170 : 200) / most;
    }
  }
}

/// The returned sample, before it is rounded.
double returned(int bits, int component, double value) {
  const double share = component == 0 ? value / 100 : (value + 128) / 255;
  return std::clamp(share, 0.0, 1.0) * ((1 << bits) - 1);
}

class LabPages : public Refusal {
 protected:
  void expect_colours(const PageSpec& spec) const {
    SCOPED_TRACE(describe(spec));
    write_page(path_, spec);
    const auto page = read_page(path_);
    ASSERT_TRUE(page.ok()) << page.error().message;
    EXPECT_EQ(page->info.model, tiffio::ColorModel::lab);
    const int bits = spec.photometric == PHOTOMETRIC_ITULAB ? 16 : spec.bits;
    ASSERT_EQ(page->info.bits, bits);
    std::size_t at = 0;
    for (std::uint32_t y = 0; y < spec.height; ++y) {
      for (std::uint32_t x = 0; x < spec.width; ++x) {
        for (int c = 0; c < 3; ++c, at += static_cast<std::size_t>(bits / 8)) {
          std::uint16_t sample = 0;
          std::memcpy(&sample, page->pixels.data() + at, static_cast<std::size_t>(bits / 8));
          const int stored = sample_at(spec, x, y, c);
          ASSERT_NEAR(sample, returned(bits, c, value_of(spec.photometric, spec.bits, c, stored)), 0.5001)
              << "component " << c << ", stored as " << stored;
        }
      }
    }
    expect_reads(path_, page->pixels);
  }
};

TEST_F(LabPages, OfEveryEncodingAndLayout) {
  for (const std::uint16_t photometric : Numbers{PHOTOMETRIC_CIELAB, PHOTOMETRIC_ICCLAB, PHOTOMETRIC_ITULAB}) {
    for (const std::uint16_t bits : Numbers{8, 16, 12, 10}) {
      const bool itulab = photometric == PHOTOMETRIC_ITULAB;
      if (itulab ? bits == 16 : bits % 8 != 0) continue;
      for (const std::uint16_t compression : Numbers{COMPRESSION_NONE, COMPRESSION_LZW}) {
        PageSpec kind{.width = 320, .bits = bits, .photometric = photometric, .compression = compression};
        if (compression == COMPRESSION_LZW && bits % 8 == 0) kind.predictor = PREDICTOR_HORIZONTAL;
        for (const PageSpec& order : in_planes_and_orders(kind))
          for (const PageSpec& spec : in_strips_and_tiles(order)) expect_colours(spec);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(LabPages, WithAnExtraSampleThatIsNoAlpha) {
  expect_colours({.samples = 4, .photometric = PHOTOMETRIC_CIELAB, .extra_samples = {EXTRASAMPLE_UNSPECIFIED}});
}

TEST_F(LabPages, MayCallTheirSamplesSigned) {
  expect_colours({.bits = 16, .sample_format = SAMPLEFORMAT_INT, .photometric = PHOTOMETRIC_CIELAB});
}

TEST_F(LabPages, OfRangesOfTheirOwn) {
  RawTiff file = raw_rgb_page(20, 10, 600);
  file.data[0] = file.data[1] = file.data[2] = std::byte{255};
  file.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {PHOTOMETRIC_ITULAB});
  // Numerators and denominators.
  file.set(TIFFTAG_DECODE, TIFF_SRATIONAL, {0, 1, 50, 1, 0, 1, 127, 1, 0xffffff80, 1, 0, 1}, 6);
  write_file(path_, file.bytes());
  const auto page = read_page(path_);
  ASSERT_TRUE(page.ok()) << page.error().message;
  std::array<std::uint16_t, 3> first{};
  std::memcpy(first.data(), page->pixels.data(), sizeof first);
  EXPECT_EQ(first, (std::array<std::uint16_t, 3>{32768, 65535, 32896}));

  file.set(TIFFTAG_DECODE, TIFF_SRATIONAL, {0, 1, 50, 1}, 2);
  expect_refused(file, "its L*a*b* ranges (Decode) are damaged");
}

TEST_F(LabPages, ThatMakeNoSenseAreRefused) {
  expect_refused(PageSpec{.samples = 4, .photometric = PHOTOMETRIC_CIELAB, .extra_samples = {EXTRASAMPLE_UNASSALPHA}},
                 "L*a*b* colour with alpha is not handled; ");
  expect_refused(PageSpec{.bits = 12, .photometric = PHOTOMETRIC_CIELAB},
                 "L*a*b* colour of 12-bit samples is not handled; save the page in L*a*b* of 8 or 16 bits");
  expect_refused(PageSpec{.bits = 32, .sample_format = SAMPLEFORMAT_IEEEFP, .photometric = PHOTOMETRIC_CIELAB},
                 "L*a*b* colour of 32-bit floating-point samples is not handled");
  expect_refused(PageSpec{.bits = 16, .photometric = PHOTOMETRIC_ITULAB}, "L*a*b* colour of 16-bit samples");
  expect_refused(PageSpec{.samples = 1, .photometric = PHOTOMETRIC_ICCLAB},
                 "its colour space needs 3 samples per pixel and it has 1");
}

}  // namespace
}  // namespace platerip::test
