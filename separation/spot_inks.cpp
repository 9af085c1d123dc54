#include "separation/spot_inks.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "separation/alpha.h"
#include "separation/plan.h"
#include "separation/workspace.h"

namespace platerip::separation {
namespace {

template <typename Sample>
class SpotSeparator final : public Separator {
 public:
  SpotSeparator(const PixelFormat& format, std::unique_ptr<Separator> colors, std::vector<std::string> inks,
                std::vector<std::vector<std::uint16_t>> curves)
      : format_(format), colors_(std::move(colors)), inks_(std::move(inks)), curves_(std::move(curves)) {}

  const std::vector<std::string>& inks() const override { return inks_; }

  std::string description() const override { return colors_ ? colors_->description() + ", spot inks" : "spot inks"; }

  std::size_t workspace_bytes(std::int64_t width, std::int64_t) const override {
    if (!colors_) return 0;
    return alignof(Sample) - 1 + color_row_bytes(width) + colors_->workspace_bytes(width, 1);
  }

  Status run(const Strip& strip, std::span<const Plane> planes, std::span<std::byte> workspace) const override {
    for (std::int64_t row = 0; row < strip.rows; ++row) {
      const std::byte* const pixels = strip.pixels + row * strip.stride;
      if (colors_) {
        if (const Status status = run_colors(pixels, strip.width, row, planes, workspace); !status.ok()) return status;
      }
      for (std::size_t spot = 0; spot < curves_.size(); ++spot) {
        const Plane& plane = planes[planes.size() - curves_.size() + spot];
        copy_spot(pixels, strip.width, spot, reinterpret_cast<Sample*>(plane.samples + row * plane.stride));
      }
    }
    return {};
  }

 private:
  [[nodiscard]] std::size_t color_bytes() const { return static_cast<std::size_t>(format_.color_bytes()); }
  [[nodiscard]] std::size_t color_row_bytes(std::int64_t width) const {
    return static_cast<std::size_t>(width) * color_bytes();
  }

  // Separates the colours of one row, which it packs first.
  Status run_colors(const std::byte* pixels, std::int64_t width, std::int64_t row, std::span<const Plane> planes,
                    std::span<std::byte> workspace) const {
    auto* const packed = reinterpret_cast<std::byte*>(aligned<Sample>(workspace));
    for (std::int64_t x = 0; x < width; ++x)
      std::memcpy(packed + static_cast<std::size_t>(x) * color_bytes(), pixels + x * format_.bytes(), color_bytes());
    std::vector<Plane> of_row;
    for (const Plane& plane : planes.first(planes.size() - curves_.size()))
      of_row.push_back({plane.samples + row * plane.stride, plane.stride});
    const auto used = static_cast<std::size_t>(packed - workspace.data()) + color_row_bytes(width);
    return colors_->run({width, 1, packed, static_cast<std::ptrdiff_t>(color_row_bytes(width))}, of_row,
                        workspace.subspan(used));
  }

  void copy_spot(const std::byte* pixels, std::int64_t width, std::size_t spot, Sample* out) const {
    const auto* in = reinterpret_cast<const Sample*>(pixels + color_bytes()) + spot;
    const auto step = static_cast<std::size_t>(format_.bytes()) / sizeof(Sample);
    const std::vector<std::uint16_t>& curve = curves_[spot];
    const bool is_covered = !colors_ && format_.alpha != Alpha::none;
    const auto* alpha = reinterpret_cast<const Sample*>(pixels);
    for (std::int64_t x = 0; x < width; ++x, in += step, alpha += step) {
      const Sample ink = is_covered ? over_paper<Sample>(format_.alpha, *in, *alpha, 0) : *in;
      out[x] = curve.empty() ? ink : static_cast<Sample>(curve[ink]);
    }
  }

  PixelFormat format_;
  std::unique_ptr<Separator> colors_;  // null: the page has none
  std::vector<std::string> inks_;
  std::vector<std::vector<std::uint16_t>> curves_;  // of the spots; empty: no curve
};

std::size_t inks_of_colors(const Settings& settings) {
  if (!settings.format.has_colors) return 0;
  if (!settings.page) return 4;
  if (!settings.page->is_link() && !settings.press) return 4;  // a mistake that `make` reports
  return static_cast<std::size_t>(profile_of_inks(settings).inks());
}

}  // namespace

Result<std::unique_ptr<Separator>> with_spot_inks(const Settings& settings,
                                                  Result<std::unique_ptr<Separator>> (*make)(const Settings&)) {
  const std::size_t color_inks = inks_of_colors(settings);
  if (settings.curves.size() > color_inks + settings.spots.size())
    return Error{"separation: " + std::to_string(settings.curves.size()) + " curves for " +
                     std::to_string(color_inks + settings.spots.size()) + " inks",
                 ErrorCode::bad_setting};
  std::unique_ptr<Separator> colors;
  std::vector<std::string> inks;
  if (settings.format.has_colors) {
    Settings of_colors = settings;
    of_colors.spots.clear();
    of_colors.format.spots = 0;
    of_colors.curves.resize(std::min(settings.curves.size(), color_inks));
    of_colors.ink_limits.resize(std::min(settings.ink_limits.size(), color_inks));
    auto made = make(of_colors);
    if (!made.ok()) return made.error();
    colors = *std::move(made);
    inks = colors->inks();
  }
  std::vector<std::vector<std::uint16_t>> curves(settings.spots.size());
  for (std::size_t spot = 0; spot < curves.size(); ++spot) {
    auto table = table_of_ink(settings, color_inks + spot);
    if (!table.ok()) return table.error();
    curves[spot] = *std::move(table);
  }
  inks.insert(inks.end(), settings.spots.begin(), settings.spots.end());
  std::unique_ptr<Separator> separator;
  if (settings.format.bits == 8) {
    separator = std::make_unique<SpotSeparator<std::uint8_t>>(settings.format, std::move(colors), std::move(inks),
                                                              std::move(curves));
  } else {
    separator = std::make_unique<SpotSeparator<std::uint16_t>>(settings.format, std::move(colors), std::move(inks),
                                                               std::move(curves));
  }
  return separator;
}

}  // namespace platerip::separation
