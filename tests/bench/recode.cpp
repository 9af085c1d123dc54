// recode IN OUT CODEC [strip ROWS | tile SIDE]: writes an RGB page again, in PackBits, JPEG, or LZW, Deflate or ZSTD
// with the horizontal predictor; in strips of 64 rows or of ROWS, of which 0 is one strip, or in tiles of SIDE × SIDE
// pixels. recode IN OUT.png png, recode IN OUT.jpg jpeg: writes it as PNG or JPEG. Prints how many milliseconds of one
// core libtiff, libpng or libjpeg alone takes to decode it, the best of five times.
#include <cstdio>  // jpeglib.h needs it

#include <jpeglib.h>
#include <png.h>
#include <tiffio.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

using TiffFile = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

constexpr int jpeg_quality = 92;
constexpr int png_level = 3;

/// How the page is stored: in strips of `rows` rows, or in tiles.
struct Layout {
  std::uint16_t codec = COMPRESSION_NONE;
  std::uint32_t rows = 64;
  std::uint32_t tile = 0;
};

struct Page {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::size_t row_bytes = 0;
  std::vector<std::uint8_t> pixels;
};

TiffFile open(const std::string& path, const char* mode) {
  TiffFile tiff(TIFFOpen(path.c_str(), mode), TIFFClose);
  if (!tiff) std::exit(1);
  return tiff;
}

Page read_page(const std::string& path) {
  const TiffFile tiff = open(path, "r");
  Page page;
  TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &page.width);
  TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &page.height);
  page.row_bytes = static_cast<std::size_t>(TIFFScanlineSize64(tiff.get()));
  page.pixels.resize(page.row_bytes * page.height);
  for (std::uint32_t y = 0; y < page.height; ++y)
    TIFFReadScanline(tiff.get(), page.pixels.data() + y * page.row_bytes, y, 0);
  return page;
}

/// A rectangle of the page; beyond it, zeros.
std::vector<std::uint8_t> rectangle(const Page& page, std::uint32_t left, std::uint32_t top, std::uint32_t width,
                                    std::uint32_t height) {
  std::vector<std::uint8_t> block(std::size_t{3} * width * height);
  const std::size_t used = std::size_t{3} * std::min(width, page.width - left);
  for (std::uint32_t y = 0; y < std::min(height, page.height - top); ++y)
    std::memcpy(&block[std::size_t{3} * width * y], &page.pixels[(top + y) * page.row_bytes + std::size_t{3} * left],
                used);
  return block;
}

void write_tiff(const std::string& path, const Page& page, const Layout& layout) {
  const bool is_jpeg = layout.codec == COMPRESSION_JPEG;
  const bool predicts = !is_jpeg && layout.codec != COMPRESSION_PACKBITS;
  const TiffFile tiff = open(path, "w8");
  TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, page.width);
  TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, page.height);
  TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, 3);
  TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, is_jpeg ? PHOTOMETRIC_YCBCR : PHOTOMETRIC_RGB);
  TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, layout.codec);
  if (predicts) TIFFSetField(tiff.get(), TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
  if (is_jpeg) TIFFSetField(tiff.get(), TIFFTAG_JPEGQUALITY, jpeg_quality);
  if (is_jpeg) TIFFSetField(tiff.get(), TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  const std::uint32_t width = layout.tile == 0 ? page.width : layout.tile;
  const std::uint32_t height = layout.tile == 0 ? layout.rows : layout.tile;
  if (layout.tile == 0) {
    TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, height);
  } else {
    TIFFSetField(tiff.get(), TIFFTAG_TILEWIDTH, width);
    TIFFSetField(tiff.get(), TIFFTAG_TILELENGTH, height);
  }
  std::uint32_t index = 0;
  for (std::uint32_t top = 0; top < page.height; top += height) {
    const std::uint32_t rows = layout.tile == 0 ? std::min(height, page.height - top) : height;
    for (std::uint32_t left = 0; left < page.width; left += width, ++index) {
      auto block = rectangle(page, left, top, width, rows);
      const auto bytes = static_cast<tmsize_t>(block.size());
      if (layout.tile == 0) {
        TIFFWriteEncodedStrip(tiff.get(), index, block.data(), bytes);
      } else {
        TIFFWriteEncodedTile(tiff.get(), index, block.data(), bytes);
      }
    }
  }
}

