#include "halftone/cpu/cpu.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "halftone/c_pieces.h"
#include "halftone/checks.h"
#include "halftone/cpu/displacements.h"
#include "halftone/cpu/points.h"
#include "halftone/cpu/screens.h"
#include "halftone/cpu/search/search_drops.h"
#include "halftone/cpu/search/search_inks.h"
#include "halftone/cpu/search/search_tile.h"
#include "halftone/cpu/tone_wavefront.h"
#include "halftone/cpu/wavefront.h"
#include "halftone/page_boundary.h"
#include "halftone/plane_groups.h"
#include "halftone/search/search_page.h"

namespace platerip::halftone::cpu {
namespace {

// The most bands of a plane that may run at the same time, and so the most threads that one plane can use.
constexpr int max_bands = 64;

// The differences between error filters and tone filters.
struct Wavefront {
  int band_rows;
  std::uint16_t bias;  // a boundary error is stored as e + bias
  int rows_above;      // whose errors the next row collects
  bool swaps_above;    // see swaps_above()
  void (*run_band)(const Band&);
};

Wavefront wavefront_of(const MethodInfo& method) {
  if (method.filter == nullptr) return {tone_band_rows(), 0, 1, false, run_tone_band};
  return {band_rows(*method.filter), no_error, method.filter->rows(), swaps_above(*method.filter), run_band};
}

// A plane's part of the workspace: two rows of errors, a row of sums for each plane beside it, then the progress of its
// bands.
struct PlaneMemory {
  std::int64_t row;   // values from one row of errors to the next
  std::int64_t rows;  // of errors

  explicit PlaneMemory(const Settings& settings)
      : row((left_margin + settings.width + right_margin + 31) / 32 * 32),
        rows(2 + std::ssize(settings.planes[0].beside)) {}

  [[nodiscard]] std::size_t bytes() const {
    return sizeof(std::uint16_t) * static_cast<std::size_t>(rows * row) + max_bands * sizeof(Progress);
  }
};

struct PlaneState {
  std::uint16_t* above1;                                 // errors of the last row, or its sums
  std::uint16_t* above2;                                 // errors of the row before
  std::array<std::uint16_t*, max_beside> overlaps = {};  // sums of the overlap with each plane beside it
  Progress* progress;                                    // progress of band n, at index n modulo max_bands

  PlaneState(const PlaneMemory& layout, std::uint16_t no_error, std::byte* memory) {
    above1 = reinterpret_cast<std::uint16_t*>(memory) + left_margin;
    above2 = above1 + layout.row;
    for (std::int64_t i = 2; i < layout.rows; ++i) overlaps[static_cast<std::size_t>(i - 2)] = above1 + i * layout.row;
    std::fill_n(above1 - left_margin, layout.rows * layout.row, no_error);
    progress = reinterpret_cast<Progress*>(above1 - left_margin + layout.rows * layout.row);
    std::uninitialized_default_construct_n(progress, max_bands);
    progress[0].position = position(0, all_columns);
  }

  [[nodiscard]] Progress& progress_of(std::int64_t band) const { return progress[band % max_bands]; }
};

// Halftones planes that share one error filter or tone filter.
class Cpu final : public Halftoner {
 public:
  Cpu(const Settings& settings, std::byte* memory)
      : settings_(settings),
        method_(settings.planes[0].method.info()),
        wavefront_(wavefront_of(method_)),
        amounts_(settings.planes[0].drops, settings.levels, solid) {
    const PlaneMemory layout(settings);
    const PlaneSettings& first = settings.planes[0];
    if (method_.tone != nullptr && settings.levels > 2)
      ladder_.emplace(*method_.tone, first.sharpness, first.drops, settings.levels);
    if (ladder_) displacements_.reserve(settings.planes.size());
    for (const Drops& drops : settings.drops_beside)
      if (settings.levels > 2) drops_beside_.emplace_back(drops, settings.levels);
    for (const PlaneSettings& plane : settings.planes) {
      planes_.emplace_back(layout, wavefront_.bias, memory);
      memory += layout.bytes();
      if (method_.tone != nullptr) tones_.push_back(tone_settings(plane));
    }
  }

  [[nodiscard]] std::string description() const override { return "cpu (" + std::string(instruction_set()) + ")"; }

  Result<std::int64_t> run(const Strip& strip) override {
    if (const Status status = check_group_strip(settings_, strip); !status.ok()) return status.error();
    if (const Status status = end_.take(strip); !status.ok()) return status.error();
    const std::int64_t bands = (strip.rows + wavefront_.band_rows - 1) / wavefront_.band_rows;
    const std::int64_t units = bands * std::ssize(planes_);
    if (has_neighbours(strip)) begin_with_neighbours(strip);
    std::atomic<std::int64_t> next = 0;
    std::atomic<int> threads = 0;
    // Threads take the bands of a plane from the top. So a band that another band waits for is running or done.
    const auto work = [&](int) {
      ++threads;
      for (std::int64_t unit = next++; unit < units; unit = next++) run_unit(strip, unit, units, threads);
      --threads;
    };
    run_tasks(settings_.parallel, static_cast<int>(std::min<std::int64_t>(units, max_bands)), std::ref(work));
    if (swaps_after(strip)) {
      for (PlaneState& plane : planes_) std::swap(plane.above1, plane.above2);
    }
    bands_ += bands;
    rows_ += strip.rows;
    if (const Status status = end_with_neighbours(); !status.ok()) return status.error();
    return strip.rows;
  }

