// The directories of a file: which are pages, how much memory their tags may take, and how the good ones are read if
// others are broken.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/tiffio/peak_memory.h"
#include "tests/tiffio/raw_tiff.h"
#include "tests/tiffio/temp_folder.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Directories : public testing::Test {
 protected:
  /// Writes the page, and after it a hole up to `bytes`, where tags may point.
  void write(const RawTiff& file, std::uint64_t bytes = 0) const {
    write_file(path_, file.bytes());
    if (bytes != 0) std::filesystem::resize_file(path_, bytes);
  }

  std::string refusal(const ReadOptions& options = {}) const {
    const auto page = read_page(path_, options);
    return page.ok() ? "" : page.error().message;
  }

  const TempFolder folder_;
  const std::string path_ = folder_.file("page.tif");
};

/// By how much `action` raises the most memory that this process has used.
template <typename Action>
std::size_t growth(Action action) {
  forget_peak();
  const std::size_t before = peak_memory();
  action();
  return memory_can_be_measured ? peak_memory() - before : 0;
}

TEST_F(Directories, TagsThatNoPageNeedsTakeNoMemory) {
  RawTiff file = raw_rgb_page(64, 64, 64 * 64 * 3);
  for (std::uint16_t tag = 40000; tag < 40030; ++tag) file.set(tag, TIFF_BYTE, {16}, 60 * mib);
  for (const std::uint16_t tag : std::vector<std::uint16_t>{TIFFTAG_IMAGEDESCRIPTION, TIFFTAG_XMLPACKET,
                                                            TIFFTAG_RICHTIFFIPTC, TIFFTAG_PHOTOSHOP}) {
    file.set(tag, TIFF_BYTE, {16}, 60 * mib);
  }
  write(file, 61 * mib);
  EXPECT_LT(growth([this] { EXPECT_EQ(refusal(), ""); }), 4 * mib);
}

TEST_F(Directories, TagsThatTakeTooMuchAreRefusedUnread) {
  RawTiff profile = raw_rgb_page(64, 64, 64 * 64 * 3);
  profile.set(TIFFTAG_ICCPROFILE, TIFF_UNDEFINED, {16}, 60 * mib);
  RawTiff tables = raw_rgb_page(1, 7000000, 0);
  tables.big = true;
  tables.set(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, {1});
  tables.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG8, {16}, 7000000);
  tables.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG8, {16}, 7000000);
  for (const RawTiff& file : {profile, tables}) {
    write(file, 61 * mib);
    EXPECT_LT(growth([this] {
                EXPECT_THAT(refusal({.memory = 64 * mib}),
                            AllOf(HasSubstr("reading its tags takes"), HasSubstr("64 MiB are allowed")));
              }),
              4 * mib);
  }
}

TEST_F(Directories, TheMemoryForTagsIsCountedForEveryPlane) {
  PageSpec spec{.planar = PLANARCONFIG_SEPARATE, .compression = COMPRESSION_LZW};
  spec.icc_profile.resize(mib);
  write_page(path_, spec);
  EXPECT_THAT(refusal({.memory = 4 * mib}), HasSubstr("of memory"));
  EXPECT_EQ(refusal({.memory = 8 * mib}), "");
}

TEST_F(Directories, PagesAreFoundInEveryFormat) {
  for (const bool big_endian : {false, true}) {
    for (const bool big_tiff : {false, true}) {
      const auto make = [&](std::uint32_t width, std::uint32_t type, bool append) {
        return PageSpec{
            .width = width, .subfile_type = type, .big_endian = big_endian, .big_tiff = big_tiff, .append = append};
      };
      write_page(path_, make(20, FILETYPE_REDUCEDIMAGE, false));
      write_page(path_, make(30, 0, true));
      write_page(path_, make(40, FILETYPE_MASK | FILETYPE_PAGE, true));
      write_page(path_, make(50, FILETYPE_PAGE, true));
      const auto pages = tiffio::find_pages(path_);
      ASSERT_TRUE(pages.ok());
      ASSERT_EQ(pages->count(), 2);
      EXPECT_EQ(tiffio::PageReader::open(*pages, 0, mib)->info().width, 30);
      EXPECT_EQ(tiffio::PageReader::open(*pages, 1, mib)->info().width, 50);
    }
  }
}

