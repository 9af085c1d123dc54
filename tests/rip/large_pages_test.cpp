// No page is ever too big: memory grows neither with the height of a page, nor with the unpacked size of a small file.
#include "separation/backends/backends.h"
#include "tests/rip/command.h"
#include "tests/rip/large_page.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {
namespace {

class LargePages : public PlateripTest {
 protected:
  [[nodiscard]] double peak_of(const std::string& name) const {
    const Outcome outcome = platerip({"--memory", "128", "--planes", "K", name});
    expect_done(outcome);
    return outcome.peak_mib;
  }
};

TEST_F(LargePages, TakeTheSameMemoryWhateverTheirHeight) {
  if (sanitized) GTEST_SKIP() << "a sanitizer's own memory is in the way";
  write_sparse_page(file("page.tif"), 20'000, 3'000);
  write_sparse_page(file("tall.tif"), 20'000, 6'000);
  const double page = peak_of("page.tif");
  const double tall = peak_of("tall.tif");
  EXPECT_LT(page, most_mib());
  EXPECT_LT(tall, most_mib());
  EXPECT_LT(tall, 1.1 * page);
}

// A page as wide as A0 at 1200 dpi, with the table of all colours.
TEST_F(LargePages, TakeTheirMemoryForAllPlatesOfAWidePage) {
  if (sanitized) GTEST_SKIP() << "a sanitizer's own memory is in the way";
  write_sparse_page(file("page.tif"), 40'000, 1'500);
  const Outcome outcome = platerip({"--memory", "128", "--verbose", "page.tif"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, testing::ContainsRegex(separation::find_backend("cpu").ok() ? "separation cpu .*table"
                                                                                       : "separation reference"));
  EXPECT_LT(outcome.peak_mib, most_mib());
  for (const std::string& name : four_plates("page")) EXPECT_EQ(plate(name).width, 40'000u);
}

// Many threads share strips, which then need room for each of them.
TEST_F(LargePages, AreMadeByManyThreadsWithAsLittleMemoryAsByFew) {
  write_page(file("page.tif"), PageSpec{.width = 24'000, .height = 40, .bits = 16});
  for (const char* threads : {"11", "16"})
    expect_done(platerip({"--memory", "8", "--threads", threads, "--halftone", "floyd-steinberg", "page.tif"}));
}

// A search holds back as many rows as it looks ahead.
TEST_F(LargePages, AreSearchedWithLittleMemory) {
  if (sanitized) GTEST_SKIP() << "a sanitizer's own memory is in the way";
  write_sparse_page(file("page.tif"), 40'000, 600);
  for (const char* inks : {"independent", "together"}) {
    const Outcome outcome = platerip({"--halftone", "dbs", "--inks", inks, "page.tif"});
    expect_done(outcome);
    EXPECT_LT(outcome.peak_mib, 512) << inks;
  }
}

TEST_F(LargePages, WorkThoughTheirFilesAreSmall) {
  const std::uint32_t side = sanitized ? 3'000 : 20'000;
  write_compressed_page(file("page.tif"), side, side);
  ASSERT_LT(std::filesystem::file_size(file("page.tif")), std::uintmax_t{3} * side * side / 500);
  const Outcome outcome = platerip({"--memory", "128", "--planes", "K", "page.tif"});
  expect_done(outcome);
  if (!sanitized) {
    EXPECT_LT(outcome.peak_mib, most_mib());
  }
  EXPECT_GE(std::filesystem::file_size(file("page.Black.tif")), std::uintmax_t{side} * side / 8);
}

}  // namespace
}  // namespace platerip::test
