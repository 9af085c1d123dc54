// How fast the device halftones: a page in a single call and in strips, with one plane and four. Compares this with the
// best algorithm of the literature in the same run.
//   halftone_cuda_bench [METHOD...]      METHOD: only one plane and four with this method; even: only even inks;
//                                        drops: only drop sizes of the tone filters, beside two levels
//                                        uneven: only even and uneven levels of other methods
//                                        widths: only rows that begin anywhere, beside aligned ones
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "halftone/backends/backends.h"
#include "halftone/cuda/device_halftoner.h"
#include "tests/bench/bwec.h"
#include "tests/bench/must.h"
#include "tests/halftone/test_screens.h"
#include "tests/on_threads.h"

namespace {

using namespace platerip;
using namespace platerip::halftone;

struct Case {
  Method method = "floyd-steinberg";
  int levels = 2;
  int bits = 8;
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t row_samples = 0;  // from row to row; 0: no gaps
  int planes = 1;
  std::int64_t strip_rows = 0;
  int in_flight = cuda::DeviceHalftoner::max_strips_in_flight;
  bool even = false;  // four planes as CMYK: black beside cyan, black and cyan beside magenta
  SearchQuality quality = SearchQuality::normal;  // of a search
  bool smooth = false;                            // waves with grain, not noise
  bool together = false;                          // black, cyan, magenta and yellow are searched together
  Drops drops = {};
};

bool any_differs = false;

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// A tile of the size that 175 lpi at 2400 dpi take.
std::shared_ptr<const Screen> noise_tile() {
  Screen tile{.width = 213, .height = 213, .shift = 0, .thresholds = std::vector<std::uint16_t>(213 * 213)};
  std::mt19937 random(2);
  for (std::uint16_t& threshold : tile.thresholds) threshold = static_cast<std::uint16_t>(random());
  return std::make_shared<const Screen>(std::move(tile));
}

// Planes of one method; of a screen, each with a tile of its own, as inks have.
std::vector<PlaneSettings> planes_of_case(const Case& c) {
  std::vector<PlaneSettings> planes;
  for (int i = 0; i < c.planes; ++i) {
    planes.push_back(plane_of(c.method, noise_tile()));
    planes.back().drops = c.drops;
  }
  if (c.even) {
    planes[0].beside = {3};
    planes[1].beside = {3, 0};
  }
  if (c.method.info().search == nullptr) return planes;
  for (PlaneSettings& plane : planes) plane.effort = c.method.info().search->effort(c.quality);
  for (std::size_t i = 0; c.together && i < planes.size(); ++i) planes[i].shade = ink_shades[i].shade;
  return planes;
}

std::string name_of(const Case& c) {
  const std::string name = (c.even                     ? "even-"
                            : c.together               ? "together-"
                            : c.smooth                 ? "smooth-"
                            : c.drops.mix > 0          ? "mixed-"
                            : !c.drops.amounts.empty() ? "uneven-"
                                                       : "") +
                           std::string(c.method.name());
  if (c.method.info().search == nullptr) return name;
  switch (c.quality) {
    case SearchQuality::draft:
      return name + "-draft";
    case SearchQuality::normal:
      return name + "-normal";
    case SearchQuality::best:
      return name + "-best";
  }
  return name;
}

// Noise, the same in every run.
void fill(std::span<std::byte> samples) {
  std::mt19937_64 random(1);
  for (std::size_t i = 0; i + 8 <= samples.size(); i += 8) {
    const auto value = random();
    std::memcpy(&samples[i], &value, 8);
  }
}

// Waves with grain, the same in every run: 8-bit samples.
void fill_smoothly(std::span<std::byte> samples, std::int64_t width) {
  std::mt19937 random(1);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto x = static_cast<double>(static_cast<std::int64_t>(i) % width);
    const auto y = static_cast<double>(static_cast<std::int64_t>(i) / width);
    const double wave = 60 * std::sin(x / 23) + 50 * std::cos(y / 17 + x / 41);
    samples[i] = static_cast<std::byte>(static_cast<int>(128 + wave) + static_cast<int>(random() % 9) - 4);
  }
}

