// Pages that are separated on a GPU, and compared with those of the reference.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/cuda_owned.h"
#include "separation/cuda/device_separator.h"
#include "tests/device_bytes.h"
#include "tests/seed.h"
#include "tests/separation/pages.h"

namespace platerip::separation::cuda {

inline DeviceSeparator made_for(const Settings& settings) {
  auto separator = DeviceSeparator::make(settings);
  if (!separator.ok()) throw std::runtime_error(separator.error().message);
  return *std::move(separator);
}

/// How many inks at the end only tell what is knocked out.
inline std::size_t masks_of(const Settings& settings) {
  return static_cast<std::size_t>(std::ranges::count(settings.made, MadeFrom::knocked_out, &MadeInk::from));
}

/// A separator on the device, and the reference.
struct Separators {
  explicit Separators(const Settings& settings)
      : format(settings.format),
        masks(masks_of(settings)),
        reference(separator_of(settings, "reference")),
        on_device(made_for(settings)),
        workspace(on_device.workspace_bytes()) {
    EXPECT_TRUE(on_device.load(workspace.device, nullptr).ok());
  }

  PixelFormat format;
  std::size_t masks;
  std::unique_ptr<Separator> reference;
  DeviceSeparator on_device;
  DeviceBytes workspace;
};

class DeviceSeparation : public testing::Test {
 protected:
  void SetUp() override {
    int devices = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&devices); error != cudaSuccess)
      GTEST_SKIP() << "NOT TESTED: no GPU to run on: " << cudaGetErrorString(error);
    ASSERT_TRUE(DeviceSeparator::supported().ok()) << DeviceSeparator::supported().error().message;
  }

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  std::mt19937 random_{test_seed()};
};

/// The default stream, and another one that does not wait for it.
inline StripStreams streams() {
  static const OwnedStream decisions = [] {
    auto made = make_stream();
    if (!made.ok()) throw std::runtime_error(made.error().message);
    return *std::move(made);
  }();
  return {.work = nullptr, .decisions = decisions.get()};
}

/// All inks of a page of one row, separated on the device.
inline separation::Inks inks_of(const DeviceSeparator& separator, const Page& page, DeviceTotalInk* total = nullptr) {
  separation::Inks inks(page, separator.inks().size());
  DeviceBytes pixels(page.pixels.size());
  pixels.host = page.pixels;
  pixels.upload();
  const std::size_t plane_bytes = inks.planes[0].size();
  DeviceBytes memory(plane_bytes * inks.planes.size());
  std::vector<std::byte*> planes;
  for (std::size_t i = 0; i < inks.planes.size(); ++i) planes.push_back(memory.device + i * plane_bytes);
  const DeviceStrip strip{page.width, page.rows, pixels.device, page.stride(), planes, inks.stride};
  const Status status = separator.enqueue(strip, total, streams());
  if (!status.ok()) ADD_FAILURE() << status.error().message;
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  memory.download();
  for (std::size_t i = 0; i < inks.planes.size(); ++i)
    std::memcpy(inks.planes[i].data(), memory.host.data() + i * plane_bytes, plane_bytes);
  return inks;
}

/// A pixel that stays gray over paper, whatever its alpha: R = G = B, or black alone.
template <typename Pixel>
void make_gray(Pixel pixel, const PixelFormat& format) {
  const std::ptrdiff_t sample = format.bits / 8;
  if (format.model == profiles::ColorModel::cmyk) std::fill_n(pixel, 3 * sample, std::byte{0});
  if (format.model != profiles::ColorModel::rgb) return;
  for (int i : {1, 2}) std::copy_n(pixel, sample, pixel + i * sample);
}

/// White over paper, whatever its alpha, if that is not associated.
template <typename Pixel>
void make_white(Pixel pixel, const PixelFormat& format) {
  const std::ptrdiff_t sample = format.bits / 8;
  const std::byte white{format.model == profiles::ColorModel::cmyk ? std::uint8_t{0} : std::uint8_t{255}};
  std::fill_n(pixel, colors_of(format.model) * sample, white);
}

/// The total ink of planes in host memory. A pixel's samples are at the same place in each plane.
template <typename Sample>
DeviceTotalInk total_of(const std::vector<std::byte>& planes, std::size_t inks, std::int64_t width, std::int64_t rows,
                        std::ptrdiff_t row) {
  DeviceTotalInk total;
  for (std::int64_t y = 0; y < rows; ++y)
    for (std::int64_t x = 0; x < width; ++x) {
      std::uint32_t sum = 0;
      for (std::size_t ink = 0; ink < inks; ++ink) {
        Sample sample = 0;
        const auto plane_row = static_cast<std::int64_t>(ink) * rows + y;
        std::memcpy(&sample,
                    &planes[static_cast<std::size_t>(plane_row * row) + static_cast<std::size_t>(x) * sizeof sample],
                    sizeof sample);
        sum += sample;
      }
      total.sum += sum;
      total.max = std::max(total.max, sum);
    }
  return total;
}

