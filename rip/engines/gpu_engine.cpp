#include "rip/engines/gpu_engine.h"

#include <algorithm>

namespace platerip::rip {
namespace {

// One strip is read, one uploaded, one computed and downloaded, and one written. Two more wait, so that the GPU always
// has work, even if a thread wakes up late. Measured on an H200 with pages 16384 pixels wide, in percent of the rate of
// the upload alone:
//
//     rows of a strip    64   128   256
//     4 strips           84    92    95
//     6 strips           92    96    96
constexpr StripWish wish{.in_flight = 6,
                         .pixel_bytes = std::int64_t{12} << 20,
                         .rows = 256,
                         .least_rows = 1,
                         .least_in_flight = 4,
                         .behind = strips_behind};

// The number of rows that a GPU works on at a time. Measured like the above, on an H100:
//
//     rows of a strip    64   128   256
//     256 at a time      69    92    95
//     384                76    92    95
//     512                78    92    94
constexpr std::int64_t slant_rows = 384;

// The height of a stripe of the halftone. A lower strip takes as long as a stripe.
constexpr std::int64_t stripe_rows = 32;

// The planes are in the GPU's memory.
StripShape shape_on_gpu(const EngineSettings& settings) {
  StripShape shape = settings.shape;
  shape.planes = 0;
  return shape;
}

Result<StripPlan> plan_within(std::size_t memory, const EngineSettings& settings, const GpuEngine::Reserve& reserve) {
  PageBytes bytes{
      .row = shape_on_gpu(settings).row_bytes(),
      .workspace = [](std::int64_t) { return std::int64_t{0}; },
      .fixed = settings.other_bytes + (wish.in_flight + 1) * boundary_bytes(settings.halftone) + reserve.fixed,
      .reader = settings.reader_bytes,
      .takes_rest = true};
  bytes.row.planes = (reserve.row + wish.in_flight - 1) / wish.in_flight;
  const auto plan_with = [&](const StripWish& each) {
    return plan_strips(settings.height, bytes, each, memory, settings.strip_rows);
  };
  StripWish strips = wish;
  strips.held_rows = halftone::rows_held_back(settings.halftone);
  const auto plan = plan_with(strips);
  if (plan.ok() && plan->rows >= std::min({stripe_rows, settings.height, settings.strip_rows.value_or(stripe_rows)}))
    return plan;
  StripWish fewer = strips;  // each strip is finished before the next one starts
  fewer.behind = nullptr;
  return plan_with(fewer);
}

Result<StripPlan> plan_for(const EngineSettings& settings, const GpuEngine::Reserve& reserve) {
  return settings.memory.within([&](std::size_t allowed) { return plan_within(allowed, settings, reserve); });
}

// Advice for a page that has begun: it can be ripped again elsewhere.
Error with_ways_out(Error error) {
  error.advice.push_back({Advice::Action::give_another, "device"});
  error.advice.push_back({Advice::Action::give, "backend", "cpu"});
  return error;
}

}  // namespace

int strips_behind(std::int64_t rows) {
  const std::int64_t high = std::max(rows, stripe_rows);
  return static_cast<int>((slant_rows + high - 1) / high);
}

Result<std::unique_ptr<GpuEngine>> GpuEngine::make(const EngineSettings& settings, std::unique_ptr<GpuPage> page,
                                                   const Reserve& reserve) {
  auto engine = make_without_strips(settings, std::move(page), reserve);
  if (!engine.ok()) return engine.error();
  if (const Status status = (*engine)->take_strips({}); !status.ok()) return status.error();
  return engine;
}

Result<std::unique_ptr<GpuEngine>> GpuEngine::make_without_strips(const EngineSettings& settings,
                                                                  std::unique_ptr<GpuPage> page,
                                                                  const Reserve& reserve) {
  const auto wanted = plan_for(settings, reserve);
  if (!wanted.ok()) return wanted.error();
  const StripShape shape = shape_on_gpu(settings);
  const auto plan = page->begin(shape, *wanted);
  if (!plan.ok()) return of_device(plan.error());
  return std::unique_ptr<GpuEngine>(new GpuEngine(settings, shape, std::move(page), *plan));
}

Status GpuEngine::take_strips(const halftone::Boundary& above) {
  const auto memory = page_->take_strips(above);
  if (!memory.ok()) return of_device(memory.error());
  strips_ = place_strips(shape_, plan_, 0, *memory);
  return {};
}

Status GpuEngine::separate(StripInFlight& strip) {
  const std::lock_guard lock(submitting_);
  strip.on_gpu = false;
  if (stopped_ || not_submitted_) return {};
  const Status status = page_->submit(strip);
  strip.on_gpu = status.ok();
  if (!status.ok()) not_submitted_ = status.error();
  return {};
}

Status GpuEngine::halftone(StripInFlight& strip) {
  const auto done = strip.on_gpu ? page_->wait() : Result<GpuStripDone>(*not_submitted_);
  if (!done.ok()) return with_ways_out(of_device(done.error()));
  strip.plate_rows = done->rows;
  if (counts_ink_ && !counts_ink_(strip.first_plate_row)) return {};
  strip.total_ink.add(done->ink_sum, done->ink_max, halftone_.bits, halftone_.width * done->ink_rows);
  return {};
}

void GpuEngine::stop() {
  const std::lock_guard lock(submitting_);
  stopped_ = true;
  page_->stop();
}

Result<halftone::Boundary> GpuEngine::end() {
  stop();
  return boundary();
}

}  // namespace platerip::rip
