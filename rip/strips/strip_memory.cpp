#include "rip/strips/strip_memory.h"

namespace platerip::rip {
namespace {

// The stages work on several rows of planes and plates at once. These rows start on cache lines, an odd number of lines
// apart, because a power of two would map one column of all rows to the same few cache sets. Rows of pixels are
// processed one by one; they are contiguous, so that many can be read at once.
std::int64_t stride_of(std::int64_t row_bytes) {
  return (whole_lines(row_bytes) / cache_line | 1) * cache_line;
}

}  // namespace

std::ptrdiff_t StripShape::plane_stride() const {
  return stride_of(width * sample_bytes);
}

std::ptrdiff_t StripShape::plate_stride() const {
  return stride_of(plate_row_bytes);
}

RowBytes StripShape::row_bytes() const {
  return {pixel_row_bytes, plane_stride() * static_cast<std::int64_t>(planes),
          plate_stride() * static_cast<std::int64_t>(plates)};
}

std::int64_t StripShape::around_bytes() const {
  const RowBytes row = row_bytes();
  return row.pixels * pixels_around.rows() + row.planes * planes_around.rows();
}

std::size_t strips_bytes(const StripShape& shape, const StripPlan& plan, std::size_t workspace_bytes) {
  const RowBytes row = shape.row_bytes();
  const std::int64_t workspace = stride_of(static_cast<std::int64_t>(workspace_bytes));
  const std::int64_t pixels = whole_lines(row.pixels * (plan.rows + shape.pixels_around.rows()));
  const std::int64_t planes = row.planes * (plan.rows + shape.planes_around.rows());
  const std::int64_t strip_bytes =
      pixels + planes + row.plates * plan.rows + shape.tone_bytes(plan.rows) + shape.sum_bytes(plan.rows) + workspace;
  return static_cast<std::size_t>(strip_bytes * plan.buffers() + cache_line);
}

std::vector<StripInFlight> place_strips(const StripShape& shape, const StripPlan& plan, std::size_t workspace_bytes,
                                        std::byte* memory) {
  std::byte* next = memory + (cache_line - reinterpret_cast<std::uintptr_t>(memory) % cache_line);
  const auto take = [&](std::int64_t bytes) {
    std::byte* taken = next;
    next += bytes;
    return taken;
  };

  const std::int64_t pixel_row = shape.pixel_row_bytes;
  const std::int64_t workspace = stride_of(static_cast<std::int64_t>(workspace_bytes));
  const Window pixels = shape.pixels_around, planes = shape.planes_around;
  std::vector<StripInFlight> strips;
  for (int i = 0; i < plan.buffers(); ++i) {
    StripInFlight strip;
    strip.room = plan.rows;
    strip.pixels = take(whole_lines(pixel_row * (plan.rows + pixels.rows()))) + pixel_row * pixels.above;
    strip.pixel_stride = pixel_row;
    for (std::size_t plane = 0; plane < shape.planes; ++plane) {
      std::byte* const first = take(shape.plane_stride() * (plan.rows + planes.rows()));
      strip.separated.push_back({first + shape.plane_stride() * planes.above, shape.plane_stride()});
    }
    strip.planes = strip.separated;
    for (std::size_t plate = 0; plate < shape.plates; ++plate)
      strip.plates.push_back({take(shape.plate_stride() * plan.rows), shape.plate_stride()});
    if (shape.tones) strip.tones = place_tones(*shape.tones, plan.rows, take(shape.tone_bytes(plan.rows)));
    if (shape.sums) strip.sums = place_sums(*shape.sums, plan.rows, take(shape.sum_bytes(plan.rows)));
    strip.workspace = {take(workspace), workspace_bytes};
    strips.push_back(std::move(strip));
  }
  return strips;
}

StripMemory::StripMemory(const StripShape& shape, const StripPlan& plan, std::size_t workspace_bytes)
    : memory_(large_memory(strips_bytes(shape, plan, workspace_bytes))),
      strips_(place_strips(shape, plan, workspace_bytes, memory_.get())) {}

}  // namespace platerip::rip
