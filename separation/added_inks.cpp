#include "separation/added_inks.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "separation/alpha.h"
#include "separation/made_rows.h"
#include "separation/page_lightness.h"
#include "separation/plan.h"
#include "separation/simd/kernels.h"
#include "separation/workspace.h"

namespace platerip::separation {
namespace {

// What is added to the inks of a page's colours.
template <typename Sample>
struct Added {
  std::vector<std::vector<Sample>> spot_tables;  // of curve and limit; empty: none
  std::vector<MadeRow<Sample>> made;
  std::optional<KnockOutTables> knock_out;

  [[nodiscard]] std::size_t inks() const { return spot_tables.size() + made.size(); }
};

template <typename Sample>
class AddingSeparator final : public Separator {
 public:
  AddingSeparator(const PixelFormat& format, std::unique_ptr<Separator> colors, std::vector<std::string> inks,
                  Added<Sample> added)
      : format_(format),
        colors_(std::move(colors)),
        inks_(std::move(inks)),
        added_(std::move(added)),
        color_part_(format.bytes(), 0, format.color_bytes()) {
    constexpr int sample = sizeof(Sample);
    for (int spot = 0; spot < format.spots; ++spot)
      spot_parts_.emplace_back(format.bytes(), format.color_bytes() + spot * sample, sample);
  }

  const std::vector<std::string>& inks() const override { return inks_; }

  std::string description() const override {
    std::string text = colors_ ? colors_->description() : "";
    const auto add = [&text](const char* what) { text += (text.empty() ? "" : ", ") + std::string(what); };
    if (!added_.spot_tables.empty()) add("spot inks");
    if (std::ranges::any_of(added_.made, &MadeRow<Sample>::makes_something)) add("made inks");
    return text;
  }

  std::size_t workspace_bytes(std::int64_t width, std::int64_t) const override {
    if (!colors_) return 0;
    return alignof(Sample) - 1 + color_row_bytes(width) + colors_->workspace_bytes(width, 1);
  }

  Status run(const Strip& strip, std::span<const Plane> planes, std::span<std::byte> workspace) const override {
    for (std::int64_t row = 0; row < strip.rows; ++row) {
      std::vector<std::byte*> inks;
      for (const Plane& plane : planes) inks.push_back(plane.samples + row * plane.stride);
      const Status status = run_row(strip.pixels + row * strip.stride, strip.width, inks, workspace);
      if (!status.ok()) return status;
    }
    return {};
  }

 private:
  [[nodiscard]] std::size_t color_row_bytes(std::int64_t width) const {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(format_.color_bytes());
  }
  [[nodiscard]] std::size_t color_inks() const { return inks_.size() - added_.inks(); }

  Status run_row(const std::byte* pixels, std::int64_t width, std::span<std::byte* const> inks,
                 std::span<std::byte> workspace) const {
    if (colors_) {
      if (const Status status = run_colors(pixels, width, inks, workspace); !status.ok()) return status;
    }
    std::byte* const* next = inks.data() + color_inks();
    for (std::size_t spot = 0; spot < added_.spot_tables.size(); ++spot)
      copy_spot(pixels, width, spot, reinterpret_cast<Sample*>(*next++));
    const std::vector<const std::byte*> before(inks.data(), next);
    for (const MadeRow<Sample>& made : added_.made) made.run(pixels, width, before, reinterpret_cast<Sample*>(*next++));
    if (added_.knock_out) knock_out(pixels, width, inks);
    return {};
  }

  // Separates the colours of one row. Packs them first if there are spot inks between.
  Status run_colors(const std::byte* pixels, std::int64_t width, std::span<std::byte* const> inks,
                    std::span<std::byte> workspace) const {
    auto* const packed = reinterpret_cast<std::byte*>(aligned<Sample>(workspace));
    if (format_.spots > 0) color_part_.copy(pixels, width, packed);
    std::vector<Plane> planes;
    for (std::byte* const ink : inks.first(color_inks())) planes.push_back({ink, 0});
    const auto used = static_cast<std::size_t>(packed - workspace.data()) + color_row_bytes(width);
    return colors_->run({width, 1, format_.spots > 0 ? packed : pixels, 0}, planes, workspace.subspan(used));
  }

  void copy_spot(const std::byte* pixels, std::int64_t width, std::size_t spot, Sample* out) const {
    spot_parts_[spot].copy(pixels, width, reinterpret_cast<std::byte*>(out));
    if (!colors_ && format_.alpha != Alpha::none) cover(pixels, width, out);
    const std::vector<Sample>& table = added_.spot_tables[spot];
    if (!table.empty()) simd::look_up_row(table.data(), out, width, out);
  }