double run(const Case& c, bool check, int repeats) {
  const Settings settings{.planes = planes_of_case(c), .levels = c.levels, .bits = c.bits, .width = c.width};
  const std::size_t row = static_cast<std::size_t>(std::max(c.width, c.row_samples)) * c.bits / 8;
  const std::size_t plane = row * c.height;
  const std::size_t out_row = (static_cast<std::size_t>(plate_row_bytes(c.width, c.levels)) + 3) / 4 * 4;
  const std::size_t out_plane = out_row * c.height;
  std::vector<std::byte> samples(plane * c.planes), pixels(out_plane * c.planes);
  c.smooth ? fill_smoothly(samples, c.width) : fill(samples);
  std::byte *d_samples, *d_pixels, *workspace;
  const std::size_t workspace_bytes = cuda::DeviceHalftoner::workspace_bytes(settings, c.strip_rows, c.in_flight);
  must(cudaMalloc(&d_samples, samples.size()), "samples");
  must(cudaMalloc(&d_pixels, pixels.size()), "pixels");
  must(cudaMalloc(&workspace, workspace_bytes), "workspace");
  must(cudaMemcpy(d_samples, samples.data(), samples.size(), cudaMemcpyHostToDevice), "upload");
  must(cudaMemset(d_pixels, 0xA5, pixels.size()), "poison");
  cudaStream_t stream;
  must(cudaStreamCreate(&stream), "stream");
  cudaEvent_t start, stop;
  must(cudaEventCreate(&start), "event");
  must(cudaEventCreate(&stop), "event");

  std::vector<double> times;
  for (int i = 0; i < repeats + 2; ++i) {
    // Not timed: a screen's tiles are made on the host.
    auto halftoner = cuda::DeviceHalftoner::make(settings, c.strip_rows, c.in_flight, workspace, stream);
    if (!halftoner.ok()) must(halftoner.error());
    must(cudaEventRecord(start, stream), "record");
    for (std::int64_t y = 0; y < c.height; y += c.strip_rows) {
      must(halftoner->enqueue({.rows = std::min(c.strip_rows, c.height - y),
                               .samples = d_samples + y * row,
                               .samples_row = static_cast<std::ptrdiff_t>(row),
                               .samples_plane = static_cast<std::ptrdiff_t>(plane),
                               .pixels = d_pixels + y * out_row,
                               .pixels_row = static_cast<std::ptrdiff_t>(out_row),
                               .pixels_plane = static_cast<std::ptrdiff_t>(out_plane)},
                              stream));
    }
    must(halftoner->finish(stream));
    must(cudaEventRecord(stop, stream), "record");
    must(cudaStreamSynchronize(stream), "halftone");
    float ms = 0;
    must(cudaEventElapsedTime(&ms, start, stop), "time");
    if (i >= 2) times.push_back(ms);
  }
  must(cudaMemcpy(pixels.data(), d_pixels, pixels.size(), cudaMemcpyDeviceToHost), "download");

  std::string verdict = "-";
  if (check) {
    const Backend* backend = *find_backend("auto");
    Settings on_cpu = settings;
    on_cpu.parallel = on_threads(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    std::vector<std::byte> memory(backend->workspace_bytes(on_cpu)), expected(pixels.size());
    auto halftoner = backend->make(on_cpu, memory);
    std::vector<Plane> planes;
    std::vector<Plate> plates;
    for (int p = 0; p < c.planes; ++p) {
      planes.push_back({samples.data() + p * plane, static_cast<std::ptrdiff_t>(row)});
      plates.push_back({expected.data() + p * out_plane, static_cast<std::ptrdiff_t>(out_row)});
    }
    must((*halftoner)->run({.rows = c.height, .planes = planes, .plates = plates, .last = true}).ok()
             ? Status()
             : Status(Error{"the halftone failed"}));
    verdict = "equal";
    const std::size_t used = static_cast<std::size_t>(plate_row_bytes(c.width, c.levels));
    for (std::size_t y = 0; y < static_cast<std::size_t>(c.height) * c.planes; ++y) {
      if (std::memcmp(&expected[y * out_row], &pixels[y * out_row], used) == 0) continue;
      std::size_t x = 0;
      while (expected[y * out_row + x] == pixels[y * out_row + x]) ++x;
      verdict = "DIFFERS at row " + std::to_string(y) + " byte " + std::to_string(x);
      any_differs = true;
      break;
    }
  }
  const double ms = median(times);
  std::printf(
      "%-16s %2d levels %2d bit %6ld x %-6ld %d planes, strips of %6ld, %2d in flight: %8.3f ms (best %8.3f) %8.1f "
      "Gpx/s  workspace "
      "%5.0f MB  %s\n",
      name_of(c).c_str(), c.levels, c.bits, static_cast<long>(c.width), static_cast<long>(c.height), c.planes,
      static_cast<long>(c.strip_rows), c.in_flight, ms, *std::ranges::min_element(times),
      static_cast<double>(c.width * c.height * c.planes) / ms / 1e6, static_cast<double>(workspace_bytes) / 1e6,
      verdict.c_str());
  std::fflush(stdout);
  cudaFree(d_samples);
  cudaFree(d_pixels);
  cudaFree(workspace);
  cudaStreamDestroy(stream);
  return ms;
}

// The same with BWEC. Returns milliseconds.
double run_bwec(int n, int planes, bool check, int repeats) {
  const std::size_t plane = static_cast<std::size_t>(n) * n;
  std::vector<std::uint8_t> samples(plane * planes), halftones(samples.size());
  fill(std::as_writable_bytes(std::span(samples)));
  std::uint8_t *d_samples, *d_halftones;
  int* errors;
  must(cudaMalloc(&d_samples, samples.size()), "samples");
  must(cudaMalloc(&d_halftones, halftones.size()), "halftones");
  must(cudaMalloc(&errors, sizeof(int) * bench::bwec_errors(n, n, planes)), "errors");
  must(cudaMemcpy(d_samples, samples.data(), samples.size(), cudaMemcpyHostToDevice), "upload");
  must(cudaMemset(d_halftones, 0xA5, halftones.size()), "poison");
  cudaEvent_t start, stop;
  must(cudaEventCreate(&start), "event");
  must(cudaEventCreate(&stop), "event");
  std::vector<double> times;
  for (int i = 0; i < repeats + 2; ++i) {
    must(cudaEventRecord(start), "record");
    bench::bwec(d_samples, d_halftones, n, n, planes, errors, nullptr);
    must(cudaEventRecord(stop), "record");
    must(cudaDeviceSynchronize(), "BWEC");
    float ms = 0;
    must(cudaEventElapsedTime(&ms, start, stop), "time");
    if (i >= 2) times.push_back(ms);
  }
  must(cudaMemcpy(halftones.data(), d_halftones, halftones.size(), cudaMemcpyDeviceToHost), "download");
  std::string verdict = "-";
  if (check) {
    const Settings settings{.width = n};
    const Backend* reference = *find_backend("reference");
    std::vector<std::byte> memory(reference->workspace_bytes(settings)), expected(plane / 8);
    auto halftoner = reference->make(settings, memory);
    const Plane in{reinterpret_cast<const std::byte*>(samples.data()), n};
    const Plate out{expected.data(), n / 8};
    must((*halftoner)->run({n, {&in, 1}, {&out, 1}}).ok() ? Status() : Status(Error{"the halftone failed"}));
    verdict = "equal";
    for (std::size_t i = 0; i < plane; ++i) {
      if ((static_cast<int>(expected[i / 8]) >> (7 - i % 8) & 1) != halftones[i]) verdict = "DIFFERS";
    }
    any_differs |= verdict != "equal";
  }
  std::printf("%-16s %d x %d, %d planes: %8.3f ms  %s\n", "BWEC", n, n, planes, median(times), verdict.c_str());
  std::fflush(stdout);
  cudaFree(d_samples);
  cudaFree(d_halftones);
  cudaFree(errors);
  return median(times);
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
}

// Windows of patterns: the CPU takes long for noise.
void run_windows(Method method) {
  for (const SearchQuality quality : {SearchQuality::draft, SearchQuality::normal, SearchQuality::best}) {
    Case c{.method = method, .width = 512, .height = 512, .strip_rows = 512, .quality = quality, .smooth = true};
    run(c, quality == SearchQuality::normal, 3);
  }
  Case c{.method = method, .width = 512, .height = 512, .strip_rows = 512};
  run(c, false, 3);
  c = {.method = method, .width = 4096, .height = 4096, .strip_rows = 4096, .smooth = true};
  run(c, false, 1);
}

// The CPU is too slow for large pages.
void run_search(Method method) {
  for (const SearchQuality quality : {SearchQuality::draft, SearchQuality::normal, SearchQuality::best}) {
    run({.method = method, .width = 4096, .height = 4096, .planes = 1, .strip_rows = 256, .quality = quality}, true, 7);
    for (const int planes : {1, 4}) {
      run({.method = method,
           .width = 16384,
           .height = 16384,
           .planes = planes,
           .strip_rows = 16384,
           .quality = quality},
          false, 7);
    }
  }
  run({.method = method, .width = 16384, .height = 16384, .planes = 4, .strip_rows = 256}, false, 7);
}

void run_together() {
  Case c{.method = "dbs", .width = 1024, .height = 1024, .planes = 4, .strip_rows = 256, .together = true};
  for (const SearchQuality quality : {SearchQuality::draft, SearchQuality::normal, SearchQuality::best}) {
    c.quality = quality;
    c.width = c.height = 1024;
    c.strip_rows = 256;
    run(c, true, 5);
    c.width = c.height = c.strip_rows = 16384;
    run(c, false, 3);
  }
  c.quality = SearchQuality::normal;
  c.strip_rows = 256;
  run(c, false, 3);
}

void run_method(Method method) {
  if (!cuda::DeviceHalftoner::has_kernels({.planes = {plane_of(method)}, .width = 1}).ok()) return;
  const SearchMethod* search = method.info().search;
  if (search != nullptr && search->moves != Moves::toggles_and_swaps) return run_windows(method);
  if (search != nullptr) return run_search(method);
  for (const int planes : {1, 4})
    run({.method = method, .width = 16384, .height = 16384, .planes = planes, .strip_rows = 16384}, true, 7);
}

void run_even() {
  for (const char* name : {"tone", "centred"}) {
    Case c{.method = *find_method(name), .width = 16384, .height = 16384, .planes = 4, .even = true};
    for (const std::int64_t rows : {256, 1024, 16384}) {
      c.strip_rows = rows;
      run(c, rows != 1024, 5);
    }
  }
  Case c{.method = "tone", .width = 16384, .height = 16384, .planes = 4, .strip_rows = 256, .even = true};
  c.in_flight = 2;  // as rip_page() has it
  run(c, false, 5);
  c.even = false;
  run(c, false, 5);
  run({.method = "tone", .bits = 16, .width = 16384, .height = 16384, .planes = 4, .strip_rows = 16384, .even = true},
      true, 5);
}

// Uneven drops, mixed and not, evenly spaced ones, and many; and two levels in the same run.
void run_drops() {
  const std::vector<int> uneven{0, 28, 55, 100};
  for (const char* name : {"tone", "centred"}) {
    for (const int planes : {1, 4}) {
      Case c{.method = *find_method(name), .width = 16384, .height = 16384, .planes = planes, .strip_rows = 16384};
      run(c, planes == 1, 7);
      c.levels = 4;
      for (const Drops& drops : {Drops{uneven, 70}, Drops{uneven, 0}, Drops{}}) {
        c.drops = drops;
        run(c, planes == 1, 7);
      }
      c.levels = 16;
      c.drops = {{}, 70};
      run(c, planes == 1, 7);
      c.levels = 4;
      c.drops = {uneven, 70};
      c.bits = 16;
      run(c, planes == 1, 7);
    }
  }
}

// Evenly spaced levels and uneven ones, by methods other than the tone filters.
void run_uneven() {
  for (const char* name : {"floyd-steinberg", "jarvis", "blue-noise", "bayer"}) {
    const Method method = *find_method(name);
    Case c{.method = method, .width = 16384, .height = 16384, .planes = 1, .strip_rows = 16384};
    run(c, true, 7);
    for (const int levels : {3, 4, 16}) {
      c.levels = levels;
      c.drops = {};
      run(c, levels == 3, 7);
      for (int i = 0; i < levels; ++i) c.drops.amounts.push_back(i * (2 * levels + i));
      c.drops.mix = method.info().family == Family::screen ? 20 : 0;
      run(c, levels == 3, 7);
    }
  }
}

// Rows without gaps, so that few of them begin at multiples of 16 bytes, or of 4; and the same with gaps, so that all
// do.
void run_widths() {
  for (const char* name : {"floyd-steinberg", "stucki", "centred", "tone", "blue-noise"}) {
    for (const int bits : {8, 16}) {
      for (const std::int64_t width : {16384, 16383, 16388}) {
        Case c{.method = *find_method(name), .bits = bits, .width = width, .height = 16384, .strip_rows = 16384};
        run(c, width != 16384, 7);
        c.row_samples = 16512;
        if (width != 16384) run(c, false, 7);
      }
    }
  }
}

}  // namespace