  [[nodiscard]] Result<Boundary> save() const override {
    std::vector<std::int16_t> all;
    all.reserve(static_cast<std::size_t>(boundary_errors(settings_)));
    for_each_boundary_row([&](const std::uint16_t* errors) {
      for (std::int64_t x = 0; x < settings_.width; ++x)
        all.push_back(static_cast<std::int16_t>(errors[x] - wavefront_.bias));
    });
    return boundary_of(settings_, rows_, all);
  }

  Status restore(const Boundary& boundary) override {
    if (const Status status = check_boundary(settings_, boundary); !status.ok()) return status;
    rows_ = boundary.rows;
    end_.restore();
    const std::vector<std::int16_t> all = errors_of(boundary);
    const std::int16_t* from = all.data();
    for_each_boundary_row([&](std::uint16_t* errors) {
      for (std::int64_t x = 0; x < settings_.width; ++x)
        errors[x] = static_cast<std::uint16_t>(*from++ + wavefront_.bias);
    });
    return {};
  }

 private:
  void begin_with_neighbours(const Strip& strip) {
    rows_ = strip.first_row;
    above_.clear();
    below_.clear();
    for (std::size_t plane = 0; plane < planes_.size(); ++plane) {
      PlaneState after = planes_[plane];
      if (swaps_after(strip)) std::swap(after.above1, after.above2);
      Neighbours& neighbours = *strip.neighbours[plane];
      above_.emplace_back(neighbours, settings_, plane, c_rows_of(planes_[plane]));
      below_.emplace_back(neighbours, settings_.planes[plane], settings_.width, c_rows_of(after));
    }
  }

  Status end_with_neighbours() {
    Status status;
    for (std::size_t plane = 0; plane < above_.size() && status.ok(); ++plane)
      status = above_[plane].status().ok() ? below_[plane].status() : above_[plane].status();
    above_.clear();
    below_.clear();
    return status;
  }

  [[nodiscard]] CRows c_rows_of(const PlaneState& plane) const {
    CRows c{.rows = {}, .bias = wavefront_.bias};
    std::size_t count = 0;
    for_each_boundary_row(plane, [&](std::uint16_t* row) { c.rows[count++] = row; });
    return c;
  }

  // Whether the strip ends with a band that swaps the rows of errors.
  [[nodiscard]] bool swaps_after(const Strip& strip) const {
    return wavefront_.swaps_above && strip.rows % wavefront_.band_rows == 1;
  }

  // A unit is one band of one plane. The planes take turns, and upper bands come first.
  void run_unit(const Strip& strip, std::int64_t unit, std::int64_t units, int threads) {
    const std::int64_t next_unit = unit + threads;  // a guess: the threads keep their pace
    const std::size_t plane = plane_of(unit);
    const PlaneState& state = planes_[plane];
    const std::int64_t number = bands_ + unit / std::ssize(planes_) + 1;
    const std::size_t besides = settings_.planes[plane].beside.size();
    std::array<BandBeside, max_beside> beside;
    for (std::size_t i = 0; i < besides; ++i)  // they follow the plane in its strip (plane_groups.h)
      beside[i] = {.plane = from_band(strip.planes[i + 1], unit),
                   .plate = from_band(strip.plates[i + 1], unit),
                   .drops = drops_beside_.empty() ? nullptr : &drops_beside_[i],
                   .above = state.overlaps[i]};
    wavefront_.run_band({.filter = method_.filter,
                         .tone = method_.tone != nullptr ? &tones_[plane] : nullptr,
                         .amounts = &amounts_,
                         .levels = settings_.levels,
                         .bits = settings_.bits,
                         .width = settings_.width,
                         .number = number,
                         .rows = rows_of(strip, unit),
                         .first_row = rows_ + first_row_of(unit),
                         .plane = from_band(strip.planes[plane], unit),
                         .plate = from_band(strip.plates[plane], unit),
                         .above1 = state.above1,
                         .above2 = state.above2,
                         .next = next_unit < units ? from_band(strip.planes[plane_of(next_unit)], next_unit) : Plane{},
                         .next_rows = next_unit < units ? rows_of(strip, next_unit) : 0,
                         .before = &state.progress_of(number - 1),
                         .progress = &state.progress_of(number),
                         .above = above_.empty() || first_row_of(unit) > 0 ? nullptr : &above_[plane],
                         .below = below_.empty() || !is_in_last_band(strip, unit) ? nullptr : &below_[plane],
                         .besides = static_cast<int>(besides),
                         .beside = beside});
  }

