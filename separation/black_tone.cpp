#include "separation/black_tone.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>

#include "profiles/lcms.h"
#include "separation/keys.h"
#include "separation/shared_tables.h"

namespace platerip::separation {
namespace {

using profiles::Intent;
using profiles::Profile;

/// Values at equal steps from white to black.
using Ramp = std::vector<double>;

// The press's black is sampled at every 15th of its 16-bit amounts, which is fine enough for any table in a profile.
constexpr int press_step = 15;
constexpr std::size_t press_samples = 65535 / press_step + 1;

// The luminance Y of a lightness L*, with Y = 1 for white: CIE 15.
double luminance(double lightness) {
  if (lightness <= 8) return lightness * 27 / 24389;
  const double root = (lightness + 16) / 116;
  return root * root * root;
}

Intent colorimetric(Intent intent) {
  return intent == Intent::absolute ? Intent::absolute : Intent::relative;
}

Error unfit(const Profile& profile, const std::string& why) {
  return Error{profile.name() + ": " + why + "; use another profile", ErrorCode::bad_input};
}

// The luminances of some device colours, 16 bits per channel. The intent to Lab is never perceptual, because Lab is a
// version 4 profile: LittleCMS would apply black point compensation unasked.
Result<Ramp> luminances(const Profile& profile, Intent intent, const std::vector<std::uint16_t>& colors) {
  const cmsHPROFILE device = profile.handle();
  const cmsContext context = cmsGetProfileContextID(device);
  const profiles::lcms::ProfileHandle lab(cmsCreateLab4ProfileTHR(context, nullptr));
  std::array<cmsHPROFILE, 2> chain = {device, lab.get()};
  std::array<cmsUInt32Number, 2> intents = {static_cast<cmsUInt32Number>(intent),
                                            static_cast<cmsUInt32Number>(colorimetric(intent))};
  std::array<cmsBool, 2> compensate = {FALSE, FALSE};
  std::array<cmsFloat64Number, 2> adaptation = {1, 1};
  const profiles::lcms::Complaint complaint;
  const profiles::lcms::Transform transform(cmsCreateExtendedTransform(
      context, chain.size(), chain.data(), compensate.data(), intents.data(), adaptation.data(), nullptr, 0,
      cmsFormatterForColorspaceOfProfile(device, 2, FALSE), TYPE_Lab_DBL, cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE));
  if (!transform)
    return unfit(profile, "cannot say how dark its black is: " + complaint.text_or("no usable A2B table"));

  const std::size_t count = colors.size() / static_cast<std::size_t>(profile.channels());
  std::vector<cmsCIELab> found(count);
  cmsDoTransform(transform.get(), colors.data(), found.data(), static_cast<cmsUInt32Number>(count));
  Ramp result;
  for (const cmsCIELab& color : found) result.push_back(luminance(color.L));
  return result;
}

Result<Ramp> page_luminances(const Settings& settings) {
  const std::size_t count = std::size_t{1} << settings.format.bits;
  const auto channels = static_cast<std::size_t>(settings.page->channels());
  const bool is_cmyk = settings.format.model == profiles::ColorModel::cmyk;
  std::vector<std::uint16_t> grays;
  for (std::size_t step = 0; step < count; ++step) {
    const std::size_t darkness = step * (65535 / (count - 1));
    grays.insert(grays.end(), channels, static_cast<std::uint16_t>(is_cmyk ? 0 : 65535 - darkness));
    if (is_cmyk) grays.back() = static_cast<std::uint16_t>(darkness);
  }
  return luminances(*settings.page, settings.intent, grays);
}

Result<Ramp> press_luminances(const Settings& settings, int black) {
  const auto channels = static_cast<std::size_t>(settings.press->channels());
  std::vector<std::uint16_t> amounts(press_samples * channels);
  for (std::size_t step = 0; step < press_samples; ++step)
    amounts[step * channels + static_cast<std::size_t>(black)] = static_cast<std::uint16_t>(step * press_step);
  return luminances(*settings.press, colorimetric(settings.intent), amounts);
}

// Maps luminances to darkness: 0 is white and 1 is black, as the intent and black point compensation define them. The
// result never falls along the ramp, and never exceeds the values at its ends.
Ramp darkness(const Ramp& ramp, const Settings& settings) {
  const bool absolute = settings.intent == Intent::absolute;
  const double white = absolute ? 1 : ramp.front();
  const double black = settings.black_point_compensation && !absolute ? ramp.back() : 0;
  const auto dark = [&](double luminance) { return (white - luminance) / (white - black); };
  Ramp result;
  double darkest = dark(ramp.front());
  for (const double luminance : ramp) {
    darkest = std::max(darkest, std::clamp(dark(luminance), dark(ramp.front()), dark(ramp.back())));
    result.push_back(darkest);
  }
  return result;
}

// The position of a value along a rising ramp, in steps. A value beyond an end is placed at that end.
double steps_to(const Ramp& rising, double value) {
  if (value <= rising.front()) return 0;
  if (value >= rising.back()) return static_cast<double>(rising.size() - 1);
  const auto next = std::lower_bound(rising.begin(), rising.end(), value);
  const double before = *(next - 1);
  return static_cast<double>(next - 1 - rising.begin()) + (value - before) / (*next - before);
}

Status check_ramp(const Profile& profile, const Ramp& ramp) {
  // A damaged table may yield any number.
  const bool is_finite = std::isfinite(ramp.front()) && std::isfinite(ramp.back());
  if (is_finite && ramp.front() > std::max(ramp.back(), 0.0)) return {};
  return unfit(profile, "its black is no darker than its white");
}

profiles::Fingerprint key_of_tone(const Settings& settings, int black) {
  return digest_of(profiles::hexadecimal(key_of_colors(settings)) + ", black " + std::to_string(black) + ", bits " +
                   std::to_string(settings.format.bits));
}

Result<std::vector<std::uint16_t>> make_tone(const Settings& settings, int black) {
  const auto page = page_luminances(settings);
  if (!page.ok()) return page.error();
  const auto press = press_luminances(settings, black);
  if (!press.ok()) return press.error();
  if (const Status status = check_ramp(*settings.page, *page); !status.ok()) return status.error();
  if (const Status status = check_ramp(*settings.press, *press); !status.ok()) return status.error();

  const Ramp grays = darkness(*page, settings), amounts = darkness(*press, settings);
  const std::size_t max = grays.size() - 1;
  const bool is_cmyk = settings.format.model == profiles::ColorModel::cmyk;
  std::vector<std::uint16_t> table(grays.size());
  for (std::size_t step = 0; step <= max; ++step) {
    const double share = steps_to(amounts, grays[step]) / static_cast<double>(amounts.size() - 1);
    table[is_cmyk ? step : max - step] = static_cast<std::uint16_t>(std::floor(static_cast<double>(max) * share + 0.5));
  }
  return table;
}

// Through a device link, black has the page's own amounts.
std::vector<std::uint16_t> tone_of_link(const PixelFormat& format) {
  std::vector<std::uint16_t> table(std::size_t{1} << format.bits);
  std::iota(table.begin(), table.end(), std::uint16_t{0});
  if (format.model != profiles::ColorModel::cmyk) std::ranges::reverse(table);
  return table;
}

}  // namespace

Result<std::vector<std::uint16_t>> black_of_grays(const Settings& settings, int black) {
  if (settings.page->is_link()) return tone_of_link(settings.format);
  if (!settings.shared) return make_tone(settings, black);
  auto& kept = settings.shared->black_tones;
  const profiles::Fingerprint key = key_of_tone(settings, black);
  if (const auto tone = kept.find(key)) return *tone;
  auto tone = make_tone(settings, black);
  if (tone.ok()) kept.keep(key, std::make_shared<std::vector<std::uint16_t>>(*tone));
  return tone;
}

}  // namespace platerip::separation
