// A complete page through the library, from a file to plates, with one thread and more: pixels per second, and how many
// cores were busy.
#include <benchmark/benchmark.h>
#include <tiffio.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "rip/page/rip_page.h"

namespace platerip::rip {
namespace {

// A folder that is removed at the end, with all that is in it.
struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("platerip-bench-" + std::to_string(::getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

// Smooth colour with grain, so that neighbouring pixels differ as in a photograph.
std::string write_page(const std::filesystem::path& folder, std::uint32_t size) {
  const std::string path = (folder / ("page" + std::to_string(size) + ".tif")).string();
  if (std::filesystem::exists(path)) return path;
  TIFF* tiff = TIFFOpen(path.c_str(), "w");
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, size);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, size);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 3);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 64);
  std::vector<std::uint8_t> row(3 * size);
  std::uint32_t grain = 1;
  for (std::uint32_t y = 0; y < size; ++y) {
    for (std::uint32_t x = 0; x < size; ++x) {
      grain = grain * 1664525 + 1013904223;
      const std::uint32_t noise = grain >> 28;
      row[3 * x] = static_cast<std::uint8_t>(std::min(255u, x * 240 / size + noise));
      row[3 * x + 1] = static_cast<std::uint8_t>(std::min(255u, y * 240 / size + noise));
      row[3 * x + 2] = static_cast<std::uint8_t>(std::min(255u, (x + y) * 120 / size + noise));
    }
    TIFFWriteScanline(tiff, row.data(), y, 0);
  }
  TIFFClose(tiff);
  return path;
}

void rip_pages(benchmark::State& state) {
  static const Folder folder;
  const auto size = static_cast<std::uint32_t>(state.range(0));
  Job job;
  job.threads = static_cast<int>(state.range(1));
  job.plates.folder = (folder.path / "plates").string();
  const PageSource page{write_page(folder.path, size)};
  const std::clock_t cpu_start = std::clock();
  double wall = 0;
  for (auto _ : state) {
    const auto report = rip_page(job, page);
    if (!report.ok()) {
      state.SkipWithError(report.error().message.c_str());
      break;
    }
    wall += report->seconds.total;
  }
  const double cpu = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
  state.counters["px/s"] =
      benchmark::Counter(static_cast<double>(size) * size, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["cores_busy"] = cpu / wall;
}

const bool registered = [] {
  auto* pages = benchmark::RegisterBenchmark("rip_page", rip_pages);
  pages->ArgNames({"size", "threads"})->UseRealTime()->Unit(benchmark::kMillisecond);
  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  for (const int size : {4096, 8192}) {
    for (int threads = 1; threads <= cores; threads *= 2) pages->Args({size, threads});
  }
  return true;
}();

}  // namespace
}  // namespace platerip::rip
