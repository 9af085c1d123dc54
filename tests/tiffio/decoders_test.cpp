#include "tiffio/pages/decoders.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>

#include "tests/tiffio/temp_folder.h"
#include "tiffio/directories.h"
#include "tiffio/pages/page_tags.h"

namespace platerip::test {
namespace {

using Strip = std::array<std::byte, 4>;

/// A strip of 1, 2, 3, 4 in LZW codes of 9 bits: in the style of before TIFF 6.0, whose codes begin at the lowest bit,
/// or in that of today.
std::vector<std::byte> lzw_strip(bool old_style) {
  std::vector<std::byte> strip(8);
  std::size_t at = 0;
  for (const unsigned code : {256U, 1U, 2U, 3U, 4U, 257U}) {
    for (unsigned bit = 0; bit < 9; ++bit, ++at) {
      if ((code >> (old_style ? bit : 8 - bit) & 1) != 0)
        strip[at / 8] |= old_style ? std::byte{1} << at % 8 : std::byte{0x80} >> at % 8;
    }
  }
  return strip;
}

/// Three strips of a row each, of which only the first may be in the old style.
void write_strips(const std::string& path, bool old_first, bool old_others) {
  const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "w"), TIFFClose);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, 4);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, 3);
  TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, 1);
  TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, COMPRESSION_LZW);
  for (std::uint32_t row = 0; row < 3; ++row) {
    auto strip = lzw_strip(row == 0 ? old_first : old_others);
    ASSERT_GT(TIFFWriteRawStrip(tiff.get(), row, strip.data(), static_cast<tmsize_t>(strip.size())), 0);
  }
}

/// Decodes the last two strips with a handle that has decoded nothing before: the first handle, or the second one.
/// Returns which strip failed, if any.
std::optional<std::size_t> decode_others(const std::string& path, bool with_second_handle) {
  const auto file = tiffio::InputFile::open(path, path);
  auto handle = tiffio::TiffHandle::open(*file, tiffio::find_directories(**file)->pages.front(), 1 << 20);
  const auto layout = tiffio::read_layout(*handle);
  EXPECT_TRUE(tiffio::prepare_decoding(*handle, *layout).ok());
  tiffio::Decoders decoders(*std::move(handle), *layout, {.most = 2});
  const auto first = decoders.borrow();
  const auto second = decoders.borrow();
  tiffio::BlockDecoder& used = with_second_handle ? *second : *first;
  for (std::uint32_t i = 0; i < 2; ++i) {
    Strip row{};
    if (!used.decode(i + 1, row.data(), 4, i + 1, 1).ok()) return i;
    EXPECT_EQ(row, (Strip{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}}));
  }
  return std::nullopt;
}

TEST(Decoders, TakeThePagesFirstStripAsTheStyleOfAll) {
  const TempFolder folder;
  const std::string path = folder.file("page.tif");
  for (const bool old_style : {false, true}) {
    write_strips(path, old_style, old_style);
    for (const bool second : {false, true}) EXPECT_EQ(decode_others(path, second), std::nullopt);
    write_strips(path, !old_style, old_style);
    for (const bool second : {false, true}) EXPECT_EQ(decode_others(path, second), 0U);
  }
}

}  // namespace
}  // namespace platerip::test
