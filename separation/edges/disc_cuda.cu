// The most and the least in a disc. A thread block makes some rows of some columns. It reads the rows of the input one
// after the other. Each is widened step by step: after step w, a thread has for each of its columns the most of the
// samples at most w columns away. That is what the row contributes to the output rows that are dy rows away, if w is
// the disc's half width there.
#include <cuda_runtime.h>

#include <algorithm>

#include "base/cuda_quads.cuh"
#include "base/cuda_start.h"
#include "base/cutter.h"
#include "separation/edges/disc_area.h"
#include "separation/edges/disc_cuda.h"

namespace platerip::separation::cuda {
namespace {

using edges::Area;
using edges::ChokeAreas;
using edges::rows_there_are;
using edges::rows_to_make;
using edges::View;

// Samples are compared as pairs of 16 bits. A thread has some pairs, `disc_threads` pairs from each other.
constexpr int disc_threads = 128;
constexpr int thread_pairs = 2;
constexpr int block_pairs = disc_threads * thread_pairs;
constexpr int block_rows = 32;

// A disc has at most 250 columns beside its centre, and 250 rows above.
constexpr int most_row_pairs = block_pairs + 250 + 1;
constexpr int most_loads = (most_row_pairs + disc_threads - 1) / disc_threads;

struct DiscShape {
  int rows;
  int margin;  // columns beside the block that are loaded: an even number
  std::uint8_t half_width[256];

  explicit DiscShape(const Disc& disc)
      : rows(static_cast<int>(disc.rows())), margin(static_cast<int>(disc.columns() + 1) / 2 * 2), half_width{} {
    for (int dy = 0; dy <= rows; ++dy) half_width[dy] = static_cast<std::uint8_t>(disc.half_width(dy));
  }

  /// Pairs of a row. The last one is needed where pairs begin at odd columns.
  [[nodiscard]] __device__ int row_pairs() const { return block_pairs + margin + 1; }
};

template <bool most>
__device__ std::uint32_t better(std::uint32_t a, std::uint32_t b) {
  return most ? __vmaxu2(a, b) : __vminu2(a, b);
}

// What is beyond the page.
template <bool most>
constexpr std::uint16_t worst = most ? 0 : 0xFFFF;

// Two samples of a row of `width` samples, of which some may be beyond it.
template <bool most, typename Sample>
__device__ std::uint32_t load_pair(const Sample* row, std::int64_t x, std::int64_t width) {
  if (x >= 0 && x + 1 < width && is_aligned(row + x, 2 * sizeof(Sample))) {
    if constexpr (sizeof(Sample) == 2) return *reinterpret_cast<const std::uint32_t*>(row + x);
    const std::uint32_t bytes = *reinterpret_cast<const std::uint16_t*>(row + x);
    return (bytes & 0xFF) | (bytes & 0xFF00) << 8;
  }
  const std::uint32_t first = x >= 0 && x < width ? row[x] : worst<most>;
  const std::uint32_t second = x + 1 >= 0 && x + 1 < width ? row[x + 1] : worst<most>;
  return first | second << 16;
}

template <typename Sample>
__device__ void store_pair(Sample* row, std::int64_t x, std::int64_t width, std::uint32_t pair) {
  if (x < width) row[x] = static_cast<Sample>(pair);
  if (x + 1 < width) row[x + 1] = static_cast<Sample>(pair >> 16);
}

// The number of a thread's pair i.
__device__ int thread_pair(int i) {
  return i * disc_threads + static_cast<int>(threadIdx.x);
}

// A row in shared memory. Pair i begins at column 2i or 2i + 1, counted from the margin's first.
struct SharedRow {
  std::uint32_t even[most_row_pairs];
  std::uint32_t odd[most_row_pairs];

  __device__ void put(int i, std::uint32_t pair) {
    even[i] = pair;
    auto* const shifted = reinterpret_cast<std::uint16_t*>(odd) + 2 * i;
    if (i > 0) shifted[-1] = static_cast<std::uint16_t>(pair);
    shifted[0] = static_cast<std::uint16_t>(pair >> 16);
  }
  // The pair at a column.
  __device__ std::uint32_t at(int column) const { return (column % 2 == 0 ? even : odd)[column / 2]; }
};

// The pairs of a row that a thread loads, `disc_threads` from each other.
struct LoadedPairs {
  std::uint32_t pairs[most_loads];

