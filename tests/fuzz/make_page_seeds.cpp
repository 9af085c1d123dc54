// Makes the seeds of pages_fuzz, codecs_fuzz, strips_fuzz, pnm_fuzz and profile_fuzz: small complete files of every
// kind.
//   make_page_seeds FOLDER      writes to its folders pages, codecs, strips, pnm and profiles
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <random>
#include <span>
#include <string>

#include "tests/profiles/made_profiles.h"
#include "tests/tiffio/photoshop_blocks.h"
#include "tests/tiffio/raw_tiff.h"
#include "tests/tiffio/samples/old_jpeg.h"
#include "tests/tiffio/temp_folder.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

struct Codec {
  const char* name;
  std::uint16_t scheme;
};

constexpr std::array codecs = {
    Codec{"none", COMPRESSION_NONE},    Codec{"packbits", COMPRESSION_PACKBITS},
    Codec{"lzw", COMPRESSION_LZW},      Codec{"deflate", COMPRESSION_ADOBE_DEFLATE},
    Codec{"zstd", COMPRESSION_ZSTD},    Codec{"lzma", COMPRESSION_LZMA},
    Codec{"jpeg", COMPRESSION_JPEG},    Codec{"webp", COMPRESSION_WEBP},
    Codec{"rle", COMPRESSION_CCITTRLE}, Codec{"g3", COMPRESSION_CCITTFAX3},
    Codec{"g4", COMPRESSION_CCITTFAX4}, Codec{"jbig", COMPRESSION_JBIG},
};

// Where codecs_fuzz lists them.
constexpr std::array codec_choices = {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U, 9U, 10U, 11U, 12U};

bool is_bilevel(std::uint16_t scheme) {
  return scheme >= COMPRESSION_CCITTRLE && scheme <= COMPRESSION_CCITTFAX4;
}

void write_codecs(const std::string& folder) {
  for (const Codec& codec : codecs) {
    PageSpec page{.width = 19, .height = 11, .compression = codec.scheme, .rows_per_strip = 16, .smooth = true};
    if (is_bilevel(codec.scheme) || codec.scheme == COMPRESSION_JBIG) {
      page.bits = 1;
      page.samples = 1;
      page.photometric = PHOTOMETRIC_MINISWHITE;
      page.smooth = false;
    }
    write_page(folder + codec.name + ".tif", page);
    if (codec.scheme == COMPRESSION_JBIG) continue;
    PageSpec tiles = page;
    tiles.tile_width = tiles.tile_height = 16;
    tiles.big_endian = true;
    write_page(folder + codec.name + "-tiles.tif", tiles);
  }
}

void write_kinds(const std::string& folder) {
  const PageSpec rgb{.width = 19, .height = 11};
  PageSpec palette = rgb;
  palette.samples = 1;
  palette.bits = 4;
  palette.photometric = PHOTOMETRIC_PALETTE;
  PageSpec deep = rgb;
  deep.bits = 12;
  deep.planar = PLANARCONFIG_SEPARATE;
  PageSpec predicted = rgb;
  predicted.bits = 16;
  predicted.compression = COMPRESSION_LZW;
  predicted.predictor = PREDICTOR_HORIZONTAL;
  PageSpec floating = rgb;
  floating.bits = 32;
  floating.sample_format = SAMPLEFORMAT_IEEEFP;
  floating.compression = COMPRESSION_ADOBE_DEFLATE;
  floating.predictor = PREDICTOR_FLOATINGPOINT;
  PageSpec lab = rgb;
  lab.photometric = PHOTOMETRIC_CIELAB;
  PageSpec cmyk = rgb;
  cmyk.photometric = PHOTOMETRIC_SEPARATED;
  cmyk.samples = 5;
  cmyk.extra_samples = {EXTRASAMPLE_UNASSALPHA};
  PageSpec ycbcr = rgb;
  ycbcr.photometric = PHOTOMETRIC_YCBCR;
  ycbcr.compression = COMPRESSION_JPEG;
  ycbcr.smooth = true;
  PageSpec big = rgb;
  big.big_tiff = true;
  write_page(folder + "palette.tif", palette);
  write_page(folder + "planes-12.tif", deep);
  write_page(folder + "predictor-16.tif", predicted);
  write_page(folder + "float.tif", floating);
  write_page(folder + "lab.tif", lab);
  write_page(folder + "cmyk-alpha.tif", cmyk);
  write_page(folder + "jpeg-ycbcr.tif", ycbcr);
  write_page(folder + "big.tif", big);
  PageSpec second = rgb;
  second.append = true;
  write_page(folder + "two-pages.tif", rgb);
  write_page(folder + "two-pages.tif", second);
}

/// The stored data of the page in a file's only strip.
std::vector<std::byte> data_of(const std::string& path) {
  const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "r"), TIFFClose);
  std::vector<std::byte> data(TIFFGetStrileByteCount(tiff.get(), 0));
  TIFFReadRawStrip(tiff.get(), 0, data.data(), static_cast<tmsize_t>(data.size()));
  return data;
}

