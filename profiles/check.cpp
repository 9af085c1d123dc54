#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>

#include "profiles/black_point.h"
#include "profiles/ink_space.h"
#include "profiles/lcms.h"
#include "profiles/profile.h"

namespace platerip::profiles {
namespace {

std::string_view name_of(cmsProfileClassSignature profile_class) {
  switch (profile_class) {
    case cmsSigInputClass:
      return "an input profile";
    case cmsSigDisplayClass:
      return "a display profile";
    case cmsSigOutputClass:
      return "an output profile";
    case cmsSigLinkClass:
      return "a device link";
    case cmsSigAbstractClass:
      return "an abstract profile";
    case cmsSigColorSpaceClass:
      return "a colour space profile";
    case cmsSigNamedColorClass:
      return "a named colour profile";
    default:
      return "a profile of an unknown class";
  }
}

std::string name_of(cmsColorSpaceSignature space) {
  switch (space) {
    case cmsSigGrayData:
      return "gray";
    case cmsSigRgbData:
      return "RGB";
    case cmsSigCmyData:
      return "CMY";
    case cmsSigCmykData:
      return "CMYK";
    case cmsSigLabData:
      return "Lab";
    case cmsSigXYZData:
      return "XYZ";
    default:
      return std::to_string(cmsChannelsOfColorSpace(space)) + "-channel";
  }
}

std::string with_article(const std::string& name) {
  const bool begins_with_vowel = name.starts_with("RGB") || name.starts_with("XYZ") || name.starts_with("11");
  return (begins_with_vowel ? "an " : "a ") + name;
}

std::string_view name_of(Intent intent) {
  constexpr std::array<std::string_view, 4> names = {"perceptual", "relative", "saturation", "absolute"};
  return names[static_cast<std::size_t>(intent)];
}

cmsColorSpaceSignature space_of(ColorModel model) {
  switch (model) {
    case ColorModel::gray:
      return cmsSigGrayData;
    case ColorModel::rgb:
      return cmsSigRgbData;
    case ColorModel::cmyk:
      return cmsSigCmykData;
    case ColorModel::lab:
      return cmsSigLabData;
  }
  return cmsSigRgbData;
}

bool is_press_space(cmsColorSpaceSignature space) {
  constexpr std::array spaces = {cmsSigCmyData,    cmsSigCmykData,   cmsSig3colorData, cmsSig4colorData,
                                 cmsSig5colorData, cmsSig6colorData, cmsSig7colorData, cmsSig8colorData,
                                 cmsSigMCH3Data,   cmsSigMCH4Data,   cmsSigMCH5Data,   cmsSigMCH6Data,
                                 cmsSigMCH7Data,   cmsSigMCH8Data};
  return std::find(spaces.begin(), spaces.end(), space) != spaces.end();
}

std::string intents_of(const Profile& press) {
  std::string list;
  for (const Intent intent : {Intent::perceptual, Intent::relative, Intent::saturation, Intent::absolute}) {
    if (has_separation_table(press, intent)) list += (list.empty() ? "" : ", ") + std::string(name_of(intent));
  }
  return list;
}

// If the table of the intent is missing, LittleCMS silently uses the perceptual one. This is wrong if the user chose
// the intent.
Status check_table(const Profile& press, std::optional<Intent> named) {
  const Intent intent = named.value_or(default_intent);
  if (has_separation_table(press, intent) || (!named && cmsIsTag(press.handle(), cmsSigBToA0Tag))) return {};
  const std::string there = intents_of(press);
  if (there.empty()) return Error{press.name() + ": has no separation table of any intent; give another profile"};
  return Error{press.name() + ": has no separation table for the " + std::string(name_of(intent)) +
               " intent, only for: " + there + "; choose one of these intents or another profile"};
}

// Colours to test a transform with: every mixture of these values over `channels` channels, interleaved.
template <typename Scalar, std::size_t levels>
std::vector<Scalar> mixtures(int channels, const std::array<Scalar, levels>& values) {
  std::size_t count = 1;
  for (int c = 0; c < channels; ++c) count *= levels;
  std::vector<Scalar> colors;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t c = 0, rest = i; c < static_cast<std::size_t>(channels); ++c, rest /= levels)
      colors.push_back(values[rest % levels]);
  return colors;
}

std::vector<double> lab_colors() {
  std::vector<double> colors = mixtures<double, 5>(3, {0, 25, 50, 75, 100});
  for (std::size_t i = 0; i < colors.size(); ++i)
    if (i % 3 != 0) colors[i] = (colors[i] - 50) * 2;  // a and b run from -100 to 100
  return colors;
}

// Runs `colors` through a transform in floating point. Returns what is wrong with the results, or nothing.
std::optional<std::string> fault_of(cmsHTRANSFORM transform, int from_channels, int to_channels,
                                    const std::vector<double>& colors) {
  const std::size_t count = colors.size() / static_cast<std::size_t>(from_channels);
  std::vector<double> results(count * static_cast<std::size_t>(to_channels));
  cmsDoTransform(transform, colors.data(), results.data(), static_cast<cmsUInt32Number>(count));

  if (!std::all_of(results.begin(), results.end(), [](double v) { return std::isfinite(v); }))
    return "its tables give values that are not numbers";
  const bool constant = std::equal(results.begin() + to_channels, results.end(), results.begin());
  if (constant) return "its tables give the same for every colour";
  return std::nullopt;
}

// The same for the transform from one profile to the other.
std::optional<std::string> fault_of(cmsHPROFILE from, cmsHPROFILE to, Intent intent, cmsUInt32Number flags,
                                    const std::vector<double>& colors) {
  const lcms::Complaint complaint;
  const lcms::Transform transform =
      transform_between(cmsGetProfileContextID(from), from, cmsFormatterForColorspaceOfProfile(from, 0, TRUE), to,
                        cmsFormatterForColorspaceOfProfile(to, 0, TRUE), intent, flags);
  if (!transform) return complaint.text_or("LittleCMS can make no transform with it");

  return fault_of(transform.get(), cmsChannelsOfColorSpace(cmsGetColorSpace(from)),
                  cmsChannelsOfColorSpace(cmsGetColorSpace(to)), colors);
}

// Black point compensation reads other tables, so each transform is tested without and with it.
std::optional<std::string> fault_of(cmsHPROFILE from, cmsHPROFILE to, Intent intent,
                                    const std::vector<double>& colors) {
  auto fault = fault_of(from, to, intent, 0, colors);
  if (!fault) fault = fault_of(from, to, intent, cmsFLAGS_BLACKPOINTCOMPENSATION, colors);
  return fault;
}

}  // namespace

