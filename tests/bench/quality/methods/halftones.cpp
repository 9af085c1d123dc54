#include "tests/bench/quality/methods/halftones.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "base/status.h"
#include "halftone/backends/backends.h"
#include "halftone/halftone.h"
#include "halftone/method.h"

namespace platerip::quality {
namespace {

using namespace platerip::halftone;

template <typename T>
T expect(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().message);
  return *std::move(result);
}

std::vector<std::byte> samples_of(const Image& plane) {
  std::vector<std::byte> samples;
  samples.reserve(plane.ink.size());
  for (const float amount : plane.ink) samples.push_back(static_cast<std::byte>(std::lround(amount)));
  return samples;
}

Image image_of(const std::vector<std::byte>& pixels, int width, int height, int levels) {
  const int bits = plate_bits(levels);
  const std::int64_t stride = plate_row_bytes(width, levels);
  const float step = 255.F / static_cast<float>(levels - 1);
  Image image(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto byte = std::to_integer<unsigned>(pixels[static_cast<std::size_t>(y * stride + x * bits / 8)]);
      const unsigned level = byte >> (8 - bits - x * bits % 8) & ((1U << bits) - 1);
      image.row(y)[x] = static_cast<float>(level) * step;
    }
  }
  return image;
}

std::vector<Image> run(const MethodInfo& method, const std::vector<Image>& planes, int levels) {
  const int width = planes.front().width, height = planes.front().height;
  const Settings settings{.planes = planes_of(planes.size(), Method(method)), .levels = levels, .width = width};
  const Backend& backend = *expect(find_backend("auto"));
  std::vector<std::byte> workspace(backend.workspace_bytes(settings));
  const auto halftoner = expect(backend.make(settings, workspace));

  std::vector<std::vector<std::byte>> samples, pixels;
  std::vector<Plane> from;
  std::vector<Plate> to;
  const std::int64_t stride = plate_row_bytes(width, levels);
  for (const Image& plane : planes) {
    samples.push_back(samples_of(plane));
    pixels.emplace_back(static_cast<std::size_t>(stride * height));
  }
  for (std::size_t k = 0; k < planes.size(); ++k) {
    from.push_back({samples[k].data(), width});
    to.push_back({pixels[k].data(), stride});
  }
  expect(halftoner->run({.rows = height, .planes = from, .plates = to, .last = true, .room = height}));

  std::vector<Image> plates;
  for (const auto& plate : pixels) plates.push_back(image_of(plate, width, height, levels));
  return plates;
}

}  // namespace

std::vector<Halftone> product_halftones() {
  std::vector<Halftone> all;
  for (const MethodInfo& method : methods()) {
    Halftone halftone{std::string(method.name), {}, [&method](const std::vector<Image>& planes, int levels) {
                        return run(method, planes, levels);
                      }};
    for (const int levels : {2, 3, 4, 16}) {
      if (check({.planes = planes_of(1, Method(method)), .levels = levels, .width = 1}).ok())
        halftone.levels.push_back(levels);
    }
    all.push_back(std::move(halftone));
  }
  return all;
}

}  // namespace platerip::quality