  // `first`: the column of the row's first pair. The row has `count` pairs.
  template <bool most, typename Sample>
  __device__ void load(const Sample* row, std::int64_t first, std::int64_t width, int count) {
#pragma unroll
    for (int i = 0; i < most_loads; ++i)
      if (thread_pair(i) < count) pairs[i] = load_pair<most>(row, first + 2 * thread_pair(i), width);
  }
  __device__ void put(SharedRow& row, int count) const {
#pragma unroll
    for (int i = 0; i < most_loads; ++i)
      if (thread_pair(i) < count) row.put(thread_pair(i), pairs[i]);
  }
};

// The rows that a block makes. Each thread has the same pairs of all rows.
template <bool most>
struct MadeRows {
  std::int64_t top, bottom;  // in the page
  std::uint32_t (&pairs)[block_rows][block_pairs];

  __device__ void clear() const {
    for (auto& row : pairs)
      for (int i = 0; i < thread_pairs; ++i) row[thread_pair(i)] = worst<most> * 0x10001U;
  }
  __device__ void add(std::int64_t y, const std::uint32_t (&wide)[thread_pairs]) const {
    if (y < top || y >= bottom) return;
    for (int i = 0; i < thread_pairs; ++i) {
      std::uint32_t& best = pairs[y - top][thread_pair(i)];
      best = better<most>(best, wide[i]);
    }
  }
  template <typename Sample>
  __device__ void store(const View<Sample>& out, std::int64_t left, std::int64_t width) const {
    for (std::int64_t y = top; y < bottom; ++y)
      for (int i = 0; i < thread_pairs; ++i)
        store_pair(out.at(0, y), left + 2 * thread_pair(i), width, pairs[y - top][thread_pair(i)]);
  }
};

// Adds row y of the input, widened step by step, to all rows that it reaches.
template <bool most>
__device__ void add_row(const SharedRow& row, std::int64_t y, const DiscShape& disc, const MadeRows<most>& made) {
  std::uint32_t wide[thread_pairs];
  for (int i = 0; i < thread_pairs; ++i) wide[i] = row.at(disc.margin + 2 * thread_pair(i));
  const auto nearest = static_cast<int>(max(std::int64_t{0}, max(made.top - y, y - made.bottom + 1)));
  for (int dy = disc.rows, w = 0; dy >= nearest; --dy) {
    while (w < disc.half_width[dy]) {
      ++w;
      for (int i = 0; i < thread_pairs; ++i) {
        const int column = disc.margin + 2 * thread_pair(i);
        wide[i] = better<most>(wide[i], better<most>(row.at(column - w), row.at(column + w)));
      }
    }
    made.add(y - dy, wide);
    if (dy > 0) made.add(y + dy, wide);
  }
}

// Blocks below each other come first: `blocks_down` of them.
template <bool most, typename Sample>
__global__ void __launch_bounds__(disc_threads)
    find_best(const View<const Sample> in, const __grid_constant__ DiscShape disc, const View<Sample> out,
              unsigned blocks_down) {
  __shared__ SharedRow shared_rows[2];  // in turn
  __shared__ std::uint32_t shared_pairs[block_rows][block_pairs];
  const std::int64_t width = in.area.width(), left = blockIdx.x / blocks_down * std::int64_t{2 * block_pairs};
  const std::int64_t top = out.area.y0 + blockIdx.x % blocks_down * std::int64_t{block_rows};
  const MadeRows<most> made{top, min(top + block_rows, out.area.y1), shared_pairs};
  made.clear();

  const std::int64_t first = max(in.area.y0, top - disc.rows), end = min(in.area.y1, made.bottom + disc.rows);
  const int pairs = disc.row_pairs();
  LoadedPairs loaded;
  loaded.load<most>(in.at(0, first), left - disc.margin, width, pairs);
  for (std::int64_t y = first; y < end; ++y) {
    SharedRow& row = shared_rows[(y - first) % 2];
    loaded.put(row, pairs);
    __syncthreads();  // all have also left the row above, whose memory the row below gets
    if (y + 1 < end) loaded.load<most>(in.at(0, y + 1), left - disc.margin, width, pairs);
    add_row(row, y, disc, made);
  }
  made.store(out, left, width);
}

// Calls make(x, y, count) for the samples of all rows of an area, four at a time.
template <typename Make>
__device__ void for_each_quad(const Area& area, const Make& make) {
  const auto [x, count] = quad_columns(area.width());
  for (std::int64_t y = area.y0 + blockIdx.y; y < area.y1 && count > 0; y += gridDim.y) make(x, y, count);
}

template <typename Sample>
__global__ void keep_thin(View<const Sample> ink, View<Sample> broad) {
  for_each_quad(broad.area, [&](std::int64_t x, std::int64_t y, int count) {
    const Quad<Sample> from = load_quad(ink.at(x, y), count);
    Quad<Sample> kept = load_quad<Sample>(broad.at(x, y), count);
    for (int i = 0; i < quad_samples; ++i)
      kept.samples[i] = static_cast<Sample>(max(0, int{from.samples[i]} - 2 * int{kept.samples[i]}));
    store_quad(broad.at(x, y), count, kept);
  });
}

template <typename Sample>
__global__ void join(View<const Sample> ink, View<const Sample> left, View<Sample> kept) {
  for_each_quad(kept.area, [&](std::int64_t x, std::int64_t y, int count) {
    const Quad<Sample> from = load_quad(ink.at(x, y), count), choked = load_quad(left.at(x, y), count);
    Quad<Sample> all = load_quad<Sample>(kept.at(x, y), count);
    for (int i = 0; i < quad_samples; ++i)
      all.samples[i] = static_cast<Sample>(min(int{from.samples[i]}, int{choked.samples[i]} + int{all.samples[i]}));
    store_quad(kept.at(x, y), count, all);
  });
}

// The workspace: what is left between a choke's steps.
template <typename Sample>
struct DeviceMemory {
  Sample *left = nullptr, *broad = nullptr, *thin = nullptr;