Status check_page(const Profile& profile, ColorModel model, Intent intent) {
  const cmsHPROFILE page = profile.handle();
  const cmsProfileClassSignature profile_class = cmsGetDeviceClass(page);
  if (profile_class == cmsSigLinkClass || profile_class == cmsSigAbstractClass ||
      profile_class == cmsSigNamedColorClass)
    return Error{profile.name() + ": " + std::string(name_of(profile_class)) + " cannot describe a page"};

  const cmsColorSpaceSignature space = cmsGetColorSpace(page);
  if (space != space_of(model))
    return Error{profile.name() + ": a profile for " + name_of(space) + " pages, but the page is " +
                 name_of(space_of(model))};

  const lcms::ProfileHandle lab(cmsCreateLab4ProfileTHR(cmsGetProfileContextID(page), nullptr));
  // Ink amounts are percentages; light ranges from 0 to 1.
  const double most = model == ColorModel::cmyk ? 100 : 1;
  const auto colors = mixtures<double, 3>(profile.channels(), {0, most / 2, most});
  if (const auto fault = fault_of(page, lab.get(), intent, colors))
    return Error{profile.name() + ": damaged: " + *fault};
  return {};
}

bool has_separation_table(const Profile& press, Intent intent) {
  constexpr std::array integer_tables = {cmsSigBToA0Tag, cmsSigBToA1Tag, cmsSigBToA2Tag, cmsSigBToA1Tag};
  constexpr std::array float_tables = {cmsSigBToD0Tag, cmsSigBToD1Tag, cmsSigBToD2Tag, cmsSigBToD3Tag};
  const auto i = static_cast<std::size_t>(intent);
  return cmsIsTag(press.handle(), integer_tables[i]) || cmsIsTag(press.handle(), float_tables[i]);
}

Status check_press(const Profile& profile, std::optional<Intent> intent) {
  const cmsHPROFILE press = profile.handle();
  const std::string advice = "; give the CMYK or multi-ink output profile of the press";
  if (cmsGetDeviceClass(press) != cmsSigOutputClass)
    return Error{profile.name() + ": " + std::string(name_of(cmsGetDeviceClass(press))) + " cannot separate" + advice};

  const cmsColorSpaceSignature space = cmsGetColorSpace(press);
  if (!is_press_space(space))
    return Error{profile.name() + ": made for " + with_article(name_of(space)) + " printer, not for 3 to 8 inks" +
                 advice};

  if (Status status = check_table(profile, intent); !status.ok()) return status;

  const lcms::ProfileHandle lab(cmsCreateLab4ProfileTHR(cmsGetProfileContextID(press), nullptr));
  if (const auto fault = fault_of(lab.get(), press, intent.value_or(default_intent), lab_colors()))
    return Error{profile.name() + ": damaged: " + *fault + "; get the profile again"};
  return {};
}

Status check_link(const Profile& link, std::optional<ColorModel> page) {
  const cmsHPROFILE handle = link.handle();
  const cmsColorSpaceSignature from = cmsGetColorSpace(handle), to = ink_space(handle);
  const auto model = link.model();
  if (!model || *model == ColorModel::lab)
    return Error{link.name() + ": a device link for " + name_of(from) + " pages, not for gray, RGB or CMYK"};
  if (!is_press_space(to)) return Error{link.name() + ": a device link to " + name_of(to) + ", not to 3 to 8 inks"};
  if (page && *page != *model)
    return Error{link.name() + ": a device link for " + name_of(from) + " pages, but the page is " +
                 name_of(space_of(*page))};

  const lcms::Complaint complaint;
  const lcms::Transform transform(
      cmsCreateTransformTHR(cmsGetProfileContextID(handle), handle, cmsFormatterForColorspaceOfProfile(handle, 0, TRUE),
                            nullptr, cmsFormatterForPCSOfProfile(handle, 0, TRUE),
                            static_cast<cmsUInt32Number>(link.header_intent()), cmsFLAGS_NOOPTIMIZE));
  if (!transform)
    return Error{link.name() + ": damaged: " + complaint.text_or("LittleCMS can make no transform with it") +
                 "; get the device link again"};
  const double most = *model == ColorModel::cmyk ? 100 : 1;
  const auto colors = mixtures<double, 3>(link.channels(), {0, most / 2, most});
  if (const auto fault = fault_of(transform.get(), link.channels(), link.inks(), colors))
    return Error{link.name() + ": damaged: " + *fault + "; get the device link again"};
  return {};
}

}  // namespace platerip::profiles
