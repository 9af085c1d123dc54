// Pixels a second of each halftone backend on one plane and one core, page in memory, in strips of 64 rows.
#include <benchmark/benchmark.h>

#include <random>
#include <string>

#include "halftone/halftone.h"

namespace platerip::halftone {
namespace {

enum class Content { noise, gradient };

std::vector<std::byte> make_plane(Content content, std::int64_t size) {
  std::vector<std::byte> samples(static_cast<std::size_t>(size * size));
  std::mt19937 random(1);
  for (std::int64_t y = 0; y < size; ++y) {
    for (std::int64_t x = 0; x < size; ++x) {
      const auto value = content == Content::noise ? static_cast<std::int64_t>(random() >> 24) : x * 255 / size;
      samples[static_cast<std::size_t>(y * size + x)] = static_cast<std::byte>(value);
    }
  }
  return samples;
}

void halftone_page(benchmark::State& state, const Backend& backend, Method method, int levels, Content content) {
  const std::int64_t size = state.range(0);
  const Settings settings{.method = method, .levels = levels, .width = size};
  const auto samples = make_plane(content, size);
  const std::int64_t strip_rows = 64;
  const auto row_bytes = static_cast<std::ptrdiff_t>(plate_row_bytes(size, levels));
  std::vector<std::byte> pixels(static_cast<std::size_t>(row_bytes * size));
  std::vector<std::byte> workspace(backend.workspace_bytes(settings));
  for (auto _ : state) {
    auto halftoner = backend.make(settings, workspace);
    for (std::int64_t y = 0; y < size; y += strip_rows) {
      const Plane plane{samples.data() + y * size, static_cast<std::ptrdiff_t>(size)};
      const Plate plate{pixels.data() + y * row_bytes, row_bytes};
      if (!(*halftoner)->run({std::min(strip_rows, size - y), {&plane, 1}, {&plate, 1}}).ok()) {
        state.SkipWithError("the halftoner failed");
      }
    }
    benchmark::DoNotOptimize(pixels.data());
    benchmark::ClobberMemory();
  }
  state.counters["px/s"] =
      benchmark::Counter(static_cast<double>(size * size), benchmark::Counter::kIsIterationInvariantRate);
}

const bool registered = [] {
  for (const Backend& backend : backends()) {
    if (!backend.supported().ok()) continue;
    const auto add = [&](Method method, int levels, Content content, const std::string& what) {
      const std::string name = std::string(backend.name) + "/" + std::string(method_name(method)) + "/" + what;
      benchmark::RegisterBenchmark(
          name.c_str(),
          [=, &backend](benchmark::State& state) { halftone_page(state, backend, method, levels, content); })
          ->Arg(4096)
          ->Unit(benchmark::kMillisecond);
    };
    for (const Method method : methods()) add(method, 2, Content::noise, "noise");
    for (const Method method : methods()) add(method, 2, Content::gradient, "gradient");
    for (const int levels : {3, 4, 16})
      add(Method::floyd_steinberg, levels, Content::noise, std::to_string(levels) + "-levels");
  }
  return true;
}();

}  // namespace
}  // namespace platerip::halftone
