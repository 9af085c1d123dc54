// Photoshop's image resources: spot channels are found in resources of any size, and damage is an error where it could
// hide one.
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/tiffio/photoshop_blocks.h"
#include "tests/tiffio/refusal.h"

namespace platerip::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Blocks that have nothing to do with channels, such as saved paths.
std::string paths(std::size_t bytes) {
  return photoshop_block(2000, std::string(bytes, 'p'), "Path 1") + photoshop_block(1005, "abc");
}

class PhotoshopResources : public Refusal {
 protected:
  /// CMYK with `extra` more samples.
  static RawTiff page_with(const std::string& resources, std::size_t extra = 1) {
    RawTiff page = raw_rgb_page(4, 4, 16 * (4 + extra));
    page.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, std::vector<std::uint64_t>(4 + extra, 8));
    page.set(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, {4 + extra});
    page.set(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, {PHOTOMETRIC_SEPARATED});
    if (extra > 0) page.set(TIFFTAG_EXTRASAMPLES, TIFF_SHORT, std::vector<std::uint64_t>(extra, 0));
    std::vector<std::uint64_t> bytes;
    for (const char c : resources) bytes.push_back(static_cast<unsigned char>(c));
    page.set(TIFFTAG_PHOTOSHOP, TIFF_BYTE, std::move(bytes));
    return page;
  }

  std::vector<std::string> spots_of(const RawTiff& page) const {
    write_file(path_, page.bytes());
    const auto read = read_page(path_);
    EXPECT_TRUE(read.ok()) << read.error().message;
    return read.ok() ? read->info.spots : std::vector<std::string>();
  }

  const std::string spot_ = photoshop_names({u"White"}) + photoshop_kinds("2");
};

TEST_F(PhotoshopResources, OfAnySizeNameTheSpotInks) {
  for (const std::size_t size : {0, 1 << 20}) {
    for (const bool big : {false, true}) {
      for (const bool big_endian : {false, true}) {
        RawTiff page = page_with(paths(size) + spot_ + paths(size));
        page.big = big;
        page.big_endian = big_endian;
        page.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {page.data_offset()});
        EXPECT_THAT(spots_of(page), ElementsAre("White")) << size << (big ? " BigTIFF" : "");
      }
    }
  }
}

// A file with a hole: its resources take 5 GiB of addresses, and hardly any disk.
TEST_F(PhotoshopResources, AreNeitherKeptNorReadAsAWhole) {
  RawTiff page = page_with("");
  page.big = true;
  page.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {page.data_offset()});
  const std::uint64_t hole = std::uint64_t{4} << 30;
  const std::string before =
      "8BIM" + photoshop_number(2000, 2) + photoshop_number(0, 2) + photoshop_number(hole - 2, 4);
  const std::uint64_t begin = 4096;
  page.set(TIFFTAG_PHOTOSHOP, TIFF_LONG8, {begin}, (before.size() + hole - 2 + spot_.size() + 7) / 8);
  write_file(path_, page.bytes());
  std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(begin));
  file << before;
  file.seekp(static_cast<std::streamoff>(begin + before.size() + hole - 2));
  file << spot_ << std::string(8, '\0');
  file.close();
  const auto read = read_page(path_, {.memory = std::size_t{64} << 10});
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_THAT(read->info.spots, ElementsAre("White"));
}

TEST_F(PhotoshopResources, MayHaveOldBlocksOnly) {
  const std::string old_kinds = photoshop_block(1007, std::string(12, '\0') + "\2" + std::string(1, '\0'));
  EXPECT_THAT(spots_of(page_with(photoshop_block(1006, "\4Gold") + old_kinds)), ElementsAre("Gold"));
  EXPECT_THAT(spots_of(page_with(old_kinds + photoshop_block(1006, "\4Gold") + photoshop_names({u"Or"}) +
                                 photoshop_kinds("2"))),
              ElementsAre("Or"));                                               // new blocks count more
  EXPECT_THAT(spots_of(page_with(photoshop_kinds("12"), 2)), ElementsAre(""));  // a mask, and a spot ink without a name
}

