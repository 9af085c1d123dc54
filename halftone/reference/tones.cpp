#include "halftone/reference/tones.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "halftone/c_pieces.h"
#include "halftone/checks.h"
#include "halftone/even_inks.h"
#include "halftone/page_boundary.h"
#include "halftone/reference/pack.h"
#include "halftone/tone_ladder.h"

namespace platerip::halftone::reference {
namespace {

// Columns of a row of sums before the page's first column and after its last: products that leave the page end there.
constexpr std::int64_t left_margin = 3;
constexpr std::int64_t right_margin = 1;

int product(int weight, int error) {
  return (weight * error + 8) >> 4;
}

// The place of a pixel on the page, and its ink.
struct Place {
  std::int64_t x, y;
  int ink;
};

// What a pixel begins with.
struct Pixel {
  int level;  // below its amount
  int above;
  int step;  // to the next level
  int threshold;
  const std::array<int, 6>& weights;
  int seed_unit;  // 0 if the pixel has no seed

  static constexpr int never = 32767;
  // Whether it prints its level.
  [[nodiscard]] bool is_level() const { return threshold == never; }
};

// How the samples of a plane become pixels.
class PixelOf {
 public:
  explicit PixelOf(const Settings& settings)
      : filter_(*settings.planes[0].method.info().tone),
        thresholds_(tone_thresholds(filter_, settings.planes[0].sharpness, false)) {
    const PlaneSettings& plane = settings.planes[0];
    if (settings.levels > 2) ladder_.emplace(filter_, plane.sharpness, plane.drops, settings.levels);
    for (const PlaneSettings& each : settings.planes)
      if (ladder_ && ladder_->mixed) masks_.try_emplace(each.ink, drop_mask(each.ink));
  }

  [[nodiscard]] Pixel operator()(int sample, int max, const Place& place) const {
    return ladder_ ? on_ladder(sample, max, place) : of_two_levels(sample, max);
  }

 private:
  [[nodiscard]] Pixel of_two_levels(int sample, int max) const {
    const ToneAmount amount = tone_amount(sample, max);
    return {.level = amount.level,
            .above = amount.above,
            .step = tone_step,
            .threshold = thresholds_[static_cast<std::size_t>(amount.tone_class)],
            .weights = weights(amount.tone_class),
            .seed_unit = seed_unit(amount.tone_class, 32)};
  }

  [[nodiscard]] Pixel on_ladder(int sample, int max, const Place& place) const {
    const int mask = ladder_->mixed ? mask_at(place) : 0;
    const ToneLadder::Amount amount = ladder_->amount(sample, max, mask);
    const auto pair = static_cast<std::size_t>(amount.level);
    const int threshold = ladder_->thresholds[pair][static_cast<std::size_t>(amount.tone_class)];
    return {.level = amount.level,
            .above = amount.above,
            .step = ladder_->step[pair],
            .threshold = amount.tone_class == 0 ? Pixel::never : threshold,
            .weights = amount.centred ? centred_weights : weights(amount.tone_class),
            .seed_unit = seed_unit(amount.tone_class, halftone::seed_unit(ladder_->step[pair]))};
  }

  [[nodiscard]] int mask_at(const Place& place) const {
    return masks_.at(place.ink)[static_cast<std::size_t>(place.y % mask_side * mask_side + place.x % mask_side)];
  }
  [[nodiscard]] const std::array<int, 6>& weights(int tone_class) const {
    return filter_.classes[static_cast<std::size_t>(tone_class % tone_half)].weights;
  }
  [[nodiscard]] int seed_unit(int tone_class, int unit) const {
    return filter_.seeded && is_seeded(tone_class) ? unit : 0;
  }

  const ToneFilter& filter_;
  ToneThresholds thresholds_;
  std::optional<ToneLadder> ladder_ = {};                // for more than two levels
  std::map<int, std::vector<std::uint8_t>> masks_ = {};  // of the inks, if drops are mixed
};

// The sums along a row: U of this row, U of the next row, which is being filled, and the latest pixel's product.
struct Sums {
  std::int16_t* above = nullptr;
  std::int16_t* below = nullptr;
  int from_left = 0;

  void begin_row(std::int64_t width) {
    std::fill(below - left_margin, below + width + right_margin, std::int16_t{0});
    from_left = 0;
  }
  void end_row() { std::swap(above, below); }

