// A page on an NVIDIA GPU. Private to rip/cuda/.
//
// A strip goes up, is separated, is halftoned and comes down on four streams, each of which works on another strip:
//
//     up         1   2   3   4
//     separation     1   2   3   4
//     halftone           1   2   3   4
//     down                   1   2   3   4
//
// A strip that the GPU's memory has no room for goes in pieces. The halftone is drained after each piece: from some 384
// rows on that is hidden by the next one's way up (gpu_strips.cpp has the figures).
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "halftone/cuda/device_halftoner.h"
#include "rip/cuda/cuda_gpu.h"
#include "rip/gpu_page.h"
#include "separation/cuda/device_separator.h"

namespace platerip::rip::cuda {

class Cutter;

class CudaPage final : public GpuPage {
 public:
  /// Errors: why the page is not for the GPU.
  static Result<std::unique_ptr<GpuPage>> make(std::shared_ptr<CudaGpu> gpu, const GpuPageSettings& settings);
  ~CudaPage() override;

  [[nodiscard]] std::string separation_backend() const override { return separator_.description(); }
  [[nodiscard]] std::string halftone_backend() const override;
  Result<std::byte*> begin(const StripShape& shape, const StripPlan& plan) override;
  Status submit(const StripInFlight& strip) override;
  Result<GpuStripDone> wait() override;
  void stop() override;

 private:
  using DeviceTotalInk = separation::cuda::DeviceTotalInk;

  /// Where a piece of a strip is while it passes through; the next one but two has the same place.
  struct Lane {
    std::byte* pixels = nullptr;
    std::vector<std::byte*> planes;  // of all inks; null: without a plate
    std::byte* samples = nullptr;    // those with one, behind each other
    std::byte* plates = nullptr;
    std::int16_t* errors = nullptr;
    Event uploaded, separated, halftoned, downloaded;
  };

  /// What comes down with a strip, beside its plates.
  struct Outcome {
    DeviceTotalInk* adding = nullptr;  // on the device: 0 until the strip is separated
    std::int16_t* errors = nullptr;    // these in the host's memory
    DeviceTotalInk* total = nullptr;
    Event done;
  };

  CudaPage(std::shared_ptr<CudaGpu> gpu, const GpuPageSettings& settings, separation::cuda::DeviceSeparator separator);

  Status make_streams();
  Status take_device_memory();
  void place_on_device(Cutter& memory);
  Result<std::byte*> take_host_memory();
  std::byte* place_on_host(Cutter& memory);
  Status start();

  // Of `rows` rows of a strip, from its row `first` on.
  Status enqueue(const StripInFlight& strip, std::int64_t first, std::int64_t rows);
  Status upload(const Lane& lane, const StripInFlight& strip, std::int64_t first, std::int64_t rows);
  Status separate(const Lane& lane, std::int64_t rows);
  Status halftone(const Lane& lane, std::int64_t rows);
  Status download(const Lane& lane, const StripInFlight& strip, std::int64_t first, std::int64_t rows);
  Status download_outcome(const Lane& lane);

  [[nodiscard]] const Outcome& submitting() const { return outcomes_[submitted_ % outcomes_.size()]; }
  [[nodiscard]] std::int64_t errors_bytes() const { return boundary_bytes(settings_.halftone); }

  std::shared_ptr<CudaGpu> gpu_;
  GpuPageSettings settings_;
  separation::cuda::DeviceSeparator separator_;
  std::unique_lock<std::timed_mutex> hold_;  // while the GPU is this page's
  StripShape shape_;
  StripPlan plan_;
  std::int64_t piece_rows_ = 0;   // of a strip, at a time
  std::int64_t samples_row_ = 0;  // bytes from row to row
  std::int64_t plates_row_ = 0;
  OwnedStream up_, separation_, halftone_, down_;
  std::array<Lane, 3> lanes_;
  std::vector<Outcome> outcomes_;
  std::byte* separation_workspace_ = nullptr;
  std::byte* halftone_workspace_ = nullptr;
  std::optional<halftone::cuda::DeviceHalftoner> halftoner_;
  std::size_t pieces_ = 0;
  std::size_t submitted_ = 0;
  std::size_t waited_ = 0;
};

}  // namespace platerip::rip::cuda
