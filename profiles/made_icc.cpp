#include "profiles/made_icc.h"

#include <algorithm>

#include "profiles/lcms.h"

namespace platerip::profiles {
namespace {

std::vector<std::byte> bytes_of(const lcms::ProfileHandle& profile) {
  cmsUInt32Number size = 0;
  if (!profile || cmsSaveProfileToMem(profile.get(), nullptr, &size) == 0) return {};
  std::vector<std::byte> bytes(size);
  if (cmsSaveProfileToMem(profile.get(), bytes.data(), &size) == 0) return {};
  // LittleCMS writes the current date. The same profile must be the same bytes.
  constexpr std::size_t date_at = 24, date_bytes = 12;
  std::fill_n(bytes.begin() + date_at, date_bytes, std::byte{0});
  return bytes;
}

cmsCIExyY lcms_color(const Chromaticity& color) {
  return {color.x, color.y, 1};
}

}  // namespace

std::vector<std::byte> rgb_icc(const Primaries& primaries, std::optional<double> gamma) {
  const lcms::Context context = lcms::make_context();
  const cmsCIExyY white = lcms_color(primaries.white);
  const cmsCIExyYTRIPLE colors{lcms_color(primaries.red), lcms_color(primaries.green), lcms_color(primaries.blue)};
  const lcms::ToneCurve curve =
      gamma ? lcms::ToneCurve(cmsBuildGamma(context.get(), *gamma)) : lcms::srgb_curve(context.get());
  if (!curve) return {};
  cmsToneCurve* const curves[] = {curve.get(), curve.get(), curve.get()};
  return bytes_of(lcms::ProfileHandle(cmsCreateRGBProfileTHR(context.get(), &white, &colors, curves)));
}

std::vector<std::byte> gray_icc(double gamma) {
  const lcms::Context context = lcms::make_context();
  const lcms::ToneCurve curve(cmsBuildGamma(context.get(), gamma));
  if (!curve) return {};
  return bytes_of(lcms::ProfileHandle(cmsCreateGrayProfileTHR(context.get(), cmsD50_xyY(), curve.get())));
}

std::vector<std::byte> adobe_rgb_icc() {
  // Adobe RGB (1998) Color Image Encoding, 4.3: D65, its primaries, and a gamma of 2 51/256.
  return rgb_icc({{0.3127, 0.3290}, {0.64, 0.33}, {0.21, 0.71}, {0.15, 0.06}}, 2.19921875);
}

}  // namespace platerip::profiles
