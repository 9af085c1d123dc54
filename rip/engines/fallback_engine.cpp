#include "rip/engines/fallback_engine.h"

#include <algorithm>
#include <cstring>

#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

// The rows of a full band of the cores' halftone.
constexpr std::int64_t least_band_rows = 64;

// For each row of a strip, the bytes of planes that the cores may use. The workspace of one band may come on top.
std::int64_t plane_bytes(const EngineSettings& settings) {
  return settings.shape.row_bytes().planes;
}

}  // namespace

Result<std::unique_ptr<FallbackEngine>> FallbackEngine::make(const EngineSettings& settings,
                                                             std::unique_ptr<GpuPage> page) {
  auto engine = make_without_strips(settings, std::move(page));
  if (!engine.ok()) return engine.error();
  if (const Status status = (*engine)->take_strips({}); !status.ok()) return status.error();
  return engine;
}

Result<std::unique_ptr<FallbackEngine>> FallbackEngine::make_without_strips(const EngineSettings& settings,
                                                                            std::unique_ptr<GpuPage> page) {
  const GpuEngine::Reserve reserve{.row = plane_bytes(settings), .fixed = CoresEngine::halftone_bytes(settings)};
  auto gpu = GpuEngine::make_without_strips(settings, std::move(page), reserve);
  if (!gpu.ok()) return gpu.error();
  return std::unique_ptr<FallbackEngine>(new FallbackEngine(settings, *std::move(gpu)));
}

FallbackEngine::~FallbackEngine() = default;

Status FallbackEngine::take_strips(const halftone::Boundary& above) {
  first_row_ = above.rows + above.held;
  on_plates_ = above.rows;
  return gpu_->take_strips(above);
}

Status FallbackEngine::halftone(StripInFlight& strip) {
  if (cores_) return run(strip);
  const Status status = gpu_->halftone(strip);
  if (status.ok()) {
    on_plates_ += strip.plate_rows;
    return status;
  }
  if (const Status taken = take_over(status.error()); !taken.ok()) return taken;
  return run(strip);
}

// The pixels of the strips that the GPU has not finished are still in their buffers.
Status FallbackEngine::take_over(const Error& error) {
  gpu_->stop();
  auto cores = make_cores();
  if (!cores.ok()) return cores.error();
  cores_ = *std::move(cores);
  const halftone::Boundary boundary = gpu_->boundary();
  next_row_ = boundary.rows + boundary.held;
  made_twice_ = on_plates_ - boundary.rows;
  warning_ = error.message + "; the CPU went on from row " + std::to_string(on_plates_);
  return next_row_ > 0 ? cores_->restore(boundary) : Status();
}

// Makes as many bands as fit into the memory for the planes of a strip.
Result<std::unique_ptr<CoresEngine>> FallbackEngine::make_cores() const {
  EngineSettings settings = settings_;
  settings.shape.pixel_row_bytes = 0;
  settings.shape.plates = 0;
  const std::int64_t strip_rows = plan().rows;
  return CoresEngine::make(settings, [&](const CoresEngine::WorkspaceBytes& workspace) -> Result<StripPlan> {
    const std::int64_t rows = std::min(strip_rows, std::max(least_band_rows, strip_rows / settings.threads));
    const std::int64_t band = plane_bytes(settings) * rows + workspace(rows);
    const std::int64_t bands = std::clamp<std::int64_t>(plane_bytes(settings) * strip_rows / band, 1, settings.threads);
    return StripPlan{.rows = rows, .in_flight = static_cast<int>(bands)};
  });
}

// Processes the first strip that the GPU has not finished. After the page's last row, only rows held back are left.
Status FallbackEngine::run(StripInFlight& strip) {
  const bool all_given = next_row_ == strip.first_row + strip.rows;
  const std::int64_t number = (next_row_ - first_row_) / plan().rows;
  const StripInFlight& given = all_given ? strip : strips()[static_cast<std::size_t>(number) % strips().size()];
  const std::int64_t first_row = all_given ? strip.first_row : first_row_ + number * plan().rows;
  const std::int64_t end = first_row + given.rows;
  const std::int64_t most = cores_->plan().rows * cores_->plan().in_flight;
  do {
    const std::int64_t rows = std::min(most, end - next_row_);
    if (const Status status = run_bands(given, next_row_ - first_row, rows, strip); !status.ok()) return status;
    next_row_ += rows;
  } while (next_row_ < end);
  return {};
}

// Separates `rows` rows of `given` in parallel bands, and halftones these. Puts their plates into the free rows of
// `strip`, and leaves enough room for the rest of `given`.
Status FallbackEngine::run_bands(const StripInFlight& given, std::int64_t first, std::int64_t rows,
                                 StripInFlight& strip) {
  std::vector<StripInFlight>& bands = cores_->strips();
  const std::int64_t band_rows = cores_->plan().rows;
  const auto count = static_cast<std::size_t>(std::max<std::int64_t>(1, (rows + band_rows - 1) / band_rows));
  std::vector<Status> separated(count);
  parallel_for(static_cast<int>(count), [&](int index) {
    const auto i = static_cast<std::size_t>(index);
    const std::int64_t row = first + index * band_rows;
    StripInFlight& band = bands[i];
    band.first_row = next_row_ + index * band_rows;
    band.rows = std::min(band_rows, first + rows - row);
    band.last = given.last && row + band.rows == given.rows;
    band.pixels = given.pixels + row * given.pixel_stride;
    band.pixel_stride = given.pixel_stride;
    band.total_ink = {};
    separated[i] = cores_->separate(band);
  });
  for (std::size_t i = 0; i < count; ++i) {
    if (!separated[i].ok()) return separated[i];
    StripInFlight& band = bands[i];
    const std::int64_t to_be_given = given.rows - first - static_cast<std::int64_t>(i) * band_rows - band.rows;
    band.room = strip.room - strip.plate_rows - to_be_given;
    band.plates = strip.plates;
    for (halftone::Plate& plate : band.plates) plate.pixels += strip.plate_rows * plate.stride;
    if (const Status status = cores_->halftone(band); !status.ok()) return status;
    leave_out_rows_made_twice(band);
    strip.plate_rows += band.plate_rows;
    strip.total_ink.merge(band.total_ink);
  }
  return {};
}

void FallbackEngine::leave_out_rows_made_twice(StripInFlight& band) {
  const std::int64_t rows = std::min(made_twice_, band.plate_rows);
  if (rows == 0) return;
  made_twice_ -= rows;
  band.plate_rows -= rows;
  for (const halftone::Plate& plate : band.plates)
    std::memmove(plate.pixels, plate.pixels + rows * plate.stride,
                 static_cast<std::size_t>(band.plate_rows * plate.stride));
}

Result<halftone::Boundary> FallbackEngine::end() {
  return cores_ ? cores_->save() : gpu_->end();
}

std::string FallbackEngine::separation_backend() const {
  return gpu_->separation_backend() + (cores_ ? ", then " + cores_->separation_backend() : "");
}

std::string FallbackEngine::halftone_backend() const {
  return gpu_->halftone_backend() + (cores_ ? ", then " + cores_->halftone_backend() : "");
}

}  // namespace platerip::rip
