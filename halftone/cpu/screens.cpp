#include "halftone/cpu/screens.h"

#include <algorithm>
#include <string>

#include "halftone/cpu/compare.h"
#include "halftone/cpu/row_halftoner.h"
#include "halftone/cpu/wavefront.h"
#include "halftone/screens/screen_tones.h"

namespace platerip::halftone::cpu {
namespace {

std::int64_t padded_width(const Screen& screen) {
  return screen.width + std::int64_t{compared} - 1;
}

// With two levels, an 8-bit solid is above every threshold. With more levels, the remainder it is compared with is 0.
template <typename Sample>
Sample in_samples(std::uint16_t threshold) {
  constexpr int unit = sizeof(Sample) == 1 ? 257 : 1;
  return static_cast<Sample>(std::min<int>(threshold, 65534) / unit);
}

template <typename Sample>
class ScreenRows final : public RowHalftoner {
 public:
  ScreenRows(const Settings& settings, std::byte* workspace)
      : RowHalftoner(settings),
        screen_(*settings.planes[0].screen),
        thresholds_(reinterpret_cast<const Sample*>(workspace)) {
    auto* to = reinterpret_cast<Sample*>(workspace);
    for (std::int64_t y = 0; y < screen_.height; ++y) {
      const std::uint16_t* from = screen_.thresholds.data() + y * screen_.width;
      for (std::int64_t x = 0; x < padded_width(screen_); ++x) *to++ = in_samples<Sample>(from[x % screen_.width]);
    }
  }

  [[nodiscard]] std::string description() const override { return "cpu (" + std::string(instruction_set()) + ")"; }

 private:
  void run_row(std::int64_t y, const std::byte* samples, std::byte* pixels) const override {
    compare({.samples = reinterpret_cast<const Sample*>(samples),
             .width = settings().width,
             .thresholds = thresholds_ + y % screen_.height * padded_width(screen_),
             .tile_width = screen_.width,
             .first = first_column(screen_, y),
             .pixels = pixels},
            settings().levels);
  }

  const Screen& screen_;  // which the settings own
  const Sample* thresholds_;
};

// Drops that are not evenly spaced, or mixed: pixel by pixel.
template <typename Sample>
class ToneRows final : public RowHalftoner {
 public:
  explicit ToneRows(const Settings& settings)
      : RowHalftoner(settings),
        screen_(*settings.planes[0].screen),
        tones_(screen_tones(settings.planes[0].drops, settings.levels, settings.bits)) {}

  [[nodiscard]] std::string description() const override { return "cpu"; }

 private:
  void run_row(std::int64_t y, const std::byte* samples, std::byte* pixels) const override {
    if (plate_bits(settings().levels) == 2) return run_row<2>(y, reinterpret_cast<const Sample*>(samples), pixels);
    run_row<4>(y, reinterpret_cast<const Sample*>(samples), pixels);
  }

  template <int bits>
  void run_row(std::int64_t y, const Sample* samples, std::byte* pixels) const {
    const std::uint16_t* const thresholds = screen_.thresholds.data() + y % screen_.height * screen_.width;
    std::int32_t column = first_column(screen_, y);
    for (std::int64_t x = 0; x < settings().width;) {
      unsigned packed = 0;
      for (int i = 0; i < 8 / bits; ++i, ++x) {
        packed <<= bits;
        if (x >= settings().width) continue;
        packed |= static_cast<unsigned>(level_of(tones_[samples[x]], thresholds[column]));
        if (++column == screen_.width) column = 0;
      }
      *pixels++ = static_cast<std::byte>(packed);
    }
  }

  const Screen& screen_;  // which the settings own
  ScreenTones tones_;
};

// Whether rows are compared many pixels at a time.
bool are_compared(const Settings& settings) {
  const Drops& drops = settings.planes[0].drops;
  const int levels = static_cast<int>(amounts_of(drops, settings.levels).size());
  const bool has_code = levels == settings.levels && (levels <= 4 || levels == 16);
  return levels == 2 ? levels == settings.levels : has_code && drops.mix == 0 && are_even(drops);
}

}  // namespace

std::size_t screen_bytes(const Settings& settings) {
  if (!are_compared(settings)) return 0;
  const Screen& screen = *settings.planes[0].screen;
  return static_cast<std::size_t>(screen.height * padded_width(screen) * settings.bits / 8);
}

std::unique_ptr<Halftoner> make_screen(const Settings& settings, std::span<std::byte> workspace) {
  if (!are_compared(settings) && settings.bits == 8) return std::make_unique<ToneRows<std::uint8_t>>(settings);
  if (!are_compared(settings)) return std::make_unique<ToneRows<std::uint16_t>>(settings);
  if (settings.bits == 8) return std::make_unique<ScreenRows<std::uint8_t>>(settings, workspace.data());
  return std::make_unique<ScreenRows<std::uint16_t>>(settings, workspace.data());
}

}  // namespace platerip::halftone::cpu
