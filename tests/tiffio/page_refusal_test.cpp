// Pages that are not supported: each is refused with one line that says what was found.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>

#include "tests/tiffio/refusal.h"

namespace platerip::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Numbers = std::vector<std::uint16_t>;

TEST_F(Refusal, TheRawPageItselfIsRead) {
  write_file(path_, raw_rgb_page(20, 10, 600).bytes());
  const auto page = read_page(path_);
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_EQ(page->pixels.size(), 600U);
  EXPECT_EQ(page->pixels[599], static_cast<std::byte>(599 * 7 & 0xff));
}

TEST_F(Refusal, AFileThatMayNotBeRead) {
  write_page(path_, {});
  const int fd = open(path_.c_str(), O_WRONLY);
  const auto pages = tiffio::find_pages(fd, "page.tif");
  close(fd);
  ASSERT_FALSE(pages.ok());
  EXPECT_EQ(pages.error().code, ErrorCode::unreadable);
  EXPECT_THAT(pages.error().message, StartsWith("page.tif: cannot be read: Bad file descriptor; "));
}

TEST_F(Refusal, WhatIsNoFile) {
  expect_refused(folder_.file("missing.tif"), "No such file");
  expect_refused(folder_.path().string(), "is a folder");
  expect_refused("/dev/zero", "is a device");
  const std::string pipe = folder_.file("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  expect_refused(pipe, "is a pipe");
  for (const std::string& path : {folder_.file("missing.tif"), folder_.path().string(), pipe}) {
    EXPECT_FALSE(tiffio::find_pages(path).ok());
  }
}

TEST_F(Refusal, AFileWithoutPermission) {
  write_page(path_, PageSpec{});
  ASSERT_EQ(chmod(path_.c_str(), 0), 0);
  const uid_t user = geteuid();
  constexpr uid_t nobody = 65534;
  if (user == 0) {
    ASSERT_EQ(seteuid(nobody), 0) << "root may read everything";
  }
  expect_refused(path_, "Permission denied");
  ASSERT_EQ(seteuid(user), 0);
}

TEST_F(Refusal, WhatIsNoTiff) {
  write_file(path_, {});
  expect_refused(path_, "is empty");
  const std::string text = "%PDF-1.4 and so on, long enough to be a header";
  write_file(path_, std::as_bytes(std::span(text)));
  expect_refused(path_, "is not a TIFF");
  write_file(path_, std::as_bytes(std::span(text)).first(2));
  expect_refused(path_, "is not a TIFF");
  std::string header("II*\0\xff\xff\xff\x7f", 8);
  write_file(path_, std::as_bytes(std::span(header)));
  expect_refused(path_, "its directory at byte 2147483647 is not in the file");
  write_file(path_, std::as_bytes(std::span(header)).first(5));
  expect_refused(path_, "is not in the file");
}

TEST_F(Refusal, TextFromOutsideIsMadePrintable) {
  const auto page = read_page("no\nsuch\x1b[31m file");
  ASSERT_FALSE(page.ok());
  EXPECT_THAT(page.error().message, AllOf(StartsWith("no such [31m file: "), Not(HasSubstr("\x1b"))));
}

TEST_F(Refusal, SamplesThatAreNotHandled) {
  struct Case {
    std::uint16_t bits;
    std::uint16_t format;
    const char* words;
  };
  for (const Case& c :
       {Case{17, SAMPLEFORMAT_UINT, "17-bit samples are not handled"}, Case{24, SAMPLEFORMAT_UINT, "24-bit samples"},
        Case{32, SAMPLEFORMAT_UINT, "32-bit samples"}, Case{12, SAMPLEFORMAT_INT, "12-bit signed integer samples"},
        Case{16, SAMPLEFORMAT_INT,
             "16-bit signed integer samples are not handled; convert the page to unsigned samples of 8 or 16 bits"},
        Case{16, SAMPLEFORMAT_IEEEFP, "16-bit floating-point samples"},
        Case{64, SAMPLEFORMAT_IEEEFP,
             "64-bit floating-point samples are not handled; convert the page to unsigned samples"},
        Case{64, SAMPLEFORMAT_COMPLEXIEEEFP, "64-bit complex samples"}}) {
    RawTiff file = raw_rgb_page(20, 10, 4800);
    file.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {c.bits, c.bits, c.bits});
    file.set(TIFFTAG_SAMPLEFORMAT, TIFF_SHORT, {c.format, c.format, c.format});
    expect_refused(file, c.words);
  }
  RawTiff uneven = raw_rgb_page(20, 10, 600);
  uneven.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {5, 6, 5});
  expect_refused(uneven, "BitsPerSample");
}

