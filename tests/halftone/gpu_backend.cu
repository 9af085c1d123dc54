#include "tests/halftone/gpu_backend.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/cuda_errors.h"
#include "base/cuda_owned.h"
#include "halftone/checks.h"
#include "halftone/cuda/device_halftoner.h"
#include "halftone/page_boundary.h"

namespace platerip::halftone {
namespace {

using cuda::DeviceHalftoner;
using cuda::DeviceStrip;

// The most rows that go to the device at a time, if its memory has room for them, and the fewest that are worth it.
constexpr std::int64_t most_rows = 4096;
constexpr std::int64_t fewest_rows = 32;

// The longest rows of which CUDA copies many at a time.
constexpr std::ptrdiff_t most_pitch = 0x7FFFFFFF;

// How the device's memory is divided: samples, pixels, the halftoner's workspace, boundary errors. Rows of samples and
// pixels are padded.
struct Layout {
  std::int64_t rows;
  std::size_t samples_row;
  std::size_t pixels_row;
  std::size_t pixels;
  std::size_t workspace;
  std::size_t errors;
  std::size_t end;

  Layout(const Settings& settings, std::int64_t strip_rows) : rows(strip_rows) {
    const auto padded = [](std::size_t bytes) { return (bytes + 255) / 256 * 256; };
    const std::size_t planes = settings.planes.size();
    samples_row = padded(static_cast<std::size_t>(settings.width) * settings.bits / 8);
    pixels_row = padded(static_cast<std::size_t>(plate_row_bytes(settings.width, settings.levels)));
    pixels = planes * rows * samples_row;
    workspace = pixels + planes * rows * pixels_row;
    errors = workspace + padded(DeviceHalftoner::workspace_bytes(settings, rows, 0));
    end = errors + sizeof(std::int16_t) * static_cast<std::size_t>(boundary_errors(settings));
  }
};

class Gpu final : public Halftoner {
 public:
  Gpu(const Settings& settings, const Layout& layout, DeviceMemory memory, OwnedStream stream, std::string device)
      : settings_(settings),
        layout_(layout),
        memory_(std::move(memory)),
        stream_(std::move(stream)),
        device_(std::move(device)) {}

  // Begins at the top of a page, or below the rows of `boundary`.
  Status begin(const Boundary* boundary) {
    auto halftoner =
        DeviceHalftoner::make(settings_, layout_.rows, 0, memory_.get() + layout_.workspace, stream_.get());
    if (!halftoner.ok()) return halftoner.error();
    halftoner_.emplace(std::move(*halftoner));
    rows_ = boundary ? boundary->rows : 0;
    if (!boundary) return {};
    const std::vector<std::int16_t> packed = errors_of(*boundary);
    const Status copied = copy(errors(), packed.data(), errors_bytes(), cudaMemcpyHostToDevice);
    if (!copied.ok()) return copied;
    return halftoner_->restore(errors(), rows_, stream_.get());
  }

  [[nodiscard]] std::string description() const override { return "cuda (" + device_ + ")"; }

  Result<std::int64_t> run(const Strip& strip) override {
    if (const Status status = check_strip(settings_, strip); !status.ok()) return status.error();
    for (std::int64_t row = 0; row < strip.rows; row += layout_.rows) {
      const Status status = run_rows(strip, row, std::min(layout_.rows, strip.rows - row));
      if (!status.ok()) return status.error();
    }
    rows_ += strip.rows;
    return strip.rows;
  }

  [[nodiscard]] Result<Boundary> save() const override {
    std::vector<std::int16_t> packed(errors_bytes() / sizeof(std::int16_t));
    if (const Status status = halftoner_->save(errors(), rows_, stream_.get()); !status.ok()) return status.error();
    const Status copied = copy(packed.data(), errors(), errors_bytes(), cudaMemcpyDeviceToHost);
    if (!copied.ok()) return copied.error();
    return boundary_of(settings_, rows_, packed);
  }

  Status restore(const Boundary& boundary) override {
    if (const Status status = check_boundary(settings_, boundary); !status.ok()) return status;
    return begin(&boundary);
  }

 private:
  [[nodiscard]] std::int16_t* errors() const { return reinterpret_cast<std::int16_t*>(memory_.get() + layout_.errors); }
  [[nodiscard]] std::size_t errors_bytes() const {
    return sizeof(std::int16_t) * static_cast<std::size_t>(boundary_errors(settings_));
  }

  Status copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) const {
    cudaError_t error = cudaMemcpyAsync(to, from, bytes, kind, stream_.get());
    if (error == cudaSuccess) error = cudaStreamSynchronize(stream_.get());
    return status_of(error, "cannot copy");
  }

  // Copies rows of one plane, whose stride in host memory may be negative.
  cudaError_t copy_rows(std::byte* to, std::ptrdiff_t to_row, const std::byte* from, std::ptrdiff_t from_row,
                        std::size_t bytes, std::int64_t rows, cudaMemcpyKind kind) const {
    const auto is_pitch = [&](std::ptrdiff_t row) {
      return row >= static_cast<std::ptrdiff_t>(bytes) && row <= most_pitch;
    };
    if (is_pitch(to_row) && is_pitch(from_row)) {
      return cudaMemcpy2DAsync(to, static_cast<std::size_t>(to_row), from, static_cast<std::size_t>(from_row), bytes,
                               static_cast<std::size_t>(rows), kind, stream_.get());
    }
    cudaError_t error = cudaSuccess;
    for (std::int64_t row = 0; row < rows && error == cudaSuccess; ++row)
      error = cudaMemcpyAsync(to + row * to_row, from + row * from_row, bytes, kind, stream_.get());
    return error;
  }

