#include "halftone/cpu/screens.h"

#include <algorithm>
#include <string>

#include "halftone/cpu/compare.h"
#include "halftone/cpu/row_halftoner.h"
#include "halftone/cpu/wavefront.h"

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

}  // namespace

std::size_t screen_bytes(const Settings& settings) {
  const Screen& screen = *settings.planes[0].screen;
  return static_cast<std::size_t>(screen.height * padded_width(screen) * settings.bits / 8);
}

std::unique_ptr<Halftoner> make_screen(const Settings& settings, std::span<std::byte> workspace) {
  if (settings.bits == 8) return std::make_unique<ScreenRows<std::uint8_t>>(settings, workspace.data());
  return std::make_unique<ScreenRows<std::uint16_t>>(settings, workspace.data());
}

}  // namespace platerip::halftone::cpu
