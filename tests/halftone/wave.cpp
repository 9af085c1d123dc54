#include "tests/halftone/wave.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace platerip::halftone {

Wave::Wave(const Settings& settings, const Plane& plane, const Plate& plate, std::int64_t rows,
           const BoundaryErrors& above, std::mt19937& random)
    : settings_(settings), plane_(plane), plate_(plate), above_{above} {
  for (std::int64_t y = 0; y < rows;) {
    const std::int64_t most = random() % 2 ? 3 : 40;
    const std::int64_t height = std::min<std::int64_t>(1 + random() % most, rows - y);
    StripInBlocks& strip = strips_.emplace_back();
    strip.first = y;
    const std::int64_t last = strip_end(settings, height);
    const std::int64_t widest = random() % 4 ? 1 + random() % 70 : 1;
    for (std::int64_t begin = 0; begin < last; begin = strip.blocks.back().end) {
      strip.blocks.push_back({height, begin, std::min<std::int64_t>(begin + 1 + random() % widest, last)});
    }
    strip.r = r_left_of_page(settings, strip.blocks.front());
    y += height;
  }
}

std::span<const BoundaryErrors> Wave::c_above(std::size_t strip) const {
  return strip == 0 ? above_ : strips_[strip - 1].c;
}

bool Wave::done() const {
  return std::ranges::all_of(strips_, [](const StripInBlocks& strip) { return strip.done == strip.blocks.size(); });
}

bool Wave::ready(std::size_t strip) const {
  const StripInBlocks& here = strips_[strip];
  if (here.done == here.blocks.size()) return false;
  if (strip == 0) return true;
  const StripInBlocks& above = strips_[strip - 1];
  return above.done > 0 && columns_below(settings_, above.blocks[above.done - 1]).end >=
                               columns_above(settings_, here.blocks[here.done]).end;
}

BlockErrors Wave::before(std::size_t strip) const {
  const StripInBlocks& here = strips_[strip];
  auto c = cut_c(c_above(strip), columns_above(settings_, here.blocks[here.done]));
  EXPECT_TRUE(c.ok()) << c.error().message;
  return {c.ok() ? *std::move(c) : BoundaryErrors{}, here.r};
}

Result<BlockErrors> Wave::halftone(std::size_t strip, const BlockErrors& before) {
  const StripInBlocks& here = strips_[strip];
  const Plane plane{plane_.samples + here.first * plane_.stride, plane_.stride};
  const Plate plate{plate_.pixels + here.first * plate_.stride, plate_.stride};
  return halftone_block(settings_, here.blocks[here.done], plane, plate, before);
}

void Wave::keep(std::size_t strip, BlockErrors after) {
  StripInBlocks& here = strips_[strip];
  here.c.push_back(std::move(after.c));
  here.r = std::move(after.r);
  ++here.done;
}

void Wave::run_next(std::size_t strip) {
  auto after = halftone(strip, before(strip));
  ASSERT_TRUE(after.ok()) << after.error().message;
  keep(strip, *std::move(after));
}

BoundaryErrors Wave::c_below(std::size_t strip) const {
  auto c = cut_c(strips_[strip].c, {0, settings_.width});
  EXPECT_TRUE(c.ok()) << c.error().message;
  return c.ok() ? *std::move(c) : BoundaryErrors{};
}

std::vector<Method> error_filter_methods() {
  std::vector<Method> filters;
  for (const MethodInfo& info : methods()) {
    if (info.filter != nullptr) filters.emplace_back(info);
  }
  return filters;
}

BoundaryErrors c_above_page(const Settings& settings) {
  const int rows = settings.planes[0].method.info().filter->rows();
  return {0, rows, std::vector<std::int16_t>(static_cast<std::size_t>(rows * settings.width))};
}

}  // namespace platerip::halftone
