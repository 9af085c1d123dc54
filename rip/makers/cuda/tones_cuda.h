// Makes the tones of strips on an NVIDIA GPU. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/status.h"
#include "rip/strips/strip_tones.h"
#include "separation/cuda/device_strip.h"

namespace platerip::rip::cuda {

/// Rows of inks in device memory.
struct DeviceInks {
  std::span<std::byte* const> planes;  ///< the first of the rows of each ink
  std::ptrdiff_t stride = 0;           ///< bytes from row to row
  std::int64_t first = 0;              ///< row of the page
  std::int64_t rows = 0;
};

/// Enqueues making the tones of rows from tones.first on, as add_tones() does. `tones`: the place in device memory for
/// `most_rows` rows. Errors: a CUDA error.
Status enqueue_tones(const ToneSettings& settings, const DeviceInks& inks, const StripTones& tones,
                     std::int64_t most_rows, separation::cuda::Stream stream);

}  // namespace platerip::rip::cuda
