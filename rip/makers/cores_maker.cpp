#include "rip/makers/cores_maker.h"

#include <algorithm>

#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

// Strips should have this many times the rows around them, which two strips read and separate; and at least as many,
// if the page may have more memory. A page 60,000 pixels wide with a choke of 14 pixels else had strips of 3 rows with
// 154 around, and took minutes.
constexpr std::int64_t worth_around = 2;

// Lower strips are not worth sharing among threads. On 16 threads of a Xeon, a page 16384 pixels wide takes 290 ms in 8
// shared strips of 30 rows, and 340 ms in 11 of 43 rows.
constexpr std::int64_t least_shared_rows = 24;

bool has_tones(const halftone::Settings& settings) {
  return std::ranges::any_of(settings.planes,
                             [](const halftone::PlaneSettings& plane) { return plane.method.info().tone != nullptr; });
}

// Of rows whose plates are held back.
std::int64_t waiting_tones(const MakerSettings& settings) {
  return settings.shape.tone_bytes(halftone::rows_held_back(settings.halftone));
}

StripWish wish_for(const MakerSettings& settings, bool may_share) {
  StripWish strips = strips_for_cores(settings.threads, has_tones(settings.halftone), may_share);
  strips.rows = std::max(strips.rows, worth_around * settings.shape.pixels_around.rows());
  if (settings.may_be_one_strip) strips.least_in_flight = 1;
  strips.full = settings.full_strips;
  strips.power_of_two = settings.power_of_two_rows;
  return strips;
}

Result<StripPlan> plan_for(const MakerSettings& settings, const StripWish& strips, const PlanesOnCores& planes) {
  const auto strip_bytes = [&](std::int64_t rows) {
    return static_cast<std::int64_t>(planes.workspace_bytes(rows)) + settings.shape.around_bytes() +
           2 * settings.shape.tone_bytes(rows);  // once until they are taken, once until the plates are made
  };
  const PageBytes bytes{
      .row = settings.shape.row_bytes(),
      .workspace = strip_bytes,
      .fixed = CoresMaker::halftone_bytes(settings) + waiting_tones(settings) + settings.others.bytes(),
      .after = settings.bytes_after,
      .reader = settings.reader_bytes,
      .sheet_row = settings.staged_page().row_bytes(),
      .takes_rest = true};
  const auto plan_of = [&](const StripWish& wish) {
    return settings.memory.within([&](std::size_t allowed) {
      return plan_strips(settings.rows.given(), bytes, wish, allowed, settings.strip_rows);
    });
  };
  if (settings.shape.pixels_around.rows() <= strips.least_rows) return plan_of(strips);
  StripWish high = strips;
  high.fewest_rows = settings.shape.pixels_around.rows();
  for (const int in_flight : {strips.least_in_flight, 1}) {
    high.least_in_flight = in_flight;
    if (auto plan = plan_of(high); plan.ok()) return plan;
  }
  return plan_of(strips);
}

// Threads share strips if these are not too low.
Result<StripPlan> plan_for(const MakerSettings& settings, PlanesOnCores& planes) {
  if (PlanesOnCores::rows_are_independent(settings)) {
    const StripWish shared = wish_for(settings, /*may_share=*/true);
    planes.share_strips(shared.threads_per_strip);
    const auto plan = plan_for(settings, shared, planes);
    if (shared.threads_per_strip == 1 || (plan.ok() && plan->rows >= least_shared_rows)) return plan;
    planes.share_strips(1);
  }
  return plan_for(settings, wish_for(settings, /*may_share=*/false), planes);
}

}  // namespace

Result<std::unique_ptr<CoresMaker>> CoresMaker::make(const MakerSettings& settings) {
  std::unique_ptr<CoresMaker> maker(new CoresMaker(settings));
  auto planes = PlanesOnCores::make(settings, /*counts_ink=*/true);
  if (!planes.ok()) return planes.error();
  maker->planes_.emplace(*std::move(planes));
  const auto plan = plan_for(settings, *maker->planes_);
  if (!plan.ok()) return plan.error();
  maker->plan_ = *plan;
  auto halftone = HalftoneParts::make(*settings.cores.halftone, settings.halftone);
  if (!halftone.ok()) return halftone.error();
  maker->halftone_.emplace(*std::move(halftone));
  return maker;
}

Budget CoresMaker::budget() const {
  Budget budget;
  budget.add("halftone", halftone_bytes(settings_));
  budget.add(plan_.text(),
             static_cast<std::int64_t>(strips_bytes(settings_.shape, plan_, planes_->workspace_bytes(plan_.rows))));
  budget.add("tones that wait for plates", waiting_tones(settings_) + settings_.shape.tone_bytes(plan_.rows));
  return budget;
}

Status CoresMaker::begin(const halftone::Boundary& above) {
  memory_.emplace(settings_.shape, plan_, planes_->workspace_bytes(plan_.rows));
  return above.planes.empty() ? Status() : halftone_->restore(above);
}

std::int64_t CoresMaker::halftone_bytes(const MakerSettings& settings) {
  return static_cast<std::int64_t>(HalftoneParts::workspace_bytes(*settings.cores.halftone, settings.halftone));
}

Status CoresMaker::give_between(StripInFlight& strip, std::span<halftone::Neighbours* const> neighbours) {
  std::vector<Status> done(halftone_->count());
  std::vector<StripInFlight> strips(done.size(), strip);
  parallel_for(static_cast<int>(done.size()), [&](int index) {
    const auto part = static_cast<std::size_t>(index);
    done[part] = run_part(strips[part], part, neighbours);
  });
  strip.plate_rows = strips[0].plate_rows;
  const auto failed = std::ranges::find_if(done, [](const Status& status) { return !status.ok(); });
  return failed == done.end() ? Status() : *failed;
}

Status CoresMaker::run_part(StripInFlight& strip, std::size_t part, std::span<halftone::Neighbours* const> neighbours) {
  std::vector<halftone::Plane> planes;
  for (const std::size_t ink : settings_.plate_inks)
    planes.push_back({strip.planes[ink].samples, strip.planes[ink].stride});
  const auto rows = halftone_->run(part, {.rows = strip.rows,
                                          .planes = planes,
                                          .plates = strip.plates,
                                          .last = strip.last,
                                          .room = strip.room,
                                          .neighbours = neighbours,
                                          .first_row = strip.first_row});
  if (!rows.ok()) return rows.error();
  strip.plate_rows = *rows;
  return {};
}

}  // namespace platerip::rip
