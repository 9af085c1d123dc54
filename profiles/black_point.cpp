#include "profiles/black_point.h"

#include <lcms2_plugin.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "profiles/profile.h"

namespace platerip::profiles {
namespace {

constexpr double lightest_black = 50;  // L*

// From Lab to the press with an intent, and back to what it prints. Null if the profile lacks a table.
lcms::Transform round_trip(cmsHPROFILE press, Intent intent) {
  const cmsContext context = cmsGetProfileContextID(press);
  const lcms::ProfileHandle lab(cmsCreateLab4ProfileTHR(context, nullptr));
  constexpr cmsUInt32Number relative = INTENT_RELATIVE_COLORIMETRIC;
  std::array<cmsHPROFILE, 4> chain = {lab.get(), press, press, lab.get()};
  std::array<cmsUInt32Number, 4> intents = {relative, static_cast<cmsUInt32Number>(intent), relative, relative};
  std::array<cmsBool, 4> compensate = {FALSE, FALSE, FALSE, FALSE};
  std::array<cmsFloat64Number, 4> adaptation = {1, 1, 1, 1};
  return lcms::Transform(cmsCreateExtendedTransform(context, chain.size(), chain.data(), compensate.data(),
                                                    intents.data(), adaptation.data(), nullptr, 0, TYPE_Lab_DBL,
                                                    TYPE_Lab_DBL, cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE));
}

// The lightness that a press prints for a neutral.
double printed_lightness(const lcms::Transform& trip, double lightness) {
  const cmsCIELab wanted = {lightness, 0, 0};
  cmsCIELab printed{};
  cmsDoTransform(trip.get(), &wanted, &printed, 1);
  return printed.L;
}

// The lightness of the press's own black. The perceptual intent reaches it whatever the others clip.
double darkest_lightness(cmsHPROFILE press) {
  const lcms::Transform trip = round_trip(press, Intent::perceptual);
  return trip ? std::clamp(printed_lightness(trip, 0), 0.0, lightest_black) : 0;
}

// What a press prints for neutrals from black to white. As in LittleCMS, all but the first rise.
constexpr std::size_t ramp_steps = 256;
using LightnessRamp = std::array<double, ramp_steps>;

double lightness_at(std::size_t step) {
  return static_cast<double>(step) * 100 / (ramp_steps - 1);
}

LightnessRamp printed_ramp(const lcms::Transform& trip) {
  LightnessRamp ramp{};
  for (std::size_t step = 0; step < ramp_steps; ++step) ramp[step] = printed_lightness(trip, lightness_at(step));
  for (std::size_t step = ramp_steps - 2; step > 0; --step) ramp[step] = std::min(ramp[step], ramp[step + 1]);
  return ramp;
}

// Whether all but the shadows are printed as they should be.
bool is_straight(const LightnessRamp& ramp) {
  constexpr double shadows = 0.2, tolerance = 4;
  const double lightest_shadow = ramp.front() + shadows * (ramp.back() - ramp.front());
  for (std::size_t step = 0; step < ramp_steps; ++step) {
    const double lightness = lightness_at(step);
    if (lightness > lightest_shadow && !(std::abs(lightness - ramp[step]) < tolerance)) return false;
  }
  return true;
}

struct ToneRange {
  double from, to;  // shares of the range between the press's black and its white
};

// Where the parabola that fits the shadows best reaches the press's black.
double foot_of_shadows(const LightnessRamp& ramp, ToneRange shadows) {
  constexpr int fewest_points = 4;
  std::array<double, 5> powers{};    // sums of x^0 to x^4
  std::array<double, 3> products{};  // sums of y·x^0 to y·x^2
  for (std::size_t step = 0; step < ramp_steps; ++step) {
    const double x = lightness_at(step), y = (ramp[step] - ramp.front()) / (ramp.back() - ramp.front());
    if (!(y >= shadows.from && y < shadows.to)) continue;
    powers[0] += 1;
    powers[1] += x;
    powers[2] += x * x;
    powers[3] += x * x * x;
    powers[4] += x * x * x * x;
    products[0] += y;
    products[1] += y * x;
    products[2] += y * x * x;
  }
  if (powers[0] < fewest_points) return 0;

  cmsMAT3 sums{};
  for (std::size_t row = 0; row < 3; ++row) std::copy_n(&powers[row], 3, sums.v[row].n);
  cmsVEC3 right{}, parabola{};
  std::copy_n(products.begin(), 3, right.n);
  if (!_cmsMAT3solve(&parabola, &sums, &right)) return 0;
  const double c = parabola.n[0], b = parabola.n[1], a = parabola.n[2];
  constexpr double next_to_nothing = 1e-10;
  if (std::abs(a) < next_to_nothing) return std::abs(b) < next_to_nothing ? 0 : -c / b;
  const double root = b * b - 4 * a * c;
  return root <= 0 ? 0 : (-b + std::sqrt(root)) / (2 * a);
}

double black_lightness(cmsHPROFILE press, Intent intent) {
  const bool is_relative = intent == Intent::relative;
  if (!cmsIsCLUT(press, static_cast<cmsUInt32Number>(intent), LCMS_USED_AS_OUTPUT)) return darkest_lightness(press);
  const lcms::Transform trip = round_trip(press, intent);
  if (!trip) return 0;
  const LightnessRamp ramp = printed_ramp(trip);
  if (!(ramp.front() < ramp.back())) return 0;
  if (is_relative && is_straight(ramp)) return darkest_lightness(press);
  return std::clamp(foot_of_shadows(ramp, is_relative ? ToneRange{0.1, 0.5} : ToneRange{0.03, 0.25}), 0.0,
                    lightest_black);
}

cmsCIEXYZ neutral(double lightness) {
  const cmsCIELab lab = {lightness, 0, 0};
  cmsCIEXYZ xyz{};
  cmsLab2XYZ(nullptr, &xyz, &lab);
  return xyz;
}

// ICC.1:2022, 6.3.3: the black of the perceptual reference medium.
bool has_fixed_black(cmsHPROFILE profile, Intent intent) {
  constexpr cmsUInt32Number version_4 = 0x04000000;
  return intent != Intent::relative && cmsGetEncodedICCversion(profile) >= version_4;
}

// Whether LittleCMS does not find the black of a press, which has other inks than CMY and CMYK.
bool has_hidden_black(cmsHPROFILE profile, Intent intent) {
  if (cmsGetDeviceClass(profile) != cmsSigOutputClass || has_fixed_black(profile, intent)) return false;
  constexpr std::array known = {cmsSigGrayData, cmsSigRgbData, cmsSigCmyData, cmsSigCmykData};
  return std::ranges::find(known, cmsGetColorSpace(profile)) == known.end();
}

cmsCIEXYZ black_of_source(cmsHPROFILE from, Intent intent) {
  if (intent == Intent::relative && has_hidden_black(from, intent)) return neutral(darkest_lightness(from));
  cmsCIEXYZ black{};
  cmsDetectBlackPoint(&black, from, static_cast<cmsUInt32Number>(intent), 0);
  return black;
}

cmsCIEXYZ black_of_destination(cmsHPROFILE to, Intent intent) {
  if (has_hidden_black(to, intent)) return black_of_press(to, intent);
  cmsCIEXYZ black{};
  cmsDetectDestinationBlackPoint(&black, to, static_cast<cmsUInt32Number>(intent), 0);
  return black;
}

// Scales XYZ, encoded in 0 … 1 (ICC.1:2022, 6.3.4.2), so that one black becomes another and white stays: ISO 18619,
// with the formulas of LittleCMS.
struct Scaling {
  std::array<double, 3> factors, offsets;
};

Scaling scaling_of(const cmsCIEXYZ& from, const cmsCIEXYZ& to) {
  constexpr double encodable = 1 + 32767.0 / 32768;
  const auto factor = [](double from_black, double to_black, double white) {
    return (to_black - white) / (from_black - white);
  };
  const auto offset = [](double from_black, double to_black, double white) {
    return -white * (to_black - from_black) / (from_black - white) / encodable;
  };
  const cmsCIEXYZ& white = *cmsD50_XYZ();
  return {{factor(from.X, to.X, white.X), factor(from.Y, to.Y, white.Y), factor(from.Z, to.Z, white.Z)},
          {offset(from.X, to.X, white.X), offset(from.Y, to.Y, white.Y), offset(from.Z, to.Z, white.Z)}};
}

// LittleCMS, too, leaves out so small a change.
bool is_negligible(const Scaling& scaling) {
  constexpr double least_change = 0.002;
  double change = 0;
  for (const double factor : scaling.factors) change += std::abs(factor - 1);
  for (const double offset : scaling.offsets) change += std::abs(offset);
  return change < least_change;
}

// An abstract profile, of version 4 because that keeps a matrix as it is. Null if LittleCMS cannot make it.
lcms::ProfileHandle profile_of(cmsContext context, const Scaling& scaling) {
  const auto& [x, y, z] = scaling.factors;
  const std::array<double, 9> matrix = {x, 0, 0, 0, y, 0, 0, 0, z};
  lcms::ProfileHandle profile(cmsCreateProfilePlaceholder(context));
  if (!profile) return nullptr;
  cmsSetProfileVersion(profile.get(), 4.3);
  cmsSetDeviceClass(profile.get(), cmsSigAbstractClass);
  cmsSetColorSpace(profile.get(), cmsSigXYZData);
  cmsSetPCS(profile.get(), cmsSigXYZData);
  const std::unique_ptr<cmsPipeline, lcms::Free<cmsPipelineFree>> table(cmsPipelineAlloc(context, 3, 3));
  cmsStage* const stage = cmsStageAllocMatrix(context, 3, 3, matrix.data(), scaling.offsets.data());
  const bool done = table && stage && cmsPipelineInsertStage(table.get(), cmsAT_END, stage) &&
                    cmsWriteTag(profile.get(), cmsSigAToB0Tag, table.get());
  return done ? std::move(profile) : nullptr;
}

}  // namespace

bool has_black(const Profile& press, Intent intent) {
  constexpr std::array looks = {cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigDToB0Tag, cmsSigDToB1Tag};
  return has_fixed_black(press.handle(), intent) ||
         std::ranges::any_of(looks, [&](cmsTagSignature tag) { return cmsIsTag(press.handle(), tag) != 0; });
}

cmsCIEXYZ black_of_press(cmsHPROFILE press, Intent intent) {
  return neutral(black_lightness(press, intent));
}

lcms::Transform transform_between(cmsContext context, cmsHPROFILE from, cmsUInt32Number from_format, cmsHPROFILE to,
                                  cmsUInt32Number to_format, Intent intent, cmsUInt32Number flags) {
  const auto number = static_cast<cmsUInt32Number>(intent);
  const bool compensates = (flags & cmsFLAGS_BLACKPOINTCOMPENSATION) != 0 && intent != Intent::absolute;
  if (!compensates || !(has_hidden_black(from, intent) || has_hidden_black(to, intent)))
    return lcms::Transform(cmsCreateTransformTHR(context, from, from_format, to, to_format, number, flags));

  flags &= ~static_cast<cmsUInt32Number>(cmsFLAGS_BLACKPOINTCOMPENSATION);
  const Scaling scaling = scaling_of(black_of_source(from, intent), black_of_destination(to, intent));
  if (is_negligible(scaling))
    return lcms::Transform(cmsCreateTransformTHR(context, from, from_format, to, to_format, number, flags));
  const lcms::ProfileHandle between = profile_of(context, scaling);
  if (!between) return nullptr;
  std::array<cmsHPROFILE, 3> chain = {from, between.get(), to};
  std::array<cmsUInt32Number, 3> intents = {number, INTENT_RELATIVE_COLORIMETRIC, number};
  std::array<cmsBool, 3> compensate = {FALSE, FALSE, FALSE};
  std::array<cmsFloat64Number, 3> adaptation = {1, 1, 1};
  return lcms::Transform(cmsCreateExtendedTransform(context, chain.size(), chain.data(), compensate.data(),
                                                    intents.data(), adaptation.data(), nullptr, 0, from_format,
                                                    to_format, flags));
}

}  // namespace platerip::profiles
