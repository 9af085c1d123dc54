#include "separation/made_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "separation/plan.h"

namespace platerip::separation {
namespace {

Error cannot(const MadeInk& ink, const std::string& why) {
  return Error{ink.name + " cannot be made: " + why, ErrorCode::bad_setting, {}, "plate"};
}

Status suits(const MadeInk& ink, const PixelFormat& format, std::size_t inks) {
  if (!(ink.amount >= 0 && ink.amount <= 100)) return cannot(ink, "an amount is 0 to 100 percent");
  if (std::ranges::any_of(ink.inks, [&](std::size_t other) { return other >= inks; }))
    return cannot(ink, "there is no such ink");
  switch (ink.from) {
    case MadeFrom::coverage:
      if (format.alpha == Alpha::none) return cannot(ink, "the page has no alpha; make it from inks or all");
      break;
    case MadeFrom::light:
    case MadeFrom::dark:
      if (!format.has_colors || format.model == profiles::ColorModel::lab)
        return cannot(ink, "only gray, RGB and CMYK pages have a lightness");
      break;
    case MadeFrom::spot:
      if (ink.inks.size() != 1) return cannot(ink, "it takes one ink");
      break;
    case MadeFrom::all:
    case MadeFrom::inks:
    case MadeFrom::nothing:
    case MadeFrom::knocked_out:
      break;
  }
  return {};
}

// The table of curve, limit and amount.
std::vector<std::uint16_t> scaled(std::vector<std::uint16_t> table, double amount, int bits) {
  const auto part = static_cast<std::uint64_t>(std::lround(100 * amount));
  if (part == 10'000) return table;
  if (table.empty()) {
    table.resize(std::size_t{1} << bits);
    std::iota(table.begin(), table.end(), std::uint16_t{0});
  }
  for (std::uint16_t& v : table) v = static_cast<std::uint16_t>((v * part + 5000) / 10'000);
  return table;
}

std::vector<std::size_t> all_of(std::size_t inks) {
  std::vector<std::size_t> all(inks);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

}  // namespace

Result<std::vector<SuitedInk>> suited_inks(const Settings& settings, std::size_t inks) {
  std::vector<SuitedInk> suited;
  for (const MadeInk& ink : settings.made) {
    auto table = table_of_ink(settings, inks + suited.size());
    if (!table.ok()) return table.error();
    if (const Status status = suits(ink, settings.format, inks); !status.ok()) return status.error();
    suited.push_back({ink, scaled(*std::move(table), ink.amount, settings.format.bits)});
    if (ink.inks.empty()) suited.back().ink.inks = all_of(inks);
  }
  return suited;
}

template <typename Sample>
MadeRow<Sample>::MadeRow(SuitedInk ink, const PixelFormat& format) : suited_(std::move(ink)), format_(format) {
  if (suited_.ink.from == MadeFrom::light || suited_.ink.from == MadeFrom::dark)
    lightness_ = std::make_shared<const LightnessTables<Sample>>();
}

template <typename Sample>
void MadeRow<Sample>::run(const std::byte* pixels, std::int64_t width, std::span<const std::byte* const> inks,
                          Sample* out) const {
  const auto* const pixel = reinterpret_cast<const Sample*>(pixels);
  const auto samples = static_cast<std::size_t>(format_.bytes()) / sizeof(Sample);
  switch (suited_.ink.from) {
    case MadeFrom::coverage: {
      const std::size_t alpha = format_.has_colors ? static_cast<std::size_t>(colors_of(format_.model)) : 0;
      for (std::int64_t x = 0; x < width; ++x) out[x] = pixel[static_cast<std::size_t>(x) * samples + alpha];
      break;
    }
    case MadeFrom::light:
    case MadeFrom::dark:
      run_lightness(pixel, width, out);
      break;
    case MadeFrom::all:
      std::fill_n(out, width, std::numeric_limits<Sample>::max());
      break;
    case MadeFrom::inks:
      run_inks(width, inks, out);
      break;
    case MadeFrom::nothing:
    case MadeFrom::knocked_out:  // the knock-out itself does the rest
      std::fill_n(out, width, Sample{0});
      break;
    case MadeFrom::spot:
      std::copy_n(reinterpret_cast<const Sample*>(inks[suited_.ink.inks[0]]), width, out);
      break;
  }
  if (suited_.table.empty()) return;
  for (std::int64_t x = 0; x < width; ++x) out[x] = static_cast<Sample>(suited_.table[out[x]]);
}

template <typename Sample>
void MadeRow<Sample>::run_lightness(const Sample* pixel, std::int64_t width, Sample* out) const {
  constexpr std::uint32_t max = std::numeric_limits<Sample>::max();
  const auto samples = static_cast<std::size_t>(format_.bytes()) / sizeof(Sample);
  const Lightness<Sample> lightness = lightness_->lightness();
  for (std::int64_t x = 0; x < width; ++x, pixel += samples) {
    const OwnColor color = own_color(format_, pixel);
    const std::uint32_t light = lightness.of(color);
    const std::uint32_t amount = suited_.ink.from == MadeFrom::light ? light : max - light;
    out[x] = static_cast<Sample>((color.coverage * amount + max / 2) / max);
  }
}

template <typename Sample>
void MadeRow<Sample>::run_inks(std::int64_t width, std::span<const std::byte* const> inks, Sample* out) const {
  std::fill_n(out, width, Sample{0});
  for (const std::size_t ink : suited_.ink.inks) {
    const auto* const amounts = reinterpret_cast<const Sample*>(inks[ink]);
    for (std::int64_t x = 0; x < width; ++x) out[x] = static_cast<Sample>(out[x] | amounts[x]);
  }
  for (std::int64_t x = 0; x < width; ++x) out[x] = out[x] > 0 ? std::numeric_limits<Sample>::max() : Sample{0};
}

template class MadeRow<std::uint8_t>;
template class MadeRow<std::uint16_t>;

}  // namespace platerip::separation
