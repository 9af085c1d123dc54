// Files that are not pages, or not complete ones: each is refused in one line, and leaves no output behind.
#include <tiffio.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/rip/block_page.h"
#include "tests/rip/command.h"
#include "tests/tiffio/raw_tiff.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

class BadPages : public PlateripTest {
 protected:
  /// Expects that page.tif is refused with these words, and that the same command succeeds with a good page.tif.
  void expect_refused_until_good(const std::vector<std::string>& words) {
    const std::set<std::string> before = files();
    expect_complaint(platerip({"page.tif"}), 1, words);
    EXPECT_EQ(files(), before);

    std::filesystem::remove_all(file("page.tif"));
    write_page(file("page.tif"), gray_ramp(2));
    expect_done(platerip({"page.tif"}));
    EXPECT_EQ(files().size(), 5u);
  }

  void write(const RawTiff& page) const { write_file(file("page.tif"), page.bytes()); }
};

TEST_F(BadPages, Missing) {
  expect_refused_until_good({"page.tif", "No such file"});
}

TEST_F(BadPages, OfANameThatWouldBreakTheLine) {
  const std::string name = "a\nb\x1b[2Jc.tif";
  expect_complaint(platerip({name}), 1, {"a b [2Jc.tif"});
  write_page(file("page.tif"), gray_ramp(2));
  expect_complaint(platerip({"--profile", name, "page.tif"}), 1, {"a b [2Jc.tif"});
  expect_complaint(platerip({"--levels", name, "page.tif"}), 2, {"a b [2Jc.tif"});
  write_page(file(name), BlockPage{.blocks = {{50, 0, 0}}, .photometric = PHOTOMETRIC_CFA});
  expect_complaint(platerip({name}), 1, {"a b [2Jc.tif"});
  write_page(file(name), gray_ramp(2));
  const Outcome outcome = platerip({"--summary", "text", name});
  expect_done(outcome);
  EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos);
  const Outcome progress = platerip({"--progress", "always", "--resolution", "600", name});
  EXPECT_EQ(progress.err.find('\n'), std::string::npos);
  EXPECT_EQ(progress.err.find("\x1b[2J"), std::string::npos);
}

TEST_F(BadPages, Folder) {
  std::filesystem::create_directory(file("page.tif"));
  expect_refused_until_good({"page.tif"});
}

TEST_F(BadPages, Empty) {
  std::ofstream(file("page.tif")).close();
  expect_refused_until_good({"page.tif"});
}

TEST_F(BadPages, NotATiff) {
  std::ofstream(file("page.tif")) << "GIF89a This is not a TIFF at all, whatever its name may say.\n";
  expect_refused_until_good({"page.tif: is a GIF", "convert"});
}

TEST_F(BadPages, HeaderOnly) {
  write_file(file("page.tif"), raw_rgb_page(10, 10, 300).bytes());
  std::filesystem::resize_file(file("page.tif"), 8);
  expect_refused_until_good({"page.tif"});
}

TEST_F(BadPages, TruncatedUncompressed) {
  // The directory is before the data, so that only the data are cut off.
  RawTiff page = raw_rgb_page(600, 400, 0);
  page.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG, {4096});
  page.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {600 * 400 * 3});
  write(page);
  std::filesystem::resize_file(file("page.tif"), 4096 + 600 * 200 * 3);
  expect_refused_until_good({"page.tif"});
}

TEST_F(BadPages, TruncatedCompressed) {
  RawTiff page = raw_rgb_page(600, 400, 60'000);
  page.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {COMPRESSION_LZW});
  write(page);
  expect_refused_until_good({"page.tif"});
}

TEST_F(BadPages, DamagedInALaterStrip) {
  write_page(file("whole.tif"), PageSpec{.width = 300, .height = 300, .compression = COMPRESSION_ADOBE_DEFLATE});
  std::vector<std::byte> bytes = read_file(file("whole.tif"));
  // Overwrites more than a strip, so that the beginning of a strip is hit: after its beginning, Deflate may accept
  // anything.
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2), 30'000, std::byte{0});
  std::filesystem::remove(file("whole.tif"));
  write_file(file("page.tif"), bytes);
  expect_refused_until_good({"page.tif"});
}

