// Searches tiles in all inks together: each thread block takes one after the other.
#include <cuda_runtime.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "base/cuda_errors.h"
#include "halftone/cuda/search/inks_tile.cuh"
#include "halftone/cuda/search/kernels.h"

namespace platerip::halftone::cuda {
namespace {

struct InksSearch {
  PlaneWords words;
  Tiles tiles;
  std::int64_t columns;  // of tiles of this kind
  std::int64_t number;   // of tiles
  std::int64_t end;
  int sweeps;
  EyeTable eye;
  Inks inks;
};

// As many registers as five blocks of a multiprocessor can have: four inks leave shared memory for so many on Hopper.
__global__ void __launch_bounds__(inks_threads, 5) search_inks(const __grid_constant__ InksSearch search) {
  extern __shared__ __align__(16) std::byte bytes[];
  auto& memory = *reinterpret_cast<InksMemory*>(bytes);
  const int thread = static_cast<int>(threadIdx.x);
  fill_inks(search.eye, search.inks, memory, thread);
  __syncthreads();
  const WordRows rows{.words = search.words.words,
                      .stride = search.words.stride,
                      .capacity = static_cast<int>(search.words.capacity),
                      .end = search.end};
  for (std::int64_t i = blockIdx.x; i < search.number; i += gridDim.x) {
    const std::int64_t column = i % search.columns, row = i / search.columns;
    InksTileSearch(search.inks, rows, search.words.plane, (search.tiles.first_row + 2 * row) * search_tile,
                   (search.tiles.first_column + 2 * column) * search_tile, memory, thread)
        .search(search.sweeps);
    __syncthreads();
  }
}

Inks inks_of(const Settings& settings) {
  Inks inks{.count = static_cast<int>(settings.planes.size())};
  for (int ink = 0; ink < inks.count; ++ink)
    std::ranges::copy(*settings.planes[static_cast<std::size_t>(ink)].shade, inks.shades[ink]);
  const auto takes = [&](int ink) { return std::accumulate(inks.shades[ink], inks.shades[ink] + light_colors, 0); };
  const auto order = std::span(inks.darkest_first).first(settings.planes.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater(), takes);
  return inks;
}

}  // namespace

Result<SearchBlocks> SearchBlocks::for_inks(int inks) {
  const auto bytes = static_cast<int>(InksMemory::bytes(inks));
  int device = 0, multiprocessors = 0, together = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  // The same for all numbers of inks, because pages with other numbers may be searched at the same time.
  constexpr auto most = static_cast<int>(InksMemory::bytes(max_together));
  if (error == cudaSuccess)
    error = cudaFuncSetAttribute(search_inks, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
  if (error == cudaSuccess)
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&together, search_inks, inks_threads,
                                                          static_cast<std::size_t>(bytes));
  if (error != cudaSuccess) return status_of(error, "cannot set up the search").error();
  return SearchBlocks{.count = std::max(1, together) * multiprocessors, .warps = inks_warps};
}

Status enqueue_inks_search(const Settings& settings, const PlaneWords& words, const Tiles& tiles, std::int64_t end,
                           const SearchBlocks& blocks, Stream stream) {
  const std::int64_t all_columns = (settings.width + search_tile - 1) / search_tile;
  const std::int64_t columns = (all_columns - tiles.first_column + 1) / 2;
  if (columns == 0 || tiles.rows == 0) return {};
  const PlaneSettings& plane = settings.planes[0];
  const InksSearch search{.words = words,
                          .tiles = tiles,
                          .columns = columns,
                          .number = columns * tiles.rows,
                          .end = end,
                          .sweeps = effort_of(plane).sweeps,
                          .eye = table_of(effort_of(plane).eye),
                          .inks = inks_of(settings)};
  cudaLaunchConfig_t config{};
  config.gridDim = static_cast<unsigned>(std::min<std::int64_t>(blocks.count, search.number));
  config.blockDim = static_cast<unsigned>(inks_threads);
  config.dynamicSmemBytes = InksMemory::bytes(search.inks.count);
  config.stream = stream;
  return status_of(cudaLaunchKernelEx(&config, search_inks, search), "cannot start the search");
}

}  // namespace platerip::halftone::cuda
