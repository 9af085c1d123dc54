#include "separation/cpu/repeats_converter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "separation/interpolation.h"
#include "separation/simd/kernels.h"

namespace platerip::separation::cpu {
namespace {

// Half a megabyte, or one for 16 bits, which the second cache of most cores holds.
constexpr int place_bits = 16;
// Many pixels at once, so that the few whose colours are new keep vectors busy.
constexpr std::int64_t at_once = 2048;
// After a rest, fewer tell whether colours repeat again.
constexpr std::int64_t first_at_once = 256;

std::size_t place_of(std::uint64_t color) {
  return color * 0x9E3779B97F4A7C15U >> (64 - place_bits);
}

template <typename Sample>
using Color = std::conditional_t<sizeof(Sample) == 1, std::uint32_t, std::uint64_t>;

// Loads two samples at a time.
template <int colors, typename Sample>
Color<Sample> color_of(const Sample* pixel) {
  using Pair = std::conditional_t<sizeof(Sample) == 1, std::uint16_t, std::uint32_t>;
  Pair first = 0, last = pixel[2];
  std::memcpy(&first, pixel, sizeof first);
  if constexpr (colors == 4) std::memcpy(&last, pixel + 2, sizeof last);
  return first | static_cast<Color<Sample>>(last) << 8 * sizeof last;
}

// The rows from their pixel `at` on.
template <typename Sample>
std::array<Sample*, group_inks> rows_from(std::int64_t at, InkRows<Sample> inks) {
  std::array<Sample*, group_inks> rows{};
  std::ranges::transform(inks, rows.begin(), [at](Sample* row) { return row + at; });
  return rows;
}

}  // namespace

/// Each colour has one place, which the next colour there takes from it.
template <typename Sample>
struct RepeatsConverter<Sample>::Memory {
  using Inks = std::array<Sample, group_inks>;
  struct Entry {
    Color<Sample> color = 0;
    Inks inks{};
  };

  // Nothing is remembered: in every place is a colour that does not belong there.
  Memory() { entries[place_of(0)].color = 1; }

  /// Converts pixels until most of some are new. These cost more than without a memory, so it then rests. Returns how
  /// many pixels are done.
  template <int colors>
  std::int64_t convert(const Converter<Sample>& direct, const Sample* pixels, std::int64_t count,
                       InkRows<Sample> inks) {
    constexpr int longest_rest = 63;
    if (resting > 0) {
      --resting;
      return 0;
    }
    for (std::int64_t done = 0; done < count;) {
      const std::int64_t most = rest > 0 && done == 0 ? first_at_once : at_once;
      const auto now = static_cast<std::size_t>(std::min(count - done, most));
      const auto rows = rows_from(done, inks);
      const std::size_t missed =
          look_up<colors>(direct, pixels + colors * done, now, std::span(rows).first(inks.size()));
      done += static_cast<std::int64_t>(now);
      if (missed <= now / 2) continue;
      rest = std::min(2 * rest + 1, longest_rest);
      resting = rest;
      return done;
    }
    rest = 0;
    return count;
  }

  /// Converts pixels. Returns how many were not remembered.
  template <int colors>
  std::size_t look_up(const Converter<Sample>& direct, const Sample* pixels, std::size_t count, InkRows<Sample> rows) {
    std::array<Inks, at_once> inks;
    std::array<std::uint16_t, at_once> missing;
    std::size_t missed = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Color<Sample> color = color_of<colors>(pixels + colors * i);
      const Entry& entry = entries[place_of(color)];
      inks[i] = entry.inks;
      missing[missed] = static_cast<std::uint16_t>(i);
      missed += entry.color != color;
    }
    if (missed > 0) learn<colors>(direct, rows.size(), pixels, std::span(missing).first(missed), inks.data());
    simd::deinterleave(inks[0].data(), static_cast<std::int64_t>(count), rows);
    return missed;
  }

  /// Computes the inks of these pixels, and remembers them.
  template <int colors>
  void learn(const Converter<Sample>& direct, std::size_t ink_count, const Sample* pixels,
             std::span<const std::uint16_t> missing, Inks* inks) {
    std::array<Sample, colors * at_once> asked;
    std::array<std::array<Sample, at_once>, group_inks> found;
    for (std::size_t ink = ink_count; ink < group_inks; ++ink) std::fill_n(found[ink].begin(), missing.size(), 0);
    for (std::size_t i = 0; i < missing.size(); ++i)
      std::copy_n(pixels + colors * std::size_t{missing[i]}, colors, &asked[colors * i]);
    const std::array rows = {found[0].data(), found[1].data(), found[2].data(), found[3].data()};
    direct.run(asked.data(), static_cast<std::int64_t>(missing.size()), std::span(rows).first(ink_count));
    for (std::size_t i = 0; i < missing.size(); ++i) {
      const Color<Sample> color = color_of<colors>(&asked[colors * i]);
      inks[missing[i]] = {found[0][i], found[1][i], found[2][i], found[3][i]};
      entries[place_of(color)] = {color, inks[missing[i]]};
    }
  }

  std::array<Entry, std::size_t{1} << place_bits> entries{};
  int rest = 0;     ///< so many calls of convert() are left out when most colours are new
  int resting = 0;  ///< so many of these are still to come
};

template <typename Sample>
RepeatsConverter<Sample>::RepeatsConverter(std::unique_ptr<Converter<Sample>> direct, int colors)
    : direct_(std::move(direct)), colors_(colors) {}

template <typename Sample>
RepeatsConverter<Sample>::~RepeatsConverter() = default;

template <typename Sample>
void RepeatsConverter<Sample>::run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const {
  std::int64_t done = 0;
  if (auto memory = borrow()) {
    done = colors_ == 3 ? memory->template convert<3>(*direct_, pixels, count, inks)
                        : memory->template convert<4>(*direct_, pixels, count, inks);
    give_back(std::move(memory));
  }
  if (done == count) return;
  const auto rows = rows_from(done, inks);
  direct_->run(pixels + colors_ * done, count - done, std::span(rows).first(inks.size()));
}

// Null if there is no room for another one.
template <typename Sample>
std::unique_ptr<typename RepeatsConverter<Sample>::Memory> RepeatsConverter<Sample>::borrow() const {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      auto memory = std::move(idle_.back());
      idle_.pop_back();
      return memory;
    }
  }
  return std::unique_ptr<Memory>(new (std::nothrow) Memory);
}

template <typename Sample>
void RepeatsConverter<Sample>::give_back(std::unique_ptr<Memory> memory) const {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(memory));
}

template class RepeatsConverter<std::uint8_t>;
template class RepeatsConverter<std::uint16_t>;

}  // namespace platerip::separation::cpu
