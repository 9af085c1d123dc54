// Reads a page in every way.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/on_threads.h"
#include "tests/seed.h"
#include "tests/tiffio/test_page.h"

namespace platerip::test {

inline void expect_pixels(const Result<ReadPage>& page, const std::vector<std::byte>& expected) {
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_TRUE(page->pixels == expected);
}

/// Expects these pixels, whatever the rows per call, the memory and the number of threads.
inline void expect_reads(const std::string& path, const std::vector<std::byte>& expected) {
  expect_pixels(read_page(path), expected);
  expect_pixels(read_page(path, {.chunk = -1, .padding = 3}), expected);
  expect_pixels(read_page(path, {.chunk = 1, .parallel = on_threads(3), .threads = 3}), expected);
  expect_pixels(read_page_tightly(path, {.chunk = -1}), expected);
  expect_pixels(read_page_tightly(path, {.chunk = 1, .padding = 5}), expected);
}

/// The page in strips of several heights and in tiles.
inline std::vector<PageSpec> in_strips_and_tiles(const PageSpec& spec) {
  std::vector<PageSpec> specs(5, spec);
  specs[0].rows_per_strip = 1;
  specs[1].rows_per_strip = 7;
  specs[2].rows_per_strip = spec.height;
  specs[3].tile_width = specs[3].tile_height = 16;
  specs[4].tile_width = 32;
  specs[4].tile_height = 64;
  return specs;
}

/// The page interleaved and in planes, each in one of the two byte orders by chance. (Where floating-point samples are
/// predicted, libtiff swaps these bytes when it writes, but rightly not when it reads.)
inline std::vector<PageSpec> in_planes_and_orders(const PageSpec& spec) {
  static std::mt19937 random(test_seed());
  std::vector<PageSpec> specs(2, spec);
  specs[1].planar = PLANARCONFIG_SEPARATE;
  for (PageSpec& each : specs) each.big_endian = random() % 2 == 0 && spec.predictor != PREDICTOR_FLOATINGPOINT;
  return specs;
}

/// For traces of tests.
inline std::string describe(const PageSpec& spec) {
  return std::to_string(spec.samples) + " samples of " + std::to_string(spec.bits) + " bits, photometric " +
         std::to_string(spec.photometric) + ", compression " + std::to_string(spec.compression) + ", predictor " +
         std::to_string(spec.predictor) + ", planar " + std::to_string(spec.planar) + ", rows per strip " +
         std::to_string(spec.rows_per_strip) + ", tile " + std::to_string(spec.tile_width) +
         (spec.big_endian ? ", big-endian" : "");
}

}  // namespace platerip::test
