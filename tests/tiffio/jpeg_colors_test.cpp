// Pages in JPEG whose tags and whose JPEG say different colours.
#include <cstdio>  // must come before jpeglib.h, which needs it
#include <cstdlib>

#include <jpeglib.h>

#include "tests/tiffio/refusal.h"

namespace platerip::test {
namespace {

using Bytes = std::vector<std::byte>;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Jpeg {
  unsigned width = 61;
  unsigned height = 53;
  J_COLOR_SPACE stored = JCS_YCbCr;
  J_COLOR_SPACE given = JCS_RGB;
  int across = 1;
  int down = 1;
  bool jfif = true;
  bool adobe = false;
};

Bytes samples(const Jpeg& jpeg, int components) {
  Bytes all;
  const PageSpec smooth{.smooth = true};
  for (unsigned y = 0; y < jpeg.height; ++y)
    for (unsigned x = 0; x < jpeg.width; ++x)
      for (int s = 0; s < components; ++s) all.push_back(static_cast<std::byte>(sample_at(smooth, x, y, s)));
  return all;
}

Bytes encode(const Jpeg& page) {
  jpeg_compress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &bytes, &size);
  jpeg.image_width = page.width;
  jpeg.image_height = page.height;
  jpeg.input_components = page.given == JCS_CMYK ? 4 : 3;
  jpeg.in_color_space = page.given;
  jpeg_set_defaults(&jpeg);
  jpeg_set_colorspace(&jpeg, page.stored);
  jpeg_set_quality(&jpeg, 95, TRUE);
  jpeg.write_JFIF_header = page.jfif;
  jpeg.write_Adobe_marker = page.adobe;
  jpeg.comp_info[0].h_samp_factor = page.across;
  jpeg.comp_info[0].v_samp_factor = page.down;
  for (int component = 1; component < jpeg.num_components; ++component)
    jpeg.comp_info[component].h_samp_factor = jpeg.comp_info[component].v_samp_factor = 1;
  jpeg_start_compress(&jpeg, TRUE);
  Bytes pixels = samples(page, jpeg.input_components);
  for (unsigned y = 0; y < page.height; ++y) {
    auto* row = reinterpret_cast<JSAMPROW>(pixels.data() + y * pixels.size() / page.height);
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  const auto* const begin = reinterpret_cast<const std::byte*>(bytes);
  Bytes file(begin, begin + size);
  jpeg_destroy_compress(&jpeg);
  std::free(bytes);
  return file;
}

/// What libjpeg makes of components that are stored as `stored`.
Bytes decode(const Bytes& file, J_COLOR_SPACE stored, J_COLOR_SPACE wanted) {
  jpeg_decompress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&jpeg);
  jpeg_mem_src(&jpeg, reinterpret_cast<const unsigned char*>(file.data()), file.size());
  jpeg_read_header(&jpeg, TRUE);
  jpeg.jpeg_color_space = stored;
  jpeg.out_color_space = wanted;
  jpeg_start_decompress(&jpeg);
  const std::size_t row_bytes = jpeg.output_width * static_cast<std::size_t>(jpeg.output_components);
  Bytes pixels(row_bytes * jpeg.output_height);
  for (unsigned y = 0; y < jpeg.output_height; ++y) {
    auto* row = reinterpret_cast<JSAMPROW>(pixels.data() + y * row_bytes);
    jpeg_read_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_decompress(&jpeg);
  jpeg_destroy_decompress(&jpeg);
  return pixels;
}

class JpegColours : public Refusal {
 protected:
  static RawTiff page(const Jpeg& jpeg, std::uint16_t photometric) {
    RawTiff file = raw_rgb_page(jpeg.width, jpeg.height, 0);
    file.data = encode(jpeg);
    const std::uint64_t samples = jpeg.given == JCS_CMYK ? 4 : 3;
    file.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, std::vector<std::uint64_t>(samples, 8));
    file.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {samples});
    file.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {COMPRESSION_JPEG});
    file.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {photometric});
    file.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {file.data.size()});
    return file;
  }

  /// Expects these pixels in every way of reading, and returns what is remarked.
  std::vector<std::string> expect_read(const RawTiff& file, const Bytes& pixels) const {
    write_file(path_, file.bytes());
    for (const int rows : {0, 1, -1}) {
      const auto read = read_page(path_, {.chunk = rows});
      EXPECT_TRUE(read.ok()) << read.error().message;
      if (!read.ok()) return {"not read"};
      EXPECT_TRUE(read->pixels == pixels);
      if (rows < 0) return read->info.remarks;
    }
    return {};
  }

  const std::vector<std::pair<int, int>> subsamplings_{{1, 1}, {2, 1}, {2, 2}, {4, 1}};
};