  [[nodiscard]] std::size_t plane_of(std::int64_t unit) const {
    return static_cast<std::size_t>(unit % std::ssize(planes_));
  }
  [[nodiscard]] std::int64_t first_row_of(std::int64_t unit) const {
    return unit / std::ssize(planes_) * wavefront_.band_rows;
  }
  [[nodiscard]] int rows_of(const Strip& strip, std::int64_t unit) const {
    return static_cast<int>(std::min<std::int64_t>(wavefront_.band_rows, strip.rows - first_row_of(unit)));
  }
  [[nodiscard]] bool is_in_last_band(const Strip& strip, std::int64_t unit) const {
    return first_row_of(unit) + rows_of(strip, unit) == strip.rows;
  }
  [[nodiscard]] Plane from_band(const Plane& plane, std::int64_t unit) const {
    return {plane.samples + first_row_of(unit) * plane.stride, plane.stride};
  }
  [[nodiscard]] Plate from_band(const Plate& plate, std::int64_t unit) const {
    return {plate.pixels + first_row_of(unit) * plate.stride, plate.stride};
  }

  ToneSettings tone_settings(const PlaneSettings& plane) {
    const ToneFilter& filter = *plane.method.info().tone;
    return {.filter = &filter,
            .outer = tone_thresholds(filter, plane.sharpness, false),
            .inner = tone_thresholds(filter, plane.sharpness, true),
            .ink = plane.ink,
            .ladder = ladder_ ? &*ladder_ : nullptr,
            .displacements =
                ladder_ ? &displacements_.emplace_back(*ladder_, plane.ink, skew_for(tone_reach(filter))) : nullptr};
  }

  template <typename Use>
  void for_each_boundary_row(Use use) const {
    for (const PlaneState& plane : planes_) for_each_boundary_row(plane, use);
  }

  template <typename Use>
  void for_each_boundary_row(const PlaneState& plane, Use use) const {
    if (wavefront_.rows_above == 2) use(plane.above2);
    use(plane.above1);
    for (std::size_t i = 0; i < settings_.planes[0].beside.size(); ++i) use(plane.overlaps[i]);
  }

  Settings settings_;
  const MethodInfo& method_;
  Wavefront wavefront_;
  LevelAmounts amounts_;  // of an error filter
  std::vector<PlaneState> planes_;
  std::vector<ToneSettings> tones_;  // of each plane, for a tone filter
  std::optional<ToneLadder> ladder_;
  std::vector<Displacements> displacements_;  // of each plane with a ladder
  std::vector<BesideDrops> drops_beside_;     // of the planes beside a plane with a ladder
  std::vector<CAbove> above_;                 // of each plane, while a strip with neighbours runs
  std::vector<CBelow> below_;
  std::int64_t bands_ = 0;  // of all strips so far
  std::int64_t rows_ = 0;
  PageEnd end_;
};

std::size_t wavefront_bytes(const Settings& settings) {
  return PlaneMemory(settings).bytes() * settings.planes.size() + alignof(Progress);
}

Result<std::unique_ptr<Halftoner>> make_wavefront(const Settings& settings, std::span<std::byte> workspace) {
  void* memory = workspace.data();
  std::size_t size = workspace.size();
  std::align(alignof(Progress), 1, memory, size);
  return std::unique_ptr<Halftoner>(std::make_unique<Cpu>(settings, static_cast<std::byte*>(memory)));
}

SearchBackend search_backend() {
  return {.description = "cpu (" + std::string(instruction_set()) + ")",
          .start = {wavefront_bytes, make_wavefront},
          .search_in_tile = search_in_tile,
          .search_drops_in_tile = search_drops_in_tile,
          .search_inks_in_tile = search_inks_in_tile};
}

std::size_t uniform_bytes(const Settings& settings) {
  switch (settings.planes[0].method.info().family) {
    case Family::error_filter:
    case Family::tone_filter:
      return wavefront_bytes(settings);
    case Family::point_process:
      return 0;
    case Family::screen:
      return screen_bytes(settings);
    case Family::search:
      return search_bytes(search_backend(), settings);
  }
  return 0;
}

Result<std::unique_ptr<Halftoner>> make_uniform(const Settings& settings, std::span<std::byte> workspace) {
  switch (settings.planes[0].method.info().family) {
    case Family::error_filter:
    case Family::tone_filter:
      return make_wavefront(settings, workspace);
    case Family::point_process:
      return make_points(settings);
    case Family::screen:
      return make_screen(settings, workspace);
    case Family::search:
      return make_search(search_backend(), settings, workspace);
  }
  return Error{"halftone: cpu has no such family of methods"};
}

constexpr UniformBackend uniform{uniform_bytes, make_uniform};

}  // namespace

Status supported() {
  return wavefront_supported();
}

std::size_t workspace_bytes(const Settings& settings) {
  return group_bytes(uniform, settings);
}

Result<std::unique_ptr<Halftoner>> make(const Settings& settings, std::span<std::byte> workspace) {
  const Status status = check_workspace(settings, workspace, workspace_bytes);
  if (!status.ok()) return status.error();
  return make_groups(uniform, settings, workspace);
}

}  // namespace platerip::halftone::cpu