/// A seed of codecs_fuzz: the bytes that choose the directory, and the data of a page.
void write_codec_seed(const std::string& path, const std::array<unsigned, 12>& choices,
                      const std::vector<std::byte>& data) {
  std::vector<std::byte> seed;
  for (const unsigned choice : choices) seed.push_back(static_cast<std::byte>(choice));
  seed.insert(seed.end(), data.begin(), data.end());
  write_file(path, seed);
}

/// Of the pages that write_codecs() has written.
void write_codec_seeds(const std::string& pages, const std::string& folder) {
  for (std::size_t i = 0; i < codecs.size(); ++i) {
    if (codecs[i].scheme == COMPRESSION_JPEG) continue;  // its tables are in a tag
    const bool bilevel = is_bilevel(codecs[i].scheme) || codecs[i].scheme == COMPRESSION_JBIG;
    const unsigned photometric = bilevel ? 0 : 2, depth = bilevel ? 0 : 3, more_samples = bilevel ? 0 : 2;
    write_codec_seed(folder + codecs[i].name,
                     {codec_choices[i], photometric, depth, more_samples, 18, 10, 0, 0, 15, 0, 0, 0},
                     data_of(pages + codecs[i].name + ".tif"));
  }
  const std::vector<std::byte> jpeg = jpeg_of({.width = 19, .height = 11});
  constexpr unsigned new_style = 6, old_style = 8, ycbcr = 5, two_by_two = 4;
  write_codec_seed(folder + "jpeg", {new_style, ycbcr, 3, 2, 18, 10, 0, 0, 15, 0, 0, two_by_two}, jpeg);
  write_codec_seed(folder + "old-jpeg", {old_style, ycbcr, 3, 2, 18, 10, 0, 0, 15, 0, 0, two_by_two}, jpeg);
}

/// Seeds of strips_fuzz: strings that grow long, then noise that fills the LZW table, then a pattern.
void write_strips(const std::string& folder) {
  constexpr std::size_t part = 2000;
  std::vector<std::byte> bytes(part);
  std::mt19937 random(1);
  for (std::size_t i = 0; i < 2 * part; ++i) bytes.push_back(static_cast<std::byte>(random()));
  for (std::size_t i = 0; i < part; ++i) bytes.push_back(static_cast<std::byte>(i % 7));
  const auto size = static_cast<unsigned>(bytes.size() - 1);
  for (const auto& [choice, scheme] : {std::pair{0U, COMPRESSION_LZW}, {1U, COMPRESSION_ADOBE_DEFLATE}}) {
    const TempFolder pages;
    const std::string page = pages.file("page.tif");
    {
      const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(page.c_str(), "w"), TIFFClose);
      for (const auto& [tag, value] : {std::pair{TIFFTAG_IMAGEWIDTH, static_cast<int>(bytes.size())},
                                       {TIFFTAG_IMAGELENGTH, 1},
                                       {TIFFTAG_BITSPERSAMPLE, 8},
                                       {TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK},
                                       {TIFFTAG_COMPRESSION, scheme}})
        TIFFSetField(tiff.get(), tag, value);
      TIFFWriteEncodedStrip(tiff.get(), 0, bytes.data(), static_cast<tmsize_t>(bytes.size()));
    }
    std::vector<std::byte> seed;
    for (const unsigned byte : {choice, 20U, size >> 8, size & 0xff}) seed.push_back(static_cast<std::byte>(byte));
    const std::vector<std::byte> data = data_of(page);
    seed.insert(seed.end(), data.begin(), data.end());
    write_file(folder + (choice == 0 ? "lzw" : "deflate"), seed);
  }
}

/// Uncompressed YCbCr: 2 × 2 pixels share their Cb and Cr. A strip has one row of these units.
void write_ycbcr(const std::string& path, int height, int rows_per_strip) {
  const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(path.c_str(), "w"), TIFFClose);
  for (const auto& [tag, value] : {std::pair{TIFFTAG_IMAGEWIDTH, 6},
                                   {TIFFTAG_IMAGELENGTH, height},
                                   {TIFFTAG_BITSPERSAMPLE, 8},
                                   {TIFFTAG_SAMPLESPERPIXEL, 3},
                                   {TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG},
                                   {TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_YCBCR},
                                   {TIFFTAG_ROWSPERSTRIP, rows_per_strip}})
    TIFFSetField(tiff.get(), static_cast<std::uint32_t>(tag), value);
  TIFFSetField(tiff.get(), TIFFTAG_YCBCRSUBSAMPLING, 2, 2);
  for (std::uint32_t strip = 0; strip < 3; ++strip) {
    std::array<std::uint8_t, 18> units{};
    for (std::size_t i = 0; i < units.size(); ++i) units[i] = static_cast<std::uint8_t>(i * 13 + strip);
    TIFFWriteEncodedStrip(tiff.get(), strip, units.data(), units.size());
  }
}