TEST_F(BadPages, OfTheLargestSizeThereIs) {
  RawTiff page = raw_rgb_page(0x80000000U, 0x80000000U, 1000);
  page.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {1000});
  write(page);
  expect_refused_until_good({"page.tif"});
}

TEST_F(BadPages, OfTheLargestSizeInABigTiff) {
  RawTiff page = raw_rgb_page(0x80000000U, 0x80000000U, 1000);
  page.big = true;
  page.set(TIFFTAG_STRIPOFFSETS, TIFF_LONG8, {16});
  page.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG8, {std::uint64_t{3} << 62});
  write(page);
  expect_refused_until_good({"page.tif"});
}

TEST_F(BadPages, OfNoSize) {
  write(raw_rgb_page(0, 10, 100));
  expect_refused_until_good({"page.tif"});
}

TEST_F(BadPages, DeclaringFarMoreThanTheyHold) {
  RawTiff page = raw_rgb_page(20'000, 20'000, 60'000);
  page.set(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, {1'200'000'000});
  write(page);
  expect_refused_until_good({"page.tif"});
}

TEST_F(BadPages, DeclaringFarMoreThanTheyHoldCompressed) {
  for (const std::uint64_t codec : {COMPRESSION_ADOBE_DEFLATE, COMPRESSION_LZW, COMPRESSION_PACKBITS}) {
    SCOPED_TRACE(codec);
    RawTiff page = raw_rgb_page(20'000, 20'000, 60'000);
    page.set(TIFFTAG_COMPRESSION, TIFF_SHORT, {codec});
    write(page);
    for (const std::string& name : four_plates("page")) std::filesystem::remove(file(name));
    expect_refused_until_good({"page.tif", "cut off"});
  }
}

TEST_F(BadPages, OfCameraData) {
  write_page(file("page.tif"), BlockPage{.blocks = {{50, 0, 0}}, .photometric = PHOTOMETRIC_CFA});
  expect_refused_until_good({"page.tif", "raw camera data"});
}

TEST_F(BadPages, InFloatingPointOfSixtyFourBits) {
  RawTiff page = raw_rgb_page(10, 10, 2400);
  page.set(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, {64, 64, 64});
  page.set(TIFFTAG_SAMPLEFORMAT, TIFF_SHORT, {SAMPLEFORMAT_IEEEFP, SAMPLEFORMAT_IEEEFP, SAMPLEFORMAT_IEEEFP});
  write(page);
  expect_refused_until_good({"page.tif"});
}

TEST_F(BadPages, OfOneKindAreCountedBehindTheFirstTwenty) {
  std::vector<std::string> pages;
  for (int page = 0; page < 45; ++page) {
    pages.push_back("page" + std::to_string(page) + ".tif");
    write_file(file(pages.back()), {});
  }
  pages.emplace_back("missing.tif");
  const Outcome outcome = platerip(pages);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 22);
  EXPECT_THAT(outcome.err, testing::HasSubstr("platerip: page19.tif: is empty"));
  EXPECT_THAT(outcome.err, testing::HasSubstr("platerip: missing.tif: "));
  EXPECT_THAT(outcome.err, testing::HasSubstr("platerip: 25 more lines are like this one: page44.tif: is empty"));
}

TEST_F(BadPages, AFolderThatIsDeleted) {
  Command gone = command({"."});
  gone.words.insert(gone.words.begin(), {"/bin/sh", "-c", R"(mkdir gone && cd gone && rmdir ../gone && "$0" "$@")"});
  expect_complaint(run(gone), 1, {".: holds no separations", "another folder"});
}

TEST_F(BadPages, KeepThePlatesOfAnEarlierRun) {
  write_page(file("page.tif"), gray_ramp(2));
  expect_done(platerip({"page.tif"}));
  const auto before = read_file(file("page.Cyan.tif"));
  write_page(file("page.tif"), BlockPage{.blocks = {{50, 0, 0}}, .photometric = PHOTOMETRIC_CFA});
  expect_complaint(platerip({"page.tif"}), 1, {"page.tif"});
  EXPECT_EQ(read_file(file("page.Cyan.tif")), before);
}

}  // namespace
}  // namespace platerip::test
