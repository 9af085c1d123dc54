// make_crisp(). Vectors make edges, and find the pixels that strokes may change. These are few, and the rule itself
// makes them.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "base/simd.h"
#include "separation/edges/crisp.h"
#include "separation/edges/crisp_pixels.h"
#include "separation/simd/kernels.h"
#include "separation/simd/pixel_part.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "separation/edges/crisp_cpu.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "separation/edges/crisp_amounts-inl.h"
#include "separation/edges/crisp_blocks-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128  // no vectors: any pixel may change
template <typename Sample>
using FiveRows = std::array<const Sample*, 5>;
template <typename Sample>
struct LaneRanges {};
template <typename Sample>
LaneRanges<Sample> ranges_of(const Sample*, std::int64_t) {
  return {};
}
template <typename Sample>
bool may_change(const CrispScale&, const std::array<LaneRanges<Sample>, 5>&) {
  return true;
}
template <typename Sample>
bool gray_amounts(const Sample*, std::int64_t, Sample*) {
  return false;
}
template <typename Sample>
bool rgb_amounts(const Sample*, std::int64_t, Sample*, Sample*) {
  return false;
}
template <typename Sample>
bool cmyk_amounts(const Sample*, std::int64_t, Sample*) {
  return false;
}
struct BlockVerdict {
  std::uint64_t solid = 0, paper = 0, unsure = 0;
};
template <typename Sample>
BlockVerdict block_verdict(const CrispScale&, const FiveRows<Sample>&, const FiveRows<Sample>*) {
  return {.unsure = ~std::uint64_t{0}};
}
#endif

// Makes rows of a strip in tiles of columns, whose amounts stay in the first-level cache. In most rows of photographs
// and of blank paper, the ranges of the samples tell that nothing can change; these need no amounts.
template <typename Sample>
class CrispTiles {
 public:
  CrispTiles(Crisp crisp, const PixelFormat& format, const CrispStrip& strip)
      : format_(format),
        pixels_(crisp_pixels(format)),
        seen_pixels_{.model = format.model, .samples = colors_of(format.model)},
        scale_(crisp_scale(crisp, format.bits)),
        strip_(strip),
        color_part_(format.bytes(), 0, format.color_bytes()) {}

  void run() {
    for (first_ = 0; first_ < strip_.width; first_ += columns) {
      count_ = std::min(columns, strip_.width - first_);
      taken_.fill(-strip_.above - crisp_window - 1);
      for (std::int64_t row = -crisp_window; row < crisp_window; ++row) take_row(row);
      for (std::int64_t row = 0; row < strip_.rows; ++row) {
        take_row(row + crisp_window);
        make_row(row);
      }
    }
  }

 private:
  static constexpr std::int64_t columns = 512;
  static constexpr std::int64_t block = 64;
  static constexpr std::int64_t margin = 64;  // two columns on each side are used
  static constexpr std::int64_t most_columns = columns + 2 * crisp_window;
  using Row = std::array<Sample, margin + columns + margin>;

  [[nodiscard]] const Sample* in(std::int64_t row) const {
    const std::int64_t nearest = std::clamp(row, -strip_.above, strip_.rows + strip_.below - 1);
    return reinterpret_cast<const Sample*>(strip_.in + nearest * strip_.stride);
  }
  // A row's place in a ring of five rows.
  static std::size_t slot(std::int64_t row) { return static_cast<std::size_t>(row + crisp_window) % 5; }
  Sample* amounts(std::array<Row, 5>& rows, std::int64_t row) { return &rows[slot(row)][margin]; }

  // The columns of the tile that exist to its left and to its right.
  [[nodiscard]] std::int64_t before() const { return std::min(crisp_window, first_); }
  [[nodiscard]] std::int64_t after() const { return std::min(crisp_window, strip_.width - first_ - count_); }

  [[nodiscard]] std::int64_t taken_columns() const { return before() + count_ + after(); }

  // The colours of a row of the tile, over paper, and of two columns on either side.
  [[nodiscard]] const Sample* seen(std::int64_t row) const {
    if (pixels_.samples == seen_pixels_.samples) return in(row) + (first_ - before()) * pixels_.samples;
    return seen_[slot(row)].data();
  }

  // Takes a row's colours from between its other samples. Finds the range of gray and rgb, which tells that of the
  // amounts.
  void take_row(std::int64_t row) {
    const Sample* const from = in(row) + (first_ - before()) * pixels_.samples;
    if (format_.alpha != Alpha::none)
      compose(from, seen_[slot(row)].data());
    else if (format_.spots > 0)
      take_colors(from, seen_[slot(row)].data());
    if (!pixels_.is_cmyk()) ranges_[slot(row)] = ranges_of(seen(row), taken_columns() * seen_pixels_.samples);
  }

  void take_colors(const Sample* from, Sample* to) const {
    color_part_.copy(reinterpret_cast<const std::byte*>(from), taken_columns(), reinterpret_cast<std::byte*>(to));
  }

  void compose(const Sample* from, Sample* to) {
    if (format_.spots > 0) {
      take_colors(from, with_alpha_.data());
      from = with_alpha_.data();
    }
    if (format_.model == profiles::ColorModel::rgb)
      simd::compose_rgb(format_.alpha, from, taken_columns(), to);
    else
      compose_over_paper(format_, from, to, taken_columns());
  }

