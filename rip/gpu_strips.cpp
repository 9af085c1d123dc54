#include "rip/gpu_strips.h"

#include <algorithm>

namespace platerip::rip {
namespace {

// One strip is read, one goes up, one is computed and comes down, one is written. A strip is halftoned to its end
// before the next one begins; where that takes longer than the way up, it is what a page takes. 16384 pixels wide on an
// H100, of the time of the way up alone: 128 rows 51 %, 192 64 %, 256 76 %, 384 95 %, 512 94 %, 1024 93 %.
// So strips get what the reader leaves: a plain TIFF is read in place, and 384 such rows four times fit into 128 MiB.
constexpr StripWish wish{
    .in_flight = 4, .pixel_bytes = std::int64_t{16} << 20, .rows = 384, .least_rows = 1, .least_in_flight = 4};

// Whole bands of the cores' halftone.
constexpr std::int64_t least_band_rows = 64;

// The planes are the GPU's own.
StripShape shape_on_gpu(const EngineSettings& settings) {
  StripShape shape = settings.shape;
  shape.planes = 0;
  return shape;
}

}  // namespace

HostRest::HostRest(HostPage page, StripMemory bands, std::int64_t band_rows)
    : host_(std::move(page)), bands_(std::move(bands)), band_rows_(band_rows) {}

std::int64_t HostRest::row_bytes(const StripShape& shape) {
  return shape.row_bytes().planes;
}

Result<HostRest> HostRest::make(const EngineSettings& settings, const StripPlan& plan,
                                const halftone::Boundary& boundary) {
  auto page = HostPage::make(settings);
  if (!page.ok()) return page.error();
  if (const Status status = page->begin(settings); !status.ok()) return status.error();
  if (boundary.rows > 0) {
    if (const Status status = page->restore(boundary); !status.ok()) return status.error();
  }
  const std::int64_t rows = std::min(plan.rows, std::max(least_band_rows, plan.rows / settings.threads));
  const std::int64_t row = row_bytes(settings.shape);
  const std::int64_t band = row * rows + static_cast<std::int64_t>(page->workspace_bytes(rows));
  const std::int64_t fitting = std::clamp<std::int64_t>(row * plan.rows / band, 1, settings.threads);
  const StripPlan bands{.rows = rows, .in_flight = static_cast<int>(fitting)};
  StripShape planes = settings.shape;
  planes.pixel_row_bytes = 0;
  planes.plates = 0;
  return HostRest(*std::move(page), StripMemory(planes, bands, page->workspace_bytes(rows)), rows);
}

Status HostRest::run(StripInFlight& strip) {
  const std::int64_t rows = band_rows_ * static_cast<std::int64_t>(bands_.strips().size());
  for (std::int64_t row = 0; row < strip.rows; row += rows) {
    if (const Status status = run_rows(strip, row, std::min(rows, strip.rows - row)); !status.ok()) return status;
  }
  return {};
}

// As many as there are bands for.
Status HostRest::run_rows(StripInFlight& strip, std::int64_t from, std::int64_t rows) {
  std::vector<StripInFlight>& bands = bands_.strips();
  const auto count = static_cast<std::size_t>((rows + band_rows_ - 1) / band_rows_);
  std::vector<Status> separated(count);
  parallel_for(static_cast<int>(count), [&](int index) {
    const auto i = static_cast<std::size_t>(index);
    const std::int64_t first = from + index * band_rows_;
    StripInFlight& band = bands[i];
    band.rows = std::min(band_rows_, from + rows - first);
    band.pixels = strip.pixels + first * strip.pixel_stride;
    band.pixel_stride = strip.pixel_stride;
    band.plates = strip.plates;
    for (halftone::Plate& plate : band.plates) plate.pixels += first * plate.stride;
    band.total_ink = {};
    separated[i] = host_.separate(band);
  });
  for (std::size_t i = 0; i < count; ++i) {
    if (!separated[i].ok()) return separated[i];
    if (const Status status = host_.halftone(bands[i]); !status.ok()) return status;
    strip.total_ink.merge(bands[i].total_ink);
  }
  return {};
}

GpuStrips::GpuStrips(const EngineSettings& settings, std::unique_ptr<GpuPage> page, const StripPlan& plan, bool replace)
    : settings_(settings), gpu_page_(std::move(page)), replace_(replace), plan_(plan) {}

Result<StripPlan> GpuStrips::plan_for(const EngineSettings& settings, bool replace) {
  PageBytes bytes{.row = shape_on_gpu(settings).row_bytes(),
                  .workspace = [](std::int64_t) { return std::int64_t{0}; },
                  .fixed = settings.other_bytes + (wish.in_flight + 1) * boundary_bytes(settings.halftone),
                  .reader = settings.reader_bytes,
                  .takes_rest = true};
  if (replace) {
    bytes.row.planes = HostRest::row_bytes(settings.shape) / wish.in_flight + 1;
    bytes.fixed += HostPage::halftone_bytes(settings);
  }
  return plan_strips(settings.height, bytes, wish, settings.memory, settings.strip_rows);
}

Result<std::unique_ptr<StripEngine>> GpuStrips::make(const EngineSettings& settings, std::unique_ptr<GpuPage> page,
                                                     const StripPlan& plan, bool replace) {
  std::unique_ptr<GpuStrips> strips(new GpuStrips(settings, std::move(page), plan, replace));
  const StripShape shape = shape_on_gpu(settings);
  const auto memory = strips->gpu_page_->begin(shape, plan);
  if (!memory.ok()) return memory.error();
  strips->strips_ = place_strips(shape, plan, 0, *memory);
  return std::unique_ptr<StripEngine>(std::move(strips));
}

Status GpuStrips::separate(StripInFlight& strip) {
  const std::lock_guard lock(submitting_);
  strip.on_gpu = false;
  if (given_up_ || not_submitted_) return {};
  const Status status = gpu_page_->submit(strip);
  strip.on_gpu = status.ok();
  if (!status.ok()) not_submitted_ = status.error();
  return {};
}

Status GpuStrips::halftone(StripInFlight& strip) {
  if (rest_) return rest_->run(strip);
  const auto done = strip.on_gpu ? gpu_page_->wait() : Result<GpuStripDone>(*not_submitted_);
  if (done.ok()) {
    keep(*done, strip);
    return {};
  }
  if (const Status status = take_over(done.error(), strip.first_row); !status.ok()) return status;
  return rest_->run(strip);
}

void GpuStrips::keep(const GpuStripDone& done, StripInFlight& strip) {
  const halftone::Settings& page = settings_.halftone;
  strip.total_ink.add(done.ink_sum, done.ink_max, page.bits, page.width * strip.rows);
  if (!replace_) return;
  boundary_.rows = strip.first_row + strip.rows;
  boundary_.c.assign(done.errors.begin(), done.errors.end());
}

// From here on nothing is written into the strips' plates but by the cores.
void GpuStrips::give_up() {
  const std::lock_guard lock(submitting_);
  given_up_ = true;
  gpu_page_->stop();
}

// The cores go on from `row`, if they may. Their strips' pixels still lie where the GPU was to read them.
Status GpuStrips::take_over(const Error& error, std::int64_t row) {
  give_up();
  if (!replace_) return Error{error.message + "; rip the page again, on another --device or with --backend cpu"};
  auto rest = HostRest::make(settings_, plan_, boundary_);
  if (!rest.ok()) return rest.error();
  rest_.emplace(*std::move(rest));
  warning_ = error.message + "; the CPU went on from row " + std::to_string(row);
  return {};
}

std::string GpuStrips::separation_backend() const {
  return gpu_page_->separation_backend() + (rest_ ? ", then " + rest_->page().separation_backend() : "");
}

std::string GpuStrips::halftone_backend() const {
  return gpu_page_->halftone_backend() + (rest_ ? ", then " + rest_->page().halftone_backend() : "");
}

std::string GpuStrips::warning() const {
  return warning_;
}

}  // namespace platerip::rip
