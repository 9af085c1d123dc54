#include "halftone/cuda/device_halftoner.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/cuda_errors.h"
#include "base/cuda_owned.h"
#include "base/cutter.h"
#include "halftone/checks.h"
#include "halftone/cuda/filter_planes.h"
#include "halftone/cuda/search/held_rows.h"
#include "halftone/cuda/search/search_planes.h"
#include "halftone/cuda/thresholds.h"
#include "halftone/cuda/wavefront/kernels.h"
#include "halftone/cuda/wavefront/launch.h"
#include "halftone/page_boundary.h"
#include "halftone/search/bands.h"

namespace platerip::halftone::cuda {
namespace {

static_assert(DeviceHalftoner::max_strips_in_flight == max_strips - 1, "and the one that comes in");

// Adjacent planes that run together. Screens do, whatever their tiles, and planes with as many planes beside them.
struct Run {
  Settings settings;
  std::int64_t first_plane;
};

Family family_of(const PlaneSettings& plane) {
  return plane.method.info().family;
}

bool are_one_run(const PlaneSettings& a, const PlaneSettings& b) {
  if (a.beside.size() != b.beside.size()) return false;
  if (!a.beside.empty()) return a.method == b.method && a.sharpness == b.sharpness;
  return run_together(a, b) || (family_of(a) == Family::screen && family_of(b) == Family::screen);
}

std::vector<Run> runs_of(const Settings& settings) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < settings.planes.size(); ++i) {
    if (i == 0 || !are_one_run(settings.planes[i], settings.planes[i - 1])) {
      runs.push_back({settings, static_cast<std::int64_t>(i)});
      runs.back().settings.planes.clear();
    }
    Run& run = runs.back();
    run.settings.planes.push_back(settings.planes[i]);
    for (int& plane : run.settings.planes.back().beside) plane -= static_cast<int>(run.first_plane);
  }
  return runs;
}

// The most planes that a plane has beside it.
std::size_t most_beside(const Settings& settings) {
  std::size_t most = 0;
  for (const PlaneSettings& plane : settings.planes) most = std::max(most, plane.beside.size());
  return most;
}

Family family_of(const Run& run) {
  return family_of(run.settings.planes[0]);
}

// The pace of the runs with errors or sums.
Pace pace_of(const std::vector<Run>& runs) {
  Pace pace;
  for (const Run& run : runs) {
    if (family_of(run) == Family::error_filter || family_of(run) == Family::tone_filter)
      pace = Pace::greater(pace, FilterPlanes::pace_of(run.settings));
    if (family_of(run) == Family::search) pace = Pace::greater(pace, SearchPlanes::pace_of(run.settings));
  }
  return pace;
}

// Bytes of a run's part of the workspace. Each part is aligned like the workspace.
std::size_t bytes_of(const Run& run, const Pace& pace, std::int64_t strip_rows, int strips_in_flight) {
  switch (family_of(run)) {
    case Family::error_filter:
    case Family::tone_filter:
      return FilterPlanes::workspace_bytes(run.settings, pace, strip_rows, strips_in_flight);
    case Family::point_process:
      return 0;
    case Family::screen:
      return Cutter::aligned(screens_bytes(run.settings));
    case Family::search:
      return SearchPlanes::workspace_bytes(run.settings, pace, strip_rows, strips_in_flight);
  }
  return 0;
}

DeviceStrip part_of(const DeviceStrip& strip, const Run& run) {
  DeviceStrip part = strip;
  part.samples += run.first_plane * strip.samples_plane;
  part.pixels += run.first_plane * strip.pixels_plane;
  return part;
}

}  // namespace

struct DeviceHalftoner::State {
  struct Part {
    Run run;
    std::optional<FilterPlanes> filter = {};  // set for an error filter or a tone filter
    std::byte* tiles = nullptr;               // set for screens
    std::optional<SearchPlanes> search = {};  // set for a search
    OwnedStream own_stream = {};              // null: it works on the page's
    Event done = {};                          // what it enqueued last on its own stream

    [[nodiscard]] std::size_t beside() const { return run.settings.planes[0].beside.size(); }

    Status enqueue(const DeviceStrip& strip, std::int64_t first_row, Stream stream) {
      const DeviceStrip own = part_of(strip, run);
      switch (family_of(run)) {
        case Family::error_filter:
        case Family::tone_filter:
          return filter->enqueue(own, stream);
        case Family::point_process:
          return enqueue_points(run.settings, own, first_row, stream);
        case Family::screen:
          return enqueue_screens(run.settings, tiles, own, first_row, stream);
        case Family::search:
          return search->enqueue(own, stream);
      }
      return {};
    }
    Status finish(Stream stream) {
      if (filter) return filter->finish(stream);
      return search ? search->finish(stream) : Status();
    }
  };

  std::int64_t strip_rows = 0;
  std::vector<Part> parts;
  std::size_t most_beside = 0;
  Event begun;            // what came before on the page's stream; null if no part has a stream
  std::int64_t rows = 0;  // rows of the page, taken so far

