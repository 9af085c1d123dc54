#include "tests/halftone/block.h"

#include <algorithm>
#include <string>

#include "halftone/checks.h"
#include "halftone/error_filter.h"
#include "halftone/page_boundary.h"
#include "halftone/reference/rows.h"

namespace platerip::halftone {
namespace {

const ErrorFilter& filter_of(const Settings& settings) {
  return *settings.planes.front().method.info().filter;
}

// The columns of a block's rows on the page. Row −1 is the last row of the strip above.
class Parallelogram {
 public:
  Parallelogram(const Settings& settings, const Block& block)
      : filter_(filter_of(settings)), width_(settings.width), block_(block) {}

  [[nodiscard]] const ErrorFilter& filter() const { return filter_; }
  [[nodiscard]] Columns columns(std::int64_t row) const {
    const std::int64_t left = filter_.skew() * row;
    return {on_page(block_.begin - left), on_page(block_.end - left)};
  }
  [[nodiscard]] Columns above() const {
    const int skew = filter_.skew();
    return {on_page(block_.begin + skew - filter_.reach_behind()), on_page(block_.end + skew - 1)};
  }
  [[nodiscard]] Columns below() const { return columns(block_.rows - 1); }

 private:
  [[nodiscard]] std::int64_t on_page(std::int64_t column) const { return std::clamp<std::int64_t>(column, 0, width_); }

  const ErrorFilter& filter_;
  std::int64_t width_;
  Block block_;
};

std::size_t size_of(std::int64_t rows, std::int64_t columns) {
  return static_cast<std::size_t>(rows * columns);
}

std::size_t size_of(std::int64_t rows, Columns columns) {
  return size_of(rows, columns.end - columns.begin);
}

bool fits(const BoundaryErrors& boundary, std::int64_t column, std::int64_t rows, std::size_t size) {
  return boundary.column == column && boundary.rows == rows && boundary.errors.size() == size &&
         std::ranges::all_of(boundary.errors, is_error);
}

// Checks that these settings can be used with blocks.
Status check_settings(const Settings& settings) {
  if (const Status status = check_known(settings); !status.ok()) return status;
  if (settings.planes.size() > 1) {
    return Error{"halftone: blocks of " + std::to_string(settings.planes.size()) +
                 " planes were asked for; halftone each plane in blocks of its own"};
  }
  const MethodInfo& method = settings.planes.front().method.info();
  switch (method.family) {
    case Family::error_filter:
      return {};
    case Family::tone_filter:
    case Family::search:
      return Error{"halftone: " + std::string(method.name) + " has no blocks; halftone its strips in order"};
    case Family::point_process:
    case Family::screen:
      return Error{"halftone: " + std::string(method.name) +
                   " collects no errors; halftone its strips in any order, without blocks"};
  }
  return Error{"halftone: there are no blocks of this family of methods"};
}

Status check_before(const Parallelogram& shape, const Block& block, const BlockErrors& before) {
  const ErrorFilter& filter = shape.filter();
  const Columns above = shape.above();
  if (!fits(before.c, above.begin, filter.rows(), size_of(filter.rows(), above))) {
    return Error{"halftone: the boundary errors C do not belong to columns " + std::to_string(above.begin) + " to " +
                 std::to_string(above.end) + "; cut them out of those of the strip above"};
  }
  if (!fits(before.r, block.begin, block.rows, size_of(block.rows, filter.reach_behind()))) {
    return Error{"halftone: the boundary errors R do not belong to a block that begins at column " +
                 std::to_string(block.begin) + "; give those of the block to the left"};
  }
  return {};
}

// The errors of the current row and the two above it, which take turns in the memory. Outside the page they are 0.
class Window {
 public:
  explicit Window(Columns columns)
      : first_(columns.begin), length_(columns.end - columns.begin), errors_(size_of(rows, columns)) {}

  // The errors of a row from a column on. Precondition: row >= −2.
  [[nodiscard]] std::int16_t* at(std::int64_t row, std::int64_t column) {
    return errors_.data() + (row + rows) % rows * length_ + (column - first_);
  }

 private:
  static constexpr int rows = max_reach + 1;

