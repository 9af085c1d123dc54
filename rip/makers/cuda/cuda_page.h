// A page on an NVIDIA GPU. Private to rip/makers/cuda/.
//
// A strip is uploaded, separated, halftoned and downloaded on four streams, which work on different strips:
//
//     up         1   2   3   4   5   6   7
//     separate       1   2   3   4   5   6   7
//     halftone           1   2   3   4   5   6   7      strip 1 goes on while 2 and 3 begin:
//     down                           1   2   3   4      it is done with launch 3 (halftone/cuda/frontier.h)
//
// A fifth stream waits for the host where only LittleCMS can round colours (separation/cuda/doubts.h). Meanwhile the
// next strip is separated.
//
// So the plates of strip 1 are downloaded when strip 3 is submitted, to the buffers of strip 3; before, their sums are
// made, if they are wanted. Its tones were made and downloaded when strip 1 was separated.
//
// Low strips spend much of their time in calls of CUDA, so none is wasted. One is spared like this: at least as many
// strips have memory on the GPU as in the host's memory. Before such memory is used again, its strip has been
// downloaded, and no event has to tell.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cuda_owned.h"
#include "base/cutter.h"
#include "halftone/cuda/device_halftoner.h"
#include "rip/makers/cuda/cuda_device.h"
#include "rip/makers/cuda/plate_sums_cuda.h"
#include "rip/makers/cuda/staged_device_separator.h"
#include "rip/makers/gpu_page.h"

namespace platerip::rip::cuda {

/// One page on a CudaDevice.
class CudaPage final : public GpuPage {
 public:
  /// Errors: why the GPU cannot make this page.
  static Result<std::unique_ptr<GpuPage>> make(std::shared_ptr<CudaDevice> device, const PageWork& settings);
  ~CudaPage() override;

  [[nodiscard]] std::string separation_backend() const override { return separator_ ? separator_->description() : ""; }
  [[nodiscard]] std::string halftone_backend() const override { return "cuda (" + device_->name() + ")"; }
  [[nodiscard]] std::int64_t worthwhile_rows() const override;
  [[nodiscard]] bool turns_strips() const override { return true; }
  Result<StripPlan> begin(const StripShape& shape, const StripPlan& plan) override;
  Result<std::byte*> take_strips(const halftone::Boundary& above) override;
  Status submit(const StripInFlight& strip) override;
  Result<GpuStripDone> wait() override;
  void stop() override;
  [[nodiscard]] halftone::Boundary boundary() const override;

 private:
  using DeviceTotalInk = separation::cuda::DeviceTotalInk;

  /// The notes of a strip have its total ink first, and its boundary errors from this byte on.
  static constexpr std::int64_t errors_at = Cutter::alignment;

  /// Where a strip is on the GPU until its plates are downloaded. Strips use the lanes in turn.
  struct Lane {
    std::int64_t rows = 0;
    std::int64_t end = 0;       // the row of the page after its last
    bool was_begun = false;     // by the cores, which hold its rows back: it has no pixels
    bool has_boundary = false;  // the page can go on below it
    Turn turn;                  // its pixels came as they lie in the page
    std::byte* lying = nullptr;
    std::byte* pixels = nullptr;
    std::vector<std::byte*> planes;  // one for each ink; null: it has no plate
    // Of the inks with a plate, one after the other, and then of the others whose tones are wanted.
    std::byte* samples = nullptr;
    std::byte* plates = nullptr;
    std::byte* tones = nullptr;
    std::byte* sums = nullptr;
    std::byte* notes = nullptr;     // downloaded beside the plates: the total ink of all strips in this lane, and the
                                    // boundary errors below this one
    std::uint64_t ink_brought = 0;  // the sum in the notes that wait() saw last
    Event uploaded, separated, halftoned;
  };

  /// What comes back in return for a strip, in host memory.
  struct Outcome {
    Lane* lane = nullptr;    // where plates come from; null: none come back
    bool has_tones = false;  // the strip's tones come back
    std::byte* notes = nullptr;
    Event done;
  };

  CudaPage(std::shared_ptr<CudaDevice> device, const PageWork& settings,
           std::optional<StagedDeviceSeparator> separator);

  Status make_streams();
  Status take_device_memory();
  [[nodiscard]] std::size_t inks() const;
  [[nodiscard]] std::vector<std::size_t> kept_inks() const;
  void place_on_device(Cutter& memory);
  Result<std::byte*> take_host_memory();
  std::byte* place_on_host(Cutter& memory);
  Status load_tables();
  Status start();
  Status go_on_below(const halftone::Boundary& above);
  Status go_on_searching(const halftone::Boundary& above);
  Result<const std::int16_t*> upload_errors(const std::vector<std::int16_t>& errors);
  Status wait_for_uploads();

  Status enqueue(const StripInFlight& strip);
  [[nodiscard]] StageRows rows_of(const Lane& lane) const;
  Status upload(const Lane& lane, const StripInFlight& strip);
  [[nodiscard]] cudaError_t upload_pixels(const Lane& lane, const StripInFlight& strip);
  [[nodiscard]] cudaError_t upload_planes(const Lane& lane, const StripInFlight& strip);
  Status separate(const Lane& lane);
  Status turn(const Lane& lane);
  Status enqueue_inks(const Lane& lane);
  [[nodiscard]] Stream last_of_inks() const;
  Status halftone(const Lane& lane, bool last);
  Status save_done();
  Status save_outcome(const Outcome& outcome);
  [[nodiscard]] bool makes_tones() const { return shape_.tones && separator_; }
  Status bring_tones(const Lane& lane, const StripInFlight& onto);
  Status bring_down(const Lane& lane, const StripInFlight& onto, const Outcome& outcome);
  Status bring_sums(const Lane& lane, const StripInFlight& onto) const;
  [[nodiscard]] cudaError_t bring_plates(const Lane& lane, const StripInFlight& onto) const;

  [[nodiscard]] Lane& lane_of(std::size_t strip) { return lanes_[strip % lanes_.size()]; }
  [[nodiscard]] halftone::cuda::DeviceStrip device_strip(const Lane& lane) const;
  [[nodiscard]] std::int64_t errors_bytes() const { return boundary_bytes(settings_.halftone); }

  std::shared_ptr<CudaDevice> device_;
  PageWork settings_;
  CudaDevice::Hold hold_;                           // while the GPU makes this page
  std::optional<StagedDeviceSeparator> separator_;  // unless strips come with planes
  StripShape shape_;
  StripPlan plan_;
  std::int64_t samples_row_ = 0;  // bytes from row to row
  std::int64_t plates_row_ = 0;
  OwnedStream up_, separate_, decide_, halftone_, down_;
  std::vector<Lane> lanes_;
  std::vector<Outcome> outcomes_;
  std::vector<std::byte*> notes_;  // one more than strips in flight, so that those that wait() returned last are kept
  std::byte* halftone_workspace_ = nullptr;
  std::optional<halftone::cuda::DeviceHalftoner> halftoner_;
  std::optional<PlateSummer> summer_;   // if sums of plates are wanted
  std::size_t submitted_ = 0;           // strips, including those without rows
  std::size_t waited_ = 0;              // for how many of them wait() was called
  std::size_t given_ = 0;               // strips with rows, enqueued
  std::size_t halftoned_ = 0;           // those of them whose halftone is completely enqueued
  std::size_t down_strips_ = 0;         // those of them whose download is enqueued
  halftone::Boundary above_;            // below which the page began
  const std::byte* brought_ = nullptr;  // the latest notes with a boundary
  std::int64_t brought_end_ = 0;        // rows of the page above this boundary
};

}  // namespace platerip::rip::cuda
