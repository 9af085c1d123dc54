// How fast the device separates: from pixels in its memory to ink planes there. An argument chooses kinds of pages by
// name.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/cuda_owned.h"
#include "profiles/profile.h"
#include "samples/content.h"
#include "separation/backends/backends.h"
#include "separation/cuda/device_separator.h"
#include "tests/bench/must.h"
#include "tests/on_threads.h"

namespace {

using namespace platerip;
using namespace platerip::separation;

DeviceMemory allocate(std::size_t bytes) {
  void* memory = nullptr;
  must(cudaMalloc(&memory, bytes), "no memory");
  return DeviceMemory(static_cast<std::byte*>(memory));
}

struct Timer {
  Timer() {
    must(cudaEventCreate(&start), "event");
    must(cudaEventCreate(&stop), "event");
  }
  cudaEvent_t start, stop;

  // Milliseconds: the median and the best.
  template <typename Work>
  std::pair<double, double> operator()(int repeats, const Work& work) const {
    std::vector<double> times;
    for (int i = 0; i < repeats + 2; ++i) {
      must(cudaEventRecord(start), "record");
      work();
      must(cudaEventRecord(stop), "record");
      must(cudaDeviceSynchronize(), "work");
      float ms = 0;
      must(cudaEventElapsedTime(&ms, start, stop), "time");
      if (i >= 2) times.push_back(ms);
    }
    std::ranges::sort(times);
    return {times[times.size() / 2], times.front()};
  }
};

__global__ void make_noise(std::uint32_t* words, std::size_t count) {
  const std::size_t first = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  for (std::size_t i = first; i < count; i += std::size_t{gridDim.x} * blockDim.x) {
    std::uint64_t x = (i + 1) * 0x9E3779B97F4A7C15;  // splitmix64
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    words[i] = static_cast<std::uint32_t>(x ^ x >> 31);
  }
}

constexpr std::int64_t tile_side = 2048;

// A tile of the content with grain. The page repeats its pixels.
std::vector<std::byte> make_tile(const std::string& content, const PixelFormat& format) {
  const auto paint = samples::find_content(content, tile_side, tile_side, 1);
  const int samples = format.bytes() / (format.bits / 8);
  std::vector<std::byte> pixels;
  std::vector<samples::Color> row(tile_side);
  std::uint32_t random = 1;
  for (std::int64_t y = 0; y < tile_side; ++y) {
    (*paint)(y, row);
    for (const samples::Color& color : row) {
      random = random * 1664525 + 1013904223;
      const double grain = (static_cast<double>(random >> 29) - 3.5) / 255;
      const double rgb[] = {color.r, color.g, color.b, color.g, color.r};
      for (int s = 0; s < samples; ++s) {
        if (format.bits == 16) pixels.push_back(static_cast<std::byte>(random >> (8 + s)));
        pixels.push_back(static_cast<std::byte>(samples::clamp01(rgb[s] + grain) * 255));
      }
    }
  }
  return pixels;
}

void paint(std::byte* pixels, std::int64_t side, const std::string& content, const PixelFormat& format) {
  const std::size_t row = static_cast<std::size_t>(side) * format.bytes();
  if (content == "noise") {
    make_noise<<<4096, 256>>>(reinterpret_cast<std::uint32_t*>(pixels), row * side / 4);
    return must(cudaDeviceSynchronize(), "noise");
  }
  static std::string kept;
  static std::vector<std::byte> tile;
  const std::string wanted = content + std::to_string(format.bits) + std::to_string(format.bytes());
  if (kept != wanted) tile = make_tile(content, format);
  kept = wanted;
  const std::size_t tile_row = static_cast<std::size_t>(tile_side) * format.bytes();
  for (std::int64_t y = 0; y < side; y += tile_side)
    for (std::int64_t x = 0; x < side; x += tile_side)
      must(cudaMemcpy2D(pixels + y * row + x * format.bytes(), row, tile.data(), tile_row, tile_row, tile_side,
                        cudaMemcpyHostToDevice),
           "upload");
}

// Compares the first rows with those that the host computes.
bool agrees(const Settings& settings, const std::byte* pixels, const std::vector<std::byte*>& planes,
            std::int64_t side) {
  constexpr std::int64_t rows = 16;
  const std::size_t row = static_cast<std::size_t>(side) * settings.format.bytes();
  const std::size_t plane_row = static_cast<std::size_t>(side) * settings.format.bits / 8;
  std::vector<std::byte> page(rows * row), expected(rows * plane_row * planes.size()), found(rows * plane_row);
  must(cudaMemcpy(page.data(), pixels, page.size(), cudaMemcpyDeviceToHost), "download");
  const auto separator = make_separator(settings);
  if (!separator.ok()) must(separator.error());
  std::vector<Plane> host_planes;
  for (std::size_t i = 0; i < planes.size(); ++i)
    host_planes.push_back({&expected[i * found.size()], static_cast<std::ptrdiff_t>(plane_row)});
  std::vector<std::byte> workspace((*separator)->workspace_bytes(side, rows));
  must((*separator)->run({side, rows, page.data(), static_cast<std::ptrdiff_t>(row)}, host_planes, workspace));
  for (std::size_t i = 0; i < planes.size(); ++i) {
    must(cudaMemcpy(found.data(), planes[i], found.size(), cudaMemcpyDeviceToHost), "download");
    if (std::memcmp(found.data(), &expected[i * found.size()], found.size()) != 0) return false;
  }
  return true;
}

struct Case {
  std::string what;
  Settings settings;
  std::vector<std::string> contents = {"noise", "photo"};
  std::vector<std::int64_t> sides = {16384};
  std::int64_t strip_rows = 0;  // 0: all rows at once
  bool total = false;
};

double copy_rate = 0;  // bytes per millisecond, read and written

void run_page(const Case& c, const cuda::DeviceSeparator& separator, const std::string& content, std::int64_t side) {
  const PixelFormat& format = c.settings.format;
  const std::size_t inks = separator.inks().size();
  const std::size_t row = static_cast<std::size_t>(side) * format.bytes();
  const std::size_t plane_row = static_cast<std::size_t>(side) * format.bits / 8;
  const DeviceMemory pixels = allocate(row * side), memory = allocate(plane_row * side * inks), total = allocate(256);
  paint(pixels.get(), side, content, format);
  must(cudaMemset(memory.get(), 0xA5, plane_row * side * inks), "poison");
  std::vector<std::byte*> planes;
  for (std::size_t i = 0; i < inks; ++i) planes.push_back(memory.get() + i * plane_row * side);

  const std::int64_t strip_rows = c.strip_rows == 0 ? side : c.strip_rows;
  const auto [median, best] = Timer()(9, [&] {
    for (std::int64_t y = 0; y < side; y += strip_rows) {
      std::vector<std::byte*> here = planes;
      for (std::byte*& plane : here) plane += y * plane_row;
      must(separator.enqueue({.width = side,
                              .rows = std::min(strip_rows, side - y),
                              .pixels = pixels.get() + y * row,
                              .pixels_row = static_cast<std::ptrdiff_t>(row),
                              .planes = here,
                              .planes_row = static_cast<std::ptrdiff_t>(plane_row)},
                             c.total ? reinterpret_cast<cuda::DeviceTotalInk*>(total.get()) : nullptr, {}));
    }
  });
  const double bytes = static_cast<double>(row + plane_row * inks) * side;
  std::printf("%-30s %-22s %-8s %5ld: %7.3f ms (best %7.3f) %7.1f Gpx/s  %5.2f TB/s, %3.0f %% of a copy's  %s\n",
              c.what.c_str(), separator.description().c_str(), content.c_str(), static_cast<long>(side), median, best,
              static_cast<double>(side) * side / median / 1e6, bytes / median / 1e9, 100 * bytes / median / copy_rate,
              agrees(c.settings, pixels.get(), planes, side) ? "equal" : "DIFFERS");
  std::fflush(stdout);
}

void run_case(const Case& c) {
  auto separator = cuda::DeviceSeparator::make(c.settings);
  if (!separator.ok()) must(separator.error());
  const DeviceMemory workspace = allocate(separator->workspace_bytes() + 1);
  const auto [median, best] = Timer()(5, [&] { must(separator->load(workspace.get(), nullptr)); });
  std::printf("%-30s loads %6.2f MB in %.3f ms (best %.3f)\n", c.what.c_str(), separator->workspace_bytes() / 1e6,
              median, best);
  for (const std::int64_t side : c.sides)
    for (const std::string& content : c.contents) run_page(c, *separator, content, side);
}

void print_machine() {
  int device = 0, driver = 0, runtime = 0;
  cudaDeviceProp properties{};
  must(cudaGetDevice(&device), "device");
  must(cudaGetDeviceProperties(&properties, device), "device");
  must(cudaDriverGetVersion(&driver), "driver");
  must(cudaRuntimeGetVersion(&runtime), "runtime");
  std::printf("%s, %d multiprocessors, driver for CUDA %d.%d, CUDA %d.%d; medians of events, and the best\n",
              properties.name, properties.multiProcessorCount, driver / 1000, driver % 1000 / 10, runtime / 1000,
              runtime % 1000 / 10);
  constexpr std::size_t bytes = std::size_t{1} << 30;
  const DeviceMemory from = allocate(bytes), to = allocate(bytes);
  const auto [median, best] =
      Timer()(9, [&] { cudaMemcpyAsync(to.get(), from.get(), bytes, cudaMemcpyDeviceToDevice); });
  copy_rate = 2.0 * bytes / median;
  std::printf("a copy of 1 GiB: %.2f TB/s read and written\n", copy_rate / 1e9);
}

}  // namespace