  DeviceMemory(const DiscEdges& moved, const EdgeRows& rows, Cutter& memory) {
    if (moved.move() == EdgeMove::spread) return;
    const ChokeAreas areas(moved.discs(), rows_to_make(rows), rows_there_are(rows));
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
    const DiscShape shape(disc);
    const auto blocks = [](std::int64_t count, std::int64_t each) {
      return static_cast<unsigned>((count + each - 1) / each);
    };
    const unsigned down = blocks(out.area.rows(), block_rows), across = blocks(out.area.width(), 2 * block_pairs);
    return start_kernel(doing, find_best<most, Sample>, down * across, disc_threads, stream_, in, shape, out, down);
  }

 private:
  static constexpr const char* doing = "cannot choke or spread an ink";

  template <typename Kernel, typename... Arguments>
  Status start(Kernel kernel, const Area& made, Arguments... arguments) const {
    return start_kernel(doing, kernel, quad_blocks(made.width(), made.rows()), quad_threads, stream_, arguments...);
  }

  const DeviceMemory<Sample>& memory_;
  Stream stream_;
};

template <typename Sample>
Status enqueue_samples(const DiscEdges& moved, const EdgeRows& rows, const Plane& in, const Plane& out,
                       std::byte* workspace, Stream stream) {
  Cutter cutter(workspace);
  const DeviceMemory<Sample> memory(moved, rows, cutter);
  const DeviceEdges<Sample> device(memory, stream);
  const View<const Sample> ink = edges::view_of<const Sample>(in, rows_there_are(rows));
  const View<Sample> made = edges::view_of<Sample>(out, rows_to_make(rows));
  return moved.move() == EdgeMove::spread ? device.template best_in<true>(moved.discs()[0], ink, made)
                                          : device.choke(moved.discs(), ink, made);
}

template <typename Sample>
std::size_t bytes_of(const DiscEdges& edges, const EdgeRows& rows) {
  Cutter cutter;
  DeviceMemory<Sample>(edges, rows, cutter);
  return cutter.taken();
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
