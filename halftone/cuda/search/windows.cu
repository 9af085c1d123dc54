// Searches windows: each thread block takes a tile.
#include <cuda_runtime.h>

#include "base/cuda_start.h"
#include "halftone/cuda/search/kernels.h"
#include "halftone/cuda/search/window_search.cuh"

namespace platerip::halftone::cuda {
namespace {

constexpr int window_warps = 16;
constexpr std::size_t window_block_bytes = sizeof(WindowMemory) + window_warps * sizeof(WindowMemory::Places[2]);

struct WindowsSearch {
  PlaneWords words;
  Tiles tiles;
  std::int64_t columns;  // of tiles of this kind
  std::int64_t width;
  std::int64_t end;
  int sweeps;
  bool is_partial;
  GlanceTable glance;
};

__global__ void __launch_bounds__(window_warps* window_lanes)
    search_windows(const __grid_constant__ WindowsSearch search) {
  extern __shared__ __align__(16) std::byte memory[];
  const std::int64_t column = blockIdx.x % search.columns, row = blockIdx.x / search.columns % search.tiles.rows;
  const std::int64_t plane = blockIdx.x / search.columns / search.tiles.rows;
  const WindowRows rows{.words = search.words.words + plane * search.words.plane,
                        .stride = search.words.stride,
                        .capacity = search.words.capacity,
                        .width = search.width,
                        .end = search.end};
  WindowSearch(search.glance, search.is_partial, rows, (search.tiles.first_row + 2 * row) * search_tile,
               (search.tiles.first_column + 2 * column) * search_tile, *reinterpret_cast<WindowMemory*>(memory),
               reinterpret_cast<WindowMemory::Places(*)[2]>(memory + sizeof(WindowMemory)))
      .search(search.sweeps);
}

}  // namespace

Status enqueue_windows(const Settings& settings, const PlaneWords& words, const Tiles& tiles, std::int64_t end,
                       Stream stream) {
  const std::int64_t all_columns = (settings.width + search_tile - 1) / search_tile;
  const std::int64_t columns = (all_columns - tiles.first_column + 1) / 2;
  const std::int64_t number = columns * tiles.rows * std::ssize(settings.planes);
  if (number == 0) return {};
  const PlaneSettings& plane = settings.planes[0];
  const WindowsSearch search{.words = words,
                             .tiles = tiles,
                             .columns = columns,
                             .width = settings.width,
                             .end = end,
                             .sweeps = effort_of(plane).sweeps,
                             .is_partial = plane.method.info().search->moves == Moves::patterns_by_ink,
                             .glance = glance};
  const cudaError_t error = cudaFuncSetAttribute(search_windows, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                 static_cast<int>(window_block_bytes));
  if (error != cudaSuccess) return status_of(error, "cannot set up the search");
  cudaLaunchConfig_t config{};
  config.gridDim = static_cast<unsigned>(number);
  config.blockDim = window_warps * window_lanes;
  config.dynamicSmemBytes = window_block_bytes;
  config.stream = stream;
  return status_of(cudaLaunchKernelEx(&config, search_windows, search), "cannot start the search");
}

}  // namespace platerip::halftone::cuda