  std::int64_t first_;
  std::int64_t length_;
  std::vector<std::int16_t> errors_;
};

// Copies C to the rows above row 0.
void enter_c(const BoundaryErrors& c, Columns columns, Window& errors) {
  const std::int64_t width = columns.end - columns.begin;
  for (std::int64_t row = 0; row < c.rows; ++row) {
    std::copy_n(c.errors.begin() + row * width, width, errors.at(row - c.rows, columns.begin));
  }
}

}  // namespace

std::int64_t strip_end(const Settings& settings, std::int64_t rows) {
  return settings.width + filter_of(settings).skew() * (rows - 1);
}

Status check_block(const Settings& settings, const Block& block) {
  if (const Status status = check_settings(settings); !status.ok()) return status;
  if (block.rows < 1 || block.rows > max_width) {
    return Error{"halftone: a block of " + std::to_string(block.rows) + " rows was given"};
  }
  const std::int64_t last = strip_end(settings, block.rows);
  if (block.begin < 0 || block.begin >= block.end || block.end > last) {
    return Error{"halftone: a block from column " + std::to_string(block.begin) + " to " + std::to_string(block.end) +
                 " was given; those of this strip lie between 0 and " + std::to_string(last)};
  }
  return {};
}

Columns columns_above(const Settings& settings, const Block& block) {
  return Parallelogram(settings, block).above();
}

Columns columns_below(const Settings& settings, const Block& block) {
  return Parallelogram(settings, block).below();
}

BoundaryErrors c_above_page(const Settings& settings, const Block& block) {
  const Columns above = columns_above(settings, block);
  const int rows = filter_of(settings).rows();
  return {above.begin, rows, std::vector<std::int16_t>(size_of(rows, above))};
}

BoundaryErrors r_left_of_page(const Settings& settings, const Block& block) {
  const int columns = filter_of(settings).reach_behind();
  return {0, block.rows, std::vector<std::int16_t>(size_of(block.rows, columns))};
}

Result<BoundaryErrors> c_of(const Settings& settings, const PlaneBoundary& plane) {
  if (const Status status = check_settings(settings); !status.ok()) return status.error();
  const Boundary boundary{.planes = {plane}};
  if (const Status status = check_boundary(settings, boundary); !status.ok()) return status.error();
  return BoundaryErrors{0, filter_of(settings).rows(), errors_of(boundary)};
}

Result<PlaneBoundary> plane_boundary(const Settings& settings, const BoundaryErrors& c) {
  if (const Status status = check_settings(settings); !status.ok()) return status.error();
  const int rows = filter_of(settings).rows();
  if (!fits(c, 0, rows, size_of(rows, settings.width))) {
    return Error{"halftone: the boundary errors C do not belong to columns 0 to " + std::to_string(settings.width) +
                 "; join those of all blocks of the strip"};
  }
  return boundary_of(settings, 0, c.errors).planes.front();
}

Result<BlockErrors> halftone_block(const Settings& settings, const Block& block, const Plane& plane, const Plate& plate,
                                   const BlockErrors& before) {
  if (const Status status = check_block(settings, block); !status.ok()) return status.error();
  const Parallelogram shape(settings, block);
  if (const Status status = check_before(shape, block, before); !status.ok()) return status.error();

  const auto load_ink = reference::load_ink_of(settings.bits);
  const auto collect_errors = reference::collect_errors_of(shape.filter(), settings.levels);
  const LevelAmounts levels({}, settings.levels, solid);
  const int behind = shape.filter().reach_behind();
  const Columns below = shape.below();
  Window errors({below.begin - std::max(behind, max_reach), shape.columns(0).end + max_reach});
  std::vector<std::int32_t> sums(static_cast<std::size_t>(std::min(settings.width, block.end - block.begin)));
  BlockErrors after{{below.begin, shape.filter().rows(), {}}, {block.end, block.rows, {}}};
  after.c.errors.reserve(size_of(after.c.rows, below));
  after.r.errors.reserve(before.r.errors.size());

  enter_c(before.c, shape.above(), errors);
  for (std::int64_t row = 0; row < block.rows; ++row) {
    const auto [begin, end] = shape.columns(row);
    const std::int64_t off_page = std::max<std::int64_t>(behind - begin, 0);
    const auto left = before.r.errors.begin() + row * behind;
    std::copy(left + off_page, left + behind, errors.at(row, begin - behind + off_page));
    load_ink(plane.samples + row * plane.stride + begin * (settings.bits / 8), end - begin, sums.data());
    collect_errors(levels, sums.data(), {errors.at(row, begin), errors.at(row - 1, begin), errors.at(row - 2, begin)},
                   begin, end - begin, plate.pixels + row * plate.stride);
    after.r.errors.insert(after.r.errors.end(), errors.at(row, end - behind), errors.at(row, end));
  }
  for (std::int64_t row = block.rows - after.c.rows; row < block.rows; ++row) {
    after.c.errors.insert(after.c.errors.end(), errors.at(row, below.begin), errors.at(row, below.end));
  }
  return after;
}

}  // namespace platerip::halftone
