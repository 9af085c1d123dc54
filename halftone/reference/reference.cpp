#include "halftone/reference/reference.h"

#include <algorithm>

#include "halftone/c_pieces.h"
#include "halftone/checks.h"
#include "halftone/page_boundary.h"
#include "halftone/plane_groups.h"
#include "halftone/reference/rows.h"
#include "halftone/reference/search_drops.h"
#include "halftone/reference/search_inks.h"
#include "halftone/reference/search_tile.h"
#include "halftone/reference/tones.h"
#include "halftone/search/search_page.h"

namespace platerip::halftone::reference {
namespace {

// How a plane's part of the workspace is divided: a row of sums, then the rows of errors, which are reused in turn.
struct PlaneMemory {
  std::int64_t width;
  std::int64_t error_rows;

  PlaneMemory(const MethodInfo& method, std::int64_t page_width)
      : width(page_width), error_rows(method.filter != nullptr ? method.filter->rows() + 1 : 0) {}

  [[nodiscard]] std::int64_t padded_width() const { return width + 2 * max_reach; }
  [[nodiscard]] std::size_t bytes() const {
    const std::size_t needed = sizeof(std::int32_t) * width + sizeof(std::int16_t) * error_rows * padded_width();
    return (needed + 15) / 16 * 16;
  }
  static std::int32_t* sums(std::byte* memory) { return reinterpret_cast<std::int32_t*>(memory); }
  // The errors of page row y.
  [[nodiscard]] std::int16_t* errors(std::byte* memory, std::int64_t y) const {
    auto* rows = reinterpret_cast<std::int16_t*>(memory + sizeof(std::int32_t) * width);
    return rows + y % error_rows * padded_width() + max_reach;
  }
};

// Halftones planes that share one error filter or point process.
class Reference final : public Halftoner {
 public:
  Reference(const Settings& settings, std::byte* workspace)
      : settings_(settings),
        method_(settings.planes[0].method.info()),
        memory_(method_, settings.width),
        workspace_(workspace),
        load_ink_(load_ink_of(settings.bits)),
        levels_(settings.planes[0].drops, settings.levels, solid) {
    if (method_.filter != nullptr) collect_errors_ = collect_errors_of(*method_.filter, settings.levels);
    if (method_.family == Family::screen)
      tones_ = screen_tones(settings.planes[0].drops, settings.levels, settings.bits);
    std::fill_n(workspace, memory_.bytes() * settings.planes.size(), std::byte{0});
  }

  [[nodiscard]] std::string description() const override { return "reference"; }

  Result<std::int64_t> run(const Strip& strip) override {
    if (const Status status = check_strip(settings_, strip); !status.ok()) return status.error();
    if (const Status status = end_.take(strip); !status.ok()) return status.error();
    if (const Status status = begin_with_neighbours(strip); !status.ok()) return status.error();
    const auto run_plane = [&](int plane) { this->run_plane(static_cast<std::size_t>(plane), strip); };
    run_tasks(settings_.parallel, static_cast<int>(settings_.planes.size()), std::ref(run_plane));
    rows_ += strip.rows;
    if (const Status status = end_with_neighbours(strip); !status.ok()) return status.error();
    return strip.rows;
  }

  [[nodiscard]] Result<Boundary> save() const override {
    std::vector<std::int16_t> all;
    for_each_boundary_row([&](const std::int16_t* errors) { all.insert(all.end(), errors, errors + settings_.width); });
    return boundary_of(settings_, rows_, all);
  }

  Status restore(const Boundary& boundary) override {
    if (const Status status = check_boundary(settings_, boundary); !status.ok()) return status;
    rows_ = boundary.rows;
    end_.restore();
    const std::vector<std::int16_t> all = errors_of(boundary);
    const std::int16_t* from = all.data();
    for_each_boundary_row([&](std::int16_t* errors) {
      std::copy_n(from, settings_.width, errors);
      from += settings_.width;
    });
    return {};
  }

 private:
  // The whole strip waits for all of C.
  Status begin_with_neighbours(const Strip& strip) {
    if (!has_neighbours(strip)) return {};
    rows_ = strip.first_row;
    for (std::size_t plane = 0; plane < settings_.planes.size() && method_.filter != nullptr; ++plane) {
      CAbove above(*strip.neighbours[plane], settings_, plane, c_rows_of(plane));
      above.take(settings_.width);
      if (!above.status().ok()) return above.status();
    }
    return {};
  }

  Status end_with_neighbours(const Strip& strip) {
    if (!has_neighbours(strip) || method_.filter == nullptr) return {};
    for (std::size_t plane = 0; plane < settings_.planes.size(); ++plane) {
      CBelow below(*strip.neighbours[plane], settings_.planes[plane], settings_.width, c_rows_of(plane));
      below.give(settings_.width);
      if (!below.status().ok()) return below.status();
    }
    return {};
  }

