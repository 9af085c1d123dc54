#include "separation/edges/disc_reference.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace platerip::separation::reference {
namespace {

/// Samples of all rows that there are, wide enough for sums.
struct EdgeImage {
  std::int64_t width = 0, rows = 0;
  std::vector<std::int32_t> samples;

  [[nodiscard]] std::int32_t at(std::int64_t x, std::int64_t y) const { return samples[y * width + x]; }
};

// The image with each sample replaced by make(x, y).
template <typename Make>
EdgeImage replaced(const EdgeImage& image, const Make& make) {
  EdgeImage made = image;
  for (std::int64_t y = 0; y < image.rows; ++y)
    for (std::int64_t x = 0; x < image.width; ++x) made.samples[y * image.width + x] = make(x, y);
  return made;
}

// Of all samples in the disc around each pixel, the one that is `better` than the others.
template <typename Better>
EdgeImage best_in(const Disc& disc, const EdgeImage& image, const Better& better) {
  return replaced(image, [&](std::int64_t x, std::int64_t y) {
    std::int32_t best = image.at(x, y);
    for (std::int64_t dy = std::max(-disc.rows(), -y); dy <= std::min(disc.rows(), image.rows - 1 - y); ++dy) {
      const std::int64_t wide = disc.half_width(std::abs(dy));
      for (std::int64_t dx = std::max(-wide, -x); dx <= std::min(wide, image.width - 1 - x); ++dx)
        best = better(best, image.at(x + dx, y + dy));
    }
    return best;
  });
}

EdgeImage most_in(const Disc& disc, const EdgeImage& image) {
  return best_in(disc, image, [](std::int32_t a, std::int32_t b) { return std::max(a, b); });
}

EdgeImage least_in(const Disc& disc, const EdgeImage& image) {
  return best_in(disc, image, [](std::int32_t a, std::int32_t b) { return std::min(a, b); });
}

EdgeImage choked(const std::vector<Disc>& discs, const EdgeImage& ink) {
  const EdgeImage left = least_in(discs[0], ink);
  const EdgeImage broad = most_in(discs[2], least_in(discs[1], left));
  const EdgeImage thin =
      replaced(ink, [&](std::int64_t x, std::int64_t y) { return std::max(0, ink.at(x, y) - 2 * broad.at(x, y)); });
  const EdgeImage kept = most_in(discs[3], thin);
  return replaced(
      ink, [&](std::int64_t x, std::int64_t y) { return std::min(ink.at(x, y), left.at(x, y) + kept.at(x, y)); });
}

template <typename Sample>
void move_samples(const DiscEdges& edges, const EdgeRows& rows, const Plane& in, const Plane& out) {
  EdgeImage ink{.width = rows.width, .rows = rows.above + rows.rows + rows.below, .samples = {}};
  for (std::int64_t y = -rows.above; y < rows.rows + rows.below; ++y) {
    const auto* const row = reinterpret_cast<const Sample*>(in.samples + y * in.stride);
    ink.samples.insert(ink.samples.end(), row, row + rows.width);
  }
  const EdgeImage made = edges.move() == EdgeMove::spread ? most_in(edges.discs()[0], ink) : choked(edges.discs(), ink);
  for (std::int64_t y = 0; y < rows.rows; ++y) {
    auto* const row = reinterpret_cast<Sample*>(out.samples + y * out.stride);
    for (std::int64_t x = 0; x < rows.width; ++x) row[x] = static_cast<Sample>(made.at(x, rows.above + y));
  }
}

}  // namespace

void move_edges(const DiscEdges& edges, int bits, const EdgeRows& rows, const Plane& in, const Plane& out) {
  bits == 8 ? move_samples<std::uint8_t>(edges, rows, in, out) : move_samples<std::uint16_t>(edges, rows, in, out);
}

}  // namespace platerip::separation::reference
