// What a stage needs so that NVIDIA GPUs can run it, too.
#pragma once

#include <cstddef>
#include <span>

#include "base/status.h"
#include "rip/strips/stages.h"
#include "separation/cuda/device_strip.h"

namespace platerip::rip::cuda {

using separation::cuda::Stream;

/// A PageStage that derives from this class, too, can run on NVIDIA GPUs, with the same result. Thread-safe.
class PageStageOnCuda {
 public:
  virtual ~PageStageOnCuda() = default;

  /// Enqueues PageStage::run() for rows in device memory. Neither waits for the device nor allocates memory there.
  /// Errors: a CUDA error.
  virtual Status enqueue(const StagedPage& page, const StageRows& rows, const std::byte* in, std::ptrdiff_t stride,
                         std::byte* out, Stream stream) const = 0;
};

/// Device memory of a PlaneStage, aligned to 256 bytes.
struct StageMemory {
  const std::byte* tables = nullptr;  ///< a copy of PlaneStageOnCuda::device_tables()
  std::span<std::byte> workspace;
};

/// The same for a PlaneStage.
class PlaneStageOnCuda {
 public:
  virtual ~PlaneStageOnCuda() = default;

  /// What enqueue() reads for all strips of a page. It belongs to the stage.
  [[nodiscard]] virtual std::span<const std::byte> device_tables() const { return {}; }

  /// The bytes of device memory that enqueue() needs as its workspace for so many rows. For fewer rows it needs no
  /// more.
  [[nodiscard]] virtual std::size_t device_workspace_bytes(const StagedPage& /*page*/,
                                                           const StageRows& /*rows*/) const {
    return 0;
  }

  /// Enqueues PlaneStage::run() for planes in device memory. The spans themselves are read only during the call.
  virtual Status enqueue(const StagedPage& page, const StageRows& rows, std::span<const separation::Plane> in,
                         std::span<const separation::Plane> out, const StageMemory& memory, Stream stream) const = 0;
};

/// A PlaneStage that makes its inks one after the other.
class InkByInkOnCuda : public PlaneStageOnCuda {
 public:
  Status enqueue(const StagedPage& page, const StageRows& rows, std::span<const separation::Plane> in,
                 std::span<const separation::Plane> out, const StageMemory& memory, Stream stream) const final {
    for (std::size_t i = 0; i < out.size(); ++i)
      if (const Status status = enqueue_ink(i, page, rows, in, out[i], memory, stream); !status.ok()) return status;
    return {};
  }

 private:
  /// As enqueue(), for the ink with index i in PlaneStage::inks().
  virtual Status enqueue_ink(std::size_t i, const StagedPage& page, const StageRows& rows,
                             std::span<const separation::Plane> in, const separation::Plane& out,
                             const StageMemory& memory, Stream stream) const = 0;
};

}  // namespace platerip::rip::cuda