/// CMYK with a mask and a spot ink.
void write_photoshop(const std::string& path) {
  RawTiff page = raw_rgb_page(4, 4, 96);
  page.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, std::vector<std::uint64_t>(6, 8));
  page.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {6});
  page.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {PHOTOMETRIC_SEPARATED});
  page.set(TIFFTAG_EXTRASAMPLES, TIFF_SHORT, {0, 0});
  std::vector<std::uint64_t> resources;
  for (const char c : photoshop_block(2000, "path", "Path 1") + photoshop_block(1006, "\4Mask\5White") +
                          photoshop_kinds("12") + photoshop_names({u"Mask", u"White"}))
    resources.push_back(static_cast<unsigned char>(c));
  page.set(TIFFTAG_PHOTOSHOP, TIFF_BYTE, std::move(resources));
  write_file(path, page.bytes());
}

/// One strip without its byte count, and a resolution in one direction.
void write_without_counts(const std::string& path) {
  RawTiff page = raw_rgb_page(4, 4, 48);
  page.remove(TIFFTAG_STRIPBYTECOUNTS);
  page.set(TIFFTAG_XRESOLUTION, TIFF_RATIONAL, {4724409, 10000}, 1);
  write_file(path, page.bytes());
}

/// YCbCr in JPEG that is called RGB.
void write_jpeg_called_rgb(const std::string& path) {
  RawTiff page = raw_rgb_page(19, 11, 0);
  page.data = jpeg_of({.width = 19, .height = 11});
  page.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {COMPRESSION_JPEG});
  page.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {page.data.size()});
  write_file(path, page.bytes());
}

void write_old_jpeg(const std::string& path) {
  const OldJpeg page{.width = 19, .height = 11};
  write_file(path, tiff_of(page, jpeg_of(page)).bytes());
}

void write_text(const std::string& path, const std::string& text) {
  write_file(path, std::as_bytes(std::span(text)));
}

void write_pnm(const std::string& folder) {
  const std::string data(48, 'a');
  write_text(folder + "p4.pbm", "P4\n# bits\n11 3\n" + data.substr(0, 6));
  write_text(folder + "p5.pgm", "P5 4 3 255\n" + data.substr(0, 12));
  write_text(folder + "p5-wide.pgm", "P5 4 3 65535\n" + data.substr(0, 24));
  write_text(folder + "p6-two.ppm", "P6 4 1 100\n" + data.substr(0, 12) + "P6 2 2 255\n" + data.substr(0, 12));
  write_text(folder + "p7.pam",
             "P7\nWIDTH 3\nHEIGHT 2\nDEPTH 4\nMAXVAL 255\nTUPLTYPE CMYK\nENDHDR\n" + data.substr(0, 24));
  write_text(folder + "p7-alpha.pam",
             "P7\nWIDTH 3\nHEIGHT 2\nDEPTH 2\nMAXVAL 1000\nTUPLTYPE GRAYSCALE_ALPHA\nENDHDR\n" + data.substr(0, 24));
}

/// Without the date, so that the same profile is the same bytes.
void write_profile(const std::string& path, made::Bytes profile) {
  constexpr std::size_t date_at = 24, date_bytes = 12;
  std::fill_n(profile.begin() + date_at, date_bytes, std::byte{0});
  write_file(path, profile);
}

void write_profiles(const std::string& folder) {
  write_profile(folder + "matrix.icc", made::wide_rgb());
  write_profile(folder + "uneven.icc", made::uneven_rgb());
  write_profile(folder + "gray.icc", made::gray());
  write_profile(folder + "table-rgb.icc", made::table_rgb(4.3, {0}));
  write_profile(folder + "cmyk.icc", made::press({.separations = {0}, .prints = {0}}));
  write_profile(folder + "lab.icc", made::lab());
}

}  // namespace
}  // namespace platerip::test

int main(int argc, char* argv[]) try {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_page_seeds FOLDER\n");
    return 2;
  }
  const std::string folder = argv[1];
  for (const char* const part : {"/pages", "/codecs", "/strips", "/pnm", "/profiles"})
    std::filesystem::create_directories(folder + part);
  platerip::test::write_codecs(folder + "/pages/");
  platerip::test::write_kinds(folder + "/pages/");
  platerip::test::write_ycbcr(folder + "/pages/ycbcr.tif", 6, 2);
  platerip::test::write_ycbcr(folder + "/pages/ycbcr-odd.tif", 3, 1);
  platerip::test::write_photoshop(folder + "/pages/photoshop.tif");
  platerip::test::write_without_counts(folder + "/pages/no-counts.tif");
  platerip::test::write_jpeg_called_rgb(folder + "/pages/jpeg-called-rgb.tif");
  platerip::test::write_old_jpeg(folder + "/pages/old-jpeg.tif");
  platerip::test::write_codec_seeds(folder + "/pages/", folder + "/codecs/");
  platerip::test::write_strips(folder + "/strips/");
  platerip::test::write_pnm(folder + "/pnm/");
  platerip::test::write_profiles(folder + "/profiles/");
} catch (const std::exception& error) {
  std::fprintf(stderr, "make_page_seeds: %s\n", error.what());
  return 1;
}