TEST_F(Refusal, ColoursThatAreNotHandled) {
  const auto with_photometric = [](std::uint16_t photometric) {
    RawTiff file = raw_rgb_page(20, 10, 600);
    file.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {photometric});
    return file;
  };
  RawTiff log_luv = with_photometric(PHOTOMETRIC_LOGLUV);
  log_luv.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {16, 16, 16});
  log_luv.set(TIFFTAG_SAMPLEFORMAT, TIFF_SHORT, {SAMPLEFORMAT_INT, SAMPLEFORMAT_INT, SAMPLEFORMAT_INT});
  log_luv.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {COMPRESSION_SGILOG});
  expect_refused(log_luv, "LogLuv colour is not handled; convert the page to RGB");
  expect_refused(with_photometric(PHOTOMETRIC_CFA), "raw camera data");
  expect_refused(with_photometric(1234), "colour space 1234");
  expect_refused(with_photometric(PHOTOMETRIC_SEPARATED), "its colour space needs 4 samples per pixel and it has 3");
  RawTiff none = raw_rgb_page(20, 10, 600);
  none.remove(TIFFTAG_PHOTOMETRIC);
  expect_refused(none, "does not say its colour space");

  RawTiff inks = with_photometric(PHOTOMETRIC_SEPARATED);
  inks.set(TIFFTAG_INKSET, TIFF_SHORT, {INKSET_MULTIINK});
  inks.set(TIFFTAG_NUMBEROFINKS, TIFF_SHORT, {3});
  expect_refused(inks, "other inks than CMYK (3 inks)");
  inks.set(TIFFTAG_NUMBEROFINKS, TIFF_SHORT, {5});
  expect_refused(inks, "has 5 inks and only 3 samples per pixel");
}

TEST_F(Refusal, CompressionThatIsNotHandled) {
  const auto with_compression = [](std::uint16_t compression) {
    RawTiff file = raw_rgb_page(20, 10, 600);
    file.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {compression});
    return file;
  };
  expect_refused(with_compression(COMPRESSION_CCITTFAX4), "CCITT G4 compression of 8-bit samples is not handled");
  expect_refused(with_compression(COMPRESSION_PIXARLOG), "PixarLog");
  expect_refused(with_compression(COMPRESSION_LERC), "LERC");
  expect_refused(with_compression(4711), "compression scheme 4711 is not handled");

  RawTiff floating = with_compression(COMPRESSION_LZW);
  floating.set(TIFFTAG_PREDICTOR, TIFF_SHORT, {PREDICTOR_FLOATINGPOINT});
  expect_refused(floating, "floating-point predictor");
  floating.set(TIFFTAG_PREDICTOR, TIFF_SHORT, {99});
  expect_refused(floating, "predictor");
  RawTiff planes = with_compression(COMPRESSION_WEBP);
  planes.set(TIFFTAG_PLANARCONFIG, TIFF_SHORT, {PLANARCONFIG_SEPARATE});
  expect_refused(planes, "");
  RawTiff wide = with_compression(COMPRESSION_JPEG);
  wide.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {16, 16, 16});
  expect_refused(wide, "JPEG compression of 16-bit samples is not handled");
}

// The marker of the frame alone makes it lossless. libjpeg stops there.
TEST_F(Refusal, LosslessJpegIsNotCalledDamaged) {
  write_page(path_, PageSpec{.compression = COMPRESSION_JPEG, .smooth = true});
  std::vector<std::byte> bytes = read_file(path_);
  const std::array frame{std::byte{0xff}, std::byte{0xc0}, std::byte{0}, std::byte{17}, std::byte{8}};
  auto at = bytes.begin();
  for (; (at = std::search(at, bytes.end(), frame.begin(), frame.end())) != bytes.end(); ++at) at[1] = std::byte{0xc3};
  write_file(path_, bytes);
  expect_refused(path_, "are in a kind of JPEG that is not handled, as lossless JPEG is");
  EXPECT_THAT(read_page(path_).error().message, Not(HasSubstr("damaged")));
}

TEST_F(Refusal, SizesThatContradictEachOther) {
  const std::uint32_t huge = 1U << 31;
  RawTiff file = raw_rgb_page(20, 10, 600);
  file.set(TIFFTAG_IMAGEWIDTH, TIFF_LONG, {huge});
  file.set(TIFFTAG_IMAGELENGTH, TIFF_LONG, {huge});
  file.set(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, {huge});
  expect_refused(file, "");
  file.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {COMPRESSION_ADOBE_DEFLATE});
  expect_refused(file, "");
  file.set(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, {1});
  expect_refused(file, "");

  for (const std::uint16_t tag : Numbers{TIFFTAG_IMAGEWIDTH, TIFFTAG_IMAGELENGTH, TIFFTAG_ROWSPERSTRIP,
                                         TIFFTAG_SAMPLESPERPIXEL, TIFFTAG_BITSPERSAMPLE, TIFFTAG_STRIPOFFSETS}) {
    SCOPED_TRACE("tag " + std::to_string(tag) + " is 0");
    RawTiff zero = raw_rgb_page(20, 10, 599);
    zero.set(tag, tag == TIFFTAG_BITSPERSAMPLE || tag == TIFFTAG_SAMPLESPERPIXEL ? TIFF_SHORT : TIFF_LONG, {0});
    expect_refused(zero, "");
  }
  for (const std::uint16_t tag : Numbers{TIFFTAG_IMAGEWIDTH, TIFFTAG_IMAGELENGTH, TIFFTAG_SAMPLESPERPIXEL,
                                         TIFFTAG_BITSPERSAMPLE, TIFFTAG_STRIPOFFSETS}) {
    SCOPED_TRACE("tag " + std::to_string(tag) + " is missing");
    RawTiff missing = raw_rgb_page(20, 10, 600);
    missing.remove(tag);
    expect_refused(missing, "");
  }
  RawTiff samples = raw_rgb_page(20, 10, 600);
  samples.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {2});
  expect_refused(samples, "");
  samples.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {65535});
  expect_refused(samples, "");
}

