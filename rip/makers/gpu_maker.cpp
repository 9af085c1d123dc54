#include "rip/makers/gpu_maker.h"

#include <algorithm>

#include "rip/makers/cores_maker.h"

namespace platerip::rip {
namespace {

// One strip is read, one uploaded, one computed and downloaded, and one written. Two more wait, so that the GPU always
// has work, even if a thread wakes up late. Measured on an H200 with RGB pages 16384 pixels wide and floyd-steinberg,
// in percent of the rate of the upload alone:
//
//     rows of a strip    64   128   256
//     4 strips           84    92    95
//     6 strips           92    96    96
constexpr StripWish usual{
    .in_flight = 6, .pixel_bytes = std::int64_t{24} << 20, .rows = 512, .least_rows = 1, .least_in_flight = 4};

// The number of rows that a GPU works on at a time. Measured like the above with the program's defaults. --memory keeps
// strips lower than wished if many are at work:
//
//     rows wished for         256   512  1024
//     384 rows at a time       75    78
//     768                      76
//     1024                           84    86
constexpr std::int64_t slant_rows = 1024;

// With too little memory for that, the slant is halved, as long as it has two strips. Then fewer strips are in flight,
// and at last they are lower: high strips on a short slant are faster than low ones on a long slant. A page of
// 16384×16384 pixels takes so long on an H200, by `tone`, with 6 strips in flight:
//
//     rows of a strip       32    64    96   128
//     128 rows at a time    41    33    23    25   ms
//     256                   32    23    20    19
//     512                   25    23    20    17
//
// In strips of 33, 48 or 57 rows it takes about twice as long as in those of 32 or 64, which are whole stripes.
constexpr std::int64_t high_rows = 128;

// The height of a stripe of the halftone.
constexpr std::int64_t stripe_rows = 32;

// Of strips that the job keeps low, more are in flight: the host wakes up as late for them as for others. A page of
// 16384 rows takes 19.9 ms in strips of 128 rows with 6 in flight, and 18.1 with 10.
constexpr int low_in_flight = 10;

// Each thread of the cores may make the planes of a strip.
StripWish wish_of(const MakerSettings& settings) {
  StripWish strips = usual;
  if (settings.strip_rows && *settings.strip_rows < usual.rows && !settings.power_of_two_rows)
    strips.in_flight = low_in_flight;
  if (settings.gets_planes) strips.in_flight = std::max(strips.in_flight, settings.threads);
  return strips;
}

// The most rows of a strip: those that the job wants, or as many as are worth while on the GPU. Strips of a share must
// fit the shares of other processes.
std::optional<std::int64_t> most_rows(const MakerSettings& settings, const GpuPage& page) {
  if (!settings.strip_rows || settings.power_of_two_rows) return settings.strip_rows;
  return std::max(*settings.strip_rows, page.worthwhile_rows());
}

// If the GPU separates, the planes stay in its memory.
StripShape shape_on_gpu(const MakerSettings& settings) {
  StripShape shape = settings.shape;
  shape.sums = settings.sums;
  if (settings.gets_planes) return shape;
  shape.planes_around = {};
  shape.planes = 0;
  return shape;
}

// Whether there are too many inks, whoever separates them.
bool has_too_many_inks(const MakerSettings& settings) {
  return settings.shape.planes - settings.staged_page().masks > halftone::max_planes;
}

// Whether the cores take much longer for the halftone than for the separation.
bool is_slow_on_cores(const halftone::Settings& page) {
  return std::ranges::any_of(page.planes, [](const halftone::PlaneSettings& plane) {
    return plane.method.info().search != nullptr || !plane.beside.empty();
  });
}

// The cores may have to go on beside the GPU's strips, with strips of their own. There is memory for one as high.
std::int64_t reserved_row(const MakerSettings& settings, bool reserves) {
  const RowBytes row = settings.shape.row_bytes();
  return reserves ? row.pixels + row.planes + row.plates : 0;
}

std::int64_t reserved(const MakerSettings& settings, bool reserves) {
  const std::int64_t least_strip = reserved_row(settings, reserves) + settings.shape.around_bytes();
  return reserves ? CoresMaker::halftone_bytes(settings) + least_strip : 0;
}

Result<StripPlan> plan_within(std::size_t memory, const MakerSettings& settings, std::optional<std::int64_t> strip_rows,
                              const PlanesOnCores* planes, bool reserves) {
  const StripShape shape = shape_on_gpu(settings);
  const auto strip_bytes = [&](std::int64_t rows) {
    const std::size_t workspace = planes != nullptr ? planes->workspace_bytes(rows) : 0;
    const std::int64_t tones = 2 * shape.tone_bytes(rows);  // once until they are taken, once until the plates are made
    return shape.around_bytes() + tones + shape.sum_bytes(rows) + static_cast<std::int64_t>(workspace);
  };
  const auto plan_with = [&](const StripWish& strips) {
    PageBytes bytes{.row = shape.row_bytes(),
                    .workspace = strip_bytes,
                    .fixed = settings.others.bytes() + (strips.in_flight + 1) * boundary_bytes(settings.halftone) +
                             reserved(settings, reserves),
                    .reader = settings.reader_bytes,
                    .sheet_row = settings.staged_page().row_bytes(),
                    .takes_rest = true};
    bytes.row.planes += (reserved_row(settings, reserves) + strips.in_flight - 1) / strips.in_flight;
    return plan_strips(settings.rows.given(), bytes, strips, memory, strip_rows);
  };
  StripWish strips = wish_of(settings);
  strips.held_rows = halftone::rows_held_back(settings.halftone);
  strips.power_of_two = settings.power_of_two_rows;
  StripWish on_slant = strips;
  for (on_slant.fewest_rows = high_rows; on_slant.fewest_rows >= stripe_rows; on_slant.fewest_rows /= 2) {
    for (const int in_flight : {strips.in_flight, usual.in_flight, usual.least_in_flight}) {
      on_slant.in_flight = on_slant.least_in_flight = in_flight;
      on_slant.slant = {slant_rows, stripe_rows};
      for (; on_slant.slant.rows >= 2 * on_slant.fewest_rows; on_slant.slant.rows /= 2)
        if (const auto plan = plan_with(on_slant); plan.ok()) return plan;
    }
  }
  return plan_with(strips);  // each strip is finished before the next one starts
}

// Advice for a page that has begun: it can be ripped again elsewhere.
Error with_ways_out(Error error) {
  if (error.code == ErrorCode::device) error.advice.push_back({Advice::Action::give_another, "device"});
  error.advice.push_back({Advice::Action::give, "backend", "cpu"});
  return error;
}

}  // namespace

int strips_behind(std::int64_t rows) {
  return Slant{slant_rows, stripe_rows}.strips_behind(rows);
}

Result<std::unique_ptr<GpuPage>> prepare_page(Gpu& gpu, bool must, MakerSettings& settings) {
  settings.gets_planes = false;
  if (has_too_many_inks(settings))
    return Error{"pages with more than " + std::to_string(halftone::max_planes) + " inks need the CPU",
                 ErrorCode::unsupported};
  auto page = gpu.prepare(settings);
  if (page.ok() || page.error().code != ErrorCode::unsupported) return page;
  if (!must && !is_slow_on_cores(settings.halftone)) return page;
  settings.gets_planes = true;
  return gpu.prepare(settings);
}

Result<std::unique_ptr<GpuMaker>> GpuMaker::make(const MakerSettings& settings, std::unique_ptr<GpuPage> page,
                                                 bool reserves) {
  std::optional<PlanesOnCores> planes;
  if (settings.gets_planes) {
    auto made = PlanesOnCores::make(settings, /*counts_ink=*/false);
    if (!made.ok()) return made.error();
    planes.emplace(*std::move(made));
  }
  const auto strip_rows = most_rows(settings, *page);
  const auto wanted = settings.memory.within([&](std::size_t allowed) {
    return plan_within(allowed, settings, strip_rows, planes ? &*planes : nullptr, reserves);
  });
  if (!wanted.ok()) return wanted.error();
  const StripShape shape = shape_on_gpu(settings);
  const auto plan = page->begin(shape, *wanted);
  if (!plan.ok()) return of_device(plan.error());
  return std::unique_ptr<GpuMaker>(new GpuMaker(settings, shape, std::move(planes), std::move(page), *plan));
}

std::size_t GpuMaker::workspace_bytes() const {
  return planes_
             ? static_cast<std::size_t>(whole_lines(static_cast<std::int64_t>(planes_->workspace_bytes(plan_.rows))))
             : 0;
}

Status GpuMaker::begin(const halftone::Boundary& above) {
  const auto memory = page_->take_strips(above);
  if (!memory.ok()) return of_device(memory.error());
  strips_ = place_strips(shape_, plan_, 0, *memory);
  if (!planes_) return {};
  workspaces_.resize(workspace_bytes() * strips_.size() + cache_line);
  std::byte* next = workspaces_.data();
  next += cache_line - reinterpret_cast<std::uintptr_t>(next) % cache_line;
  for (StripInFlight& strip : strips_) {
    strip.workspace = {next, workspace_bytes()};
    next += workspace_bytes();
  }
  return {};
}

Budget GpuMaker::budget() const {
  Budget budget;
  budget.add(plan_.text(), static_cast<std::int64_t>(strips_bytes(shape_, plan_, workspace_bytes())));
  budget.add("states below these", (plan_.in_flight + 1) * boundary_bytes(halftone_));
  budget.add("tones that wait for plates", shape_.tone_bytes(plan_.rows) * plan_.buffers());
  return budget;
}

Status GpuMaker::take(StripInFlight& strip) {
  strip.on_gpu = false;
  if (planes_) return planes_->make_planes(strip);
  submit(strip);
  return {};
}

void GpuMaker::submit(StripInFlight& strip) {
  if (not_submitted_) return;
  const Status status = page_->submit(strip);
  strip.on_gpu = status.ok();
  if (!status.ok()) not_submitted_ = status.error();
}

Status GpuMaker::give(StripInFlight& strip, std::size_t) {
  if (planes_) submit(strip);
  const auto done = strip.on_gpu ? page_->wait() : Result<GpuStripDone>(*not_submitted_);
  if (!done.ok()) return with_ways_out(of_device(done.error()));
  strip.plate_rows = done->rows;
  strip.sums.first = strip.first_plate_row;
  strip.sums.rows = shape_.sums ? done->rows : 0;
  if (rows_.makes(strip.first_plate_row))
    strip.total_ink.add(done->ink_sum, done->ink_max, halftone_.bits, halftone_.width * done->ink_rows);
  return {};
}

Result<halftone::Boundary> GpuMaker::stop() {
  page_->stop();
  return page_->boundary();
}

}  // namespace platerip::rip
