// A few threads sum the rows of a box, and neighbouring threads those of neighbouring boxes, which lie in the same
// words.
#include "rip/makers/cuda/plate_sums_cuda.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <utility>

#include "base/cuda_errors.h"
#include "base/cuda_start.h"

namespace platerip::rip::cuda {
namespace {

constexpr int boxes_beside = 32;  // of a thread block
constexpr int threads_of_box = 8;
constexpr unsigned most_blocks = 65535;  // of the second dimension
constexpr std::int64_t word_bits = 32;

// Travels as a parameter of the kernel.
struct Boxes {
  const std::int64_t* columns;  // borders
  const std::int64_t* rows;
  const SummedPlate* plates;
  std::int64_t in_row;
  std::int64_t first_row;  // of boxes: the first that is summed
  std::int64_t row_count;
};

// The ink of pixels that lie in a word, the first of them in its most significant bits.
template <int bits>
__device__ std::uint32_t ink_of(std::uint32_t word, const std::uint32_t* ink) {
  constexpr std::uint32_t lowest = ~std::uint32_t{0} / ((1U << bits) - 1);  // the lowest bit of each pixel
  std::uint32_t sum = 0;
#pragma unroll
  for (std::uint32_t level = 1; level < 1U << bits; ++level) {
    std::uint32_t differs = word ^ lowest * level;
#pragma unroll
    for (int bit = bits / 2; bit > 0; bit /= 2) differs |= differs >> bit;
    sum += ink[level] * static_cast<std::uint32_t>(__popc(~differs & lowest));
  }
  return sum;
}

// Of the pixels in the bits of a row from `left` to before `right`.
template <int bits>
__device__ std::uint32_t ink_between(const std::uint32_t* row, std::int64_t left, std::int64_t right,
                                     const std::uint32_t* ink) {
  std::uint32_t sum = 0;
  for (std::int64_t word = left / word_bits; word * word_bits < right; ++word) {
    const auto skip = static_cast<unsigned>(max(left - word * word_bits, std::int64_t{0}));
    const auto rest = static_cast<unsigned>(max((word + 1) * word_bits - right, std::int64_t{0}));
    const std::uint32_t in_box = ~std::uint32_t{0} >> skip & ~std::uint32_t{0} << rest;
    sum += ink_of<bits>(__byte_perm(row[word], 0, 0x0123) & in_box, ink);
  }
  return sum;
}

template <int bits>
__global__ void __launch_bounds__(boxes_beside* threads_of_box)
    sum_boxes(const DevicePlates plates, const Boxes boxes, PlateSums::Sum* const sums,
              const std::int64_t sums_of_plate) {
  __shared__ std::uint32_t parts[threads_of_box][boxes_beside];
  const SummedPlate& plate = boxes.plates[blockIdx.z];
  const std::byte* const pixels =
      plates.pixels + static_cast<std::int64_t>(plate.number) * plates.pixels_plane - plates.first * plates.pixels_row;
  const std::int64_t column = blockIdx.x * std::int64_t{boxes_beside} + threadIdx.x;
  const bool is_there = column < boxes.in_row;
  for (std::int64_t row = blockIdx.y; row < boxes.row_count; row += gridDim.y) {
    std::uint32_t sum = 0;
    if (is_there) {
      const std::int64_t left = boxes.columns[column] * bits, right = boxes.columns[column + 1] * bits;
      const std::int64_t top = max(plates.first, boxes.rows[boxes.first_row + row]);
      const std::int64_t bottom = min(plates.first + plates.rows, boxes.rows[boxes.first_row + row + 1]);
      for (std::int64_t y = top + threadIdx.y; y < bottom; y += threads_of_box)
        sum += ink_between<bits>(reinterpret_cast<const std::uint32_t*>(pixels + y * plates.pixels_row), left, right,
                                 plate.ink);
    }
    parts[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (is_there && threadIdx.y == 0) {
      for (int i = 1; i < threads_of_box; ++i) sum += parts[i][threadIdx.x];
      sums[blockIdx.z * sums_of_plate + row * boxes.in_row + column] = static_cast<PlateSums::Sum>(sum);
    }
    __syncthreads();
  }
}

auto* kernel_of(int bits) {
  return bits == 1 ? sum_boxes<1> : bits == 2 ? sum_boxes<2> : sum_boxes<4>;
}

SummedPlate summed_plate(const PlateBoxes& boxes) {
  SummedPlate plate{boxes.plate};
  std::ranges::copy(boxes.ink.of, plate.ink);
  return plate;
}

template <typename Value>
cudaError_t bring(Value* to, const std::vector<Value>& values, separation::cuda::Stream stream) {
  return cudaMemcpyAsync(to, values.data(), values.size() * sizeof(Value), cudaMemcpyHostToDevice, stream);
}

}  // namespace

PlateSummer::PlateSummer(std::shared_ptr<const WantedSums> wanted) : wanted_(std::move(wanted)) {
  const std::vector<PlateBoxes>& all = wanted_->all();
  for (std::size_t place = 0; place < all.size(); ++place) {
    const bool is_same = place > 0 && all[place].columns == all[place - 1].columns &&
                         all[place].rows == all[place - 1].rows && all[place].ink.bits == all[place - 1].ink.bits;
    if (!is_same) groups_.push_back({.place = place, .plates = {}});
    groups_.back().plates.push_back(summed_plate(all[place]));
  }
}

void PlateSummer::place(Cutter& memory) {
  for (Group& group : groups_) {
    const PlateBoxes& boxes = wanted_->all()[group.place];
    group.columns = memory.take<std::int64_t>(std::ssize(boxes.columns));
    group.rows = memory.take<std::int64_t>(std::ssize(boxes.rows));
    group.plates_there = memory.take<SummedPlate>(std::ssize(group.plates));
  }
}

Status PlateSummer::load(separation::cuda::Stream stream) const {
  cudaError_t error = cudaSuccess;
  for (const Group& group : groups_) {
    const PlateBoxes& boxes = wanted_->all()[group.place];
    if (error == cudaSuccess) error = bring(group.columns, boxes.columns, stream);
    if (error == cudaSuccess) error = bring(group.rows, boxes.rows, stream);
    if (error == cudaSuccess) error = bring(group.plates_there, group.plates, stream);
  }
  return status_of(error, "cannot bring boxes to the GPU");
}

Status PlateSummer::enqueue(const DevicePlates& plates, const PlateSums& sums, separation::cuda::Stream stream) const {
  for (const Group& group : groups_)
    if (const Status status = enqueue(group, plates, sums, stream); !status.ok()) return status;
  return {};
}

Status PlateSummer::enqueue(const Group& group, const DevicePlates& plates, const PlateSums& sums,
                            separation::cuda::Stream stream) const {
  const PlateBoxes& boxes = wanted_->all()[group.place];
  const std::int64_t first_row = box_row_of(boxes.rows, plates.first);
  const std::int64_t row_count = box_row_of(boxes.rows, plates.first + plates.rows - 1) - first_row + 1;
  const Boxes on_device{group.columns, group.rows, group.plates_there, boxes.box_columns(), first_row, row_count};
  const bool has_more = group.plates.size() > 1;
  const std::int64_t sums_of_plate = has_more ? sums.sums[group.place + 1] - sums.sums[group.place] : 0;
  const dim3 blocks{static_cast<unsigned>((boxes.box_columns() + boxes_beside - 1) / boxes_beside),
                    static_cast<unsigned>(std::min<std::int64_t>(row_count, most_blocks)),
                    static_cast<unsigned>(group.plates.size())};
  return start_kernel("cannot sum the plates", kernel_of(boxes.ink.bits), blocks, {boxes_beside, threads_of_box},
                      stream, plates, on_device, sums.sums[group.place], sums_of_plate);
}

}  // namespace platerip::rip::cuda