TEST_F(Refusal, TilesWithoutOrWithHugeSizes) {
  const std::uint32_t huge = 0xfffffff0;
  for (const auto& [width, height] : {std::pair{0U, 16U}, {16U, 0U}, {huge, 16U}, {16U, huge}, {huge, huge}}) {
    for (const std::uint64_t compression : {COMPRESSION_NONE, COMPRESSION_LZW}) {
      SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
      RawTiff file = raw_rgb_page(16, 16, 700);
      for (const std::uint16_t tag : Numbers{TIFFTAG_ROWSPERSTRIP, TIFFTAG_STRIPOFFSETS, TIFFTAG_STRIPBYTECOUNTS})
        file.remove(tag);
      file.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {compression});
      file.set(TIFFTAG_TILEWIDTH, TIFF_LONG, {width});
      file.set(TIFFTAG_TILELENGTH, TIFF_LONG, {height});
      file.set(TIFFTAG_TILEOFFSETS, TIFF_LONG, {8});
      file.set(TIFFTAG_TILEBYTECOUNTS, TIFF_LONG, {700});
      expect_refused(file, "");
    }
  }
}

/// The kind of error, if the page at `path` cannot be read.
std::optional<ErrorCode> kind_of_refusal(const std::string& path) {
  const auto page = read_page(path);
  return page.ok() ? std::nullopt : std::optional(page.error().code);
}

TEST_F(Refusal, HasAKind) {
  EXPECT_EQ(kind_of_refusal(folder_.file("missing.tif")), ErrorCode::unreadable);
  EXPECT_EQ(kind_of_refusal(folder_.path().string()), ErrorCode::unreadable);
  RawTiff fax = raw_rgb_page(20, 10, 600);
  fax.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {COMPRESSION_CCITTFAX4});
  write_file(path_, fax.bytes());
  EXPECT_EQ(kind_of_refusal(path_), ErrorCode::unsupported);
  write_file(path_, raw_rgb_page(20000, 20000, 60000).bytes());
  EXPECT_EQ(kind_of_refusal(path_), ErrorCode::bad_input);
  write_file(path_, std::vector<std::byte>(100));
  EXPECT_EQ(kind_of_refusal(path_), ErrorCode::bad_input);
}

TEST_F(Refusal, TooLittleMemoryIsToldWithWhatIsNeeded) {
  PageSpec one_tile{.width = 512, .height = 512, .compression = COMPRESSION_LZW, .tile_width = 512, .tile_height = 512};
  write_page(path_, one_tile);
  expect_refused(path_, "of memory", {.memory = 700000});
  const auto page = read_page(path_, {.memory = 700000});
  ASSERT_FALSE(page.ok());
  EXPECT_EQ(page.error().code, ErrorCode::no_memory);
  ASSERT_EQ(page.error().advice.size(), 1U);
  EXPECT_EQ(page.error().advice[0].setting, "memory");
  const auto needs = tiffio::find_needs(*tiffio::find_pages(path_), 0, 700000);
  ASSERT_TRUE(needs.ok()) << needs.error().message;
  EXPECT_EQ(needs->info.width, 512);
  EXPECT_TRUE(read_page(path_, {.memory = needs->memory}).ok());
  EXPECT_FALSE(read_page(path_, {.memory = needs->memory - 1}).ok());
}

TEST_F(Refusal, IsToldWithTheMemoryThatDecodesEachTileOnce) {
  PageSpec page{.width = 500, .height = 500, .compression = COMPRESSION_LZW};
  const auto needs = [&] {
    write_page(path_, page);
    return *tiffio::find_needs(*tiffio::find_pages(path_), 0, std::size_t{1} << 20);
  };
  EXPECT_EQ(needs().memory_for_speed, needs().memory) << "strips are read row by row";
  page.tile_width = 128;
  page.tile_height = 512;
  const std::size_t tile = std::size_t{128} * 512 * 3;
  EXPECT_GT(needs().memory_for_speed, needs().memory + 2 * tile);
  EXPECT_LT(needs().memory_for_speed, needs().memory + 4 * tile);
}

}  // namespace
}  // namespace platerip::test
