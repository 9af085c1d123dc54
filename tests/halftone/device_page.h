// Pages on the device, and what the reference makes of them.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "halftone/cuda/device_halftoner.h"
#include "tests/device_bytes.h"
#include "tests/seed.h"

namespace platerip::halftone::cuda {

struct Page {
  Settings settings;
  std::int64_t height = 1;
  DeviceStrip layout;  // as if the page were a single strip
  std::size_t sample_bytes = 0;
  std::size_t pixel_bytes = 0;
};

/// The methods that run on a GPU and do not take long on a CPU.
std::vector<Method> quick_methods_with_kernels();

/// A page of any kind, by these methods.
Page random_page(std::mt19937& random);

/// A page without random properties except its size. Its planes follow one another.
Page plain_page(const Settings& settings, std::int64_t height);

std::string described(const Page& page);

/// Halftones the page as one strip of noise. The first row begins at these offsets into the samples and the pixels. If
/// `errors` are given, the page continues below a page that left them.
void expect_the_reference(const Page& page, std::ptrdiff_t first_sample, std::ptrdiff_t first_pixel,
                          std::byte* workspace, std::mt19937& random, Stream stream,
                          const std::vector<std::int16_t>& errors = {});

class DevicePage : public testing::Test {
 protected:
  void SetUp() override {
    int devices = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&devices); error != cudaSuccess)
      GTEST_SKIP() << "no GPU to run on: " << cudaGetErrorString(error);
    ASSERT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
  }
  void TearDown() override {
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
  }

  Stream stream_ = nullptr;
  std::mt19937 random_{test_seed()};
};

/// A page in strips on the device, together with what the reference makes of it.
class StripsOnDevice {
 public:
  StripsOnDevice(const Page& page, std::int64_t most_rows, int in_flight, std::mt19937& random, Stream stream);

  // Runs the page on the device and, in the same strips, by the reference, which also gives the boundary errors after
  // each.
  void run();

 private:
  // The page's end is not known before finish(), after which no strip is taken. The reference may begin the page. After
  // some strips, the reference goes on with the page, too.
  void run_with_look_ahead();

  // Begins the page with the reference, and goes on with it on the device. Returns the rows that were given.
  std::int64_t begin_by_reference();

  // Copies the rows that the device has not made to what it has.
  void take_first_rows();

  // Makes the page's rows from `row` on from the boundary that the device has saved there.
  void check_boundary(std::int64_t row);

  void check_page();

  void enqueue(std::int64_t row, std::int64_t rows);

  // Checks that the boundary errors of every strip that the last launch completed can be saved.
  void check_completed();

  // Checks that the rows that the halftoner counts as done are finished, before the others are.
  void check_rows_done();

  const Page& page_;
  std::int64_t most_rows_;
  std::mt19937& random_;
  Stream stream_;
  DeviceBytes samples_, pixels_, errors_, workspace_, searches_;
  std::vector<std::byte> expected_;
  std::optional<DeviceHalftoner> halftoner_;
  std::vector<std::int64_t> ends_;  // ends of the strips so far
  std::vector<Boundary> boundaries_;
  std::size_t completed_ = 0;
  std::int64_t first_row_ = 0;  // the rows above are the reference's alone
};

}  // namespace platerip::halftone::cuda