void decode_tiff(const std::string& path) {
  const TiffFile tiff = open(path, "rm");
  std::uint16_t codec = COMPRESSION_NONE;
  TIFFGetField(tiff.get(), TIFFTAG_COMPRESSION, &codec);
  if (codec == COMPRESSION_JPEG) TIFFSetField(tiff.get(), TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  const bool tiled = TIFFIsTiled(tiff.get()) != 0;
  const tmsize_t bytes = tiled ? TIFFTileSize(tiff.get()) : TIFFStripSize(tiff.get());
  std::vector<std::uint8_t> block(static_cast<std::size_t>(bytes));
  for (std::uint32_t i = 0; i < (tiled ? TIFFNumberOfTiles(tiff.get()) : TIFFNumberOfStrips(tiff.get())); ++i) {
    if (tiled) {
      TIFFReadEncodedTile(tiff.get(), i, block.data(), bytes);
    } else {
      TIFFReadEncodedStrip(tiff.get(), i, block.data(), bytes);
    }
  }
}

using File = std::unique_ptr<std::FILE, decltype(&std::fclose)>;

File open_file(const std::string& path, const char* mode) {
  File file(std::fopen(path.c_str(), mode), std::fclose);
  if (!file) std::exit(1);
  return file;
}

void write_png(const std::string& path, const Page& page) {
  const File file = open_file(path, "wb");
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, file.get());
  png_set_compression_level(png, png_level);
  png_set_IHDR(png, info, page.width, page.height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (std::uint32_t y = 0; y < page.height; ++y) png_write_row(png, page.pixels.data() + y * page.row_bytes);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
}

void decode_png(const std::string& path) {
  const File file = open_file(path, "rb");
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, file.get());
  png_read_info(png, info);
  std::vector<std::uint8_t> row(png_get_rowbytes(png, info));
  for (std::uint32_t y = 0; y < png_get_image_height(png, info); ++y) png_read_row(png, row.data(), nullptr);
  png_destroy_read_struct(&png, &info, nullptr);
}

void write_jpeg(const std::string& path, Page& page) {
  const File file = open_file(path, "wb");
  jpeg_compress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  jpeg_stdio_dest(&jpeg, file.get());
  jpeg.image_width = page.width;
  jpeg.image_height = page.height;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, jpeg_quality, TRUE);
  jpeg_start_compress(&jpeg, TRUE);
  while (jpeg.next_scanline < jpeg.image_height) {
    JSAMPROW row = page.pixels.data() + jpeg.next_scanline * page.row_bytes;
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
}

void decode_jpeg(const std::string& path) {
  const File file = open_file(path, "rb");
  jpeg_decompress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&jpeg);
  jpeg_stdio_src(&jpeg, file.get());
  jpeg_read_header(&jpeg, TRUE);
  jpeg_start_decompress(&jpeg);
  std::vector<JSAMPLE> samples(std::size_t{3} * jpeg.output_width);
  while (jpeg.output_scanline < jpeg.output_height) {
    JSAMPROW row = samples.data();
    jpeg_read_scanlines(&jpeg, &row, 1);
  }
  jpeg_destroy_decompress(&jpeg);
}

void print_best_of_five(void (*decode)(const std::string&), const std::string& path) {
  std::clock_t best = std::numeric_limits<std::clock_t>::max();
  for (int i = 0; i < 5; ++i) {
    const std::clock_t start = std::clock();
    decode(path);
    best = std::min(best, std::clock() - start);
  }
  std::cout << best * 1000 / CLOCKS_PER_SEC << '\n';
}

int usage() {
  std::cerr << "recode IN OUT packbits|jpeg|lzw|deflate|zstd [strip ROWS | tile SIDE]\n"
               "recode IN OUT.png png\n"
               "recode IN OUT.jpg jpeg\n";
  return 2;
}

}  // namespace

int main(int argc, char* argv[]) {
  const std::map<std::string, std::uint16_t> codecs = {{"packbits", COMPRESSION_PACKBITS},
                                                       {"jpeg", COMPRESSION_JPEG},
                                                       {"lzw", COMPRESSION_LZW},
                                                       {"deflate", COMPRESSION_ADOBE_DEFLATE},
                                                       {"zstd", COMPRESSION_ZSTD}};
  if (argc != 4 && argc != 6) return usage();
  const std::string out = argv[2];
  const std::string codec = argv[3];
  Page page = read_page(argv[1]);
  if (out.ends_with(".png")) {
    write_png(out, page);
    print_best_of_five(decode_png, out);
    return 0;
  }
  if (out.ends_with(".jpg")) {
    write_jpeg(out, page);
    print_best_of_five(decode_jpeg, out);
    return 0;
  }
  if (codecs.count(codec) == 0) return usage();
  Layout layout{.codec = codecs.at(codec)};
  if (argc == 6) {
    const auto size = static_cast<std::uint32_t>(std::atoi(argv[5]));
    if (std::string(argv[4]) == "tile") layout.tile = size;
    if (std::string(argv[4]) == "strip") layout.rows = size == 0 ? page.height : size;
  }
  write_tiff(out, page, layout);
  print_best_of_five(decode_tiff, out);
}
