// Host to host: from pixels in pinned memory to plates there, through the GPU; beside what the bare way up allows,
// measured in the same run. Also what a GPU's start and a page's begin take, which a job pays once and once a page.
//   gpu_page_bench [SIDE]
#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "profiles/profile.h"
#include "rip/gpu_page.h"
#include "rip/strip_memory.h"
#include "samples/content.h"

namespace {

using namespace platerip;
using namespace platerip::rip;

constexpr int repeats = 9;

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}
void must(const Status& status) {
  if (!status.ok()) fail(status.error().message);
}
void must(cudaError_t error) {
  if (error != cudaSuccess) fail(cudaGetErrorString(error));
}

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

GpuPageSettings settings_of(std::int64_t side) {
  const auto page = profiles::Profile::srgb();
  const auto press = profiles::Profile::default_press();
  if (!press.ok()) fail(press.error().message);
  GpuPageSettings settings;
  settings.separation.page = page;
  settings.separation.press = *press;
  settings.separation.pixels = side * side;
  settings.halftone = {.width = side, .planes = 4};
  settings.plate_inks = {0, 1, 2, 3};
  return settings;
}

// A photograph with grain; after some rows it repeats.
std::vector<std::byte> photo_rows(std::int64_t side, std::int64_t rows) {
  const auto paint = samples::find_content("photo", side, rows, 1);
  std::vector<samples::Color> row(static_cast<std::size_t>(side));
  std::vector<std::byte> pixels;
  std::mt19937 random(1);
  for (std::int64_t y = 0; y < rows; ++y) {
    (*paint)(y, row);
    for (const samples::Color& color : row) {
      const double grain = (static_cast<double>(random() & 7) - 3.5) / 255;
      for (const double value : {color.r, color.g, color.b})
        pixels.push_back(static_cast<std::byte>(samples::clamp01(value + grain) * 255));
    }
  }
  return pixels;
}

void fill(std::vector<StripInFlight>& strips, const std::vector<std::byte>& photo, std::int64_t row_bytes) {
  const auto rows = static_cast<std::int64_t>(photo.size()) / row_bytes;
  for (const StripInFlight& strip : strips) {
    for (std::int64_t y = 0; y < strip.rows; ++y)
      std::copy_n(photo.data() + (strip.first_row + y) % rows * row_bytes, row_bytes,
                  strip.pixels + y * strip.pixel_stride);
  }
}

// FNV-1a of all plates, in the page's order.
std::uint64_t hash_of(const std::vector<StripInFlight>& strips, std::int64_t row_bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (std::size_t plate = 0; plate < strips[0].plates.size(); ++plate) {
    for (const StripInFlight& strip : strips) {
      for (std::int64_t y = 0; y < strip.rows; ++y) {
        const std::byte* const row = strip.plates[plate].pixels + y * strip.plates[plate].stride;
        for (std::int64_t x = 0; x < row_bytes; ++x) hash = (hash ^ static_cast<std::uint64_t>(row[x])) * 0x100000001b3;
      }
    }
  }
  return hash;
}

double upload_seconds(const std::vector<StripInFlight>& strips) {
  std::byte* device = nullptr;
  const auto strip_bytes = static_cast<std::size_t>(strips[0].rows * strips[0].pixel_stride);
  must(cudaMalloc(reinterpret_cast<void**>(&device), strip_bytes));
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    times.push_back(seconds([&] {
      for (const StripInFlight& strip : strips)
        must(cudaMemcpyAsync(device, strip.pixels, static_cast<std::size_t>(strip.rows * strip.pixel_stride),
                             cudaMemcpyHostToDevice));
      must(cudaDeviceSynchronize());
    }));
  }
  must(cudaFree(device));
  return median(times);
}

void run(Gpu& gpu, std::int64_t side, std::int64_t strip_rows, const std::vector<std::byte>& photo) {
  const GpuPageSettings settings = settings_of(side);
  const StripShape shape{.width = side,
                         .pixel_row_bytes = 3 * side,
                         .planes = 0,
                         .sample_bytes = 1,
                         .plates = 4,
                         .plate_row_bytes = halftone::plate_row_bytes(side, 2)};
  // The whole page is in flight, so that every strip has memory of its own.
  const StripPlan plan{.rows = strip_rows, .in_flight = static_cast<int>((side + strip_rows - 1) / strip_rows)};
  std::vector<double> preparing, beginning, working;
  double upload = 0;
  std::uint64_t hash = 0;
  for (int i = 0; i < repeats; ++i) {
    std::unique_ptr<GpuPage> page;
    preparing.push_back(seconds([&] {
      auto prepared = gpu.prepare(settings);
      if (!prepared.ok()) fail(prepared.error().message);
      page = *std::move(prepared);
    }));
    std::vector<StripInFlight> strips;
    beginning.push_back(seconds([&] {
      const auto memory = page->begin(shape, plan);
      if (!memory.ok()) fail(memory.error().message);
      strips = place_strips(shape, plan, 0, *memory);
    }));
    for (std::size_t k = 0; k < strips.size(); ++k) {
      strips[k].first_row = static_cast<std::int64_t>(k) * strip_rows;
      strips[k].rows = std::min(strip_rows, side - strips[k].first_row);
    }
    if (i == 0) fill(strips, photo, 3 * side);
    if (i == 0) upload = upload_seconds(strips);
    must(cudaDeviceSynchronize());
    working.push_back(seconds([&] {
      for (const StripInFlight& strip : strips) must(page->submit(strip));
      for (std::size_t k = 0; k < strips.size(); ++k) {
        if (const auto done = page->wait(); !done.ok()) fail(done.error().message);
      }
    }));
    if (i == 0) hash = hash_of(strips, shape.plate_row_bytes);
    if (i == repeats - 1 && hash != hash_of(strips, shape.plate_row_bytes)) fail("the plates differ from run to run");
  }
  const double bytes = 3 * static_cast<double>(side) * static_cast<double>(side);
  std::printf(
      "strips of %5lld rows: %7.2f ms (best %7.2f), upload alone %7.2f ms (%.1f GB/s): %5.1f %%; prepare %.1f ms, "
      "begin %.1f ms; %016llx\n",
      static_cast<long long>(strip_rows), 1e3 * median(working), 1e3 * std::ranges::min(working), 1e3 * upload,
      bytes / upload / 1e9, 100 * upload / median(working), 1e3 * median(preparing), 1e3 * median(beginning),
      static_cast<unsigned long long>(hash));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char* argv[]) {
  const std::int64_t side = argc > 1 ? std::atoll(argv[1]) : 16384;
  const double driver = seconds([] { must(find_gpu(0)); });
  const double start = seconds([] { must(cudaFree(nullptr)); });
  cudaDeviceProp properties{};
  must(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s: %lld x %lld RGB to four plates, medians of %d; the driver starts in %.0f ms, a context in %.0f ms\n",
              properties.name, static_cast<long long>(side), static_cast<long long>(side), repeats, 1e3 * driver,
              1e3 * start);
  const auto gpu = open_gpu(0, 0);
  const std::vector<std::byte> photo = photo_rows(side, 512);
  for (const std::int64_t rows : {128, 192, 256, 384, 512, 1024}) run(*gpu, side, rows, photo);
}