TEST_F(Directories, AnOldProgramsThumbnailIsNoPage) {
  RawTiff file = raw_rgb_page(20, 10, 600);
  file.set(TIFFTAG_OSUBFILETYPE, TIFF_SHORT, {OFILETYPE_REDUCEDIMAGE});
  write(file);
  EXPECT_THAT(refusal(), HasSubstr("no page"));
}

TEST_F(Directories, APageIsOpenedWithoutAWalkToIt) {
  for (int i = 0; i < 3; ++i) write_page(path_, PageSpec{.append = i > 0});
  const auto pages = tiffio::find_pages(path_);
  ASSERT_TRUE(pages.ok());
  auto bytes = read_file(path_);
  bytes[pages->directories[0]] = std::byte{0};  // the number of its tags
  write_file(path_, bytes);
  EXPECT_TRUE(tiffio::PageReader::open(*pages, 2, mib).ok());
  EXPECT_FALSE(tiffio::PageReader::open(*pages, 0, mib).ok());
}

TEST_F(Directories, ErrorsSayWhichPageOfSeveral) {
  write_page(path_, PageSpec{});
  write_page(path_, PageSpec{.photometric = PHOTOMETRIC_CFA, .append = true});
  EXPECT_THAT(refusal({.index = 1}), StartsWith(path_ + " page 2: raw camera data"));
  write_page(path_, PageSpec{.photometric = PHOTOMETRIC_CFA});
  EXPECT_THAT(refusal(), StartsWith(path_ + ": raw camera data"));
}

TEST_F(Directories, AnEndlessChainIsCutShort) {
  constexpr std::uint32_t count = 270'000;
  constexpr std::uint32_t directory_bytes = 2 + 12 + 4;
  std::vector<std::byte> bytes;
  const auto put = [&bytes](std::uint32_t value, int width) {
    for (int i = 0; i < width; ++i) bytes.push_back(static_cast<std::byte>(value >> 8 * i));
  };
  put(0x002a4949, 4);
  put(8, 4);
  for (std::uint32_t i = 1; i <= count; ++i) {
    put(1, 2);
    put(TIFFTAG_IMAGEWIDTH | TIFF_LONG << 16, 4);
    put(1, 4);
    put(1, 4);
    put(8 + i * directory_bytes, 4);
  }
  write_file(path_, bytes);
  const auto pages = tiffio::find_pages(path_);
  ASSERT_TRUE(pages.ok());
  EXPECT_EQ(pages->count(), 262'144);
  ASSERT_TRUE(pages->broken);
  EXPECT_THAT(pages->broken->message, HasSubstr("more than 262144 directories"));
}

TEST_F(Directories, ABrokenProfileIsToldWhateverOtherTagsThereAre) {
  RawTiff file = raw_rgb_page(20, 10, 600);
  for (std::uint16_t tag = 1; tag < 200; ++tag) file.set(tag, TIFF_SHORT, {0});
  for (std::uint16_t tag = 30000; tag < 30200; ++tag) file.set(tag, TIFF_SHORT, {0});
  file.set(TIFFTAG_ICCPROFILE, TIFF_UNDEFINED, {0}, 5000000);
  write(file);
  EXPECT_THAT(refusal(), HasSubstr("its tag ICC Profile cannot be read"));
}

TEST_F(Directories, TheCauseOfABrokenTagIsAboutThatTag) {
  RawTiff file = raw_rgb_page(20, 10, 600);
  file.set(TIFFTAG_RESOLUTIONUNIT, TIFF_SHORT, {1064});
  file.set(TIFFTAG_ICCPROFILE, TIFF_UNDEFINED, {0}, 5000000);
  write(file);
  EXPECT_THAT(refusal(),
              AllOf(HasSubstr("\"ICC Profile\""), Not(HasSubstr("ResolutionUnit")), Not(HasSubstr("memory"))));
}

}  // namespace
}  // namespace platerip::test