int main(int argc, char* argv[]) {
  print_machine();
  for (const std::string name : std::span(argv + 1, static_cast<std::size_t>(argc - 1))) {
    if (name == "even") {
      run_even();
      continue;
    }
    if (name == "together") {
      run_together();
      continue;
    }
    if (name == "drops") {
      run_drops();
      continue;
    }
    if (name == "uneven") {
      run_uneven();
      continue;
    }
    if (name == "widths") {
      run_widths();
      continue;
    }
    const auto method = find_method(name);
    if (!method.ok()) must(method.error());
    run_method(*method);
  }
  if (argc > 1) return any_differs ? 1 : 0;
  for (const int n : {1024, 2048, 4096, 8192, 16384}) {
    for (const int planes : {1, 4}) {
      const double ms = run({.width = n, .height = n, .planes = planes, .strip_rows = n}, n <= 4096, 15);
      std::printf("    %.1f times BWEC\n", run_bwec(n, planes, n <= 2048, 5) / ms);
    }
  }
  for (std::int64_t rows : {64, 256, 1024, 4096})
    run({.width = 16384, .height = 16384, .planes = 1, .strip_rows = rows}, rows == 256, 7);
  for (const int in_flight : {0, 1, 2, 3})
    run({.width = 16384, .height = 16384, .planes = 4, .strip_rows = 384, .in_flight = in_flight}, true, 7);
  for (const MethodInfo& info : methods()) run_method(Method(info));
  run({.method = "blue-noise", .bits = 16, .width = 16384, .height = 16384, .planes = 4, .strip_rows = 16384}, true, 7);
  for (const int levels : {3, 4, 16})
    run({.levels = levels, .width = 16384, .height = 16384, .planes = 1, .strip_rows = 16384}, true, 7);
  for (const int planes : {1, 4})
    run({.bits = 16, .width = 16384, .height = 16384, .planes = planes, .strip_rows = 16384}, true, 7);
  run({.width = 65536, .height = 65536, .planes = 1, .strip_rows = 1024}, false, 3);
  run_even();
  run_drops();
  run_uneven();
  return any_differs ? 1 : 0;
}
