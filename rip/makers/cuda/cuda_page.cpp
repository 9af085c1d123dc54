#include "rip/makers/cuda/cuda_page.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "halftone/cuda/search/held_rows.h"
#include "halftone/page_boundary.h"

namespace platerip::rip::cuda {
namespace {

using halftone::cuda::DeviceHalftoner;

// The fewest rows that are worth a launch: a stripe of the halftone.
constexpr std::int64_t fewest_rows = 32;

Error no_room(std::size_t needed, std::size_t room) {
  const auto mib = [](std::size_t bytes) { return std::to_string(bytes >> 20) + " MiB"; };
  return Error{
      "cuda: the page needs " + mib(needed + (1U << 20)) + " of the GPU's memory and " + mib(room) + " are free for it",
      ErrorCode::device,
      {{.action = Advice::Action::other, .value = "stop other programs that use the GPU"},
       {.action = Advice::Action::give_larger, .setting = "gpu-memory"},
       {.action = Advice::Action::give, .setting = "backend", .value = "cpu"}}};
}

}  // namespace

CudaPage::CudaPage(std::shared_ptr<CudaDevice> device, const PageWork& settings,
                   std::optional<StagedDeviceSeparator> separator)
    : device_(std::move(device)), settings_(settings), separator_(std::move(separator)) {}

Result<std::unique_ptr<GpuPage>> CudaPage::make(std::shared_ptr<CudaDevice> device, const PageWork& settings) {
  device->use();
  if (const Status status = DeviceHalftoner::has_kernels(settings.halftone); !status.ok()) return status.error();
  std::optional<StagedDeviceSeparator> separator;
  if (!settings.gets_planes) {
    auto made = StagedDeviceSeparator::make(settings);
    if (!made.ok()) return made.error();
    separator.emplace(*std::move(made));
  }
  return std::unique_ptr<GpuPage>(new CudaPage(std::move(device), settings, std::move(separator)));
}

CudaPage::~CudaPage() {
  stop();  // before the streams, the events and the GPU are released
}

void CudaPage::stop() {
  if (!hold_) return;
  device_->use();
  for (const OwnedStream* stream : {&up_, &separate_, &decide_, &halftone_, &down_}) {
    if (*stream) cudaStreamSynchronize(stream->get());
  }
}

// From the host's memory and back, an RGB page of 16384 x 16384 pixels takes an H200 so long:
//
//     rows of a strip      8    32    64    96   128   256   512
//     ms                 132    33    24    21    20    18    17
std::int64_t CudaPage::worthwhile_rows() const {
  return 128;
}

Result<StripPlan> CudaPage::begin(const StripShape& shape, const StripPlan& plan) {
  auto page = device_->begin_page(settings_.stop);
  if (!page.ok()) return page.error();
  hold_ = *std::move(page);
  shape_ = shape;
  plan_ = plan;
  plan_.rows = std::min(plan.rows, DeviceHalftoner::max_strip_rows);
  outcomes_.resize(static_cast<std::size_t>(plan.in_flight) + 1);
  notes_.resize(outcomes_.size());
  samples_row_ = Cutter::aligned(shape.width * shape.sample_bytes);
  plates_row_ = shape.plate_stride();
  if (shape.sums) summer_.emplace(shape.sums);
  if (const Status status = take_device_memory(); !status.ok()) return status.error();
  if (const Status status = make_streams(); !status.ok()) return status.error();
  if (const Status status = start(); !status.ok()) return status.error();
  return plan_;
}

Result<std::byte*> CudaPage::take_strips(const halftone::Boundary& above) {
  device_->use();
  if (!above.planes.empty()) {
    if (const Status status = go_on_below(above); !status.ok()) return status.error();
  }
  return take_host_memory();
}

Status CudaPage::go_on_below(const halftone::Boundary& above) {
  above_ = above;
  if (halftone::is_searched(settings_.halftone)) return go_on_searching(above);
  if (const Status status = halftone::check_boundary(settings_.halftone, above); !status.ok()) return status;
  const std::vector<std::int16_t> errors = halftone::errors_of(above);
  const auto uploaded = upload_errors(errors);
  if (!uploaded.ok()) return uploaded.error();
  const Status restored = halftoner_->restore(*uploaded, above.rows, halftone_.get());
  const Status waited = wait_for_uploads();  // `errors` are read until then
  return restored.ok() ? waited : restored;
}

// The rows that the cores hold back take the first lanes.
Status CudaPage::go_on_searching(const halftone::Boundary& above) {
  const auto held = halftone::cuda::held_rows_of(settings_.halftone, above);
  if (!held.ok()) return held.error();
  const std::int64_t end = above.rows + above.held;
  std::vector<halftone::cuda::DeviceStrip> strips;
  for (std::int64_t row = above.rows; row < end; row += plan_.rows) {
    Lane& lane = lane_of(given_++);
    lane.rows = std::min(plan_.rows, end - row);
    lane.end = row + lane.rows;
    lane.was_begun = true;
    lane.has_boundary = lane.end == end;
    strips.push_back(device_strip(lane));
  }
  const auto sums = upload_errors(held->sums);
  if (!sums.ok()) return sums.error();
  const Status restored = halftoner_->restore(*sums, *held, strips, halftone_.get());
  const Status waited = wait_for_uploads();  // `held` is read until then
  return restored.ok() ? waited : restored;
}

Status CudaPage::wait_for_uploads() {
  return status_of(cudaStreamSynchronize(halftone_.get()), "cannot go on with a page");
}

// Brings errors to the GPU in memory that the first strip uses later.
Result<const std::int16_t*> CudaPage::upload_errors(const std::vector<std::int16_t>& errors) {
  auto* const on_device = reinterpret_cast<std::int16_t*>(lanes_[0].notes + errors_at);
  const cudaError_t error = cudaMemcpyAsync(on_device, errors.data(), errors.size() * sizeof(std::int16_t),
                                            cudaMemcpyHostToDevice, halftone_.get());
  if (error != cudaSuccess) return status_of(error, "cannot go on with a page").error();
  return on_device;
}

Status CudaPage::make_streams() {
  for (OwnedStream* stream : {&up_, &separate_, &decide_, &halftone_, &down_}) {
    auto made = make_stream();
    if (!made.ok()) return made.error();
    *stream = *std::move(made);
  }
  std::vector<Event*> events;
  for (Lane& lane : lanes_) events.insert(events.end(), {&lane.uploaded, &lane.separated, &lane.halftoned});
  for (Event* event : events) {
    auto made = make_event(false);
    if (!made.ok()) return made.error();
    *event = *std::move(made);
  }
  for (Outcome& outcome : outcomes_) {
    auto made = make_event(true);
    if (!made.ok()) return made.error();
    outcome.done = *std::move(made);
  }
  return {};
}

std::size_t CudaPage::inks() const {
  return separator_ ? separator_->inks() : shape_.planes - settings_.staged_page().masks;
}

// The inks whose samples are kept: those with a plate, and then those that come from the cores or have tones.
std::vector<std::size_t> CudaPage::kept_inks() const {
  std::vector<std::size_t> kept = settings_.plate_inks;
  const std::size_t all = settings_.gets_planes || makes_tones() ? inks() : 0;
  for (std::size_t ink = 0; ink < all; ++ink)
    if (std::ranges::find(settings_.plate_inks, ink) == settings_.plate_inks.end()) kept.push_back(ink);
  return kept;
}

void CudaPage::place_on_device(Cutter& memory) {
  if (separator_) separator_->place(shape_, plan_.rows, memory);  // first: the next page may need the same table
  if (summer_) summer_->place(memory);
  const std::vector<std::size_t> kept = kept_inks();
  lanes_.resize(static_cast<std::size_t>(plan_.buffers()));
  for (Lane& lane : lanes_) {
    const std::int64_t pixel_bytes = (plan_.rows + shape_.pixels_around.rows()) * shape_.pixel_row_bytes;
    if (separator_) lane.pixels = memory.take(pixel_bytes);
    if (separator_ && shape_.turn != unturned) lane.lying = memory.take(pixel_bytes);
    lane.samples = memory.take(plan_.rows * samples_row_ * static_cast<std::int64_t>(kept.size()));
    lane.plates = memory.take(plan_.rows * plates_row_ * static_cast<std::int64_t>(shape_.plates));
    if (makes_tones()) lane.tones = memory.take(shape_.tone_bytes(plan_.rows));
    if (summer_) lane.sums = memory.take(shape_.sum_bytes(plan_.rows));
    lane.notes = memory.take(errors_at + errors_bytes());
    lane.planes.assign(inks(), nullptr);
    if (lane.samples == nullptr) continue;
    for (std::size_t i = 0; i < kept.size(); ++i)
      lane.planes[kept[i]] = lane.samples + static_cast<std::int64_t>(i) * plan_.rows * samples_row_;
  }
  halftone_workspace_ = memory.take(
      static_cast<std::int64_t>(DeviceHalftoner::workspace_bytes(settings_.halftone, plan_.rows, plan_.behind)));
}

// Halves the height of strips until there is room. If even the lowest do not fit, each strip is finished before the
// next one begins.
Status CudaPage::take_device_memory() {
  const auto free = device_->room();
  if (!free.ok()) return free.error();
  const std::size_t room = *free;
  for (;;) {
    Cutter size;
    place_on_device(size);
    if (std::byte* const memory = size.taken() <= room ? device_->device_memory(size.taken()) : nullptr) {
      Cutter cutter(memory);
      place_on_device(cutter);
      return {};
    }
    if (plan_.rows > fewest_rows) {
      plan_.rows = std::max(plan_.rows / 2, fewest_rows);
      plan_.held = strips_held(halftone::rows_held_back(settings_.halftone), plan_.rows);
    } else if (plan_.behind > 0) {
      plan_.behind = 0;
    } else {
      return no_room(size.taken(), room);
    }
  }
}

std::byte* CudaPage::place_on_host(Cutter& memory) {
  std::byte* const strips = memory.take(static_cast<std::int64_t>(strips_bytes(shape_, plan_, 0)));
  for (std::byte*& notes : notes_) notes = memory.take(errors_at + errors_bytes());
  return strips;
}

Result<std::byte*> CudaPage::take_host_memory() {
  Cutter size;
  place_on_host(size);
  const auto memory = device_->host_memory(size.taken());
  if (!memory.ok()) return memory.error();
  Cutter cutter(*memory);
  return place_on_host(cutter);
}

Status CudaPage::load_tables() {
  const auto table = separator_->table();
  const bool has_table = table && device_->left_table() == table;
  if (const Status status = separator_->load(separate_.get(), has_table); !status.ok()) return status;
  device_->leave_table(table);
  return {};
}

Status CudaPage::start() {
  if (const Status status = separator_ ? load_tables() : Status(); !status.ok()) return status;
  for (const Lane& lane : lanes_) {
    const cudaError_t error = cudaMemsetAsync(lane.notes, 0, sizeof(DeviceTotalInk), separate_.get());
    if (error != cudaSuccess) return status_of(error, "cannot begin a page");
  }
  auto halftoner =
      DeviceHalftoner::make(settings_.halftone, plan_.rows, plan_.behind, halftone_workspace_, halftone_.get());
  if (!halftoner.ok()) return halftoner.error();
  halftoner_.emplace(*std::move(halftoner));
  return summer_ ? summer_->load(down_.get()) : Status();
}

Status CudaPage::submit(const StripInFlight& strip) {
  device_->use();
  const Status status = enqueue(strip);
  if (!status.ok()) device_->fail(status.error());
  ++submitted_;
  return status;
}

Status CudaPage::enqueue(const StripInFlight& strip) {
  Outcome& outcome = outcomes_[submitted_ % outcomes_.size()];
  outcome.has_tones = strip.rows > 0 && makes_tones();
  if (strip.rows > 0) {
    Lane& lane = lane_of(given_++);
    lane.rows = strip.rows;
    lane.end = strip.first_row + strip.rows;
    lane.was_begun = false;
    lane.has_boundary = true;
    lane.turn = strip.turn;
    if (const Status status = upload(lane, strip); !status.ok()) return status;
    if (const Status status = separate(lane); !status.ok()) return status;
    if (const Status status = outcome.has_tones ? bring_tones(lane, strip) : Status(); !status.ok()) return status;
    if (const Status status = halftone(lane, strip.last); !status.ok()) return status;
  }
  outcome.lane = nullptr;
  if (down_strips_ == halftoned_) return outcome.has_tones ? save_outcome(outcome) : Status();
  outcome.notes = notes_[down_strips_ % notes_.size()];
  outcome.lane = &lane_of(down_strips_++);
  return bring_down(*outcome.lane, strip, outcome);
}

// Each stage makes the GPU wait for the stage before, enqueues its work, and records the event for the next one.
//
// The strip that used the lane before has been downloaded. All but plan.in_flight strips were waited for. Of those,
// plan.behind may still be on the slant, and a search may hold back plan.held. There is a lane for each of these.

StageRows CudaPage::rows_of(const Lane& lane) const {
  return stage_rows(settings_.staged_page(), shape_.pixels_around, lane.end - lane.rows, lane.rows);
}

Status CudaPage::separate(const Lane& lane) {
  cudaError_t error = cudaStreamWaitEvent(separate_.get(), lane.uploaded.get(), 0);
  if (error != cudaSuccess) return status_of(error, "cannot separate on the GPU");
  if (const Status status = enqueue_inks(lane); !status.ok()) return status;
  error = cudaEventRecord(lane.separated.get(), last_of_inks());
  return status_of(error, "cannot separate on the GPU");
}

Stream CudaPage::last_of_inks() const {
  return separator_ ? separator_->last_of({separate_.get(), decide_.get()}) : separate_.get();
}

Status CudaPage::enqueue_inks(const Lane& lane) {
  const StageRows rows = rows_of(lane);
  separation::cuda::DeviceStrip strip{.width = shape_.width,
                                      .rows = lane.rows,
                                      .planes = lane.planes,
                                      .planes_row = static_cast<std::ptrdiff_t>(samples_row_)};
  auto* const total = reinterpret_cast<DeviceTotalInk*>(lane.notes);
  if (!separator_) return separation::cuda::count_ink(settings_.halftone.bits, strip, total, separate_.get());
  if (const Status status = turn(lane); !status.ok()) return status;
  strip.pixels = lane.pixels + rows.above * shape_.pixel_row_bytes;
  strip.pixels_row = static_cast<std::ptrdiff_t>(shape_.pixel_row_bytes);
  return separator_->enqueue(strip, rows.first, total, {separate_.get(), decide_.get()});
}

halftone::cuda::DeviceStrip CudaPage::device_strip(const Lane& lane) const {
  return {.rows = lane.rows,
          .samples = lane.samples,
          .samples_row = static_cast<std::ptrdiff_t>(samples_row_),
          .samples_plane = static_cast<std::ptrdiff_t>(samples_row_ * plan_.rows),
          .pixels = lane.plates,
          .pixels_row = static_cast<std::ptrdiff_t>(plates_row_),
          .pixels_plane = static_cast<std::ptrdiff_t>(plates_row_ * plan_.rows),
          .boundary = lane.has_boundary ? lane.notes + errors_at : nullptr};
}

Status CudaPage::halftone(const Lane& lane, bool last) {
  cudaStream_t stream = halftone_.get();
  const cudaError_t error = cudaStreamWaitEvent(stream, lane.separated.get(), 0);
  if (error != cudaSuccess) return status_of(error, "cannot halftone on the GPU");
  if (const Status status = halftoner_->enqueue(device_strip(lane), stream); !status.ok()) return status;
  if (const Status status = save_done(); !status.ok() || !last) return status;
  if (const Status status = halftoner_->finish(stream); !status.ok()) return status;
  return save_done();
}

// Saves the boundary errors below each strip that the work enqueued last completes.
Status CudaPage::save_done() {
  for (; halftoned_ < given_ && lane_of(halftoned_).end <= halftoner_->rows_done(); ++halftoned_) {
    const Lane& lane = lane_of(halftoned_);
    auto* const errors = reinterpret_cast<std::int16_t*>(lane.notes + errors_at);
    if (const Status status = halftoner_->save(errors, lane.end, halftone_.get()); !status.ok()) return status;
    const cudaError_t error = cudaEventRecord(lane.halftoned.get(), halftone_.get());
    if (error != cudaSuccess) return status_of(error, "cannot halftone on the GPU");
  }
  return {};
}

Result<GpuStripDone> CudaPage::wait() {
  const Outcome& outcome = outcomes_[waited_++ % outcomes_.size()];
  if (outcome.lane == nullptr && !outcome.has_tones) return GpuStripDone{};
  device_->use();
  if (const Status status = status_of(cudaEventSynchronize(outcome.done.get()), "the GPU failed"); !status.ok()) {
    device_->fail(status.error());
    return status.error();
  }
  if (const Status status = separator_ ? separator_->status() : Status(); !status.ok()) return status.error();
  if (outcome.lane == nullptr) return GpuStripDone{};
  Lane& lane = *outcome.lane;
  if (lane.has_boundary) {
    brought_ = outcome.notes;
    brought_end_ = lane.end;
  }
  DeviceTotalInk ink;
  std::memcpy(&ink, outcome.notes, sizeof(ink));
  const std::uint64_t ink_before = std::exchange(lane.ink_brought, ink.sum);
  return GpuStripDone{.rows = lane.rows,
                      .ink_rows = lane.was_begun ? 0 : lane.rows,
                      .ink_sum = ink.sum - ink_before,
                      .ink_max = ink.max};
}

halftone::Boundary CudaPage::boundary() const {
  if (brought_ == nullptr) return above_;
  const auto bytes = std::span(brought_ + errors_at, static_cast<std::size_t>(errors_bytes()));
  if (halftone::is_searched(settings_.halftone))
    return halftone::boundary_of_search(settings_.halftone, brought_end_, bytes);
  std::vector<std::int16_t> errors(bytes.size() / sizeof(std::int16_t));
  std::memcpy(errors.data(), bytes.data(), bytes.size());
  return halftone::boundary_of(settings_.halftone, brought_end_, errors);
}

}  // namespace platerip::rip::cuda
