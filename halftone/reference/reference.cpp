#include "halftone/reference/reference.h"

#include <algorithm>
#include <array>

#include "halftone/checks.h"
#include "halftone/error_filter.h"
#include "halftone/point_process.h"

namespace platerip::halftone::reference {
namespace {

constexpr int step_of(int levels) {
  return solid / (levels - 1);
}

// Errors of the row at hand [0] and of the rows above it [1], [2]. Each can be read max_reach columns beyond both ends,
// where it is 0.
using ErrorRows = std::array<std::int16_t*, 3>;

// s·65536 of each pixel before any error is collected, with the rounding term: 65536·A + 32768. Adding M·Σ w·e and
// shifting right by 16 then gives exactly A + ((M·Σ w·e + 32768) >> 16).
template <typename Sample>
void load_ink(const std::byte* samples, std::int64_t width, std::int32_t* s65536) {
  const auto* ink = reinterpret_cast<const Sample*>(samples);
  for (std::int64_t x = 0; x < width; ++x) {
    const std::uint32_t a = ink[x];
    const std::uint32_t amount = sizeof(Sample) == 1 ? 16 * a : (a * solid + 32767) / 65535;
    s65536[x] = static_cast<std::int32_t>(amount << 16) + 32768;
  }
}

// Packs level_of(0) … level_of(width − 1), the first in the most significant bits.
template <int bits, typename LevelOf>
void pack(std::int64_t width, std::byte* pixels, LevelOf level_of) {
  for (std::int64_t x = 0; x < width; ++pixels) {
    const int count = static_cast<int>(std::min<std::int64_t>(8 / bits, width - x));
    unsigned packed = 0;
    for (int i = 0; i < count; ++i, ++x) packed = packed << bits | level_of(x);
    *pixels = static_cast<std::byte>(packed << (8 - count * bits));
  }
}

template <int levels>
unsigned nearest_level(int s) {
  unsigned level = 0;
  for (int k = 1; k < levels; ++k) level += s > (2 * k - 1) * step_of(levels) / 2;
  return level;
}

// One row by error collection: first what the rows above give, which no pixel of this row changes, then the chain from
// pixel to pixel.
template <const ErrorFilter& filter, int levels, int bits>
void collect_errors(std::int32_t* s65536, const ErrorRows& errors, std::int64_t width, std::byte* pixels) {
  constexpr int multiplier = filter.multiplier();
  for (std::int64_t x = 0; x < width; ++x) {
    int sum = 0;
    for (const Weight& w : filter.weights) {
      if (w.row < 0) sum += w.weight * errors[static_cast<std::size_t>(-w.row)][x + w.column];
    }
    s65536[x] += multiplier * sum;
  }

  constexpr int weight1 = multiplier * filter.weights[0].weight;
  constexpr int weight2 = filter.weights[1].row == 0 ? multiplier * filter.weights[1].weight : 0;
  int error1 = 0;
  int error2 = 0;
  pack<bits>(width, pixels, [&](std::int64_t x) {
    const int s = (s65536[x] + weight2 * error2 + weight1 * error1) >> 16;
    const unsigned level = nearest_level<levels>(s);
    error2 = error1;
    error1 = s - static_cast<int>(level) * step_of(levels);
    errors[0][x] = static_cast<std::int16_t>(error1);
    return level;
  });
}

using CollectErrors = void (*)(std::int32_t*, const ErrorRows&, std::int64_t, std::byte*);

template <const ErrorFilter& filter>
CollectErrors collect_errors_with(int levels) {
  switch (levels) {
    case 3:
      return collect_errors<filter, 3, 2>;
    case 4:
      return collect_errors<filter, 4, 2>;
    case 16:
      return collect_errors<filter, 16, 4>;
    default:
      return collect_errors<filter, 2, 1>;
  }
}

CollectErrors collect_errors_for(Method method, int levels) {
  switch (method) {
    case Method::fan:
      return collect_errors_with<fan>(levels);
    case Method::jarvis:
      return collect_errors_with<jarvis>(levels);
    case Method::stucki:
      return collect_errors_with<stucki>(levels);
    default:
      return collect_errors_with<floyd_steinberg>(levels);
  }
}

// One row of a point process: the level is the number of k in 1 … levels − 1 with A > (k − 1 + t/128)·step.
template <int bits>
void compare_points(const std::int32_t* s65536, const std::array<int, 8>& thresholds, int levels, std::int64_t width,
                    std::byte* pixels) {
  const int step = step_of(levels);
  pack<bits>(width, pixels, [&](std::int64_t x) {
    const int amount = s65536[x] >> 16;
    const int threshold = thresholds[static_cast<std::size_t>(x & 7)] * step;
    unsigned level = 0;
    for (int k = 1; k < levels; ++k) level += 128 * (amount - (k - 1) * step) > threshold;
    return level;
  });
}

void compare_points(const std::int32_t* s65536, const std::array<int, 8>& thresholds, int levels, std::int64_t width,
                    std::byte* pixels) {
  switch (plate_bits(levels)) {
    case 1:
      return compare_points<1>(s65536, thresholds, levels, width, pixels);
    case 2:
      return compare_points<2>(s65536, thresholds, levels, width, pixels);
    default:
      return compare_points<4>(s65536, thresholds, levels, width, pixels);
  }
}

// How one plane's part of the workspace is cut: a row of sums, then the rows of errors, used in turn.
struct PlaneMemory {
  std::int64_t width;
  std::int64_t error_rows;

