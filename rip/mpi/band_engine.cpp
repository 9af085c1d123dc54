#include "rip/mpi/band_engine.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "rip/engines/cores_engine.h"
#include "rip/engines/fallback_engine.h"
#include "rip/engines/gpu_engine.h"

namespace platerip::rip {
namespace {

// No strip may have rows both of the band and above it.
std::int64_t strip_rows_for(const EngineSettings& settings, std::int64_t unit) {
  const auto most = static_cast<std::uint64_t>(std::max<std::int64_t>(1, settings.strip_rows.value_or(unit)));
  return std::min(unit, static_cast<std::int64_t>(std::bit_floor(most)));
}

Result<std::unique_ptr<Engine>> on_cores(EngineSettings settings, const BandEngine::Wish& wish) {
  settings.strip_rows = strip_rows_for(settings, wish.unit);
  auto engine = CoresEngine::make(settings);
  // With little memory, strips are lower.
  while (engine.ok() && wish.unit % (*engine)->plan().rows != 0 && (*engine)->plan().rows < settings.height) {
    settings.strip_rows = (*engine)->plan().rows;
    settings.strip_rows = strip_rows_for(settings, wish.unit);
    engine = CoresEngine::make(settings);
  }
  if (!engine.ok()) return engine.error();
  const halftone::Boundary& above = wish.above.boundary;
  if (const Status status = above.planes.empty() ? Status() : (*engine)->restore(above); !status.ok())
    return status.error();
  return std::unique_ptr<Engine>(*std::move(engine));
}

template <class OnGpu>
Result<std::unique_ptr<Engine>> going_on(Result<std::unique_ptr<OnGpu>> engine, const halftone::Boundary& above) {
  if (!engine.ok()) return engine.error();
  if (const Status status = (*engine)->take_strips(above); !status.ok()) return status.error();
  return std::unique_ptr<Engine>(*std::move(engine));
}

Result<std::unique_ptr<Engine>> on_gpu(EngineSettings settings, const BandEngine::Wish& wish) {
  settings.strip_rows = strip_rows_for(settings, wish.unit);
  auto page = prepare_on_gpu(wish.engine, settings);
  if (!page.ok()) return page.error();
  if (wish.engine.backend == "cuda")
    return going_on(GpuEngine::make_without_strips(settings, *std::move(page), {}), wish.above.boundary);
  return going_on(FallbackEngine::make_without_strips(settings, *std::move(page)), wish.above.boundary);
}

}  // namespace

Result<std::unique_ptr<Engine>> BandEngine::make(EngineSettings settings, const Wish& wish) {
  settings.counts_ink = [band = wish.band](std::int64_t row) { return band.makes(row); };
  const bool must_use_gpu = wish.engine.backend == "cuda";
  if (wish.engine.wants_gpu()) {
    auto engine = on_gpu(settings, wish);
    if (engine.ok()) return std::unique_ptr<Engine>(new BandEngine(*std::move(engine), wish, settings, false));
    if (must_use_gpu || engine.error().code == ErrorCode::stopped) return engine;
  }
  if (wish.engine.gpu) wish.engine.gpu->release_memory();  // it would add to the strips' memory and exceed --memory
  auto engine = on_cores(settings, wish);
  if (!engine.ok()) return engine;
  const bool ends_early = wish.band.end - wish.band.last == halftone::rows_held_back(settings.halftone);
  return std::unique_ptr<Engine>(new BandEngine(*std::move(engine), wish, settings, ends_early));
}

BandEngine::BandEngine(std::unique_ptr<Engine> engine, const Wish& wish, const EngineSettings& settings,
                       bool ends_early)
    : engine_(std::move(engine)),
      warning_(wish.above.warning),
      band_(wish.band),
      ranks_(wish.ranks),
      height_(settings.height),
      plate_row_bytes_(settings.shape.plate_row_bytes),
      ends_early_(ends_early) {}

Status BandEngine::separate(StripInFlight& strip) {
  return with_page_rows(strip, &Engine::separate);
}

Status BandEngine::halftone(StripInFlight& strip) {
  const Status status = halftone_band(strip);
  if (status.ok()) leave_blank(strip);
  return status;
}

Status BandEngine::halftone_band(StripInFlight& strip) {
  if (!ends_early_) return with_page_rows(strip, &Engine::halftone);
  if (strip.rows == 0) {
    strip.plate_rows = std::min(strip.room, height_ - strip.first_plate_row);
    return {};
  }
  const bool is_last = std::exchange(strip.last, false);
  const Status status = with_page_rows(strip, &Engine::halftone);
  strip.last = is_last;
  return status;
}

Status BandEngine::with_page_rows(StripInFlight& strip, Status (Engine::*stage)(StripInFlight&)) {
  strip.first_row += band_.begin;
  strip.first_plate_row += band_.begin;
  const Status status = (*engine_.*stage)(strip);
  strip.first_row -= band_.begin;
  strip.first_plate_row -= band_.begin;
  return status;
}

void BandEngine::leave_blank(const StripInFlight& strip) const {
  for (std::int64_t row = 0; row < strip.plate_rows; ++row) {
    if (band_.makes(band_.begin + strip.first_plate_row + row)) continue;
    for (const halftone::Plate& plate : strip.plates)
      std::memset(plate.pixels + row * plate.stride, 0, static_cast<std::size_t>(plate_row_bytes_));
  }
}

std::string BandEngine::halftone_backend() const {
  return engine_->halftone_backend() + " on " + std::to_string(ranks_) + " ranks";
}

}  // namespace platerip::rip
