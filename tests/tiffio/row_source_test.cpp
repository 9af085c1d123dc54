#include "tiffio/pages/row_source.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "tests/tiffio/temp_folder.h"
#include "tiffio/directories.h"
#include "tiffio/pages/page_tags.h"

namespace platerip::test {
namespace {

TEST(DecodeBlock, LeavesTheLibraryThatInflatesAsItWas) {
  const TempFolder folder;
  const std::string path = folder.file("page.tif");
  std::array<std::byte, 16> row{};
  row.back() = std::byte{0xa7};  // makes it doubt that everything was written
  {
    const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "w"), TIFFClose);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, 16);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, 1);
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
    ASSERT_EQ(TIFFWriteScanline(tiff.get(), row.data(), 0, 0), 1);
  }
  const auto file = tiffio::InputFile::open(path, path);
  const auto handle = tiffio::TiffHandle::open(*file, tiffio::find_directories(**file)->pages.front(), 1 << 20);
  ASSERT_TRUE(handle.ok());
  const auto layout = tiffio::read_layout(*handle);
  ASSERT_TRUE(layout.ok());
  // As with a libtiff that was built without libdeflate.
  ASSERT_EQ(TIFFSetField(handle->get(), TIFFTAG_DEFLATE_SUBCODEC, DEFLATE_SUBCODEC_ZLIB), 1);

  std::array<std::byte, 16> decoded{};
  ASSERT_TRUE(tiffio::decode_block(*handle, *layout, 0, decoded.data(), 16, 0, 1).ok());
  EXPECT_TRUE(decoded == row);
  int library = -1;
  TIFFGetField(handle->get(), TIFFTAG_DEFLATE_SUBCODEC, &library);
  EXPECT_EQ(library, DEFLATE_SUBCODEC_ZLIB);
}

}  // namespace
}  // namespace platerip::test
