#include "tests/bench/quality/methods/halftones.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/status.h"
#include "halftone/backends/backends.h"
#include "halftone/halftone.h"
#include "halftone/inks_together.h"
#include "halftone/method.h"
#include "halftone/screens/am.h"
#include "halftone/screens/noise_screens.h"
#include "halftone/screens/tile.h"

namespace platerip::quality {
namespace {

using namespace platerip::halftone;

template <typename T>
T expect(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().message);
  return *std::move(result);
}

template <typename Sample>
std::vector<std::byte> samples_of(const Image& plane) {
  constexpr float solid = std::numeric_limits<Sample>::max();
  std::vector<std::byte> samples(plane.ink.size() * sizeof(Sample));
  std::byte* place = samples.data();
  for (const float amount : plane.ink) {
    const auto sample = static_cast<Sample>(std::lround(amount * (solid / 255)));
    std::memcpy(place, &sample, sizeof sample);
    place += sizeof sample;
  }
  return samples;
}

std::vector<float> ink_of_levels(const Drops& drops, int levels) {
  const std::vector<int> amounts = amounts_of(drops, levels);
  std::vector<float> ink;
  for (const int amount : amounts) ink.push_back(255 * static_cast<float>(amount) / static_cast<float>(amounts.back()));
  return ink;
}

Image image_of(const std::vector<std::byte>& pixels, int width, int height, int levels, const Drops& drops) {
  const int bits = plate_bits(levels);
  const std::int64_t stride = plate_row_bytes(width, levels);
  const std::vector<float> ink = ink_of_levels(drops, levels);
  Image image(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto byte = std::to_integer<unsigned>(pixels[static_cast<std::size_t>(y * stride + x * bits / 8)]);
      const unsigned level = byte >> (8 - bits - x * bits % 8) & ((1U << bits) - 1);
      image.row(y)[x] = ink[level];
    }
  }
  return image;
}

// The screen of an ink, as platerip makes it by default for a page of 1200 dpi.
Screen make_screen(std::string_view method, int ink) {
  if (method == "blue-noise") return for_ink(blue_noise(), ink);
  if (method == "green-noise") return for_ink(expect(green_noise(least_dot_size)), ink);
  constexpr std::array angles{15.0, 75.0, 0.0};  // of cyan, magenta and yellow
  const Grid grid{.lpi = 150, .angle = angles.at(static_cast<std::size_t>(ink) % angles.size())};
  return expect(make_am(grid, {1200, 1200}, spot_of(DotShape::euclidean))).screen;
}

// The same, made once.
std::shared_ptr<const Screen> screen_of(std::string_view method, int ink) {
  static std::mutex mutex;
  static std::map<std::pair<std::string_view, int>, std::shared_ptr<const Screen>> screens;
  const std::scoped_lock lock(mutex);
  std::shared_ptr<const Screen>& screen = screens[{method, ink}];
  if (!screen) screen = std::make_shared<const Screen>(make_screen(method, ink));
  return screen;
}

std::vector<PlaneSettings> settings_of(const MethodInfo& method, std::size_t planes) {
  std::vector<PlaneSettings> settings = planes_of(planes, Method(method));
  if (method.family != Family::screen) return settings;
  for (PlaneSettings& plane : settings) plane.screen = screen_of(method.name, plane.ink);
  return settings;
}

// As --inks even spreads C, M, Y and K; or the second of two planes over the first.
std::vector<PlaneSettings> even_settings_of(const MethodInfo& method, std::size_t planes) {
  std::vector<PlaneSettings> settings = settings_of(method, planes);
  if (planes == 2) settings[1].beside = {0};
  if (planes != 4) return settings;
  settings[0].beside = {3};
  settings[1].beside = {3, 0};
  return settings;
}

// As --inks together searches C, M, Y and K, or C and M.
std::vector<PlaneSettings> settings_together(const MethodInfo& method, std::size_t planes) {
  constexpr std::array<std::size_t, 4> places{1, 2, 3, 0};  // of C, M, Y and K in ink_shades
  std::vector<PlaneSettings> settings = settings_of(method, planes);
  for (std::size_t i = 0; i < std::min(planes, places.size()); ++i) settings[i].shade = ink_shades.at(places[i]).shade;
  return settings;
}

