#include "tests/halftone/look_ahead.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "halftone/checks.h"
#include "halftone/page_boundary.h"
#include "halftone/plane_groups.h"
#include "halftone/row_count.h"

namespace platerip::halftone {
namespace {

constexpr std::array infos{MethodInfo{.name = "look-ahead-1", .rows_below = 1},
                           MethodInfo{.name = "look-ahead-3", .rows_below = 3},
                           MethodInfo{.name = "look-ahead-40", .rows_below = 40}};

bool looks_ahead(const Settings& settings) {
  return settings.planes[0].method.info().rows_below > 0;
}

// The level of a pixel, if its own sample and those below it sum to `sum` over `rows` rows.
int level_of(int sum, int rows, int levels, int max, std::int64_t y, std::int64_t x) {
  const auto noise = static_cast<int>((x * 7919 + y * 104729) % max);
  return (sum / rows * (levels - 1) + noise) / max;
}

int sample_at(const std::byte* row, int bits, std::int64_t x) {
  if (bits == 8) return std::to_integer<int>(row[x]);
  std::uint16_t sample;
  std::memcpy(&sample, row + 2 * x, 2);
  return sample;
}

class LookAhead final : public Halftoner {
 public:
  LookAhead(const Settings& settings, std::byte* workspace)
      : settings_(settings), below_(settings.planes[0].method.info().rows_below), held_(workspace), rows_(below_) {}

  static std::size_t bytes(const Settings& settings) {
    return settings.planes.size() * static_cast<std::size_t>(settings.planes[0].method.info().rows_below) *
           row_bytes(settings);
  }

  Result<std::int64_t> run(const Strip& strip) override {
    if (const Status status = check_strip(settings_, strip); !status.ok()) return status.error();
    const std::int64_t given = rows_.given(), first = rows_.finished();
    const auto rows = rows_.take(strip);
    if (!rows.ok()) return rows.error();
    for (std::size_t plane = 0; plane < settings_.planes.size(); ++plane) {
      const auto row_at = [&](std::int64_t y) -> const std::byte* {
        return y < given ? held(plane, y) : strip.planes[plane].samples + (y - given) * strip.planes[plane].stride;
      };
      const Plate& plate = strip.plates[plane];
      for (std::int64_t i = 0; i < *rows; ++i) write_row(first + i, row_at, plate.pixels + i * plate.stride);
      for (std::int64_t y = std::max(given, rows_.finished()); y < rows_.given(); ++y)
        std::memcpy(held(plane, y), row_at(y), row_bytes(settings_));
    }
    return rows;
  }

  [[nodiscard]] std::string description() const override { return "look-ahead"; }

  [[nodiscard]] Result<Boundary> save() const override {
    Boundary boundary{.rows = rows_.finished(), .held = rows_.held(), .planes = {}};
    for (std::size_t plane = 0; plane < settings_.planes.size(); ++plane) {
      PlaneBoundary& saved = boundary.planes.emplace_back();
      saved.method = settings_.planes[plane].method.name();
      for (std::int64_t y = rows_.finished(); y < rows_.given(); ++y)
        saved.state.insert(saved.state.end(), held(plane, y), held(plane, y) + row_bytes(settings_));
    }
    return boundary;
  }

  Status restore(const Boundary& boundary) override {
    if (const Status status = check_methods(settings_, boundary); !status.ok()) return status;
    bool fits = boundary.rows >= 0 && boundary.held >= 0 && boundary.held <= below_;
    for (const PlaneBoundary& plane : boundary.planes) {
      fits = fits && plane.finished.empty() &&
             plane.state.size() == static_cast<std::size_t>(boundary.held) * row_bytes(settings_);
    }
    if (!fits) return Error{"look-ahead: the rows held back do not belong to this page"};
    rows_.restore(boundary.rows, boundary.held);
    for (std::size_t plane = 0; plane < settings_.planes.size(); ++plane) {
      const std::byte* from = boundary.planes[plane].state.data();
      for (std::int64_t y = rows_.finished(); y < rows_.given(); ++y, from += row_bytes(settings_))
        std::memcpy(held(plane, y), from, row_bytes(settings_));
    }
    return {};
  }

 private:
  static std::size_t row_bytes(const Settings& settings) {
    return static_cast<std::size_t>(settings.width * settings.bits / 8);
  }
  // Where page row y is kept while it is held back.
  [[nodiscard]] std::byte* held(std::size_t plane, std::int64_t y) const {
    return held_ +
           (plane * static_cast<std::size_t>(below_) + static_cast<std::size_t>(y % below_)) * row_bytes(settings_);
  }

  template <typename RowAt>
  void write_row(std::int64_t y, RowAt row_at, std::byte* pixels) const {
    const auto rows = static_cast<int>(std::min<std::int64_t>(below_ + 1, rows_.given() - y));
    const int bits = plate_bits(settings_.levels);
    std::fill_n(pixels, plate_row_bytes(settings_.width, settings_.levels), std::byte{0});
    for (std::int64_t x = 0; x < settings_.width; ++x) {
      int sum = 0;
      for (int i = 0; i < rows; ++i) sum += sample_at(row_at(y + i), settings_.bits, x);
      const int level = level_of(sum, rows, settings_.levels, (1 << settings_.bits) - 1, y, x);
      pixels[x * bits / 8] |= static_cast<std::byte>(level << (8 - bits - static_cast<int>(x * bits % 8)));
    }
  }

  Settings settings_;
  int below_;
  std::byte* held_;
  RowCount rows_;
};

const Backend& reference() {
  return **find_backend("reference");
}

std::size_t uniform_bytes(const Settings& settings) {
  return looks_ahead(settings) ? LookAhead::bytes(settings) : reference().workspace_bytes(settings);
}

Result<std::unique_ptr<Halftoner>> make_uniform(const Settings& settings, std::span<std::byte> workspace) {
  if (!looks_ahead(settings)) return reference().make(settings, workspace);
  return std::unique_ptr<Halftoner>(std::make_unique<LookAhead>(settings, workspace.data()));
}

constexpr UniformBackend uniform{uniform_bytes, make_uniform};

}  // namespace

Method look_ahead(int rows) {
  const auto info = std::ranges::find(infos, rows, &MethodInfo::rows_below);
  if (info == infos.end()) throw std::out_of_range("no method looks so far ahead");
  return Method(*info);
}

Backend look_ahead_backend() {
  return {.name = "look-ahead",
          .description = "methods that look ahead, for tests",
          .supported = [] { return Status(); },
          .workspace_bytes = [](const Settings& settings) { return group_bytes(uniform, settings); },
          .make = [](const Settings& settings, std::span<std::byte> workspace) -> Result<std::unique_ptr<Halftoner>> {
            if (const Status status = check(settings); !status.ok()) return status.error();
            return make_groups(uniform, settings, workspace);
          }};
}

std::vector<int> look_ahead_levels(int rows, int levels, int bits, std::int64_t width, std::int64_t height,
                                   const std::function<int(std::int64_t, std::int64_t)>& sample) {
  std::vector<int> result;
  for (std::int64_t y = 0; y < height; ++y) {
    const std::int64_t end = std::min(y + rows + 1, height);
    for (std::int64_t x = 0; x < width; ++x) {
      int sum = 0;
      for (std::int64_t below = y; below < end; ++below) sum += sample(below, x);
      result.push_back(level_of(sum, static_cast<int>(end - y), levels, (1 << bits) - 1, y, x));
    }
  }
  return result;
}

}  // namespace platerip::halftone