TEST_F(PhotoshopResources, NameInksInEveryScript) {
  EXPECT_THAT(spots_of(page_with(photoshop_names({u"\u91d1\u00e4", u"\U0001f58c"}) + photoshop_kinds("22"), 2)),
              ElementsAre("\u91d1\u00e4", "\U0001f58c"));
}

TEST_F(PhotoshopResources, MayBeFilledUpWithZeros) {
  for (std::size_t zeros = 1; zeros < 20; ++zeros)
    EXPECT_THAT(spots_of(page_with(photoshop_kinds("2") + photoshop_block(1006, "\4Gold") + std::string(zeros, '\0'))),
                ElementsAre("Gold"));
}

// Only a cut between two blocks leaves resources that look whole.
TEST_F(PhotoshopResources, ThatAreCutOffAreAnError) {
  const std::string first = paths(30);
  const std::string second = first + photoshop_kinds("2");
  const std::string whole = second + photoshop_names({u"White"});
  const std::size_t path = photoshop_block(2000, std::string(30, 'p'), "Path 1").size();
  for (std::size_t size = 1; size < whole.size(); ++size) {
    SCOPED_TRACE(size);
    const RawTiff page = page_with(whole.substr(0, size));
    if (size == path || size == first.size() || size + 1 == first.size() || size == second.size() ||
        size + 1 == second.size()) {
      EXPECT_THAT(spots_of(page), testing::SizeIs(size + 1 < second.size() ? 0 : 1));
    } else {
      expect_refused(page, "its Photoshop resources (tag 34377) are ");
    }
  }
  expect_refused(page_with(whole.substr(0, second.size() - 3)), "are cut off in block 1077");
  RawTiff beyond = page_with("");
  beyond.set(TIFFTAG_PHOTOSHOP, TIFF_BYTE, {60}, 1 << 30);
  expect_refused(beyond, "its Photoshop resources (tag 34377) are ");
}

TEST_F(PhotoshopResources, ThatAreDamagedWhereTheyAreNeededAreAnError) {
  for (const std::size_t shorter : {1, 5, 12, 14, 15, 16, 17}) {
    const std::string data = photoshop_kinds("2").substr(12, 17);
    expect_refused(page_with(photoshop_block(1077, data.substr(0, data.size() - shorter))),
                   "are damaged in block 1077");
  }
  expect_refused(page_with(photoshop_kinds("7")), "are damaged in block 1077");
  expect_refused(page_with(photoshop_kinds("2") + photoshop_block(1045, photoshop_number(9, 4) + "abc")),
                 "are damaged in block 1045");
  expect_refused(page_with(photoshop_kinds("2") + photoshop_block(1045, photoshop_number(0xffffffff, 4) + "abcd")),
                 "are damaged in block 1045");
  expect_refused(page_with(photoshop_kinds("2") + photoshop_block(1006, "\7Gold")), "are damaged in block 1006");
  expect_refused(page_with(std::string("\1\2\3\4") + spot_), "are damaged at byte 0");
  std::string endless;
  for (int i = 0; i < 70000; ++i) endless += photoshop_block(2000, "");
  expect_refused(page_with(endless + spot_), "more blocks than there are kinds of them");
}

TEST_F(PhotoshopResources, MayBeDamagedWhereNobodyNeedsThem) {
  EXPECT_THAT(spots_of(page_with(spot_ + "garbage")), ElementsAre("White"));
  EXPECT_THAT(spots_of(page_with(photoshop_kinds("1") + "garbage")), IsEmpty());
  EXPECT_THAT(spots_of(page_with(photoshop_block(1006, "\7Gold") + spot_)), ElementsAre("White"));
  EXPECT_THAT(spots_of(page_with(photoshop_kinds("1") + photoshop_block(1045, "abc"))), IsEmpty());
  EXPECT_THAT(spots_of(page_with("garbage", 0)), IsEmpty());
  RawTiff alpha = page_with("garbage");
  alpha.set(TIFFTAG_EXTRASAMPLES, TIFF_SHORT, {EXTRASAMPLE_UNASSALPHA});
  EXPECT_THAT(spots_of(alpha), IsEmpty());
}

}  // namespace
}  // namespace platerip::test
