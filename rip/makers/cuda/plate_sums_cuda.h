// Sums the plates of strips over boxes on an NVIDIA GPU.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/cutter.h"
#include "base/status.h"
#include "rip/strips/plate_sums.h"
#include "separation/cuda/device_strip.h"

namespace platerip::rip::cuda {

/// Rows of plates in device memory, plate after plate.
struct DevicePlates {
  const std::byte* pixels = nullptr;
  std::ptrdiff_t pixels_row = 0;    ///< bytes from row to row, a multiple of 4
  std::ptrdiff_t pixels_plane = 0;  ///< bytes from plate to plate, a multiple of 4
  std::int64_t first = 0;           ///< row of the page
  std::int64_t rows = 0;
};

/// A plate as the kernel wants it.
struct SummedPlate {
  std::uint64_t number = 0;
  std::uint32_t ink[halftone::max_levels] = {};  ///< of each level
};

/// Makes the sums of a page's plates. One thread at a time.
class PlateSummer {
 public:
  explicit PlateSummer(std::shared_ptr<const WantedSums> wanted);

  /// Takes device memory for what load() brings there.
  void place(Cutter& memory);
  /// Enqueues bringing the borders of boxes to the device. This object outlives that. Errors: a CUDA error.
  Status load(separation::cuda::Stream stream) const;
  /// Enqueues making the sums of rows, as LevelRows does. `sums`: places in device memory for so many rows or more.
  /// Errors: a CUDA error.
  Status enqueue(const DevicePlates& plates, const PlateSums& sums, separation::cuda::Stream stream) const;

 private:
  /// Places that follow each other and whose boxes have the same borders, so that one launch sums them.
  struct Group {
    std::size_t place = 0;  ///< the first
    std::vector<SummedPlate> plates;
    std::int64_t* columns = nullptr;  ///< borders, on the device
    std::int64_t* rows = nullptr;
    SummedPlate* plates_there = nullptr;
  };

  Status enqueue(const Group& group, const DevicePlates& plates, const PlateSums& sums,
                 separation::cuda::Stream stream) const;

  std::shared_ptr<const WantedSums> wanted_;
  std::vector<Group> groups_;
};

}  // namespace platerip::rip::cuda