  Status run_rows(const Strip& strip, std::int64_t first, std::int64_t rows) {
    std::byte* samples = memory_.get();
    std::byte* pixels = memory_.get() + layout_.pixels;
    const auto samples_row = static_cast<std::ptrdiff_t>(layout_.samples_row);
    const auto pixels_row = static_cast<std::ptrdiff_t>(layout_.pixels_row);
    const DeviceStrip on_device{.rows = rows,
                                .samples = samples,
                                .samples_row = samples_row,
                                .samples_plane = samples_row * layout_.rows,
                                .pixels = pixels,
                                .pixels_row = pixels_row,
                                .pixels_plane = pixels_row * layout_.rows};
    cudaError_t error = cudaSuccess;
    for (std::size_t i = 0; i < strip.planes.size() && error == cudaSuccess; ++i) {
      const Plane& plane = strip.planes[i];
      error = copy_rows(samples + static_cast<std::ptrdiff_t>(i) * on_device.samples_plane, samples_row,
                        plane.samples + first * plane.stride, plane.stride,
                        static_cast<std::size_t>(settings_.width) * settings_.bits / 8, rows, cudaMemcpyHostToDevice);
    }
    if (error != cudaSuccess) return status_of(error, "cannot copy the planes to the device");
    if (const Status status = halftoner_->enqueue(on_device, stream_.get()); !status.ok()) return status;
    for (std::size_t i = 0; i < strip.plates.size() && error == cudaSuccess; ++i) {
      const Plate& plate = strip.plates[i];
      error = copy_rows(plate.pixels + first * plate.stride, plate.stride,
                        pixels + static_cast<std::ptrdiff_t>(i) * on_device.pixels_plane, pixels_row,
                        static_cast<std::size_t>(plate_row_bytes(settings_.width, settings_.levels)), rows,
                        cudaMemcpyDeviceToHost);
    }
    if (error == cudaSuccess) error = cudaStreamSynchronize(stream_.get());
    return status_of(error, "cannot halftone on the device");
  }

  Settings settings_;
  Layout layout_;
  DeviceMemory memory_;
  OwnedStream stream_;
  std::string device_;
  std::optional<DeviceHalftoner> halftoner_;
  std::int64_t rows_ = 0;
};

// Allocates memory for as many rows as fit.
Result<std::pair<Layout, DeviceMemory>> allocate(const Settings& settings) {
  for (std::int64_t rows = most_rows;; rows /= 2) {
    const Layout layout(settings, rows);
    void* memory = nullptr;
    const cudaError_t error = cudaMalloc(&memory, layout.end);
    if (error == cudaSuccess) return std::pair(layout, DeviceMemory(static_cast<std::byte*>(memory)));
    cudaGetLastError();  // clears the error: it is reported here, or does not matter
    if (error != cudaErrorMemoryAllocation) return status_of(error, "cannot take memory on the device").error();
    if (rows <= fewest_rows)
      return status_of(error, "the device's memory has no room for a strip of this page").error();
  }
}

Status supported() {
  if (const auto gpus = count_gpus(); !gpus.ok()) return gpus.error();
  return DeviceHalftoner::supported();
}

const Backend& reference() {
  return **find_backend("reference");
}

// Pages with methods that have no kernels are left to the reference, and so are those with look-ahead, because a Gpu
// finishes each strip at once.
bool is_for_device(const Settings& settings) {
  return rows_held_back(settings) == 0 && DeviceHalftoner::has_kernels(settings).ok();
}

std::size_t workspace_bytes(const Settings& settings) {
  return is_for_device(settings) ? 0 : reference().workspace_bytes(settings);
}

Result<std::unique_ptr<Halftoner>> make(const Settings& settings, std::span<std::byte> workspace) {
  if (const Status status = check_workspace(settings, workspace, workspace_bytes); !status.ok()) return status.error();
  if (!is_for_device(settings)) return reference().make(settings, workspace);
  int device = 0;
  cudaDeviceProp properties{};
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) error = cudaGetDeviceProperties(&properties, device);
  if (error != cudaSuccess) return status_of(error, "no NVIDIA GPU can be used").error();
  auto stream = make_stream();
  if (!stream.ok()) return stream.error();
  auto allocated = allocate(settings);
  if (!allocated.ok()) return allocated.error();
  auto halftoner = std::make_unique<Gpu>(settings, allocated->first, std::move(allocated->second), *std::move(stream),
                                         properties.name);
  if (const Status status = halftoner->begin(nullptr); !status.ok()) return status.error();
  return std::unique_ptr<Halftoner>(std::move(halftoner));
}

}  // namespace

Backend gpu_backend() {
  return {"cuda", "an NVIDIA GPU", supported, workspace_bytes, make};
}

}  // namespace platerip::halftone
