// Files with random damage: reading ends with rows, or with one line that says what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "tests/seed.h"
#include "tests/tiffio/temp_folder.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Damage : public testing::Test {
 protected:
  /// Reads a damaged file in two ways, which must agree. Memory that was never written would differ.
  void read_damaged() {
    const auto page = read_page(path_, {.memory = 1 << 20, .chunk = 16, .fill = std::byte{0x11}, .most_rows = 500});
    const auto again = read_page(path_, {.memory = 1 << 20, .chunk = 16, .fill = std::byte{0xee}, .most_rows = 500});
    ASSERT_EQ(page.ok(), again.ok());
    if (page.ok()) {
      EXPECT_TRUE(page->pixels == again->pixels) << "rows hold what was in memory before";
    } else {
      EXPECT_THAT(page.error().message, AllOf(StartsWith(path_), HasSubstr("; "), Not(HasSubstr("\n"))));
    }
    (void)read_page_tightly(path_, {.chunk = 16, .most_rows = 500});
    (void)tiffio::find_pages(path_);
  }

  const TempFolder folder_;
  const std::string path_ = folder_.file("page.tif");
};

std::vector<PageSpec> victims() {
  const PageSpec plain{.rows_per_strip = 10, .icc_profile = std::vector<std::byte>(40)};
  std::vector<PageSpec> specs = {plain};
  const auto add = [&specs](PageSpec spec) {
    if (TIFFIsCODECConfigured(spec.compression) != 0) specs.push_back(std::move(spec));
  };
  for (const std::uint16_t compression :
       std::vector<std::uint16_t>{COMPRESSION_PACKBITS, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_ZSTD,
                                  COMPRESSION_LZMA, COMPRESSION_JPEG, COMPRESSION_WEBP}) {
    PageSpec spec = plain;
    spec.compression = compression;
    spec.smooth = true;
    spec.rows_per_strip = 16;
    add(spec);
    spec.tile_width = 32;
    spec.tile_height = 48;
    add(spec);
  }
  PageSpec planes{.bits = 16,
                  .planar = PLANARCONFIG_SEPARATE,
                  .compression = COMPRESSION_LZW,
                  .predictor = PREDICTOR_HORIZONTAL,
                  .big_endian = true};
  add(planes);
  add(PageSpec{.photometric = PHOTOMETRIC_YCBCR, .compression = COMPRESSION_JPEG, .smooth = true});
  add(PageSpec{.samples = 1, .photometric = PHOTOMETRIC_PALETTE, .big_tiff = true});
  add(PageSpec{.samples = 6,
               .photometric = PHOTOMETRIC_SEPARATED,
               .extra_samples = {EXTRASAMPLE_UNSPECIFIED, EXTRASAMPLE_ASSOCALPHA},
               .tile_width = 16,
               .tile_height = 16});
  return specs;
}

/// Writes each page, and calls use(its bytes, random numbers). libtiff may print nothing.
template <typename Use>
void for_each_victim(const std::string& path, Use use) {
  const unsigned start = test_seed();
  testing::Test::RecordProperty("seed", std::to_string(start));
  testing::internal::CaptureStderr();
  std::mt19937 random(start);
  for (const PageSpec& spec : victims()) {
    SCOPED_TRACE("PLATERIP_SEED=" + std::to_string(start) + ", compression " + std::to_string(spec.compression));
    write_page(path, spec);
    use(read_file(path), random);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "libtiff printed";
}

TEST_F(Damage, RandomBytesAnywhere) {
  for_each_victim(path_, [this](const std::vector<std::byte>& whole, std::mt19937& random) {
    for (int round = 0; round < 60; ++round) {
      SCOPED_TRACE("round " + std::to_string(round));
      std::vector<std::byte> damaged = whole;
      for (auto hits = 1 + random() % 6; hits > 0; --hits) {
        // libtiff writes the directory last. Half of the damage is there.
        const std::size_t from = random() % 2 == 0 ? 0 : damaged.size() - std::min<std::size_t>(damaged.size(), 300);
        damaged[from + random() % (damaged.size() - from)] = static_cast<std::byte>(random());
      }
      write_file(path_, damaged);
      read_damaged();
    }
  });
}

TEST_F(Damage, FilesThatEndAnywhere) {
  for_each_victim(path_, [this](const std::vector<std::byte>& whole, std::mt19937& random) {
    for (int round = 0; round < 10; ++round) {
      const std::size_t length = random() % whole.size();
      SCOPED_TRACE("length " + std::to_string(length));
      write_file(path_, std::span(whole).first(length));
      read_damaged();
      EXPECT_FALSE(read_page(path_).ok() && length + 200 < whole.size()) << "the tags are at the end";
    }
  });
}

}  // namespace
}  // namespace platerip::test
