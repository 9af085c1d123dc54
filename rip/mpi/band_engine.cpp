#include "rip/mpi/band_engine.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "rip/engines/cores_engine.h"
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
  if (const Status status = wish.above.planes.empty() ? Status() : (*engine)->restore(wish.above); !status.ok())
    return status.error();
  return std::unique_ptr<Engine>(*std::move(engine));
}

Result<std::unique_ptr<Engine>> on_gpu(EngineSettings settings, const BandEngine::Wish& wish) {
  settings.strip_rows = strip_rows_for(settings, wish.unit);
  auto page = prepare_on_gpu(wish.engine, settings);
  if (!page.ok()) return page.error();
  auto engine = GpuEngine::make_without_strips(settings, *std::move(page), {});
  if (!engine.ok()) return engine.error();
  if (const Status status = (*engine)->take_strips(wish.above); !status.ok()) return status.error();
  return std::unique_ptr<Engine>(*std::move(engine));
}

}  // namespace

Result<std::unique_ptr<Engine>> BandEngine::make(const EngineSettings& settings, const Wish& wish) {
  const bool must_use_gpu = wish.engine.backend == "cuda";
  if (wish.engine.wants_gpu()) {
    auto engine = on_gpu(settings, wish);
    if (engine.ok()) return std::unique_ptr<Engine>(new BandEngine(*std::move(engine), wish, settings, false));
    if (must_use_gpu || engine.error().code == ErrorCode::stopped) return engine;
  }
  auto engine = on_cores(settings, wish);
  if (!engine.ok()) return engine;
  const bool ends_early = wish.band.end - wish.band.last == halftone::rows_held_back(settings.halftone);
  return std::unique_ptr<Engine>(new BandEngine(*std::move(engine), wish, settings, ends_early));
}

BandEngine::BandEngine(std::unique_ptr<Engine> engine, const Wish& wish, const EngineSettings& settings,
                       bool ends_early)
    : engine_(std::move(engine)),
      band_(wish.band),
      ranks_(wish.ranks),
      height_(settings.height),
      plate_row_bytes_(settings.shape.plate_row_bytes),
      ends_early_(ends_early) {}

// Whether the rank makes a row, counted from those that are given.
bool BandEngine::makes(std::int64_t row) const {
  return row >= band_.first - band_.begin && row < band_.last - band_.begin;
}

Status BandEngine::separate(StripInFlight& strip) {
  const TotalInk ink = strip.total_ink;
  const std::int64_t first = strip.first_row;
  strip.first_row += band_.begin;  // GPUs count the rows of the page
  const Status status = engine_->separate(strip);
  strip.first_row = first;
  if (!makes(first)) strip.total_ink = ink;
  return status;
}

// GPUs count ink here.
Status BandEngine::halftone(StripInFlight& strip) {
  const TotalInk ink = strip.total_ink;
  if (ends_early_ && strip.rows == 0) {
    strip.plate_rows = std::min(strip.room, height_ - strip.first_plate_row);
  } else {
    const bool is_last = strip.last;
    strip.last = is_last && !ends_early_;
    const Status status = engine_->halftone(strip);
    strip.last = is_last;
    if (!status.ok()) return status;
  }
  if (!makes(strip.first_plate_row)) strip.total_ink = ink;
  leave_blank(strip);
  return {};
}

void BandEngine::leave_blank(const StripInFlight& strip) const {
  for (std::int64_t row = 0; row < strip.plate_rows; ++row) {
    if (makes(strip.first_plate_row + row)) continue;
    for (const halftone::Plate& plate : strip.plates)
      std::memset(plate.pixels + row * plate.stride, 0, static_cast<std::size_t>(plate_row_bytes_));
  }
}

std::string BandEngine::halftone_backend() const {
  return engine_->halftone_backend() + " on " + std::to_string(ranks_) + " ranks";
}

}  // namespace platerip::rip
