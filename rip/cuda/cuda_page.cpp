#include "rip/cuda/cuda_page.h"

#include <algorithm>

namespace platerip::rip::cuda {
namespace {

using halftone::cuda::DeviceHalftoner;

constexpr std::int64_t alignment = 256;  // of all that is taken, and of rows of samples: whole words, whole lines
constexpr std::size_t mebibyte = std::size_t{1} << 20;

// The fewest rows that are worth a launch: a stripe of the halftone.
constexpr std::int64_t fewest_rows = 32;

std::int64_t aligned(std::int64_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

}  // namespace

/// Gives out one block of memory piece by piece; without one it only counts.
class Cutter {
 public:
  explicit Cutter(std::byte* memory = nullptr) : memory_(memory) {}

  template <typename T = std::byte>
  T* take(std::int64_t bytes) {
    std::byte* taken = memory_ == nullptr ? nullptr : memory_ + taken_;
    taken_ += static_cast<std::size_t>(aligned(bytes));
    return reinterpret_cast<T*>(taken);
  }
  [[nodiscard]] std::size_t taken() const { return taken_; }

 private:
  std::byte* memory_;
  std::size_t taken_ = 0;
};

namespace {

std::string mib(std::size_t bytes) {
  return std::to_string(bytes >> 20) + " MiB";
}

Error no_room(std::size_t needed, std::size_t room) {
  return Error{"cuda: the page needs " + mib(needed + mebibyte) + " of the GPU's memory and " + mib(room) +
               " are free for it; end what else uses the GPU, give more --gpu-memory, or take --backend cpu"};
}

}  // namespace

CudaPage::CudaPage(std::shared_ptr<CudaGpu> gpu, const GpuPageSettings& settings,
                   separation::cuda::DeviceSeparator separator)
    : gpu_(std::move(gpu)), settings_(settings), separator_(std::move(separator)) {}

Result<std::unique_ptr<GpuPage>> CudaPage::make(std::shared_ptr<CudaGpu> gpu, const GpuPageSettings& settings) {
  auto separator = separation::cuda::DeviceSeparator::make(settings.separation);
  if (!separator.ok()) return separator.error();
  return std::unique_ptr<GpuPage>(new CudaPage(std::move(gpu), settings, *std::move(separator)));
}

CudaPage::~CudaPage() {
  if (!hold_.owns_lock()) return;
  stop();  // before streams, events and the page's place on the GPU go
}

void CudaPage::stop() {
  if (!hold_.owns_lock()) return;
  gpu_->use();
  for (const OwnedStream* stream : {&up_, &separation_, &halftone_, &down_}) {
    if (*stream) cudaStreamSynchronize(stream->get());
  }
}

std::string CudaPage::halftone_backend() const {
  const bool in_pieces = piece_rows_ < plan_.rows;
  return "cuda (" + gpu_->name() + (in_pieces ? ", " + std::to_string(piece_rows_) + " rows at a time" : "") + ")";
}

Result<std::byte*> CudaPage::begin(const StripShape& shape, const StripPlan& plan) {
  auto page = gpu_->begin_page(settings_.stop);
  if (!page.ok()) return page.error();
  hold_ = *std::move(page);
  shape_ = shape;
  plan_ = plan;
  outcomes_.resize(static_cast<std::size_t>(plan.in_flight));
  samples_row_ = aligned(shape.width * shape.sample_bytes);
  plates_row_ = shape.row_bytes().plates / static_cast<std::int64_t>(shape.plates);
  if (const Status status = make_streams(); !status.ok()) return status.error();
  if (const Status status = take_device_memory(); !status.ok()) return status.error();
  if (const Status status = start(); !status.ok()) return status.error();
  return take_host_memory();
}

Status CudaPage::make_streams() {
  for (OwnedStream* stream : {&up_, &separation_, &halftone_, &down_}) {
    auto made = make_stream();
    if (!made.ok()) return made.error();
    *stream = *std::move(made);
  }
  for (Lane& lane : lanes_) {
    for (Event* event : {&lane.uploaded, &lane.separated, &lane.halftoned, &lane.downloaded}) {
      auto made = make_event(false);
      if (!made.ok()) return made.error();
      *event = *std::move(made);
    }
  }
  for (Outcome& outcome : outcomes_) {
    auto made = make_event(true);
    if (!made.ok()) return made.error();
    outcome.done = *std::move(made);
  }
  return {};
}

void CudaPage::place_on_device(Cutter& memory) {
  const auto plates = static_cast<std::int64_t>(shape_.plates);
  for (Lane& lane : lanes_) {
    lane.pixels = memory.take(piece_rows_ * shape_.row_bytes().pixels);
    lane.samples = memory.take(piece_rows_ * samples_row_ * plates);
    lane.plates = memory.take(piece_rows_ * plates_row_ * plates);
    lane.errors = memory.take<std::int16_t>(errors_bytes());
    lane.planes.assign(separator_.inks().size(), nullptr);
    if (lane.samples == nullptr) continue;
    for (std::size_t plate = 0; plate < settings_.plate_inks.size(); ++plate)
      lane.planes[settings_.plate_inks[plate]] =
          lane.samples + static_cast<std::int64_t>(plate) * piece_rows_ * samples_row_;
  }
  for (Outcome& outcome : outcomes_) outcome.adding = memory.take<DeviceTotalInk>(sizeof(DeviceTotalInk));
  separation_workspace_ = memory.take(static_cast<std::int64_t>(separator_.workspace_bytes()));
  halftone_workspace_ =
      memory.take(static_cast<std::int64_t>(DeviceHalftoner::workspace_bytes(settings_.halftone, piece_rows_)));
}

// Half as many rows at a time, until there is room.
Status CudaPage::take_device_memory() {
  const auto free = gpu_->room();
  if (!free.ok()) return free.error();
  const std::size_t room = *free;
  for (piece_rows_ = std::min(plan_.rows, DeviceHalftoner::max_strip_rows);;
       piece_rows_ = std::max(piece_rows_ / 2, std::min(fewest_rows, plan_.rows))) {
    Cutter size;
    place_on_device(size);
    if (std::byte* const memory = size.taken() <= room ? gpu_->device_memory(size.taken()) : nullptr) {
      Cutter cutter(memory);
      place_on_device(cutter);
      return {};
    }
    if (piece_rows_ <= fewest_rows) return no_room(size.taken(), room);
  }
}

std::byte* CudaPage::place_on_host(Cutter& memory) {
  std::byte* const strips = memory.take(static_cast<std::int64_t>(strips_bytes(shape_, plan_, 0)));
  for (Outcome& outcome : outcomes_) {
    outcome.errors = memory.take<std::int16_t>(errors_bytes());
    outcome.total = memory.take<DeviceTotalInk>(sizeof(DeviceTotalInk));
  }
  return strips;
}

Result<std::byte*> CudaPage::take_host_memory() {
  Cutter size;
  place_on_host(size);
  const auto memory = gpu_->host_memory(size.taken());
  if (!memory.ok()) return memory.error();
  Cutter cutter(*memory);
  return place_on_host(cutter);
}

Status CudaPage::start() {
  if (const Status status = separator_.load(separation_workspace_, separation_.get()); !status.ok()) return status;
  for (const Outcome& outcome : outcomes_) {
    const cudaError_t error = cudaMemsetAsync(outcome.adding, 0, sizeof(DeviceTotalInk), separation_.get());
    if (error != cudaSuccess) return status_of(error, "cannot begin a page");
  }
  auto halftoner = DeviceHalftoner::make(settings_.halftone, piece_rows_, halftone_workspace_, halftone_.get());
  if (!halftoner.ok()) return halftoner.error();
  halftoner_.emplace(*std::move(halftoner));
  return {};
}

Status CudaPage::submit(const StripInFlight& strip) {
  gpu_->use();
  for (std::int64_t row = 0; row < strip.rows; row += piece_rows_) {
    const Status status = enqueue(strip, row, std::min(piece_rows_, strip.rows - row));
    if (status.ok()) continue;
    gpu_->fail(status.error());
    return status;
  }
  ++submitted_;
  return {};
}

Status CudaPage::enqueue(const StripInFlight& strip, std::int64_t first, std::int64_t rows) {
  const Lane& lane = lanes_[pieces_++ % lanes_.size()];
  if (const Status status = upload(lane, strip, first, rows); !status.ok()) return status;
  if (const Status status = separate(lane, rows); !status.ok()) return status;
  if (const Status status = halftone(lane, rows); !status.ok()) return status;
  if (const Status status = download(lane, strip, first, rows); !status.ok()) return status;
  return first + rows == strip.rows ? download_outcome(lane) : Status();
}

// In each stage: what must be done first, the work, and the event for those who wait for it. An event that was never
// recorded holds nobody up.

Status CudaPage::upload(const Lane& lane, const StripInFlight& strip, std::int64_t first, std::int64_t rows) {
  cudaError_t error = cudaStreamWaitEvent(up_.get(), lane.separated.get(), 0);
  if (error == cudaSuccess)
    error = cudaMemcpyAsync(lane.pixels, strip.pixels + first * strip.pixel_stride,
                            static_cast<std::size_t>(rows * strip.pixel_stride), cudaMemcpyHostToDevice, up_.get());
  if (error == cudaSuccess) error = cudaEventRecord(lane.uploaded.get(), up_.get());
  return status_of(error, "cannot bring the page to the GPU");
}

// `downloaded` is waited for on behalf of the halftone, which waits for this and writes over the plates that go down.
Status CudaPage::separate(const Lane& lane, std::int64_t rows) {
  cudaStream_t stream = separation_.get();
  cudaError_t error = cudaStreamWaitEvent(stream, lane.uploaded.get(), 0);
  if (error == cudaSuccess) error = cudaStreamWaitEvent(stream, lane.halftoned.get(), 0);
  if (error == cudaSuccess) error = cudaStreamWaitEvent(stream, lane.downloaded.get(), 0);
  if (error != cudaSuccess) return status_of(error, "cannot separate on the GPU");
  const separation::cuda::DeviceStrip strip{.width = shape_.width,
                                            .rows = rows,
                                            .pixels = lane.pixels,
                                            .pixels_row = static_cast<std::ptrdiff_t>(shape_.row_bytes().pixels),
                                            .planes = lane.planes,
                                            .planes_row = static_cast<std::ptrdiff_t>(samples_row_)};
  if (const Status status = separator_.enqueue(strip, submitting().adding, stream); !status.ok()) return status;
  return status_of(cudaEventRecord(lane.separated.get(), stream), "cannot separate on the GPU");
}

Status CudaPage::halftone(const Lane& lane, std::int64_t rows) {
  cudaStream_t stream = halftone_.get();
  cudaError_t error = cudaStreamWaitEvent(stream, lane.separated.get(), 0);
  if (error != cudaSuccess) return status_of(error, "cannot halftone on the GPU");
  const halftone::cuda::DeviceStrip strip{.rows = rows,
                                          .samples = lane.samples,
                                          .samples_row = static_cast<std::ptrdiff_t>(samples_row_),
                                          .samples_plane = static_cast<std::ptrdiff_t>(samples_row_ * piece_rows_),
                                          .pixels = lane.plates,
                                          .pixels_row = static_cast<std::ptrdiff_t>(plates_row_),
                                          .pixels_plane = static_cast<std::ptrdiff_t>(plates_row_ * piece_rows_)};
  if (const Status status = halftoner_->enqueue(strip, stream); !status.ok()) return status;
  if (const Status status = halftoner_->finish(stream); !status.ok()) return status;
  if (const Status status = halftoner_->save(lane.errors, stream); !status.ok()) return status;
  return status_of(cudaEventRecord(lane.halftoned.get(), stream), "cannot halftone on the GPU");
}

Status CudaPage::download(const Lane& lane, const StripInFlight& strip, std::int64_t first, std::int64_t rows) {
  cudaError_t error = cudaStreamWaitEvent(down_.get(), lane.halftoned.get(), 0);
  const std::byte* from = lane.plates;
  for (const halftone::Plate& plate : strip.plates) {
    if (error == cudaSuccess)
      error = cudaMemcpyAsync(plate.pixels + first * plate.stride, from, static_cast<std::size_t>(rows * plates_row_),
                              cudaMemcpyDeviceToHost, down_.get());
    from += piece_rows_ * plates_row_;
  }
  if (error == cudaSuccess) error = cudaEventRecord(lane.downloaded.get(), down_.get());
  return status_of(error, "cannot bring the plates from the GPU");
}

Status CudaPage::download_outcome(const Lane& lane) {
  const Outcome& outcome = submitting();
  cudaStream_t stream = down_.get();
  cudaError_t error = cudaMemcpyAsync(outcome.errors, lane.errors, static_cast<std::size_t>(errors_bytes()),
                                      cudaMemcpyDeviceToHost, stream);
  if (error == cudaSuccess)
    error = cudaMemcpyAsync(outcome.total, outcome.adding, sizeof(DeviceTotalInk), cudaMemcpyDeviceToHost, stream);
  if (error == cudaSuccess) error = cudaMemsetAsync(outcome.adding, 0, sizeof(DeviceTotalInk), stream);
  if (error == cudaSuccess) error = cudaEventRecord(lane.downloaded.get(), stream);
  if (error == cudaSuccess) error = cudaEventRecord(outcome.done.get(), stream);
  return status_of(error, "cannot bring the plates from the GPU");
}

Result<GpuStripDone> CudaPage::wait() {
  gpu_->use();
  const Outcome& outcome = outcomes_[waited_++ % outcomes_.size()];
  const Status status = status_of(cudaEventSynchronize(outcome.done.get()), "the GPU failed");
  if (!status.ok()) {
    gpu_->fail(status.error());
    return status.error();
  }
  return GpuStripDone{.errors = {outcome.errors, static_cast<std::size_t>(errors_bytes()) / sizeof(std::int16_t)},
                      .ink_sum = outcome.total->sum,
                      .ink_max = outcome.total->max};
}

}  // namespace platerip::rip::cuda