  // Computes the amounts of a row of the tile, and of two columns on either side.
  void take_amounts(std::int64_t row) {
    if (std::exchange(taken_[slot(row)], row) == row) return;
    Sample* const least = amounts(least_, row) - before();
    Sample* const most = amounts(most_, row) - before();
    if (!take_fast(seen(row), taken_columns(), least, most)) {
      for (std::int64_t i = 0; i < taken_columns(); ++i) {
        const auto [a, b] = amounts_of(seen_pixels_, seen(row) + i * seen_pixels_.samples);
        least[i] = a;
        most[i] = b;
      }
    }
    repeat_ends(least);
    if (pixels_.amounts() == 2) repeat_ends(most);
  }

  bool take_fast(const Sample* from, std::int64_t count, Sample* least, Sample* most) {
    if (pixels_.amounts() == 2) return rgb_amounts(from, count, least, most);
    return pixels_.is_cmyk() ? cmyk_amounts(from, count, least) : gray_amounts(from, count, least);
  }

  // Beyond the page's borders the nearest pixel repeats.
  void repeat_ends(Sample* amounts) const {
    Sample* const end = amounts + taken_columns();
    std::fill_n(amounts - (crisp_window - before()), crisp_window - before(), *amounts);
    std::fill_n(end, crisp_window - after(), end[-1]);
  }

  void make_row(std::int64_t row) {
    const std::int64_t pixel_bytes = pixels_.samples * static_cast<std::int64_t>(sizeof(Sample));
    std::byte* const out = strip_.out + row * strip_.out_stride + first_ * pixel_bytes;
    std::memcpy(out, in(row) + first_ * pixels_.samples, static_cast<std::size_t>(count_ * pixel_bytes));
    if (!pixels_.is_cmyk() && !may_change(scale_, ranges_)) return;
    for (std::int64_t near = row - crisp_window; near <= row + crisp_window; ++near) take_amounts(near);
    const CrispPixels pixels = pixels_;  // bytes that are written may not be part of it, as GCC sees
    FiveRows<Sample> least, most;
    for (std::int64_t i = 0; i < 5; ++i) {
      least[i] = amounts(least_, row - crisp_window + i);
      most[i] = pixels_.amounts() == 2 ? amounts(most_, row - crisp_window + i) : least[i];
    }
    for (std::int64_t column = 0; column < count_; column += block) {
      const BlockVerdict verdict = block_verdict(scale_, least, pixels_.amounts() == 2 ? &most : nullptr);
      const std::int64_t left = count_ - column;
      const std::uint64_t inside = left < block ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
      const auto pixel = [&](int i) { return reinterpret_cast<Sample*>(out) + (column + i) * pixels.samples; };
      for_bits(verdict.solid & inside, [&](int i) { make_solid(pixels, pixel(i)); });
      for_bits(verdict.paper & inside, [&](int i) { make_paper(pixels, pixel(i)); });
      for_bits(verdict.unsure & inside, [&](int i) { make_pixel(least, most, i, pixel(i)); });
      for (const Sample*& each : least) each += block;
      for (const Sample*& each : most) each += block;
    }
  }

  template <typename Function>
  static void for_bits(std::uint64_t bits, const Function& function) {
    for (; bits != 0; bits &= bits - 1) function(std::countr_zero(bits));
  }

  void make_pixel(const FiveRows<Sample>& least, const FiveRows<Sample>& most, int column, Sample* pixel) const {
    const auto in_rows = [column](const FiveRows<Sample>& rows) {
      return [&rows, column](int dx, int dy) { return int{rows[2 + dy][column + dx]}; };
    };
    if (is_tone(CrispAmounts<Sample>{least[2][column], most[2][column]}))
      make_crisp_pixel(pixels_, scale_, in_rows(least), in_rows(most), pixel);
  }

  const PixelFormat format_;
  const CrispPixels pixels_;
  const CrispPixels seen_pixels_;  // colours alone
  const CrispScale scale_;
  const CrispStrip& strip_;
  const simd::PixelPart color_part_;
  std::int64_t first_ = 0, count_ = 0;  // columns of the tile
  std::array<LaneRanges<Sample>, 5> ranges_;
  std::array<std::int64_t, 5> taken_{};  // the rows of which the next two have the amounts
  std::array<Row, 5> least_{}, most_{};
  std::array<std::array<Sample, 4 * most_columns>, 5> seen_{};  // of pixels with other samples
  std::array<Sample, 5 * most_columns> with_alpha_{};
};

// Highway cannot export templates.
void crisp8(Crisp crisp, const PixelFormat& format, const CrispStrip& strip) {
  CrispTiles<std::uint8_t>(crisp, format, strip).run();
}
void crisp16(Crisp crisp, const PixelFormat& format, const CrispStrip& strip) {
  CrispTiles<std::uint16_t>(crisp, format, strip).run();
}

}  // namespace platerip::separation::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::separation {

HWY_EXPORT(crisp8);
HWY_EXPORT(crisp16);

void make_crisp(Crisp crisp, const PixelFormat& format, const CrispStrip& strip) {
  if (crisp == Crisp::off || !can_be_crisp(format)) return copy_rows(format, strip);
  choose_simd();
  format.bits == 8 ? HWY_DYNAMIC_DISPATCH(crisp8)(crisp, format, strip)
                   : HWY_DYNAMIC_DISPATCH(crisp16)(crisp, format, strip);
}

}  // namespace platerip::separation
#endif
