#include "halftone/cpu/row_halftoner.h"

#include <algorithm>
#include <atomic>
#include <functional>

#include "halftone/page_boundary.h"

namespace platerip::halftone::cpu {
namespace {

constexpr std::int64_t piece_rows = 64;   // rows that a thread takes at a time
constexpr std::int64_t most_tasks = 256;  // the most tasks of a strip, and so the most threads that are used

}  // namespace

Result<std::int64_t> RowHalftoner::run(const Strip& strip) {
  if (const Status status = check_strip(settings_, strip); !status.ok()) return status.error();
  if (const Status status = end_.take(strip); !status.ok()) return status.error();
  if (!strip.neighbours.empty()) rows_ = strip.first_row;
  const std::int64_t pieces = (strip.rows + piece_rows - 1) / piece_rows * std::ssize(settings_.planes);
  std::atomic<std::int64_t> next = 0;
  const auto work = [&](int) {
    for (std::int64_t piece = next++; piece < pieces; piece = next++) run_piece(strip, piece);
  };
  run_tasks(settings_.parallel, static_cast<int>(std::min(pieces, most_tasks)), std::ref(work));
  rows_ += strip.rows;
  return strip.rows;
}

Result<Boundary> RowHalftoner::save() const {
  return boundary_of(settings_, rows_, {});
}

Status RowHalftoner::restore(const Boundary& boundary) {
  if (const Status status = check_boundary(settings_, boundary); !status.ok()) return status;
  rows_ = boundary.rows;
  end_.restore();
  return {};
}

// Planes take turns, so consecutive pieces are of different planes.
void RowHalftoner::run_piece(const Strip& strip, std::int64_t piece) const {
  const auto plane = static_cast<std::size_t>(piece % std::ssize(settings_.planes));
  const std::int64_t first = piece / std::ssize(settings_.planes) * piece_rows;
  const std::int64_t end = std::min(first + piece_rows, strip.rows);
  for (std::int64_t row = first; row < end; ++row) {
    run_row(rows_ + row, strip.planes[plane].samples + row * strip.planes[plane].stride,
            strip.plates[plane].pixels + row * strip.plates[plane].stride);
  }
}

}  // namespace platerip::halftone::cpu