  // Gives the error of pixel x to its neighbours.
  void give(std::int64_t x, int error, const std::array<int, 6>& weights) {
    from_left = product(weights[0], error);
    for (std::size_t k = 1; k < weights.size(); ++k) {
      std::int16_t& to = below[x + 2 - static_cast<std::int64_t>(k)];
      to = static_cast<std::int16_t>(to + product(weights[k], error));
    }
  }
};

// The overlap with a plane beside the plane that is halftoned.
struct Overlap {
  Sums sums;
  std::optional<BesideDrops> drops = {};  // of the plane beside, if the plates have more than two levels
  const std::byte* samples = nullptr;     // the row of the plane beside
  const std::byte* pixels = nullptr;
  int amount = 0;  // of the current pixel: A_o, S_o, and the overlap if the pixel gets ink
  int sum = 0;
  int overlap = 0;

  // Moves to pixel x. Returns m.
  template <typename Sample, int bits>
  int move_to(std::int64_t x, const Pixel& pixel) {
    const int sample = reinterpret_cast<const Sample*>(samples)[x];
    const int level = std::to_integer<int>(pixels[x * bits / 8]) >> (8 - bits - x * bits % 8) & ((1 << bits) - 1);
    sum = std::min(sums.above[x] + sums.from_left, 32767);
    const bool meets_more = drops ? meet_drops(pixel, sizeof(Sample) == 1 ? sample : (sample + 128) / 257, level)
                                  : meet_dot(pixel.above, sample, std::numeric_limits<Sample>::max(), level > 0);
    if (is_fixed) return 0;
    return meets_more ? sum >> 1 : -1 - (sum >> 1);
  }

  void give(std::int64_t x, bool ink) {
    sums.give(x, std::clamp(amount + sum - (ink ? overlap : 0), -32768, 32767), overlap_weights);
  }

 private:
  // Whether the plane beside prints more here than it should on average.
  bool meet_dot(int above, int sample, int max, bool dot) {
    amount = overlap_amount(above, tone_amount(sample, max).above);
    overlap = amount > 0 && dot ? tone_step : 0;
    is_fixed = amount == 0;
    return overlap > 0;
  }

  bool meet_drops(const Pixel& pixel, int sample, int level) {
    const auto at = static_cast<std::size_t>(sample);
    const int expected = drops->expected[at], printed = drops->printed[at][static_cast<std::size_t>(level)];
    amount = overlap_amount(pixel.above, expected);
    overlap = overlap_amount(pixel.step, printed);
    is_fixed = expected == 0 || pixel.is_level();
    return printed > expected;
  }

