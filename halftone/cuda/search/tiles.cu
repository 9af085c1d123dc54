// Searches tiles: each warp takes one after the other.
#include <cuda_runtime.h>

#include <algorithm>

#include "base/cuda_start.h"
#include "halftone/cuda/search/kernels.h"
#include "halftone/cuda/search/search_tile.cuh"

namespace platerip::halftone::cuda {
namespace {

// As many warps as have room: with these and three thread blocks, the shared memory of a Hopper GPU is full.
constexpr int most_warps = 8;
constexpr int blocks_of_multiprocessor = 3;

struct TilesSearch {
  PlaneWords words;
  Tiles tiles;
  std::int64_t columns;  // of tiles of this kind
  std::int64_t number;   // of tiles in all planes
  std::int64_t end;
  int sweeps;
  EyeTable eye;
};

constexpr std::size_t block_bytes(int warps) {
  return sizeof(EyeWords) + static_cast<std::size_t>(warps) * sizeof(TileMemory);
}
static_assert(sizeof(EyeWords) % alignof(TileMemory) == 0);

__global__ void __launch_bounds__(most_warps* lanes, blocks_of_multiprocessor)
    search_tiles(const __grid_constant__ TilesSearch search) {
  extern __shared__ __align__(16) std::byte memory[];
  auto& eye = *reinterpret_cast<EyeWords*>(memory);
  auto* tiles = reinterpret_cast<TileMemory*>(memory + sizeof(EyeWords));
  const int thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
  fill_eye(search.eye, eye, thread, threads);
  __syncthreads();
  const int warp = thread / lanes;
  const std::int64_t warps = threads / lanes;
  for (std::int64_t i = blockIdx.x * warps + warp; i < search.number; i += gridDim.x * warps) {
    const std::int64_t column = i % search.columns, row = i / search.columns % search.tiles.rows;
    const std::int64_t plane = i / search.columns / search.tiles.rows;
    const WordRows rows{.words = search.words.words + plane * search.words.plane,
                        .stride = search.words.stride,
                        .capacity = static_cast<int>(search.words.capacity),
                        .end = search.end};
    TileSearch(eye, rows, (search.tiles.first_row + 2 * row) * search_tile,
               (search.tiles.first_column + 2 * column) * search_tile, tiles[warp], thread % lanes)
        .search(search.sweeps);
    __syncwarp(whole_warp);
  }
}

}  // namespace

Result<SearchBlocks> SearchBlocks::of_device() {
  int device = 0, most = 0, multiprocessors = 0, together = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  int warps = most_warps;
  while (warps > 1 && block_bytes(warps) > static_cast<std::size_t>(most)) --warps;
  const std::size_t bytes = block_bytes(warps);
  if (error == cudaSuccess)
    error = cudaFuncSetAttribute(search_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
  if (error == cudaSuccess)
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&together, search_tiles, warps * lanes, bytes);
  if (error != cudaSuccess) return status_of(error, "cannot set up the search").error();
  return SearchBlocks{.count = std::max(1, together) * multiprocessors, .warps = warps};
}

Status enqueue_search(const Settings& settings, const PlaneWords& words, const Tiles& tiles, std::int64_t end,
                      const SearchBlocks& blocks, Stream stream) {
  const std::int64_t all_columns = (settings.width + search_tile - 1) / search_tile;
  const std::int64_t columns = (all_columns - tiles.first_column + 1) / 2;
  if (columns == 0 || tiles.rows == 0) return {};
  const PlaneSettings& plane = settings.planes[0];
  const TilesSearch search{.words = words,
                           .tiles = tiles,
                           .columns = columns,
                           .number = columns * tiles.rows * std::ssize(settings.planes),
                           .end = end,
                           .sweeps = effort_of(plane).sweeps,
                           .eye = table_of(effort_of(plane).eye)};
  cudaLaunchConfig_t config{};
  config.gridDim =
      static_cast<unsigned>(std::min<std::int64_t>(blocks.count, (search.number + blocks.warps - 1) / blocks.warps));
  config.blockDim = static_cast<unsigned>(blocks.warps * lanes);
  config.dynamicSmemBytes = block_bytes(blocks.warps);
  config.stream = stream;
  return status_of(cudaLaunchKernelEx(&config, search_tiles, search), "cannot start the search");
}

}  // namespace platerip::halftone::cuda