/// Separates pages of any size, anywhere in memory, in strips. Some inks are not wanted.
inline void expect_reference_bits(const Separators& separators, std::mt19937& random) {
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  const std::int64_t width = below(2) == 0 ? 1 + below(40) : 1 + below(5000), rows = 1 + below(12);
  const std::ptrdiff_t sample = separators.format.bits / 8;
  const std::size_t inks = separators.reference->inks().size();
  const std::ptrdiff_t padding = below(2) == 0 ? 0 : sample * below(70);
  const std::ptrdiff_t pixels_row = width * separators.format.bytes() + padding;
  const std::ptrdiff_t planes_row = (below(2) == 0 ? (width + 15) / 16 * 16 : width + below(70)) * sample;
  const std::ptrdiff_t pixels_at = sample * below(9), planes_at = below(2) == 0 ? 0 : sample * below(9);
  SCOPED_TRACE(separators.on_device.description() + ", " + std::to_string(inks) + " inks, " +
               std::to_string(separators.format.bits) + " bits, " + std::to_string(width) + " by " +
               std::to_string(rows) + " pixels of " + std::to_string(separators.format.bytes()) + " bytes, rows of " +
               std::to_string(pixels_row) + " and " + std::to_string(planes_row) + " bytes, from " +
               std::to_string(pixels_at) + " and " + std::to_string(planes_at));

  DeviceBytes pixels(static_cast<std::size_t>(pixels_at + (rows - 1) * pixels_row + width * separators.format.bytes()));
  for (std::byte& b : pixels.host) b = static_cast<std::byte>(random());
  for (std::int64_t y = 0; y < rows; ++y)
    for (std::int64_t x = below(2); x < width; x += 1 + below(4)) {
      const auto pixel = pixels.host.begin() + pixels_at + y * pixels_row + x * separators.format.bytes();
      below(8) == 0 ? make_white(pixel, separators.format) : make_gray(pixel, separators.format);
    }
  pixels.upload();
  const std::ptrdiff_t plane_bytes = rows * planes_row;
  DeviceBytes planes(static_cast<std::size_t>(planes_at + static_cast<std::ptrdiff_t>(inks) * plane_bytes));
  std::vector<std::byte> expected(planes.host.size() - static_cast<std::size_t>(planes_at), untouched);
  std::vector<Plane> host_planes;
  for (std::size_t i = 0; i < inks; ++i)
    host_planes.push_back({expected.data() + static_cast<std::ptrdiff_t>(i) * plane_bytes, planes_row});
  std::vector<std::byte> workspace(separators.reference->workspace_bytes(width, rows));
  const Strip page{width, rows, pixels.host.data() + pixels_at, pixels_row};
  ASSERT_TRUE(separators.reference->run(page, host_planes, workspace).ok());
  const std::size_t counted = inks - separators.masks;
  const DeviceTotalInk expected_total = sample == 1
                                            ? total_of<std::uint8_t>(expected, counted, width, rows, planes_row)
                                            : total_of<std::uint16_t>(expected, counted, width, rows, planes_row);

  std::vector<std::byte*> device_planes;
  for (std::size_t i = 0; i < inks; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i) * plane_bytes;
    const bool wanted = below(6) != 0 || separators.on_device.needs_all_planes();
    device_planes.push_back(wanted ? planes.device + planes_at + at : nullptr);
    if (!wanted) std::fill_n(expected.begin() + at, plane_bytes, untouched);
  }
  DeviceBytes total(sizeof(DeviceTotalInk));
  std::ranges::fill(total.host, std::byte{0});
  total.upload();
  const bool asks = below(4) != 0;
  for (std::int64_t row = 0; row < rows;) {
    const std::int64_t count = 1 + below(rows - row);
    std::vector<std::byte*> here = device_planes;
    for (std::byte*& plane : here)
      if (plane != nullptr) plane += row * planes_row;
    const DeviceStrip strip{width, count, pixels.device + pixels_at + row * pixels_row, pixels_row, here, planes_row};
    auto* const sums = asks ? reinterpret_cast<DeviceTotalInk*>(total.device) : nullptr;
    ASSERT_TRUE(separators.on_device.enqueue(strip, sums, streams()).ok());
    row += count;
  }
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  planes.download();
  total.download();
  ASSERT_TRUE(std::equal(expected.begin(), expected.end(), planes.host.begin() + planes_at));
  ASSERT_TRUE(std::all_of(planes.host.begin(), planes.host.begin() + planes_at, [](auto b) { return b == untouched; }));
  DeviceTotalInk found;
  std::memcpy(&found, total.host.data(), sizeof found);
  EXPECT_EQ(found.sum, asks ? expected_total.sum : 0);
  EXPECT_EQ(found.max, asks ? expected_total.max : 0);
}

}  // namespace platerip::separation::cuda
