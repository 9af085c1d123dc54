// The most and the least in a disc come from tables of runs: table k has for each column the most of the 2^k samples
// from there on. A row of the disc is covered by two such runs, which overlap. Each table is made from the one before,
// and serves the disc's rows for whose width it is the largest that fits.
#include <cuda_runtime.h>

#include <algorithm>
#include <utility>

#include "base/cuda_start.h"
#include "separation/edges/disc_area.h"
#include "separation/edges/disc_cuda.h"
#include "separation/edges/disc_scratch.h"

namespace platerip::separation::cuda {
namespace {

using edges::Area;
using edges::around;
using edges::Carver;
using edges::ChokeAreas;
using edges::rows_there_are;
using edges::rows_to_make;
using edges::View;

constexpr int block_threads = 256;
constexpr std::int64_t most_grid_rows = 65535;

/// Rows first to last of a disc, above and below its centre, which are covered by runs of 2^k samples.
struct DiscRows {
  std::int64_t first, last, run;
  std::uint8_t half_width[256];  // half_width[dy]; a disc has at most 250 columns beside its centre
};

template <bool most, typename Sample>
__device__ Sample better(Sample a, Sample b) {
  return most ? max(a, b) : min(a, b);
}

template <bool most, typename Sample>
__device__ constexpr Sample worst() {
  return most ? 0 : static_cast<Sample>(~Sample{0});
}

// Calls make(x, y) for all pixels of an area.
template <typename Make>
__device__ void for_each_pixel(const Area& area, const Make& make) {
  const std::int64_t x = area.x0 + blockIdx.x * std::int64_t{block_threads} + threadIdx.x;
  if (x >= area.x1) return;
  for (std::int64_t y = area.y0 + blockIdx.y; y < area.y1; y += gridDim.y) make(x, y);
}

// Table 0 is the input; to its left there is nothing.
template <bool most, typename Sample>
__global__ void begin_table(View<const Sample> in, View<Sample> table) {
  for_each_pixel(table.area, [&](std::int64_t x, std::int64_t y) {
    *table.at(x, y) = x < in.area.x0 ? worst<most, Sample>() : *in.at(x, y);
  });
}

// Runs of twice the length.
template <bool most, typename Sample>
__global__ void double_runs(View<const Sample> table, std::int64_t run, View<Sample> doubled) {
  for_each_pixel(table.area, [&](std::int64_t x, std::int64_t y) {
    const Sample here = *table.at(x, y);
    *doubled.at(x, y) = x + run < table.area.x1 ? better<most>(here, *table.at(x + run, y)) : here;
  });
}

template <typename Sample>
__global__ void copy(View<const Sample> in, View<Sample> out) {
  for_each_pixel(out.area, [&](std::int64_t x, std::int64_t y) { *out.at(x, y) = *in.at(x, y); });
}

template <bool most, typename Sample>
__global__ void add_rows(View<const Sample> table, const __grid_constant__ DiscRows rows, View<Sample> out) {
  for_each_pixel(out.area, [&](std::int64_t x, std::int64_t y) {
    Sample best = *out.at(x, y);
    const auto add = [&](std::int64_t width, std::int64_t row) {
      if (row < table.area.y0 || row >= table.area.y1) return;
      best = better<most>(best, *table.at(x - width, row));
      const std::int64_t second = x + width + 1 - rows.run;
      if (second < table.area.x1) best = better<most>(best, *table.at(second, row));
    };
    for (std::int64_t dy = rows.first; dy <= rows.last; ++dy) {
      add(rows.half_width[dy], y - dy);
      add(rows.half_width[dy], y + dy);
    }
    *out.at(x, y) = best;
  });
}

template <typename Sample>
__global__ void keep_thin(View<const Sample> ink, View<Sample> broad) {
  for_each_pixel(broad.area, [&](std::int64_t x, std::int64_t y) {
    Sample& sample = *broad.at(x, y);
    sample = static_cast<Sample>(max(0, int{*ink.at(x, y)} - 2 * int{sample}));
  });
}

template <typename Sample>
__global__ void join(View<const Sample> ink, View<const Sample> left, View<Sample> kept) {
  for_each_pixel(kept.area, [&](std::int64_t x, std::int64_t y) {
    Sample& sample = *kept.at(x, y);
    sample = static_cast<Sample>(min(int{*ink.at(x, y)}, int{*left.at(x, y)} + int{sample}));
  });
}

dim3 grid_of(const Area& area) {
  return dim3(static_cast<unsigned>((area.width() + block_threads - 1) / block_threads),
              static_cast<unsigned>(std::min(area.rows(), most_grid_rows)));
}

// The workspace. A choke's tables are largest in its first step, that of the ink that is left.
template <typename Sample>
struct DeviceMemory {
  Sample *table, *doubled, *left = nullptr, *broad = nullptr, *thin = nullptr;