  // Lets each part enqueue something. A part needs the pixels of parts with fewer planes beside them. Parts with as
  // many work at the same time.
  template <typename Do>
  Status in_order(Do what, Stream stream) {
    for (std::size_t beside = 0; beside <= most_beside; ++beside) {
      if (const Status status = record(begun, stream); !status.ok()) return status;
      for (Part& part : parts) {
        if (part.beside() != beside) continue;
        if (const Status status = apart(part, what, stream); !status.ok()) return status;
      }
      for (const Part& part : parts) {
        if (part.beside() != beside || !part.own_stream) continue;
        if (const Status status = wait(stream, part.done); !status.ok()) return status;
      }
    }
    return {};
  }

  template <typename Do>
  Status apart(Part& part, Do what, Stream stream) {
    if (!part.own_stream) return what(part, stream);
    if (const Status status = wait(part.own_stream.get(), begun); !status.ok()) return status;
    if (const Status status = what(part, part.own_stream.get()); !status.ok()) return status;
    return record(part.done, part.own_stream.get());
  }

  static Status record(const Event& event, Stream stream) {
    return event ? status_of(cudaEventRecord(event.get(), stream), "cannot start the halftone") : Status();
  }
  static Status wait(Stream stream, const Event& event) {
    return status_of(cudaStreamWaitEvent(stream, event.get(), 0), "cannot start the halftone");
  }

  // Gives streams to parts beside which others may work.
  Status make_streams() {
    for (auto part = parts.begin(); part != parts.end(); ++part) {
      if (std::none_of(parts.begin(), part, [&](const Part& one) { return one.beside() == part->beside(); })) continue;
      auto stream = make_stream();
      if (!stream.ok()) return stream.error();
      part->own_stream = *std::move(stream);
      if (const Status status = make(part->done); !status.ok()) return status;
      if (const Status status = make(begun); !status.ok()) return status;
    }
    return {};
  }

  static Status make(Event& event) {
    if (event) return {};
    auto made = make_event(false);
    if (!made.ok()) return made.error();
    event = *std::move(made);
    return {};
  }

  [[nodiscard]] bool looks_ahead() const {
    return std::ranges::any_of(parts, [](const Part& part) { return part.search.has_value(); });
  }
};

// Whether there are kernels for the levels of a plane. Those of searches are for evenly spaced levels and samples that
// are multiples of 1/255.
static bool prints_levels(const Settings& settings, const PlaneSettings& plane) {
  if (settings.levels == 2) return true;
  if (plane.method.info().search == nullptr) return true;
  const bool is_plain = plane.drops.amounts.empty() && plane.drops.mix == 0;
  return is_plain && settings.bits == 8 && (settings.levels <= 4 || settings.levels == max_levels);
}

// Whether the current device has room for a run's kernel.
static bool fits_device(const Run& run) {
  switch (family_of(run)) {
    case Family::error_filter:
    case Family::tone_filter:
      return FilterPlanes::have_room(run.settings);
    case Family::search:
      return FilterPlanes::have_room(start_of(run.settings));
    case Family::point_process:
    case Family::screen:
      return true;
  }
  return true;
}

Status DeviceHalftoner::supported() {
  cudaFuncAttributes attributes{};
  const cudaError_t error = cudaFuncGetAttributes(&attributes, kernel_of<0>(2, true, 8, RowsAt::chunks).code);
  if (error != cudaSuccess) cudaGetLastError();  // clears it: the status below reports it
  return status_of(error, "this build cannot run on the GPU");
}

Status DeviceHalftoner::has_kernels(const Settings& settings) {
  for (const PlaneSettings& plane : settings.planes) {
    if (!prints_levels(settings, plane))
      return Error{"cuda: " + std::string(plane.method.name()) + " prints such levels on the CPU only",
                   ErrorCode::unsupported};
    if (settings.levels > 2 && (!plane.beside.empty() || plane.shade))
      return Error{"cuda: inks that meet evenly with more than 2 levels are the CPU's", ErrorCode::unsupported};
    const SearchMethod* search = plane.method.info().search;
    if (search != nullptr &&
        !std::ranges::all_of(settings.planes, [&](const PlaneSettings& each) { return run_together(each, plane); })) {
      return Error{"cuda: " + std::string(plane.method.name()) +
                       " runs on the GPU only if all inks have it, with the same effort, all together or each alone",
                   ErrorCode::unsupported};
    }
  }
  // Kernels of two levels fit any device. To ask it would wait until it has started.
  if (settings.levels > 2 && !std::ranges::all_of(runs_of(settings), fits_device))
    return Error{"cuda: this GPU has too little shared memory for drop sizes", ErrorCode::unsupported};
  return {};
}

std::size_t DeviceHalftoner::workspace_bytes(const Settings& settings, std::int64_t strip_rows, int strips_in_flight) {
  std::size_t bytes = 0;
  const std::vector<Run> runs = runs_of(settings);
  for (const Run& run : runs) bytes += bytes_of(run, pace_of(runs), strip_rows, strips_in_flight);
  return bytes;
}

