#include "halftone/c_pieces.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "halftone/page_boundary.h"

namespace platerip::halftone {

int c_rows(const PlaneSettings& plane) {
  return static_cast<int>(boundary_errors(plane, 1));
}

BoundaryErrors c_at_top(const PlaneSettings& plane, std::int64_t width) {
  return {0, c_rows(plane), std::vector<std::int16_t>(static_cast<std::size_t>(c_rows(plane) * width))};
}

namespace {

constexpr std::int64_t most_columns = std::int64_t{1} << 20;  // of a piece

Error no_memory() {
  return {"halftone: no memory is left for the boundary errors between strips", ErrorCode::no_memory};
}

}  // namespace

std::int64_t CAbove::take(std::int64_t column) {
  while (known_ < std::min(column, width_)) {
    try {
      status_ = take_piece();
    } catch (const std::bad_alloc&) {
      status_ = no_memory();
    }
    if (!status_.ok()) known_ = width_;
  }
  return known_;
}

Status CAbove::take_piece() {
  const auto piece = neighbours_.next_above();
  if (!piece.ok()) return piece.error();
  const int rows = c_rows(plane_);
  const std::int64_t columns = std::ssize(piece->errors) / rows;
  if (piece->column != known_ || piece->rows != rows || columns < 1 || columns > width_ - known_ ||
      std::ssize(piece->errors) != rows * columns || !are_in_range(plane_, levels_, columns, piece->errors)) {
    return Error{"halftone: what came from the strip above does not belong to columns " + std::to_string(known_) +
                 " and on; start the page anew"};
  }
  const std::int16_t* from = piece->errors.data();
  for (int row = 0; row < rows; ++row, from += columns) {
    std::transform(from, from + columns, to_.rows[static_cast<std::size_t>(row)] + known_,
                   [this](std::int16_t error) { return static_cast<std::uint16_t>(error + to_.bias); });
  }
  known_ += columns;
  return {};
}

void CBelow::give(std::int64_t column) {
  const std::int64_t end = std::min(column, width_);
  const std::int64_t columns = end - given_;
  if (columns < 1 || (end < width_ && columns < neighbours_.columns_below()) || !status_.ok()) return;
  try {
    while (given_ < end) give_piece(std::min(end, given_ + most_columns));
  } catch (const std::bad_alloc&) {
    status_ = no_memory();
  }
}

void CBelow::give_piece(std::int64_t end) {
  BoundaryErrors piece{given_, rows_, {}};
  piece.errors.reserve(static_cast<std::size_t>(rows_ * (end - given_)));
  for (int row = 0; row < rows_; ++row) {
    const std::uint16_t* const from = from_.rows[static_cast<std::size_t>(row)];
    for (std::int64_t x = given_; x < end; ++x) piece.errors.push_back(static_cast<std::int16_t>(from[x] - from_.bias));
  }
  given_ = end;
  neighbours_.give_below(std::move(piece));
}

}  // namespace platerip::halftone