  bool is_fixed = false;  // the overlap does not depend on where ink is
};

// Halftones row place.y of a plane with or without planes beside it.
template <typename Sample, int bits>
void run_row(const PixelOf& pixel_of, Place place, const std::byte* samples, std::int64_t width, Sums& sums,
             std::span<Overlap> overlaps, std::byte* pixels) {
  sums.begin_row(width);
  for (Overlap& overlap : overlaps) overlap.sums.begin_row(width);
  pack<bits>(0, width, pixels, [&](std::int64_t x) {
    place.x = x;
    const Pixel pixel =
        pixel_of(reinterpret_cast<const Sample*>(samples)[x], std::numeric_limits<Sample>::max(), place);
    int from_above = sums.above[x];
    if (from_above == 0) from_above = tone_seed(x, place.y, place.ink) / 32 * pixel.seed_unit;
    const int sum = std::clamp(from_above, -tone_limit, tone_limit) + sums.from_left;
    int threshold = pixel.threshold;
    int moved_by = 0;
    for (Overlap& overlap : overlaps) moved_by += overlap.move_to<Sample, bits>(x, pixel);
    if (!overlaps.empty() && !pixel.is_level()) threshold = even_threshold(threshold, moved_by, pixel.above);
    const bool next_level = sum > threshold;
    const int error = sum + pixel.above - (next_level ? pixel.step : 0);
    sums.give(x, std::clamp(error, -32768, 32767), pixel.weights);
    for (Overlap& overlap : overlaps) overlap.give(x, next_level);
    return static_cast<unsigned>(pixel.level + next_level);
  });
  sums.end_row();
  for (Overlap& overlap : overlaps) overlap.sums.end_row();
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
        pixel_of_(settings),
        run_row_(settings.bits == 8 ? run_row_of<std::uint8_t>(settings.levels)
                                    : run_row_of<std::uint16_t>(settings.levels)) {
    auto* row = reinterpret_cast<std::int16_t*>(workspace);
    std::fill_n(row, 2 * row_values(settings) * sums_of_page(settings), std::int16_t{0});
    const auto next_sums = [&] {
      const Sums sums{.above = row + left_margin, .below = row + row_values(settings) + left_margin};
      row += 2 * row_values(settings);
      return sums;
    };
    for (const PlaneSettings& plane : settings.planes) {
      planes_.push_back({.sums = next_sums(), .overlaps = std::vector<Overlap>(plane.beside.size())});
      for (std::size_t i = 0; i < plane.beside.size(); ++i) {
        Overlap& overlap = planes_.back().overlaps[i];
        overlap.sums = next_sums();
        if (settings.levels > 2) overlap.drops.emplace(settings.drops_beside[i], settings.levels);
      }
    }
  }

  static std::int64_t row_values(const Settings& settings) { return left_margin + settings.width + right_margin; }
  static std::int64_t sums_of_page(const Settings& settings) { return boundary_errors(settings) / settings.width; }

  [[nodiscard]] std::string description() const override { return "reference"; }

  Result<std::int64_t> run(const Strip& strip) override {
    if (const Status status = check_group_strip(settings_, strip); !status.ok()) return status.error();
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
    for (const PlaneState& plane : planes_) {
      all.insert(all.end(), plane.sums.above, plane.sums.above + settings_.width);
      for (const Overlap& overlap : plane.overlaps)
        all.insert(all.end(), overlap.sums.above, overlap.sums.above + settings_.width);
    }
    return boundary_of(settings_, rows_, all);
  }

  Status restore(const Boundary& boundary) override {
    if (const Status status = check_boundary(settings_, boundary); !status.ok()) return status;
    rows_ = boundary.rows;
    end_.restore();
    const std::vector<std::int16_t> all = errors_of(boundary);
    const std::int16_t* from = all.data();
    const auto take = [&](Sums& sums) {
      std::copy_n(from, settings_.width, sums.above);
      from += settings_.width;
    };
    for (PlaneState& plane : planes_) {
      take(plane.sums);
      for (Overlap& overlap : plane.overlaps) take(overlap.sums);
    }
    return {};
  }

 private:
  struct PlaneState {
    Sums sums;
    std::vector<Overlap> overlaps;
  };

  // The whole strip waits for all of C. A plane with planes beside it is alone, and its neighbours come first
  // (plane_groups.h).
  Status begin_with_neighbours(const Strip& strip) {
    if (!has_neighbours(strip)) return {};
    rows_ = strip.first_row;
    for (std::size_t plane = 0; plane < planes_.size(); ++plane) {
      CAbove above(*strip.neighbours[plane], settings_, plane, c_rows_of(planes_[plane]));
      above.take(settings_.width);
      if (!above.status().ok()) return above.status();
    }
    return {};
  }

  Status end_with_neighbours(const Strip& strip) const {
    if (!has_neighbours(strip)) return {};
    for (std::size_t plane = 0; plane < planes_.size(); ++plane) {
      CBelow below(*strip.neighbours[plane], settings_.planes[plane], settings_.width, c_rows_of(planes_[plane]));
      below.give(settings_.width);
      if (!below.status().ok()) return below.status();
    }
    return {};
  }

  static CRows c_rows_of(const PlaneState& plane) {
    CRows c{.rows = {reinterpret_cast<std::uint16_t*>(plane.sums.above)}, .bias = 0};
    for (std::size_t i = 0; i < plane.overlaps.size(); ++i)
      c.rows[i + 1] = reinterpret_cast<std::uint16_t*>(plane.overlaps[i].sums.above);
    return c;
  }

  void run_plane(std::size_t index, const Strip& strip) {
    PlaneState& plane = planes_[index];
    for (std::int64_t row = 0; row < strip.rows; ++row) {
      // A plane with planes beside it is the first of its strip, and these follow (plane_groups.h).
      for (std::size_t i = 0; i < plane.overlaps.size(); ++i) {
        plane.overlaps[i].samples = strip.planes[i + 1].samples + row * strip.planes[i + 1].stride;
        plane.overlaps[i].pixels = strip.plates[i + 1].pixels + row * strip.plates[i + 1].stride;
      }
      run_row_(pixel_of_, {.x = 0, .y = rows_ + row, .ink = settings_.planes[index].ink},
               strip.planes[index].samples + row * strip.planes[index].stride, settings_.width, plane.sums,
               plane.overlaps, strip.plates[index].pixels + row * strip.plates[index].stride);
    }
  }

  Settings settings_;
  PixelOf pixel_of_;
  RunRow run_row_;
  std::vector<PlaneState> planes_;
  std::int64_t rows_ = 0;
  PageEnd end_;
};

}  // namespace

std::size_t tone_bytes(const Settings& settings) {
  return 2 * sizeof(std::int16_t) *
         static_cast<std::size_t>(Tones::row_values(settings) * Tones::sums_of_page(settings));
}

std::unique_ptr<Halftoner> make_tones(const Settings& settings, std::span<std::byte> workspace) {
  return std::make_unique<Tones>(settings, workspace.data());
}

}  // namespace platerip::halftone::reference