  void cover(const std::byte* pixels, std::int64_t width, Sample* out) const {
    for (std::int64_t x = 0; x < width; ++x, pixels += format_.bytes())
      out[x] = over_paper<Sample>(format_.alpha, out[x], *reinterpret_cast<const Sample*>(pixels), 0);
  }

  void knock_out(const std::byte* pixels, std::int64_t width, std::span<std::byte* const> inks) const {
    const std::size_t before = inks.size() - added_.made.size();
    const KnockedOut knocked_out = added_.knock_out->knocked_out();
    for (std::int64_t x = 0; x < width; ++x, pixels += format_.bytes()) {
      if (!knocked_out.has(own_color(format_, reinterpret_cast<const Sample*>(pixels)))) continue;
      for (std::size_t ink = 0; ink < inks.size(); ++ink) {
        const bool tells = ink >= before && added_.made[ink - before].tells_what_is_knocked_out();
        reinterpret_cast<Sample*>(inks[ink])[x] = tells ? std::numeric_limits<Sample>::max() : Sample{0};
      }
    }
  }

  PixelFormat format_;
  std::unique_ptr<Separator> colors_;  // null: the page has none
  std::vector<std::string> inks_;      // of the colours, spot inks, made inks
  Added<Sample> added_;
  simd::PixelPart color_part_;
  std::vector<simd::PixelPart> spot_parts_;
};

std::size_t inks_of_colors(const Settings& settings) {
  if (!settings.format.has_colors) return 0;
  if (!settings.page) return 4;
  if (!settings.page->is_link() && !settings.press) return 4;  // a mistake that `make` reports
  return static_cast<std::size_t>(profile_of_inks(settings).inks());
}

Status check(const Settings& settings, std::size_t inks) {
  if (settings.curves.size() > inks)
    return Error{
        "separation: " + std::to_string(settings.curves.size()) + " curves for " + std::to_string(inks) + " inks",
        ErrorCode::bad_setting};
  if (!settings.knock_out) return {};
  if (!settings.format.has_colors || settings.format.model == profiles::ColorModel::lab)
    return Error{"only gray, RGB and CMYK pages have colours to knock out", ErrorCode::bad_setting, {}, "knock-out"};
  if (!(settings.knock_out->tolerance >= 0 && settings.knock_out->tolerance <= 100))
    return Error{"a tolerance is 0 to 100", ErrorCode::bad_setting, {}, "knock-out"};
  return {};
}

template <typename Sample>
Result<std::unique_ptr<Separator>> add_inks(const Settings& settings, std::unique_ptr<Separator> colors,
                                            std::size_t color_inks) {
  std::vector<std::string> inks = colors ? colors->inks() : std::vector<std::string>();
  Added<Sample> added;
  for (const std::string& spot : settings.spots) {
    auto table = table_of_ink(settings, inks.size());
    if (!table.ok()) return table.error();
    added.spot_tables.emplace_back(table->begin(), table->end());
    inks.push_back(spot);
  }
  auto made = suited_inks(settings, color_inks + settings.spots.size());
  if (!made.ok()) return made.error();
  for (SuitedInk& ink : *made) {
    inks.push_back(ink.ink.name);
    added.made.emplace_back(std::move(ink), settings.format);
  }
  if (settings.knock_out) added.knock_out.emplace(*settings.knock_out, settings.format.bits);
  return std::unique_ptr<Separator>(
      std::make_unique<AddingSeparator<Sample>>(settings.format, std::move(colors), std::move(inks), std::move(added)));
}

}  // namespace

bool adds_inks(const Settings& settings) {
  return !settings.spots.empty() || !settings.made.empty() || settings.knock_out;
}

Result<std::optional<Settings>> colors_alone(const Settings& settings) {
  const std::size_t inks = inks_of_colors(settings);
  const Status status = check(settings, inks + settings.added_inks());
  if (!status.ok()) return status.error();
  if (!settings.format.has_colors) return std::optional<Settings>();
  Settings colors = settings;
  colors.spots.clear();
  colors.made.clear();
  colors.knock_out.reset();
  colors.format.spots = 0;
  colors.curves.resize(std::min(settings.curves.size(), inks));
  colors.ink_limits.resize(std::min(settings.ink_limits.size(), inks));
  return std::optional(colors);
}

Result<std::unique_ptr<Separator>> with_added_inks(const Settings& settings,
                                                   Result<std::unique_ptr<Separator>> (*make)(const Settings&)) {
  const auto own = colors_alone(settings);
  if (!own.ok()) return own.error();
  auto colors = *own ? make(**own) : Result(std::unique_ptr<Separator>());
  if (!colors.ok()) return colors.error();
  const std::size_t color_inks = inks_of_colors(settings);
  return settings.format.bits == 8 ? add_inks<std::uint8_t>(settings, *std::move(colors), color_inks)
                                   : add_inks<std::uint16_t>(settings, *std::move(colors), color_inks);
}

}  // namespace platerip::separation