int main(int count, char** arguments) {
  const std::string wanted = count > 1 ? arguments[1] : "";
  const auto run = [&](const Case& c) {
    if (wanted.empty() || c.what == wanted) run_case(c);
  };
  print_machine();
  Settings rgb;
  rgb.page = profiles::Profile::srgb();
  rgb.press = profiles::Profile::default_press();
  const auto finished = [](Settings settings) {
    settings.ink_limit = 280;
    settings.curves.assign(4, *Curve::from_points({{50, 60}, {100, 100}}));
    return settings;
  };
  Settings rgb16 = rgb, alpha = rgb, gray = rgb, cmyk;
  rgb16.format.bits = 16;
  alpha.format.alpha = Alpha::unassociated;
  gray.format.model = profiles::ColorModel::gray;
  gray.page = profiles::Profile::srgb_gray();
  cmyk.format.model = profiles::ColorModel::cmyk;
  Settings converted = cmyk;
  converted.page = converted.press = profiles::Profile::default_press();
  converted.keep_black = KeepBlack::k;
  Settings exact = rgb;
  exact.precision = Precision::exact;
  exact.pixels = std::int64_t{1} << 40;
  exact.parallel = on_threads(static_cast<int>(std::thread::hardware_concurrency()));
  const std::vector<std::string> all = {"noise", "photo", "gradient"};
  run({"RGB8", rgb, all, {8192, 16384}});
  run({"RGB8, total ink", rgb, {"noise", "photo"}, {16384}, 0, true});
  run({"RGB8, curves, limit", finished(rgb)});
  run({"RGB8, curves, limit, total", finished(rgb), {"noise", "photo"}, {16384}, 0, true});
  for (const std::int64_t rows : {64, 256, 1024})
    run({"RGB8, strips of " + std::to_string(rows), rgb, {"noise", "photo"}, {16384}, rows});
  run({"RGBA8", alpha});
  run({"RGB16", rgb16, all});
  run({"RGB16, curves, limit", finished(rgb16)});
  run({"gray 8", gray});
  run({"CMYK8", cmyk});
  run({"CMYK8, curves, limit", finished(cmyk)});
  run({"converted CMYK8", converted});
  run({"RGB8, exact", exact});
  exact.pixels = 0;  // no table of all colours
  Settings exact16 = exact, lab = exact, exact_cmyk = exact;
  exact16.format.bits = 16;
  lab.format.model = profiles::ColorModel::lab;
  lab.page = profiles::Profile::lab();
  exact_cmyk.format.model = profiles::ColorModel::cmyk;
  exact_cmyk.page = exact_cmyk.press;
  Settings lab16 = lab, exact_cmyk16 = exact_cmyk;
  lab16.format.bits = exact_cmyk16.format.bits = 16;
  run({"RGB8, exact, no table", exact});
  run({"RGB16, exact", exact16, all});
  run({"RGB16, exact, total ink", exact16, {"noise", "photo"}, {16384}, 0, true});
  for (const std::int64_t rows : {64, 256, 1024})
    run({"RGB16, exact, strips of " + std::to_string(rows), exact16, {"noise", "photo"}, {16384}, rows});
  run({"RGB16, exact, curves, limit", finished(exact16)});
  run({"Lab8, exact, no table", lab});
  run({"Lab16, exact", lab16});
  run({"converted CMYK8, exact", exact_cmyk});
  run({"converted CMYK16, exact", exact_cmyk16});
}
