#include "separation/edges/disc_edges.h"

#include <algorithm>
#include <limits>

#include "base/simd.h"
#include "separation/edges/disc_area.h"
#include "separation/edges/disc_scratch.h"
#include "separation/edges/disc_simd.h"

namespace platerip::separation {
namespace {

using edges::Area;
using edges::around;
using edges::rows_there_are;
using edges::rows_to_make;
using edges::View;

std::vector<Disc> discs_of(EdgeMove move, const DiscRadius& r) {
  if (move == EdgeMove::spread) return {Disc(r)};
  const DiscRadius m{std::max<std::int64_t>(r.x / 2, 256), std::max<std::int64_t>(r.y / 2, 256)};
  return {Disc(r), Disc(m), Disc({2 * r.x + m.x, 2 * r.y + m.y}), Disc({3 * r.x / 2, 3 * r.y / 2})};
}

template <typename Sample>
bool all_are(Sample value, const View<const Sample>& view, const Area& area) {
  for (std::int64_t y = area.y0; y < area.y1; ++y)
    if (!edges::all_are(value, view.at(area.x0, y), area.width())) return false;
  return true;
}

// For the most or least of up to `rows` rows in any of the discs.
template <typename Sample>
std::size_t scratch_bytes(const std::vector<Disc>& discs, std::int64_t rows) {
  std::size_t bytes = 0;
  for (const Disc& disc : discs) {
    Cutter memory;
    edges::DiscScratch<Sample>(disc, rows, memory);
    bytes = std::max(bytes, memory.taken());
  }
  return bytes;
}

// Chokes columns of a plane.
template <typename Sample>
class ChokedColumns {
 public:
  ChokedColumns(const std::vector<Disc>& discs, const Area& columns, const Area& page, Cutter memory)
      : discs_(discs), columns_(columns), near_(around(columns, discs[0], page)) {
    const edges::ChokeAreas areas(discs, columns, page);
    left_ = take(areas.left, memory);
    broad_ = take(areas.broad, memory);
    thin_ = take(areas.thin, memory);
    kept_ = {columns, broad_.samples, columns.width()};
    scratch_ = memory.take(static_cast<std::int64_t>(scratch_bytes<Sample>(discs, left_.area.rows())));
    bytes_ = memory.taken();
  }

  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  void make(const View<const Sample>& ink, const View<Sample>& out) {
    const bool all_paper = all_are<Sample>(0, ink, columns_);
    if (all_paper || all_are(std::numeric_limits<Sample>::max(), ink, near_)) return copy(ink, out);
    least_in(discs_[0], ink, left_, scratch_);
    if (all_are<Sample>(0, left_.read_only(), left_.area)) return copy(ink, out);
    least_in(discs_[1], left_.read_only(), broad_, scratch_);
    most_in(discs_[2], broad_.read_only(), thin_, scratch_);
    for (std::int64_t y = thin_.area.y0; y < thin_.area.y1; ++y) {
      Sample* const row = thin_.at(thin_.area.x0, y);
      edges::keep_thin(ink.at(thin_.area.x0, y), row, thin_.area.width(), row);
    }
    if (all_are<Sample>(0, thin_.read_only(), thin_.area)) return copy(left_.read_only(), out);
    most_in(discs_[3], thin_.read_only(), kept_, scratch_);
    for (std::int64_t y = columns_.y0; y < columns_.y1; ++y) {
      const std::int64_t x = columns_.x0;
      edges::join(ink.at(x, y), left_.at(x, y), kept_.at(x, y), columns_.width(), out.at(x, y));
    }
  }

 private:
  static View<Sample> take(const Area& area, Cutter& memory) {
    return {area, memory.take<Sample>(area.width() * area.rows()), area.width()};
  }
  void copy(const View<const Sample>& from, const View<Sample>& out) const {
    for (std::int64_t y = columns_.y0; y < columns_.y1; ++y)
      std::copy_n(from.at(columns_.x0, y), columns_.width(), out.at(columns_.x0, y));
  }

  const std::vector<Disc>& discs_;
  Area columns_;
  Area near_;
  View<Sample> left_, broad_, thin_, kept_;
  std::byte* scratch_ = nullptr;
  std::size_t bytes_ = 0;
};

// Columns that are choked at a time: many more than those beside them that must be looked at.
std::int64_t columns_at_a_time(const std::vector<Disc>& discs) {
  const std::int64_t beside = discs[1].columns() + discs[2].columns() + discs[3].columns();
  return (4 * beside / edges::disc_block + 2) * edges::disc_block;
}

template <typename Sample>
void choke(const std::vector<Disc>& discs, const View<const Sample>& ink, const View<Sample>& out, Cutter memory) {
  Area columns = out.area;
  for (; columns.x0 < out.area.x1; columns.x0 = columns.x1) {
    columns.x1 = std::min(columns.x0 + columns_at_a_time(discs), out.area.x1);
    ChokedColumns<Sample>(discs, columns, ink.area, memory).make(ink, out);
  }
}

template <typename Sample>
std::size_t choke_bytes(const std::vector<Disc>& discs, const EdgeRows& rows) {
  Area columns = rows_to_make(rows);
  columns.x1 = std::min(rows.width, columns_at_a_time(discs));
  Area page = rows_there_are(rows);
  page.x0 = -rows.width;
  page.x1 = 2 * rows.width;
  return ChokedColumns<Sample>(discs, columns, page, Cutter()).bytes();
}

template <typename Sample>
std::size_t bytes_for(EdgeMove move, const std::vector<Disc>& discs, const EdgeRows& rows) {
  return move == EdgeMove::spread ? scratch_bytes<Sample>(discs, rows.rows) : choke_bytes<Sample>(discs, rows);
}

template <typename Sample>
void run_on(EdgeMove move, const std::vector<Disc>& discs, const EdgeRows& rows, const Plane& in, const Plane& out,
            std::byte* memory) {
  const View<const Sample> ink = edges::view_of<const Sample>(in, rows_there_are(rows));
  const View<Sample> made = edges::view_of<Sample>(out, rows_to_make(rows));
  move == EdgeMove::spread ? most_in(discs[0], ink, made, memory) : choke(discs, ink, made, Cutter(memory));
}

}  // namespace

DiscEdges::DiscEdges(EdgeMove move, const DiscRadius& radius) : move_(move), discs_(discs_of(move, radius)) {
  choose_simd();
}

std::int64_t DiscEdges::rows_around() const {
  std::int64_t rows = 0;
  for (const Disc& disc : discs_) rows += disc.rows();
  return rows;
}

std::size_t DiscEdges::workspace_bytes(int bits, const EdgeRows& rows) const {
  const std::size_t bytes =
      bits == 8 ? bytes_for<std::uint8_t>(move_, discs_, rows) : bytes_for<std::uint16_t>(move_, discs_, rows);
  return bytes + Cutter::alignment;
}

void DiscEdges::run(int bits, const EdgeRows& rows, const Plane& in, const Plane& out,
                    std::span<std::byte> workspace) const {
  std::byte* const memory =
      workspace.data() + (-reinterpret_cast<std::uintptr_t>(workspace.data())) % Cutter::alignment;
  bits == 8 ? run_on<std::uint8_t>(move_, discs_, rows, in, out, memory)
            : run_on<std::uint16_t>(move_, discs_, rows, in, out, memory);
}

}  // namespace platerip::separation