  explicit PlaneMemory(const Settings& settings)
      : width(settings.width), error_rows(has_error_filter(settings.method) ? boundary_rows(settings.method) + 1 : 0) {}

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

class Reference final : public Halftoner {
 public:
  Reference(const Settings& settings, std::byte* workspace)
      : settings_(settings),
        memory_(settings),
        workspace_(workspace),
        collect_errors_(collect_errors_for(settings.method, settings.levels)) {
    std::fill_n(workspace, memory_.bytes() * settings.planes, std::byte{0});
  }

  [[nodiscard]] std::string description() const override { return "reference"; }

  Status run(const Strip& strip) override {
    if (const Status status = check_strip(settings_, strip); !status.ok()) return status;
    const auto run_plane = [&](int plane) { this->run_plane(static_cast<std::size_t>(plane), strip); };
    run_tasks(settings_.parallel, settings_.planes, std::ref(run_plane));
    rows_ += strip.rows;
    return {};
  }

  [[nodiscard]] Result<Boundary> save() const override {
    Boundary boundary{rows_, {}};
    boundary.c.reserve(boundary_size(settings_));
    for_each_boundary_row(
        [&](std::int16_t* errors) { boundary.c.insert(boundary.c.end(), errors, errors + settings_.width); });
    return boundary;
  }

  Status restore(const Boundary& boundary) override {
    if (const Status status = check_boundary(settings_, boundary); !status.ok()) return status;
    rows_ = boundary.rows;
    const std::int16_t* from = boundary.c.data();
    for_each_boundary_row([&](std::int16_t* errors) {
      std::copy_n(from, settings_.width, errors);
      from += settings_.width;
    });
    return {};
  }

 private:
  void run_plane(std::size_t index, const Strip& strip) {
    std::byte* memory = workspace_ + index * memory_.bytes();
    std::int32_t* sums = PlaneMemory::sums(memory);
    const auto load = settings_.bits == 8 ? load_ink<std::uint8_t> : load_ink<std::uint16_t>;
    for (std::int64_t row = 0; row < strip.rows; ++row) {
      const std::int64_t y = rows_ + row;
      std::byte* pixels = strip.plates[index].pixels + row * strip.plates[index].stride;
      load(strip.planes[index].samples + row * strip.planes[index].stride, settings_.width, sums);
      if (has_error_filter(settings_.method)) {
        collect_errors_(sums, error_rows(memory, y), settings_.width, pixels);
      } else {
        compare_points(sums, point_thresholds(settings_.method, y), settings_.levels, settings_.width, pixels);
      }
    }
  }

  // Counting from error_rows on keeps the remainder that picks a row's place positive above the page.
  [[nodiscard]] ErrorRows error_rows(std::byte* memory, std::int64_t y) const {
    const std::int64_t above = y + memory_.error_rows;
    return {memory_.errors(memory, above), memory_.errors(memory, above - 1), memory_.errors(memory, above - 2)};
  }

  template <typename Use>
  void for_each_boundary_row(Use use) const {
    const int depth = boundary_rows(settings_.method);
    for (int plane = 0; plane < settings_.planes; ++plane) {
      const ErrorRows rows = depth ? error_rows(workspace_ + plane * memory_.bytes(), rows_) : ErrorRows{};
      for (int above = depth; above >= 1; --above) use(rows[static_cast<std::size_t>(above)]);
    }
  }

  Settings settings_;
  PlaneMemory memory_;
  std::byte* workspace_;
  CollectErrors collect_errors_;
  std::int64_t rows_ = 0;
};

}  // namespace

Status supported() {
  return {};
}

std::size_t workspace_bytes(const Settings& settings) {
  return PlaneMemory(settings).bytes() * settings.planes;
}

Result<std::unique_ptr<Halftoner>> make(const Settings& settings, std::span<std::byte> workspace) {
  const Status status = check_workspace(settings, workspace, workspace_bytes);
  if (!status.ok()) return status.error();
  return std::unique_ptr<Halftoner>(std::make_unique<Reference>(settings, workspace.data()));
}

}  // namespace platerip::halftone::reference