TEST_F(JpegColours, OfYcbcrThatIsCalledRgbAreRead) {
  for (const auto& [across, down] : subsamplings_) {
    for (const bool jfif : {true, false}) {
      SCOPED_TRACE(testing::Message() << across << " x " << down << (jfif ? ", JFIF" : ", Adobe"));
      const Jpeg jpeg{.across = across, .down = down, .jfif = jfif, .adobe = !jfif};
      const RawTiff file = page(jpeg, PHOTOMETRIC_RGB);
      EXPECT_THAT(expect_read(file, decode(file.data, JCS_YCbCr, JCS_RGB)),
                  ElementsAre("its tags say RGB and its JPEG says YCbCr; it is read as YCbCr"));
    }
  }
  const RawTiff bare = page({.across = 2, .down = 2, .jfif = false}, PHOTOMETRIC_RGB);  // RGB is never subsampled
  EXPECT_THAT(expect_read(bare, decode(bare.data, JCS_YCbCr, JCS_RGB)), ElementsAre(HasSubstr("YCbCr")));
}

TEST_F(JpegColours, OfRgbStayRgb) {
  for (const bool adobe : {true, false}) {
    const RawTiff file = page({.stored = JCS_RGB, .jfif = false, .adobe = adobe}, PHOTOMETRIC_RGB);
    EXPECT_THAT(expect_read(file, decode(file.data, JCS_RGB, JCS_RGB)), IsEmpty());
  }
  // Without a marker, nothing contradicts the tags.
  const RawTiff bare = page({.jfif = false}, PHOTOMETRIC_RGB);
  EXPECT_THAT(expect_read(bare, decode(bare.data, JCS_RGB, JCS_RGB)), IsEmpty());
}

TEST_F(JpegColours, OfYcbcrWhoseSubsamplingTheTagsGetWrongAreRead) {
  for (const auto& [across, down] : subsamplings_) {
    for (const auto& [tag_across, tag_down] : subsamplings_) {
      RawTiff file = page({.across = across, .down = down}, PHOTOMETRIC_YCBCR);
      const Bytes pixels = decode(file.data, JCS_YCbCr, JCS_RGB);
      EXPECT_THAT(expect_read(file, pixels), IsEmpty());
      file.set(TIFFTAG_YCBCRSUBSAMPLING, TIFF_SHORT,
               {static_cast<std::uint64_t>(tag_across), static_cast<std::uint64_t>(tag_down)});
      const std::vector<std::string> remarks = expect_read(file, pixels);
      EXPECT_EQ(remarks.empty(), across == tag_across && down == tag_down) << across << down << tag_across << tag_down;
    }
  }
}

TEST_F(JpegColours, OfInksAreReadUnlessTheyAreYcck) {
  const RawTiff cmyk =
      page({.stored = JCS_CMYK, .given = JCS_CMYK, .jfif = false, .adobe = true}, PHOTOMETRIC_SEPARATED);
  EXPECT_THAT(expect_read(cmyk, decode(cmyk.data, JCS_CMYK, JCS_CMYK)), IsEmpty());
  expect_refused(page({.stored = JCS_YCCK, .given = JCS_CMYK, .jfif = false, .adobe = true}, PHOTOMETRIC_SEPARATED),
                 "its JPEG holds YCCK colour, which is not handled");
}

TEST_F(JpegColours, OfADamagedJpegAreRefused) {
  const RawTiff whole = page({.across = 2, .down = 2}, PHOTOMETRIC_RGB);
  for (const std::size_t size : {1, 2, 5, 20, 100, 200, 500}) {
    RawTiff cut = whole;
    cut.data.resize(size);
    cut.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {size});
    expect_refused(cut, "");
  }
}

}  // namespace
}  // namespace platerip::test