std::vector<Image> run(const std::vector<PlaneSettings>& settings_of_planes, const std::vector<Image>& planes,
                       int levels, int bits = 8) {
  const int width = planes.front().width, height = planes.front().height;
  const Settings settings{.planes = settings_of_planes, .levels = levels, .bits = bits, .width = width};
  const Backend& backend = *expect(find_backend("auto"));
  std::vector<std::byte> workspace(backend.workspace_bytes(settings));
  const auto halftoner = expect(backend.make(settings, workspace));

  std::vector<std::vector<std::byte>> samples, pixels;
  std::vector<Plane> from;
  std::vector<Plate> to;
  const std::int64_t stride = plate_row_bytes(width, levels);
  for (const Image& plane : planes) {
    samples.push_back(bits == 8 ? samples_of<std::uint8_t>(plane) : samples_of<std::uint16_t>(plane));
    pixels.emplace_back(static_cast<std::size_t>(stride * height));
  }
  for (std::size_t k = 0; k < planes.size(); ++k) {
    from.push_back({samples[k].data(), std::ptrdiff_t{width} * bits / 8});
    to.push_back({pixels[k].data(), stride});
  }
  expect(halftoner->run({.rows = height, .planes = from, .plates = to, .last = true, .room = height}));

  std::vector<Image> plates;
  for (std::size_t k = 0; k < planes.size(); ++k)
    plates.push_back(image_of(pixels[k], width, height, levels, settings_of_planes[k].drops));
  return plates;
}

bool is_slow(const MethodInfo& method) {
  return method.search != nullptr && method.search->moves != Moves::toggles_and_swaps;
}

}  // namespace

std::vector<Halftone> product_halftones() {
  std::vector<Halftone> all;
  for (const MethodInfo& method : methods()) {
    Halftone halftone{std::string(method.name), {}, [&method](const std::vector<Image>& planes, int levels) {
                        return run(settings_of(method, planes.size()), planes, levels);
                      }};
    halftone.is_slow = is_slow(method);
    for (const int levels : {2, 3, 4, 16}) {
      if (check({.planes = settings_of(method, 1), .levels = levels, .width = 1}).ok())
        halftone.levels.push_back(levels);
    }
    all.push_back(std::move(halftone));
  }
  return all;
}

Halftone with_effort(const std::string& name, const SearchEffort& effort) {
  const Method method = expect(find_method(name));
  const auto plates = [method, effort](const std::vector<Image>& planes, int levels) {
    std::vector<PlaneSettings> settings = settings_of(method.info(), planes.size());
    for (PlaneSettings& plane : settings) plane.effort = effort;
    return run(settings, planes, levels);
  };
  return {name, {2}, plates, is_slow(method.info())};
}

Halftone with_drops(const std::string& name, const Drops& drops) {
  const Method method = expect(find_method(name));
  const int levels = static_cast<int>(drops.amounts.size());
  return {name, {levels}, [method, drops, levels](const std::vector<Image>& planes, int) {
            std::vector<PlaneSettings> settings = settings_of(method.info(), planes.size());
            for (PlaneSettings& plane : settings) plane.drops = drops;
            return run(settings, planes, levels, 16);
          }};
}

std::optional<Halftone> with_even_inks(const Halftone& halftone) {
  const auto method = find_method(halftone.name);
  if (!method.ok() || method->info().family != Family::tone_filter) return std::nullopt;
  return Halftone{halftone.name + ", even", {2}, [method = *method](const std::vector<Image>& planes, int levels) {
                    return run(even_settings_of(method.info(), planes.size()), planes, levels);
                  }};
}

std::optional<Halftone> with_inks_together(const Halftone& halftone) {
  if (halftone.name != "dbs") return std::nullopt;
  return Halftone{halftone.name + ", together", {2}, [](const std::vector<Image>& planes, int levels) {
                    return run(settings_together(Method("dbs").info(), planes.size()), planes, levels);
                  }};
}

}  // namespace platerip::quality
