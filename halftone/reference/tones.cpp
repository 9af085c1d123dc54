#include "halftone/reference/tones.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "halftone/checks.h"
#include "halftone/page_boundary.h"
#include "halftone/reference/pack.h"

namespace platerip::halftone::reference {
namespace {

// Columns of a row of sums before the page's first column and after its last: products that leave the page end there.
constexpr std::int64_t left_margin = 3;
constexpr std::int64_t right_margin = 1;

int product(int weight, int error) {
  return (weight * error + 8) >> 4;
}

// What the rows of a plane have in common.
struct Tone {
  const ToneFilter& filter;
  ToneThresholds outer;  // beside paper or solid
  ToneThresholds inner;  // beside an inner level
  int levels;

  explicit Tone(const Settings& settings)
      : filter(*settings.planes[0].method.info().tone),
        outer(tone_thresholds(filter, settings.planes[0].sharpness, false)),
        inner(tone_thresholds(filter, settings.planes[0].sharpness, true)),
        levels(settings.levels) {}

  [[nodiscard]] int threshold(const ToneAmount& amount) const {
    const int nearest = amount.level + (amount.tone_class < tone_half ? 0 : 1);
    const bool beside_inner = nearest > 0 && nearest < levels - 1;
    return (beside_inner ? inner : outer)[static_cast<std::size_t>(amount.tone_class)];
  }
  [[nodiscard]] const std::array<int, 6>& weights(const ToneAmount& amount) const {
    return filter.classes[static_cast<std::size_t>(amount.tone_class % tone_half)].weights;
  }
};

// Where a row is on the page, and of which ink.
struct Place {
  std::int64_t y;
  int ink;
};

// Halftones a row. `sums` has U of this row, and `below` gets U of the next one.
template <typename Sample, int bits>
void run_row(const Tone& tone, const Place& place, const std::byte* samples, std::int64_t width,
             const std::int16_t* sums, std::int16_t* below, std::byte* pixels) {
  std::fill(below - left_margin, below + width + right_margin, std::int16_t{0});
  int from_left = 0;
  pack<bits>(0, width, pixels, [&](std::int64_t x) {
    const ToneAmount amount =
        tone_amount(reinterpret_cast<const Sample*>(samples)[x], std::numeric_limits<Sample>::max(), tone.levels);
    int from_above = sums[x];
    if (from_above == 0 && tone.filter.seeded && is_seeded(amount.tone_class))
      from_above = tone_seed(x, place.y, place.ink);
    const int sum = std::clamp(from_above, -tone_limit, tone_limit) + from_left;
    const bool next_level = sum > tone.threshold(amount);
    const int error = amount.above + sum - (next_level ? tone_step : 0);
    const std::array<int, 6>& weights = tone.weights(amount);
    from_left = product(weights[0], error);
    for (std::size_t k = 1; k < weights.size(); ++k) {
      std::int16_t& to = below[x + 2 - static_cast<std::int64_t>(k)];
      to = static_cast<std::int16_t>(to + product(weights[k], error));
    }
    return static_cast<unsigned>(amount.level + next_level);
  });
}

using RunRow = decltype(&run_row<std::uint8_t, 1>);

template <typename Sample>
RunRow run_row_of(int levels) {
  switch (plate_bits(levels)) {
    case 1:
      return run_row<Sample, 1>;
    case 2:
      return run_row<Sample, 2>;
    default:
      return run_row<Sample, 4>;
  }
}

class Tones final : public Halftoner {
 public:
  Tones(const Settings& settings, std::byte* workspace)
      : settings_(settings),
        tone_(settings),
        run_row_(settings.bits == 8 ? run_row_of<std::uint8_t>(settings.levels)
                                    : run_row_of<std::uint16_t>(settings.levels)) {
    auto* row = reinterpret_cast<std::int16_t*>(workspace);
    std::fill_n(row, 2 * row_values(settings) * std::ssize(settings.planes), std::int16_t{0});
    for (std::size_t i = 0; i < settings.planes.size(); ++i, row += 2 * row_values(settings))
      rows_of_.push_back({row + left_margin, row + row_values(settings) + left_margin});
  }

  static std::int64_t row_values(const Settings& settings) { return left_margin + settings.width + right_margin; }

  [[nodiscard]] std::string description() const override { return "reference"; }

  Result<std::int64_t> run(const Strip& strip) override {
    if (const Status status = check_strip(settings_, strip); !status.ok()) return status.error();
    const auto run_plane = [&](int plane) { this->run_plane(static_cast<std::size_t>(plane), strip); };
    run_tasks(settings_.parallel, static_cast<int>(settings_.planes.size()), std::ref(run_plane));
    rows_ += strip.rows;
    return strip.rows;
  }

  [[nodiscard]] Result<Boundary> save() const override {
    std::vector<std::int16_t> all;
    for (const Rows& rows : rows_of_) all.insert(all.end(), rows.sums, rows.sums + settings_.width);
    return boundary_of(settings_, rows_, all);
  }

  Status restore(const Boundary& boundary) override {
    if (const Status status = check_boundary(settings_, boundary); !status.ok()) return status;
    rows_ = boundary.rows;
    const std::vector<std::int16_t> all = errors_of(boundary);
    const std::int16_t* from = all.data();
    for (Rows& rows : rows_of_) {
      std::copy_n(from, settings_.width, rows.sums);
      from += settings_.width;
    }
    return {};
  }

 private:
  // A plane's sums, for the next row and for the row below that.
  struct Rows {
    std::int16_t* sums;
    std::int16_t* below;
  };

  void run_plane(std::size_t index, const Strip& strip) {
    Rows& rows = rows_of_[index];
    for (std::int64_t row = 0; row < strip.rows; ++row) {
      run_row_(tone_, {.y = rows_ + row, .ink = settings_.planes[index].ink},
               strip.planes[index].samples + row * strip.planes[index].stride, settings_.width, rows.sums, rows.below,
               strip.plates[index].pixels + row * strip.plates[index].stride);
      std::swap(rows.sums, rows.below);
    }
  }

  Settings settings_;
  Tone tone_;
  RunRow run_row_;
  std::vector<Rows> rows_of_;
  std::int64_t rows_ = 0;
};

}  // namespace

std::size_t tone_bytes(const Settings& settings) {
  return 2 * sizeof(std::int16_t) * static_cast<std::size_t>(Tones::row_values(settings)) * settings.planes.size();
}

std::unique_ptr<Halftoner> make_tones(const Settings& settings, std::span<std::byte> workspace) {
  return std::make_unique<Tones>(settings, workspace.data());
}

}  // namespace platerip::halftone::reference