  [[nodiscard]] CRows c_rows_of(std::size_t plane) const {
    CRows c;
    std::size_t count = 0;
    const ErrorRows rows = error_rows(workspace_ + plane * memory_.bytes(), rows_);
    for (int above = method_.filter->rows(); above >= 1; --above)
      c.rows[count++] = reinterpret_cast<std::uint16_t*>(rows[static_cast<std::size_t>(above)]);
    return c;
  }

  void run_plane(std::size_t index, const Strip& strip) {
    std::byte* memory = workspace_ + index * memory_.bytes();
    std::int32_t* sums = PlaneMemory::sums(memory);
    for (std::int64_t row = 0; row < strip.rows; ++row) {
      const std::int64_t y = rows_ + row;
      const std::byte* samples = strip.planes[index].samples + row * strip.planes[index].stride;
      std::byte* pixels = strip.plates[index].pixels + row * strip.plates[index].stride;
      if (method_.family != Family::screen) load_ink_(samples, settings_.width, sums);
      switch (method_.family) {
        case Family::error_filter:
          collect_errors_(levels_, sums, error_rows(memory, y), 0, settings_.width, pixels);
          break;
        case Family::tone_filter:  // tones.cpp
        case Family::search:       // search/search_page.cpp
          break;
        case Family::point_process:
          compare_points(sums, method_.points->row_thresholds(y), levels_, plate_bits(settings_.levels),
                         settings_.width, pixels);
          break;
        case Family::screen:
          compare_screen(samples, settings_.bits, *settings_.planes[0].screen, tones_, y, plate_bits(settings_.levels),
                         settings_.width, pixels);
          break;
      }
    }
  }

  // Adding error_rows does not change the place of a row, and keeps the remainder from being negative above the page.
  [[nodiscard]] ErrorRows error_rows(std::byte* memory, std::int64_t y) const {
    const std::int64_t above = y + memory_.error_rows;
    return {memory_.errors(memory, above), memory_.errors(memory, above - 1), memory_.errors(memory, above - 2)};
  }

  // Visits the rows of the page's boundary errors, plane by plane.
  template <typename Use>
  void for_each_boundary_row(Use use) const {
    if (method_.filter == nullptr) return;
    for (std::size_t plane = 0; plane < settings_.planes.size(); ++plane) {
      const ErrorRows rows = error_rows(workspace_ + plane * memory_.bytes(), rows_);
      for (int above = method_.filter->rows(); above >= 1; --above) use(rows[static_cast<std::size_t>(above)]);
    }
  }

  Settings settings_;
  const MethodInfo& method_;
  PlaneMemory memory_;
  std::byte* workspace_;
  LoadInk load_ink_;
  LevelAmounts levels_;  // in the units of errors
  CollectErrors collect_errors_ = nullptr;
  ScreenTones tones_ = {};  // of a screen
  std::int64_t rows_ = 0;
  PageEnd end_;
};

std::size_t start_bytes(const Settings& settings) {
  const MethodInfo& method = settings.planes[0].method.info();
  if (method.family == Family::tone_filter) return tone_bytes(settings);
  return PlaneMemory(method, settings.width).bytes() * settings.planes.size();
}

Result<std::unique_ptr<Halftoner>> make_start(const Settings& settings, std::span<std::byte> workspace) {
  if (settings.planes[0].method.info().family == Family::tone_filter) return make_tones(settings, workspace);
  return std::unique_ptr<Halftoner>(std::make_unique<Reference>(settings, workspace.data()));
}

SearchBackend search_backend() {
  return {.description = "reference",
          .start = {start_bytes, make_start},
          .search_in_tile = search_in_tile,
          .search_drops_in_tile = search_drops_in_tile,
          .search_inks_in_tile = search_inks_in_tile};
}

bool is_search(const Settings& settings) {
  return settings.planes[0].method.info().family == Family::search;
}

std::size_t uniform_bytes(const Settings& settings) {
  return is_search(settings) ? search_bytes(search_backend(), settings) : start_bytes(settings);
}

Result<std::unique_ptr<Halftoner>> make_uniform(const Settings& settings, std::span<std::byte> workspace) {
  if (is_search(settings)) return make_search(search_backend(), settings, workspace);
  return make_start(settings, workspace);
}

constexpr UniformBackend uniform{uniform_bytes, make_uniform};

}  // namespace

Status supported() {
  return {};
}

std::size_t workspace_bytes(const Settings& settings) {
  return group_bytes(uniform, settings);
}

Result<std::unique_ptr<Halftoner>> make(const Settings& settings, std::span<std::byte> workspace) {
  const Status status = check_workspace(settings, workspace, workspace_bytes);
  if (!status.ok()) return status.error();
  return make_groups(uniform, settings, workspace);
}

}  // namespace platerip::halftone::reference