Result<DeviceHalftoner> DeviceHalftoner::make(const Settings& settings, std::int64_t strip_rows, int strips_in_flight,
                                              std::byte* workspace, Stream stream) {
  if (const Status status = check_known(settings); !status.ok()) return status.error();
  if (const Status status = has_kernels(settings); !status.ok()) return status.error();
  if (strip_rows < 1 || strip_rows > max_strip_rows)
    return Error{"cuda: a strip of " + std::to_string(strip_rows) + " rows is not possible"};
  if (strips_in_flight < 0 || strips_in_flight > max_strips_in_flight)
    return Error{"cuda: " + std::to_string(strips_in_flight) + " strips in flight are not possible"};
  auto state = std::make_unique<State>();
  state->strip_rows = strip_rows;
  state->most_beside = most_beside(settings);
  const std::vector<Run> runs = runs_of(settings);
  const Pace pace = pace_of(runs);
  for (const Run& run : runs) {
    State::Part& part = state->parts.emplace_back(run);
    switch (family_of(run)) {
      case Family::error_filter:
      case Family::tone_filter: {
        auto filter = FilterPlanes::make(run.settings, pace, strip_rows, strips_in_flight, workspace, stream);
        if (!filter.ok()) return filter.error();
        part.filter.emplace(*std::move(filter));
        break;
      }
      case Family::point_process:
        break;
      case Family::screen:
        part.tiles = workspace;
        if (const Status status = send_screens(run.settings, workspace, stream); !status.ok()) return status.error();
        break;
      case Family::search: {
        auto search = SearchPlanes::make(run.settings, pace, strip_rows, strips_in_flight, workspace, stream);
        if (!search.ok()) return search.error();
        part.search.emplace(*std::move(search));
        break;
      }
    }
    workspace += bytes_of(run, pace, strip_rows, strips_in_flight);
  }
  if (const Status status = state->make_streams(); !status.ok()) return status.error();
  return DeviceHalftoner(std::move(state));
}

Status DeviceHalftoner::enqueue(const DeviceStrip& strip, Stream stream) {
  if (strip.rows < 1 || strip.rows > state_->strip_rows)
    return Error{"cuda: a strip of " + std::to_string(strip.rows) + " rows was given; it may have 1 to " +
                 std::to_string(state_->strip_rows)};
  const std::int64_t first_row = std::exchange(state_->rows, state_->rows + strip.rows);
  return state_->in_order([&](State::Part& part, Stream own) { return part.enqueue(strip, first_row, own); }, stream);
}

Status DeviceHalftoner::finish(Stream stream) {
  return state_->in_order([&](State::Part& part, Stream own) { return part.finish(own); }, stream);
}

std::int64_t DeviceHalftoner::rows_done() const {
  std::int64_t rows = state_->rows;
  for (const State::Part& part : state_->parts) {
    if (part.filter) rows = std::min(rows, part.filter->rows_done());
    if (part.search) rows = std::min(rows, part.search->rows_done());
  }
  return rows;
}

Status DeviceHalftoner::save(std::int16_t* errors, std::int64_t rows, Stream stream) const {
  for (const State::Part& part : state_->parts) {
    if (!part.filter) continue;
    if (const Status status = part.filter->save(errors, rows, stream); !status.ok()) return status;
    errors += boundary_errors(part.run.settings);
  }
  return {};
}

Status DeviceHalftoner::restore(const std::int16_t* errors, std::int64_t rows, Stream stream) {
  if ((errors != nullptr || rows != 0) && state_->looks_ahead())
    return Error{"cuda: the rows that a search held back are missing"};
  state_->rows = rows;
  for (State::Part& part : state_->parts) {
    if (!part.filter) continue;
    if (const Status status = part.filter->restore(errors, rows, stream); !status.ok()) return status;
    if (errors != nullptr) errors += boundary_errors(part.run.settings);
  }
  return {};
}

Status DeviceHalftoner::restore(const std::int16_t* sums, const HeldRows& held, std::span<const DeviceStrip> strips,
                                Stream stream) {
  std::int64_t rows = 0;
  for (const DeviceStrip& strip : strips) rows += strip.rows;
  if (rows != held.rows || !state_->looks_ahead()) return Error{"cuda: the rows held back are not those of the strips"};
  state_->rows = held.finished + held.rows;
  return state_->parts[0].search->restore(sums, held, strips, stream);
}

DeviceHalftoner::DeviceHalftoner(std::unique_ptr<State> state) : state_(std::move(state)) {}
DeviceHalftoner::DeviceHalftoner(DeviceHalftoner&&) noexcept = default;
DeviceHalftoner& DeviceHalftoner::operator=(DeviceHalftoner&&) noexcept = default;
DeviceHalftoner::~DeviceHalftoner() = default;

}  // namespace platerip::halftone::cuda