  DeviceMemory(const DiscEdges& moved, const EdgeRows& rows, Carver& memory) {
    const Area page = rows_there_are(rows), made = rows_to_make(rows);
    std::int64_t columns = 0;
    for (const Disc& disc : moved.discs()) columns = std::max(columns, disc.columns());
    table = memory.take<Sample>((columns + page.width()) * page.rows());
    doubled = memory.take<Sample>((columns + page.width()) * page.rows());
    if (moved.move() == EdgeMove::spread) return;
    const ChokeAreas areas(moved.discs(), made, page);
    left = memory.take<Sample>(areas.left.width() * areas.left.rows());
    broad = memory.take<Sample>(areas.broad.width() * areas.broad.rows());
    thin = memory.take<Sample>(areas.thin.width() * areas.thin.rows());
  }
};

// Enqueues the kernels of one plane.
template <typename Sample>
class DeviceEdges {
 public:
  DeviceEdges(const DeviceMemory<Sample>& memory, Stream stream) : memory_(memory), stream_(stream) {}

  Status choke(const std::vector<Disc>& discs, const View<const Sample>& ink, const View<Sample>& out) const {
    const ChokeAreas areas(discs, out.area, ink.area);
    const auto view = [](const Area& area, Sample* samples) { return View<Sample>{area, samples, area.width()}; };
    const View<Sample> left = view(areas.left, memory_.left);
    const View<Sample> broad = view(areas.broad, memory_.broad);
    const View<Sample> thin = view(areas.thin, memory_.thin);
    if (Status status = best_in<false>(discs[0], ink, left); !status.ok()) return status;
    if (Status status = best_in<false>(discs[1], left.read_only(), broad); !status.ok()) return status;
    if (Status status = best_in<true>(discs[2], broad.read_only(), thin); !status.ok()) return status;
    if (Status status = start(keep_thin<Sample>, thin.area, ink, thin); !status.ok()) return status;
    if (Status status = best_in<true>(discs[3], thin.read_only(), out); !status.ok()) return status;
    return start(join<Sample>, out.area, ink, left.read_only(), out);
  }

  template <bool most>
  Status best_in(const Disc& disc, const View<const Sample>& in, const View<Sample>& out) const {
    Area area = around(out.area, disc, in.area);
    area.x0 = in.area.x0 - disc.columns();
    area.x1 = in.area.x1;
    View<Sample> table{area, memory_.table, area.width()}, doubled{area, memory_.doubled, area.width()};
    if (Status status = start(begin_table<most, Sample>, area, in, table); !status.ok()) return status;
    if (Status status = start(copy<Sample>, out.area, in, out); !status.ok()) return status;
    DiscRows rows{.first = 0, .last = disc.rows(), .run = 1, .half_width = {}};
    for (std::int64_t dy = 0; dy <= disc.rows(); ++dy)
      rows.half_width[dy] = static_cast<std::uint8_t>(disc.half_width(dy));
    for (; rows.last >= 0; rows.run *= 2) {
      rows.first = rows.last + 1;
      while (rows.first > 0 && 2 * disc.half_width(rows.first - 1) + 1 < 2 * rows.run) --rows.first;
      if (rows.first <= rows.last) {
        const Status status = start(add_rows<most, Sample>, out.area, table.read_only(), rows, out);
        if (!status.ok()) return status;
      }
      rows.last = rows.first - 1;
      if (rows.last < 0) break;
      const Status status = start(double_runs<most, Sample>, area, table.read_only(), rows.run, doubled);
      if (!status.ok()) return status;
      std::swap(table, doubled);
    }
    return {};
  }

 private:
  template <typename Kernel, typename... Arguments>
  Status start(Kernel kernel, const Area& made, Arguments... arguments) const {
    return start_kernel("cannot choke or spread an ink", kernel, grid_of(made), block_threads, stream_, arguments...);
  }

  const DeviceMemory<Sample>& memory_;
  Stream stream_;
};

template <typename Sample>
Status enqueue_samples(const DiscEdges& moved, const EdgeRows& rows, const Plane& in, const Plane& out,
                       std::byte* workspace, Stream stream) {
  Carver carver(workspace);
  const DeviceMemory<Sample> memory(moved, rows, carver);
  const DeviceEdges<Sample> device(memory, stream);
  const View<const Sample> ink = edges::view_of<const Sample>(in, rows_there_are(rows));
  const View<Sample> made = edges::view_of<Sample>(out, rows_to_make(rows));
  return moved.move() == EdgeMove::spread ? device.template best_in<true>(moved.discs()[0], ink, made)
                                          : device.choke(moved.discs(), ink, made);
}

template <typename Sample>
std::size_t bytes_of(const DiscEdges& edges, const EdgeRows& rows) {
  Carver carver(nullptr);
  DeviceMemory<Sample>(edges, rows, carver);
  return static_cast<std::size_t>(carver.bytes());
}

}  // namespace

std::size_t disc_workspace_bytes(const DiscEdges& edges, int bits, const EdgeRows& rows) {
  return bits == 8 ? bytes_of<std::uint8_t>(edges, rows) : bytes_of<std::uint16_t>(edges, rows);
}

Status enqueue_disc(const DiscEdges& edges, int bits, const EdgeRows& rows, const Plane& in, const Plane& out,
                    std::span<std::byte> workspace, Stream stream) {
  return bits == 8 ? enqueue_samples<std::uint8_t>(edges, rows, in, out, workspace.data(), stream)
                   : enqueue_samples<std::uint16_t>(edges, rows, in, out, workspace.data(), stream);
}

}  // namespace platerip::separation::cuda
