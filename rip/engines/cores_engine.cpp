#include "rip/engines/cores_engine.h"

#include <algorithm>

#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

// Rows are separated a few at a time. Their ink is counted, and their planes are seen, while they are still in the
// core's second-level cache of 1 MiB or more.
constexpr std::int64_t cached_bytes = std::int64_t{3} << 18;

std::int64_t cached_rows(const StripShape& shape) {
  return std::max<std::int64_t>(1, cached_bytes / shape.row_bytes().planes);
}

bool has_tones(const halftone::Settings& settings) {
  return std::ranges::any_of(settings.planes,
                             [](const halftone::PlaneSettings& plane) { return plane.method.info().tone != nullptr; });
}

}  // namespace

CoresEngine::CoresEngine(const EngineSettings& settings)
    : width_(settings.halftone.width),
      held_back_(halftone::rows_held_back(settings.halftone)),
      bits_(settings.halftone.bits),
      few_rows_(cached_rows(settings.shape)),
      plate_inks_(settings.plate_inks),
      see_(settings.see),
      counts_ink_(settings.counts_ink) {}

Result<std::unique_ptr<CoresEngine>> CoresEngine::make(const EngineSettings& settings) {
  return make(settings, [&settings](const WorkspaceBytes& workspace) {
    const auto strip_bytes = [&](std::int64_t rows) {
      return workspace(rows) + (settings.see_bytes ? settings.see_bytes(rows) : 0);
    };
    const PageBytes bytes{.row = settings.shape.row_bytes(),
                          .workspace = strip_bytes,
                          .fixed = halftone_bytes(settings) + settings.other_bytes,
                          .after = settings.bytes_after,
                          .reader = settings.reader_bytes,
                          .takes_rest = true};
    StripWish strips = strips_for_cores(settings.threads, has_tones(settings.halftone));
    strips.full = settings.full_strips;
    return settings.memory.within(
        [&](std::size_t allowed) { return plan_strips(settings.height, bytes, strips, allowed, settings.strip_rows); });
  });
}

Result<std::unique_ptr<CoresEngine>> CoresEngine::make(
    const EngineSettings& settings, const std::function<Result<StripPlan>(const WorkspaceBytes&)>& plan_for) {
  std::unique_ptr<CoresEngine> engine(new CoresEngine(settings));
  auto separator = settings.cores.separation->make(settings.separation);
  if (!separator.ok()) return separator.error();
  engine->separator_ = *std::move(separator);
  const auto workspace_bytes = [&engine](std::int64_t rows) {
    return engine->separator_->workspace_bytes(engine->width_, rows);
  };
  const auto plan = plan_for([&](std::int64_t rows) { return static_cast<std::int64_t>(workspace_bytes(rows)); });
  if (!plan.ok()) return plan.error();
  engine->plan_ = *plan;
  auto halftone = HalftoneParts::make(*settings.cores.halftone, settings.halftone);
  if (!halftone.ok()) return halftone.error();
  engine->halftone_.emplace(*std::move(halftone));
  engine->memory_.emplace(settings.shape, *plan, workspace_bytes(plan->rows));
  return engine;
}

std::int64_t CoresEngine::halftone_bytes(const EngineSettings& settings) {
  return static_cast<std::int64_t>(HalftoneParts::workspace_bytes(*settings.cores.halftone, settings.halftone));
}

Status CoresEngine::separate(StripInFlight& strip) {
  std::vector<separation::Plane> planes = strip.planes;
  const bool counts = !counts_ink_ || counts_ink_(strip.first_row);
  for (std::int64_t first = 0; first < strip.rows; first += few_rows_) {
    const std::int64_t rows = std::min(few_rows_, strip.rows - first);
    const separation::Strip few{width_, rows, strip.pixels + first * strip.pixel_stride, strip.pixel_stride};
    if (const Status status = separator_->run(few, planes, strip.workspace); !status.ok()) return status;
    if (counts) strip.total_ink.add(planes, bits_, width_, rows);
    if (see_) see_(strip, first, rows);
    for (separation::Plane& plane : planes) plane.samples += rows * plane.stride;
  }
  return {};
}

Status CoresEngine::halftone_between(StripInFlight& strip, const Elsewhere& elsewhere) {
  std::vector<Status> done(halftone_->count());
  std::vector<StripInFlight> strips(done.size(), strip);
  parallel_for(static_cast<int>(done.size()), [&](int index) {
    const auto part = static_cast<std::size_t>(index);
    done[part] = run_part(strips[part], part, elsewhere);
  });
  strip.plate_rows = strips[0].plate_rows;
  const auto failed = std::ranges::find_if(done, [](const Status& status) { return !status.ok(); });
  return failed == done.end() ? Status() : *failed;
}

Status CoresEngine::run_part(StripInFlight& strip, std::size_t part, const Elsewhere& elsewhere) {
  std::vector<halftone::Plane> planes;
  for (const std::size_t ink : plate_inks_) planes.push_back({strip.planes[ink].samples, strip.planes[ink].stride});
  const auto rows = halftone_->run(part, {.rows = strip.rows,
                                          .planes = planes,
                                          .plates = strip.plates,
                                          .last = strip.last,
                                          .room = strip.room,
                                          .neighbours = elsewhere.neighbours,
                                          .first_row = elsewhere.first_row});
  if (!rows.ok()) return rows.error();
  strip.plate_rows = *rows;
  return {};
}

}  // namespace platerip::rip
