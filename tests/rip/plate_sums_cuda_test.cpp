// The sums of plates that a GPU makes are those of the cores.
#include "rip/makers/cuda/plate_sums_cuda.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "rip/makers/gpu_kinds.h"
#include "tests/device_bytes.h"
#include "tests/random.h"
#include "tests/rip/made_sums.h"
#include "tests/rip/random_plate.h"

namespace platerip::rip {
namespace {

constexpr std::size_t plate_count = 3;

/// Rows of plates, from row `first` of the page on.
struct Rows {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

// Two plates have boxes with the same borders, so that one launch sums them.
std::shared_ptr<const WantedSums> wanted_sums(Random& random, std::int64_t width, std::int64_t height, int levels) {
  const auto wanted = std::make_shared<WantedSums>();
  for (const std::int64_t most : {9, 60}) {
    const auto columns = test::random_borders(random, width, 8, most + 8);
    const auto rows = test::random_borders(random, height, 5, most);
    for (std::size_t plate = 1; plate < plate_count; ++plate)
      wanted->add({plate, test::level_ink(levels, plate == 1), columns, rows});
  }
  wanted->add({0, test::level_ink(levels, true), {0, width}, test::random_borders(random, height, 5, 6)});
  return wanted;
}

std::vector<std::byte> sums_on_gpu(const std::shared_ptr<const WantedSums>& wanted,
                                   const std::vector<test::RandomPlate>& plates, const Rows& rows) {
  cuda::PlateSummer summer(wanted);
  Cutter size;
  summer.place(size);
  DeviceBytes borders(size.taken());
  Cutter memory(borders.device);
  summer.place(memory);
  const auto plate_bytes = static_cast<std::ptrdiff_t>(plates[0].rows.size());
  DeviceBytes pixels(plates.size() * plates[0].rows.size());
  pixels.host.clear();
  for (const test::RandomPlate& plate : plates)
    pixels.host.insert(pixels.host.end(), plate.rows.begin(), plate.rows.end());
  pixels.upload();
  DeviceBytes made(static_cast<std::size_t>(wanted->bytes(rows.count)));
  const Status loaded = summer.load(nullptr);
  EXPECT_TRUE(loaded.ok()) << loaded.error().message;
  const Status summed = summer.enqueue({pixels.device, plates[0].stride, plate_bytes, rows.first, rows.count},
                                       place_sums(*wanted, rows.count, made.device), nullptr);
  EXPECT_TRUE(summed.ok()) << summed.error().message;
  made.download();
  return made.host;
}

TEST(PlateSumsOnCuda, AreThoseOfTheCores) {
  if (const Status found = find_gpu(0); !found.ok()) GTEST_SKIP() << "NOT TESTED: " << found.error().message;
  Random random;
  for (const int levels : {2, 3, 4, 16}) {
    for (int round = 0; round < 25; ++round) {
      const std::int64_t width = random(20, round % 5 == 0 ? 9000 : 600), height = random(5, 400);
      const std::int64_t first = random(0, height - 1);
      const Rows rows{first, random(1, height - first)};
      SCOPED_TRACE(testing::Message() << width << " x " << height << ", " << levels << " levels, rows from "
                                      << rows.first << ": " << rows.count);
      const auto wanted = wanted_sums(random, width, height, levels);
      const std::int64_t row_bytes = halftone::plate_row_bytes(width, levels);
      std::vector<test::RandomPlate> plates;
      for (std::size_t i = 0; i < plate_count; ++i)
        plates.emplace_back(random, width, rows.count, levels, 4 - row_bytes % 4 + 4 * (round % 3));
      std::vector<halftone::Plate> on_cores;
      for (test::RandomPlate& plate : plates) on_cores.push_back(plate.from(0));
      std::vector<std::byte> expected(static_cast<std::size_t>(wanted->bytes(rows.count)), untouched);
      test::make_sums(*wanted, on_cores, rows.first, rows.count, place_sums(*wanted, rows.count, expected.data()));
      ASSERT_TRUE(sums_on_gpu(wanted, plates, rows) == expected);
    }
  }
}

}  // namespace
}  // namespace platerip::rip
