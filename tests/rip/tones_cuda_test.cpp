// The tones that a GPU makes are those of the cores.
#include "rip/makers/cuda/tones_cuda.h"

#include <gtest/gtest.h>

#include <vector>

#include "rip/makers/gpu_kinds.h"
#include "rip/strips/tones_on_cores.h"
#include "tests/device_bytes.h"
#include "tests/random.h"

namespace platerip::rip {
namespace {

/// Rows of a page's inks, in which every third box is flat.
struct Inks {
  Inks(Random& random, const ToneSettings& settings, std::int64_t first_row, std::int64_t row_count)
      : first(first_row),
        rows(row_count),
        stride((settings.grid.width * settings.bits / 8 + 15) / 16 * 16),
        samples(static_cast<std::size_t>(stride * rows) * settings.inks) {
    const std::int64_t sample_bytes = settings.bits / 8, box = settings.grid.box;
    for (std::int64_t y = 0; y < rows * static_cast<std::int64_t>(settings.inks); ++y)
      for (std::int64_t x = 0; x < settings.grid.width * sample_bytes; ++x) {
        const bool is_flat = (x / sample_bytes / box + (first + y % rows) / box) % 3 == 0;
        samples[y * stride + x] = static_cast<std::byte>(is_flat ? 77 : random(0, 255));
      }
    samples[random(0, rows - 1) * stride + random(0, settings.grid.width * sample_bytes - 1)] ^= std::byte{1};
  }

  std::int64_t first;
  std::int64_t rows;
  std::ptrdiff_t stride;
  std::vector<std::byte> samples;  // ink after ink
};

using Bytes = std::vector<std::byte>;

// Of rows from `from` on, in pieces.
Bytes tones_on_cores(Random& random, const ToneSettings& settings, const Inks& inks, std::int64_t from) {
  Bytes memory(static_cast<std::size_t>(tones_bytes(settings, inks.rows)));
  StripTones tones = place_tones(settings, inks.rows, memory.data());
  tones.first = from;
  for (std::int64_t row = from; row < inks.first + inks.rows;) {
    const std::int64_t count = random(1, inks.first + inks.rows - row);
    std::vector<RowSpan> rows;
    for (std::size_t ink = 0; ink < settings.inks; ++ink) {
      const std::int64_t before = static_cast<std::int64_t>(ink) * inks.rows + row - inks.first;
      rows.push_back({inks.samples.data() + before * inks.stride, inks.stride, count});
    }
    add_tones(settings, rows, row, tones);
    row += count;
  }
  return memory;
}

Bytes tones_on_gpu(const ToneSettings& settings, const Inks& inks, std::int64_t from) {
  DeviceBytes samples(inks.samples.size()), made(static_cast<std::size_t>(tones_bytes(settings, inks.rows)));
  samples.host = inks.samples;
  samples.upload();
  std::vector<std::byte*> planes;
  for (std::size_t ink = 0; ink < settings.inks; ++ink)
    planes.push_back(samples.device + static_cast<std::int64_t>(ink) * inks.rows * inks.stride);
  StripTones tones = place_tones(settings, inks.rows, made.device);
  tones.first = from;
  const Status status =
      cuda::enqueue_tones(settings, {planes, inks.stride, inks.first, inks.rows}, tones, inks.rows, nullptr);
  EXPECT_TRUE(status.ok()) << status.error().message;
  made.download();
  return made.host;
}

// Compares the rows of boxes that the rows touch.
void expect_same(const ToneSettings& settings, const Inks& inks, std::int64_t from, Bytes& made, Bytes& expected) {
  const StripTones a = place_tones(settings, inks.rows, made.data());
  const StripTones b = place_tones(settings, inks.rows, expected.data());
  const std::int64_t box_rows = (inks.first + inks.rows - 1) / settings.grid.box - from / settings.grid.box + 1;
  for (std::size_t ink = 0; ink < settings.inks; ++ink) ASSERT_EQ(a.histograms[ink], b.histograms[ink]);
  for (std::int64_t i = 0; i < box_rows * settings.grid.columns(); ++i) ASSERT_EQ(a.sums[i], b.sums[i]) << i;
  for (std::int64_t i = 0; i < box_rows * settings.ink_boxes(); ++i) {
    ASSERT_EQ(a.firsts[i], b.firsts[i]) << i;
    ASSERT_EQ(a.is_flat[i], b.is_flat[i]) << i;
  }
}

TEST(TonesOnCuda, AreThoseOfTheCores) {
  if (const Status found = find_gpu(0); !found.ok()) GTEST_SKIP() << "NOT TESTED: " << found.error().message;
  Random random;
  for (int round = 0; round < 60; ++round) {
    const auto inks = static_cast<std::size_t>(random(1, 5));
    const std::int64_t first = random(0, 900);
    const std::int64_t rows = random(1, 130);
    const ToneSettings settings{.grid = {random(1, 9000), random(first + rows, 2000), random(1, 50)},
                                .bits = random(0, 1) == 0 ? 8 : 16,
                                .inks = inks,
                                .counted = static_cast<std::size_t>(random(1, static_cast<std::int64_t>(inks)))};
    SCOPED_TRACE(testing::Message() << settings.grid.width << " pixels, boxes of " << settings.grid.box << ", "
                                    << settings.bits << " bits, rows from " << first << ": " << rows);
    const Inks given(random, settings, first, rows);
    const std::int64_t from = random(0, 2) > 0 ? first : random(first, first + rows - 1);
    Bytes expected = tones_on_cores(random, settings, given, from);
    Bytes made = tones_on_gpu(settings, given, from);
    expect_same(settings, given, from, made, expected);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace platerip::rip
