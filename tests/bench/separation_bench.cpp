// Pixels a second from page to ink planes on one core, of each backend: pages of noise and of a photograph with grain.
// `cpu` is measured without its table, with it, and while it fills it.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "profiles/profile.h"
#include "samples/content.h"
#include "separation/separation.h"

namespace platerip::separation {
namespace {

constexpr std::int64_t side = 4096;
constexpr std::int64_t strip_rows = 64;
constexpr std::int64_t big_page = std::int64_t{1} << 30;  // pixels: enough for every table

// 8-bit samples become 16-bit ones with random low bytes.
std::vector<std::byte> make_pixels(const std::string& content, const PixelFormat& format) {
  const auto paint = samples::find_content(content, side, side, 1);
  const int samples = format.bytes() / (format.bits / 8);
  std::vector<std::byte> pixels;
  std::vector<samples::Color> row(static_cast<std::size_t>(side));
  std::mt19937 random(1);
  for (std::int64_t y = 0; y < side; ++y) {
    (*paint)(y, row);
    for (const samples::Color& color : row) {
      const double grain = (static_cast<double>(random() & 7) - 3.5) / 255;
      const double rgb[] = {color.r, color.g, color.b, color.g, color.r};
      for (int s = 0; s < samples; ++s) {
        if (format.bits == 16) pixels.push_back(static_cast<std::byte>(random()));
        pixels.push_back(static_cast<std::byte>(samples::clamp01(rgb[s] + grain) * 255));
      }
    }
  }
  return pixels;
}

const std::vector<std::byte>& pixels_of(const std::string& content, const PixelFormat& format) {
  static std::vector<std::byte> pixels;  // of the last benchmark: they come in order
  static std::string kept;
  const std::string wanted = content + std::to_string(format.bits) + std::to_string(format.bytes());
  if (kept != wanted) pixels = make_pixels(content, format);
  kept = wanted;
  return pixels;
}

void separate_page(benchmark::State& state, const std::string& backend, const Settings& settings,
                   const std::string& content) {
  const std::vector<std::byte>& pixels = pixels_of(content, settings.format);
  const auto separator = make_separator(settings, backend);
  if (!separator.ok()) {
    state.SkipWithError(separator.error().message.c_str());
    return;
  }
  const std::ptrdiff_t pixel_stride = side * settings.format.bytes();
  const std::ptrdiff_t plane_stride = side * settings.format.bits / 8 + 64;
  std::vector<std::vector<std::byte>> memory((*separator)->inks().size());
  std::vector<Plane> planes;
  for (auto& plane : memory) {
    plane.resize(static_cast<std::size_t>(strip_rows * plane_stride));
    planes.push_back({plane.data(), plane_stride});
  }
  std::vector<std::byte> workspace((*separator)->workspace_bytes(side, strip_rows));
  const auto strip = [&](std::int64_t row) {
    const Strip rows{side, strip_rows, pixels.data() + row * pixel_stride, pixel_stride};
    if (!(*separator)->run(rows, planes, workspace).ok()) state.SkipWithError("the separator failed");
  };
  strip(0);  // the first one may fill a table
  for (auto _ : state) {
    for (std::int64_t row = 0; row < side; row += strip_rows) strip(row);
    benchmark::ClobberMemory();
  }
  state.SetLabel((*separator)->description());
  state.counters["px/s"] =
      benchmark::Counter(static_cast<double>(side * side), benchmark::Counter::kIsIterationInvariantRate);
}

// From settings to the first strip done: what a page costs however small it is.
void make_and_begin(benchmark::State& state, const std::string& backend, const Settings& settings) {
  const std::vector<std::byte> pixels(static_cast<std::size_t>(16 * settings.format.bytes()));
  std::vector<std::byte> inks(8 * 16 * 2);
  for (auto _ : state) {
    const auto separator = make_separator(settings, backend);
    std::vector<Plane> planes;
    for (std::size_t ink = 0; ink < (*separator)->inks().size(); ++ink) planes.push_back({&inks[ink * 32], 32});
    std::vector<std::byte> workspace((*separator)->workspace_bytes(16, 1));
    if (!(*separator)->run({16, 1, pixels.data(), 0}, planes, workspace).ok()) state.SkipWithError("it failed");
  }
}

void add(const std::string& backend, const std::string& what, const Settings& settings) {
  for (const std::string content : {"noise", "photo"})
    benchmark::RegisterBenchmark((backend + "/" + what + "/" + content).c_str(), separate_page, backend, settings,
                                 content)
        ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  const auto press = profiles::Profile::default_press();
  if (!press.ok()) return false;
  Settings rgb;
  rgb.page = profiles::Profile::srgb();
  rgb.press = *press;
  Settings big = rgb;
  big.pixels = big_page;
  Settings limited = rgb;
  limited.ink_limit = 280;
  limited.curves.assign(4, *Curve::from_points({{50, 60}}));
  Settings rgb16 = rgb;
  rgb16.format.bits = 16;
  Settings alpha = rgb;
  alpha.format.alpha = Alpha::unassociated;
  Settings gray = rgb;
  gray.format.model = profiles::ColorModel::gray;
  gray.page = profiles::Profile::srgb_gray();
  Settings cmyk;
  cmyk.format.model = profiles::ColorModel::cmyk;
  for (const Backend& backend : backends()) {
    const std::string name(backend.name);
    add(name, "rgb8", rgb);
    if (name != "reference") add(name, "rgb8-big", big);
    add(name, "rgb8-curves-limit", limited);
    add(name, "rgb16", rgb16);
    add(name, "rgba8", alpha);
    add(name, "gray8", gray);
    add(name, "cmyk8", cmyk);
    benchmark::RegisterBenchmark((name + "/make").c_str(), make_and_begin, name, rgb)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((name + "/make-big").c_str(), make_and_begin, name, big)
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
}  // namespace platerip::separation
