// Spread and choke, compared with plain loops over a whole page, and what a printer expects of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "separation/edges/disc_edges.h"
#include "separation/edges/disc_reference.h"
#include "tests/sanitized.h"
#include "tests/seed.h"

namespace platerip::separation {
namespace {

using Draw = std::function<int(std::int64_t, std::int64_t)>;

/// A whole page of one ink.
struct Page {
  std::int64_t width, height;
  std::vector<int> ink;

  Page(std::int64_t w, std::int64_t h, const Draw& draw) : width(w), height(h) {
    for (std::int64_t y = 0; y < h; ++y)
      for (std::int64_t x = 0; x < w; ++x) ink.push_back(draw(x, y));
  }
  [[nodiscard]] int at(std::int64_t x, std::int64_t y) const { return ink[y * width + x]; }
  friend bool operator==(const Page&, const Page&) = default;
};

__extension__ using Wide = __int128;

bool in_disc(std::int64_t dx, std::int64_t dy, const DiscRadius& r) {
  const Wide x = 256 * dx, y = 256 * dy, rx = r.x, ry = r.y;
  if (x * x > rx * rx || y * y > ry * ry) return false;
  return x * x * ry * ry + y * y * rx * rx <= rx * rx * ry * ry;
}

Page extreme(const Page& page, const DiscRadius& r, bool most) {
  std::vector<std::int64_t> dx(r.y / 256 + 1);  // the greatest in each row
  for (std::int64_t dy = 0; dy <= r.y / 256; ++dy)
    while (in_disc(dx[dy] + 1, dy, r)) ++dx[dy];
  return Page(page.width, page.height, [&](std::int64_t x, std::int64_t y) {
    int found = page.at(x, y);
    for (std::int64_t v = std::max<std::int64_t>(0, y - r.y / 256); v <= std::min(page.height - 1, y + r.y / 256);
         ++v) {
      const std::int64_t wide = dx[std::abs(v - y)];
      const int* const row = &page.ink[v * page.width];
      for (std::int64_t u = std::max<std::int64_t>(0, x - wide); u <= std::min(page.width - 1, x + wide); ++u)
        if (most ? row[u] > found : row[u] < found) found = row[u];
    }
    return found;
  });
}

Page expected(EdgeMove move, const Page& page, const DiscRadius& r) {
  if (move == EdgeMove::spread) return extreme(page, r, true);
  const DiscRadius m{std::max<std::int64_t>(256, r.x / 2), std::max<std::int64_t>(256, r.y / 2)};
  const Page left = extreme(page, r, false);
  const Page broad = extreme(extreme(left, m, false), {2 * r.x + m.x, 2 * r.y + m.y}, true);
  const Page thin(page.width, page.height, [&](std::int64_t x, std::int64_t y) {
    return page.at(x, y) > 2 * broad.at(x, y) ? page.at(x, y) - 2 * broad.at(x, y) : 0;
  });
  const Page kept = extreme(thin, {3 * r.x / 2, 3 * r.y / 2}, true);
  return Page(page.width, page.height,
              [&](std::int64_t x, std::int64_t y) { return std::min(page.at(x, y), left.at(x, y) + kept.at(x, y)); });
}

using Move = std::function<void(const DiscEdges&, int, const EdgeRows&, const Plane&, const Plane&)>;

void by_reference(const DiscEdges& edges, int bits, const EdgeRows& rows, const Plane& in, const Plane& out) {
  reference::move_edges(edges, bits, rows, in, out);
}

void by_vectors(const DiscEdges& edges, int bits, const EdgeRows& rows, const Plane& in, const Plane& out) {
  std::vector<std::byte> memory(edges.workspace_bytes(bits, rows) + 1, std::byte{0x5A});
  const std::span<std::byte> workspace = std::span(memory).first(memory.size() - 1);
  edges.run(bits, rows, in, out, workspace);
  EXPECT_EQ(memory.back(), std::byte{0x5A});
}

/// The page made in strips. Each strip sees its own rows and those around them, and no others.
template <typename Sample>
Page made(const DiscEdges& edges, const Page& page, std::int64_t strip_rows, const Move& move) {
  constexpr int bits = 8 * sizeof(Sample);
  constexpr std::int64_t gap = 3;  // samples between rows
  Page result = page;
  for (std::int64_t first = 0; first < page.height; first += strip_rows) {
    EdgeRows rows{.width = page.width, .rows = std::min(strip_rows, page.height - first)};
    rows.above = std::min(edges.rows_around(), first);
    rows.below = std::min(edges.rows_around(), page.height - first - rows.rows);
    const std::int64_t stride = page.width + gap;
    std::vector<Sample> in, out(rows.rows * stride, Sample{77});
    for (std::int64_t y = first - rows.above; y < first + rows.rows + rows.below; ++y) {
      for (std::int64_t x = 0; x < page.width; ++x) in.push_back(static_cast<Sample>(page.at(x, y)));
      in.insert(in.end(), gap, Sample(y % 2 == 0 ? 0 : std::numeric_limits<Sample>::max()));
    }
    const auto plane = [&](std::vector<Sample>& samples, std::int64_t row) {
      return Plane{reinterpret_cast<std::byte*>(samples.data() + row * stride),
                   static_cast<std::ptrdiff_t>(stride * sizeof(Sample))};
    };
    move(edges, bits, rows, plane(in, rows.above), plane(out, 0));
    for (std::int64_t y = 0; y < rows.rows; ++y) {
      for (std::int64_t x = 0; x < page.width; ++x) result.ink[(first + y) * page.width + x] = out[y * stride + x];
      for (std::int64_t x = page.width; x < stride; ++x) EXPECT_EQ(out[y * stride + x], 77);
    }
  }
  return result;
}

Page made(int bits, const DiscEdges& edges, const Page& page, std::int64_t strip_rows, const Move& move = by_vectors) {
  return bits == 8 ? made<std::uint8_t>(edges, page, strip_rows, move)
                   : made<std::uint16_t>(edges, page, strip_rows, move);
}

/// Pages of several kinds, some of whose edges are soft or noisy.
Page random_page(std::mt19937& random, std::int64_t width, std::int64_t height, int bits) {
  const int full = (1 << bits) - 1;
  const auto below = [&](std::int64_t end) { return static_cast<std::int64_t>(random() % end); };
  const std::int64_t kind = below(6), size = 1 + below(40), soft = 1 + below(9);
  const std::int64_t cx = below(width), cy = below(height), slope = below(9) - 4;
  const int tint = static_cast<int>(below(full + 1));
  return Page(width, height, [&](std::int64_t x, std::int64_t y) {
    const std::int64_t dx = x - cx, dy = y - cy, off = std::abs(4 * dx - slope * dy);
    switch (kind) {
      case 0:  // noise
        return static_cast<int>(below(full + 1));
      case 1:  // strokes with corners on a tint
        return off < 4 * size || std::abs(dy) < size / 3 ? full : tint / 3;
      case 2:  // a soft blob
        return static_cast<int>(std::clamp<std::int64_t>((size * size - dx * dx - dy * dy) / soft + tint, 0, full));
      case 3:  // a shape with specks and holes
        return (std::max(std::abs(dx), std::abs(dy)) < 2 * size) != (below(50) == 0) ? full : 0;
      case 4:  // dots on a grid
        return (x % (size + 4)) * (y % (size + 4)) < size * 2 ? full : 0;
      default:  // broad ink with noisy edges
        return off < 40 * size + below(soft) ? full - static_cast<int>(below(tint / 8 + 1)) : 0;
    }
  });
}

TEST(Disc, SpreadsAndChokesAsPlainLoopsDo) {
  std::mt19937 random(test_seed());
  const auto below = [&](std::int64_t end) { return static_cast<std::int64_t>(random() % end); };
  for (int round = 0; round < test::repeated(80); ++round) {
    const std::int64_t most = round % 8 == 0 ? 100 * 256 : round % 3 == 0 ? 25 * 256 : 6 * 256;
    DiscRadius r{below(most + 1), below(most + 1)};
    if (round % 4 != 0) r.y = r.x;
    if (round % 5 == 0) r = {r.x / 256 * 256, r.y / 256 * 256};
    std::int64_t width = 1 + below(90), height = 1 + below(140);
    if (round % 7 == 0) std::swap(width, height);
    if (round % 10 == 1) width += 500, height = 1 + height / 9;
    const int bits = below(2) == 0 ? 8 : 16;
    const Page page = random_page(random, width, height, bits);
    for (const EdgeMove move : {EdgeMove::spread, EdgeMove::choke}) {
      const Page plain = expected(move, page, r);
      const DiscEdges edges(move, r);
      for (const std::int64_t rows : {std::int64_t{1}, 1 + below(height), height}) {
        SCOPED_TRACE(testing::Message() << "round " << round << ", " << (move == EdgeMove::spread ? "spread" : "choke")
                                        << ' ' << r.x << " x " << r.y << ", " << width << " x " << height << ", "
                                        << bits << " bits, strips of " << rows << " rows");
        ASSERT_TRUE(made(bits, edges, page, rows) == plain);
      }
      ASSERT_TRUE(made(bits, edges, page, 1 + below(height), by_reference) == plain) << "reference, round " << round;
    }
  }
}

// Wider than what is choked at a time.
TEST(Disc, ChokesWidePages) {
  std::mt19937 random(test_seed());
  const DiscRadius r{3 * 256 + 100, 2 * 256};
  const Page page(4000, 40, [&](std::int64_t x, std::int64_t y) {
    const std::int64_t cell = x / 60 * 7919 % 60;
    return std::abs(x % 60 - 30) < cell / 3 && y > cell / 4 ? 255 - static_cast<int>(random() % 30) : 0;
  });
  EXPECT_TRUE(made(8, DiscEdges(EdgeMove::choke, r), page, 9) == expected(EdgeMove::choke, page, r));
}

constexpr DiscRadius six_pixels{6 * 256, 6 * 256};

Page choked(const Page& page, const DiscRadius& r = six_pixels) {
  return made(8, DiscEdges(EdgeMove::choke, r), page, page.height);
}

bool in_square(std::int64_t x, std::int64_t y, std::int64_t from, std::int64_t to) {
  return std::min(x, y) >= from && std::max(x, y) < to;
}

TEST(Disc, ChokesBroadInkAndItsCorners) {
  const Page square(100, 100, [](std::int64_t x, std::int64_t y) { return in_square(x, y, 20, 80) ? 255 : 0; });
  const Page smaller(100, 100, [](std::int64_t x, std::int64_t y) { return in_square(x, y, 26, 74) ? 255 : 0; });
  EXPECT_TRUE(choked(square) == smaller);
}

// A square whose edges are noisy to a depth of `pixels`, with 20 pixels of paper around it.
Page noisy_square(int pixels) {
  std::mt19937 random(test_seed());
  return Page(120, 120, [&](std::int64_t x, std::int64_t y) {
    const std::int64_t edge = 20 + static_cast<std::int64_t>(random() % (pixels + 1));
    return in_square(x, y, edge, 120 - edge) ? 150 + static_cast<int>(random() % 80) : 0;
  });
}

TEST(Disc, ChokesInkWithNoisyEdgesAndCornersToNothing) {
  const Page made = choked(noisy_square(1));
  for (std::int64_t y = 0; y < 120; ++y)
    for (std::int64_t x = 0; x < 120; ++x) ASSERT_TRUE(in_square(x, y, 26, 94) || made.at(x, y) == 0) << x << ", " << y;
}

TEST(Disc, ChokesInkWithNoisierEdgesToNothingButForCorners) {
  const Page made = choked(noisy_square(2));
  for (std::int64_t y = 0; y < 120; ++y) {
    for (std::int64_t x = 0; x < 120; ++x) {
      const bool corner = !in_square(x, x, 36, 84) && !in_square(y, y, 36, 84);
      ASSERT_TRUE(corner || in_square(x, y, 26, 94) || made.at(x, y) == 0) << x << ", " << y;
    }
  }
}

TEST(Disc, ChokeKeepsThinStrokesAndDots) {
  const Page thin(200, 90, [](std::int64_t x, std::int64_t y) {
    const bool stroke = x / 40 < 3 && y > 10 && x % 40 - 15 >= 0 && x % 40 - 15 < 1 + 6 * (x / 40);
    const bool dot = std::hypot(x - 160, y - 40) < 6;
    return stroke || dot ? 255 : 0;
  });
  EXPECT_TRUE(choked(thin) == thin);
}

TEST(Disc, ChokeKeepsAStrokeThatLeavesABar) {
  const Page page(120, 120, [](std::int64_t x, std::int64_t y) {
    return y >= 70 && y < 110 && x > 9 && x < 110 ? 255 : y >= 10 && y < 70 && x / 3 == 20 ? 255 : 0;
  });
  const Page made = choked(page);
  for (std::int64_t y = 10; y < 70; ++y) EXPECT_EQ(made.at(61, y), 255) << y;
  for (std::int64_t y = 76; y < 104; ++y) EXPECT_EQ(made.at(61, y), 255) << y;
  std::int64_t gap = 0;
  for (std::int64_t y = 70; y < 76; ++y) gap += made.at(61, y) == 0;
  EXPECT_LE(gap, 3);
  for (std::int64_t x = 0; x < 120; ++x)
    EXPECT_TRUE(std::abs(x - 61) <= 8 || made.at(x, 70) == 0) << x;  // the edge farther away
}

TEST(Disc, LeavesInkAtThePagesBorder) {
  const Page bleed(90, 90, [](std::int64_t x, std::int64_t) { return x < 50 ? 200 : 0; });
  const Page smaller(90, 90, [](std::int64_t x, std::int64_t) { return x < 44 ? 200 : 0; });
  const Page larger(90, 90, [](std::int64_t x, std::int64_t) { return x < 56 ? 200 : 0; });
  EXPECT_TRUE(choked(bleed) == smaller);
  EXPECT_TRUE(made(8, DiscEdges(EdgeMove::spread, six_pixels), bleed, 13) == larger);
}

TEST(Disc, OfLessThanAPixelChangesNothing) {
  std::mt19937 random(test_seed());
  for (const DiscRadius& r : {DiscRadius{}, {255, 255}, {0, 200}}) {
    for (const EdgeMove move : {EdgeMove::spread, EdgeMove::choke}) {
      for (int round = 0; round < 10; ++round) {
        const Page page = random_page(random, 50, 60, 8);
        EXPECT_TRUE(made(8, DiscEdges(move, r), page, 7) == page);
      }
    }
  }
}

TEST(Disc, ChokeNeedsNoMoreMemoryForWiderPages) {
  for (const std::int64_t pixels : {5, 25, 100}) {
    const DiscEdges edges(EdgeMove::choke, {256 * pixels, 256 * pixels});
    const std::int64_t around = edges.rows_around();
    EXPECT_EQ(edges.workspace_bytes(8, {6000, 64, around, around}),
              edges.workspace_bytes(8, {60000, 64, around, around}));
  }
  EXPECT_EQ(DiscEdges(EdgeMove::choke, {25600, 25600}).rows_around(), 550);
  EXPECT_EQ(DiscEdges(EdgeMove::spread, {25600, 25600}).rows_around(), 100);
}

}  // namespace
}  // namespace platerip::separation
