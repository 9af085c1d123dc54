#include "rip/color/page_color.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/unicode/names.h"
#include "rip/color/device_link.h"
#include "rip/pages/separations.h"
#include "rip/screens/screen_file.h"
#include "separation/curves/curve_file.h"

namespace platerip::rip {
namespace {

using profiles::Profile;
using Action = Advice::Action;

Error with_advice(Error error, const Advice& advice) {
  error.advice.push_back(advice);
  return error;
}

// The inks of a page that passes through unchanged.
const std::array<std::string, 4> inks_of_cmyk = {"Cyan", "Magenta", "Yellow", "Black"};

profiles::ColorModel model_of(tiffio::ColorModel model) {
  switch (model) {
    case tiffio::ColorModel::gray:
      return profiles::ColorModel::gray;
    case tiffio::ColorModel::rgb:
      return profiles::ColorModel::rgb;
    case tiffio::ColorModel::lab:
      return profiles::ColorModel::lab;
    case tiffio::ColorModel::cmyk:
    case tiffio::ColorModel::inks:
      break;
  }
  return profiles::ColorModel::cmyk;
}

separation::PixelFormat format_of(const tiffio::PageInfo& page) {
  separation::PixelFormat format;
  format.model = model_of(page.model);
  format.bits = page.bits;
  format.spots = static_cast<int>(page.spots.size());
  format.has_colors = page.model != tiffio::ColorModel::inks;
  switch (page.alpha) {
    case tiffio::Alpha::none:
      format.alpha = separation::Alpha::none;
      break;
    case tiffio::Alpha::associated:
      format.alpha = separation::Alpha::associated;
      break;
    case tiffio::Alpha::unassociated:
      format.alpha = separation::Alpha::unassociated;
      break;
  }
  return format;
}

profiles::Intent intent_of(const Job& job) {
  return job.intent.value_or(profiles::default_intent);
}

bool has_embedded(const Job& job, const tiffio::PageInfo& page) {
  return !page.icc_profile.empty() && !job.ignore_embedded;
}

// The profile for pages of this model: `profile` itself or, for gray pages, the neutral axis of an RGB profile.
Result<Profile> fitted(const Result<Profile>& profile, profiles::ColorModel model, profiles::Intent intent,
                       std::vector<Remark>& notes) {
  using profiles::ColorModel;
  if (!profile.ok()) return profile;
  const bool by_its_axis = model == ColorModel::gray && profile->model() == ColorModel::rgb;
  if (const Status status = check_page(*profile, by_its_axis ? ColorModel::rgb : model, intent); !status.ok())
    return status.error();
  if (!by_its_axis) return profile;
  notes.push_back({"its profile is for RGB pages: gray is taken for R = G = B"});
  return profile->neutral_axis(intent);
}

}  // namespace

Result<Profile> page_profile(const Job& job, const PageSource& source, const tiffio::PageInfo& page,
                             std::vector<Remark>& notes) {
  const profiles::ColorModel model = model_of(page.model);
  if (model == profiles::ColorModel::lab) {
    if (job.input_profile || has_embedded(job, page))
      notes.push_back({"is in L*a*b*, which needs no page profile: the profile is not used"});
    return Profile::lab();
  }
  if (job.input_profile) {
    auto given = Profile::from_file(*job.input_profile);
    if (!given.ok()) return given;
    auto fit = fitted(given, model, intent_of(job), notes);
    if (fit.ok()) return fit;
    return with_advice(fit.error(), {.action = Action::give_another, .setting = "input-profile"});
  }
  if (has_embedded(job, page)) {
    const auto embedded = Profile::from_memory(page.icc_profile, page_label(source) + ": embedded profile");
    auto fit = fitted(embedded, model, intent_of(job), notes);
    if (fit.ok()) return fit;
    return with_advice(fit.error(), {.setting = "ignore-embedded", .purpose = "to take the page without it"});
  }
  if (model == profiles::ColorModel::cmyk) {
    return Error{page_label(source) + ": a CMYK page without a profile cannot be converted",
                 ErrorCode::bad_input,
                 {{.setting = "input-profile"}, {.action = Action::leave_out, .setting = "convert-cmyk"}}};
  }
  return model == profiles::ColorModel::gray ? Profile::srgb_gray() : Profile::srgb();
}

namespace {

// The press profile, or a device link.
Result<Profile> press_profile(const Job& job) {
  auto press = job.press_profile ? Profile::from_file(*job.press_profile) : Result(Profile::default_press());
  if (!press.ok()) return press;
  if (press->is_link()) {
    Status status = check_settings_of_link(*press, job);
    if (status.ok()) status = check_link(*press);
    return status.ok() ? press : status.error();
  }
  if (const Status status = check_press(*press, job.intent); !status.ok()) return status.error();
  return press;
}

Error two_of_them(const std::string& ink, const char* setting) {
  return {ink + " is given twice; give one for each ink", ErrorCode::bad_setting, {}, setting};
}

Result<std::vector<std::optional<separation::Curve>>> load_curves(const Job& job,
                                                                  const std::vector<std::string>& inks) {
  std::vector<std::optional<separation::Curve>> curves;
  if (job.curves.empty()) return curves;
  curves.resize(inks.size());
  for (const InkCurve& wanted : job.curves) {
    const auto ink = find_ink(inks, wanted.ink);
    if (!ink.ok()) return ink.error().of_setting("curve");
    if (curves[*ink]) return two_of_them(inks[*ink], "curve");
    const auto file = separation::CurveFile::read(wanted.file);
    if (!file.ok()) return file.error();
    auto curve = file->curve_of(inks[*ink]);
    if (!curve.ok()) return curve.error();
    curves[*ink] = *std::move(curve);
  }
  return curves;
}

Result<std::vector<std::optional<double>>> find_ink_limits(const Job& job, const std::vector<std::string>& inks) {
  std::vector<std::optional<double>> limits;
  if (job.ink_limits.empty()) return limits;
  limits.resize(inks.size());
  for (const InkCeiling& wanted : job.ink_limits) {
    const auto ink = find_ink(inks, wanted.ink);
    if (!ink.ok()) return ink.error().of_setting("ink-limit");
    if (limits[*ink]) return two_of_them(inks[*ink], "ink-limit");
    limits[*ink] = wanted.percent;
  }
  return limits;
}

Status check_ink_limit(const Job& job, std::size_t inks) {
  const auto most = 100 * inks;
  if (!job.ink_limit || (*job.ink_limit >= 100 && *job.ink_limit <= static_cast<double>(most))) return {};
  return Error{"with " + std::to_string(inks) + " inks, 100 to " + std::to_string(most) + " percent",
               ErrorCode::bad_setting,
               {},
               "ink-limit"};
}

// Whether inks that pass through are those of the press. A page without a profile is taken to be made for it.
bool has_inks_of(const Profile& press, const Job& job, const tiffio::PageInfo& page) {
  if (press.is_link() ? press.inks() != 4 : press.model() != profiles::ColorModel::cmyk) return false;
  if (!has_embedded(job, page)) return true;
  const auto embedded = Profile::from_memory(page.icc_profile, "");
  return embedded.ok() && embedded->fingerprint() == press.fingerprint();
}

// Whether the page's inks become plates as they are.
bool passes(const Job& job, const tiffio::PageInfo& page) {
  return page.model == tiffio::ColorModel::cmyk && !job.convert_cmyk && !has_link_from_cmyk(job);
}

// The plates get the page's own inks. A press profile only serves the preview, or causes a warning.
Status pass_through(const Job& job, const tiffio::PageInfo& page, PageColor& color) {
  if (const Status status = check_files(job); !status.ok()) return status;
  color.inks.assign(inks_of_cmyk.begin(), inks_of_cmyk.end());
  if (!job.press_profile && !job.preview) return {};
  auto press = press_profile(job);
  if (!press.ok()) return press.error();
  if (job.preview && press->channels() != 4) {
    return Error{
        press->name() + ": has " + std::to_string(press->channels()) +
            " inks and cannot show the preview of a CMYK page",
        ErrorCode::bad_input,
        {{.action = Action::give_another, .setting = "profile"}, {.action = Action::leave_out, .setting = "preview"}}};
  }
  if (job.press_profile && !has_inks_of(*press, job, page)) {
    if (press->is_link()) {
      color.warnings.push_back(
          {"its inks pass through unchanged: the device link " + *job.press_profile + " is for other pages"});
      return {};
    }
    const bool can_convert = has_embedded(job, page) || job.input_profile;
    color.warnings.push_back(
        {"its inks pass through unchanged, not converted to " + *job.press_profile,
         {{.setting = "convert-cmyk",
           .purpose = can_convert ? "to convert them" : "with an input profile to convert them"}}});
  }
  if (!press->is_link()) color.press = *std::move(press);
  return {};
}

// A spot ink with the name of an ink before it gets a number. So do those whose names differ only in case, because
// users and file servers do not tell these apart.
void add_spots(const std::vector<std::string>& spots, PageColor& color) {
  const auto is_taken = [&color](const std::string& name) {
    return std::ranges::any_of(
        color.inks, [&name](const std::string& ink) { return unicode::folded(ink) == unicode::folded(name); });
  };
  for (const std::string& spot : spots) {
    const std::string base = spot.empty() ? "Ink " + std::to_string(color.inks.size() + 1) : spot;
    std::string name = base;
    for (int n = 2; is_taken(name); ++n) name = base + " " + std::to_string(n);
    color.inks.push_back(name);
    color.settings.spots.push_back(std::move(name));
  }
}

Status convert(const Job& job, const PageSource& source, const tiffio::PageInfo& page, PageColor& color) {
  auto press = press_profile(job);
  if (!press.ok()) return press.error();
  if (press->is_link()) {
    if (has_embedded(job, page)) color.notes.push_back({"its own profile is not used: the device link replaces it"});
    auto link = link_for(*press, model_of(page.model), color.notes);
    if (!link.ok()) return link.error();
    color.inks = profiles::ink_names(*link);
    color.settings.page = *std::move(link);
    return {};
  }
  if (!has_separation_table(*press, intent_of(job))) {
    color.notes.push_back(
        {press->name() + " has no separation table for the relative intent; the perceptual one is used"});
  }
  const bool compensates = job.black_point_compensation && intent_of(job) != profiles::Intent::absolute;
  if (compensates && !has_black(*press, intent_of(job))) {
    color.warnings.push_back({press->name() + " does not say how dark its inks are, so shadows may clip",
                              {{.action = Action::give_another, .setting = "profile"}}});
  }
  auto profile = page_profile(job, source, page, color.notes);
  if (!profile.ok()) return profile.error();
  color.inks = profiles::ink_names(*press);
  color.settings.page = *std::move(profile);
  color.settings.press = *press;
  color.press = *std::move(press);
  return {};
}

}  // namespace

Status check_files(const Job& job) {
  if (job.press_profile) {
    if (const auto press = press_profile(job); !press.ok()) return press.error();
  }
  if (job.input_profile) {
    if (const auto page = Profile::from_file(*job.input_profile); !page.ok()) return page.error();
  }
  for (const InkCurve& wanted : job.curves) {
    if (const auto curve = separation::CurveFile::read(wanted.file); !curve.ok()) return curve.error();
  }
  constexpr halftone::Dpi fine{5080, 5080};  // no page is open yet
  for (const InkScreenFile& wanted : job.screens.files) {
    if (const auto screen = read_screen(wanted.file, fine); !screen.ok()) return screen.error();
  }
  return {};
}

namespace {

// Whether the pattern of names tells the inks of the press apart.
Status check_names(const Job& job, std::span<const std::string> inks) {
  if (!job.plates.name || job.planes.size() == 1) return {};
  const auto paths = plate_paths({.path = "page.tif"}, job.plates, inks);
  return paths.ok() ? Status() : paths.error();
}

}  // namespace

Status check_inks(const Job& job, std::span<const std::string> spots) {
  if (job.planes.empty() && job.curves.empty() && job.ink_limits.empty() && job.sharpness.empty() &&
      job.screens.angles.empty() && job.screens.files.empty() && job.ink_colors.empty() && !job.plates.name)
    return {};
  const auto press = press_profile(job);
  if (!press.ok()) return {};
  const std::vector<std::string> inks = profiles::ink_names(*press);
  if (const Status status = check_names(job, inks); !status.ok()) return status;
  // Inks that pass through have the names of CMYK.
  const auto find = [&](const std::string& name, const char* setting) -> Result<std::string> {
    if (const auto ink = find_ink(inks, name); ink.ok()) return inks[*ink];
    if (const auto ink = find_ink(inks_of_cmyk, name); ink.ok() && !job.convert_cmyk) return inks_of_cmyk[*ink];
    if (const auto ink = find_ink(spots, name); ink.ok()) return spots[*ink];
    return find_ink(inks, name).error().of_setting(setting);
  };
  for (const std::string& name : job.planes) {
    if (const auto ink = find(name, "planes"); !ink.ok()) return ink.error();
  }
  for (const InkSharpness& sharpness : job.sharpness) {
    if (sharpness.ink.empty()) continue;
    if (const auto ink = find(sharpness.ink, "sharpness"); !ink.ok()) return ink.error();
  }
  const auto check_each = [&](const auto& words, const char* setting) -> Status {
    std::set<std::string> named;
    for (const auto& word : words) {
      const auto ink = find(word.ink, setting);
      if (!ink.ok()) return ink.error();
      if (!named.insert(*ink).second) return two_of_them(*ink, setting);
    }
    return {};
  };
  if (const Status status = check_each(job.curves, "curve"); !status.ok()) return status;
  if (const Status status = check_each(job.ink_limits, "ink-limit"); !status.ok()) return status;
  if (const Status status = check_each(job.screens.angles, "screen-angle"); !status.ok()) return status;
  if (const Status status = check_each(job.ink_colors, "ink-color"); !status.ok()) return status;
  return check_each(job.screens.files, "screen-file");
}

std::vector<std::string> spot_names(const Job& job, const tiffio::PageInfo& page) {
  if (page.spots.empty()) return {};
  PageColor color;
  if (passes(job, page)) {
    color.inks.assign(inks_of_cmyk.begin(), inks_of_cmyk.end());
  } else if (page.model != tiffio::ColorModel::inks) {
    const auto press = press_profile(job);
    if (!press.ok()) return {};
    color.inks = profiles::ink_names(*press);
  }
  add_spots(page.spots, color);
  return color.settings.spots;
}

Result<PageColor> choose_color(const Job& job, const PageSource& source, const tiffio::PageInfo& page) {
  PageColor color;
  color.settings.format = format_of(page);
  color.settings.intent = intent_of(job);
  color.settings.black_point_compensation = job.black_point_compensation;
  const bool is_lab = page.model == tiffio::ColorModel::lab;
  color.settings.precision = is_lab ? separation::Precision::exact : job.precision;
  color.settings.black_only = job.black_only;
  color.settings.keep_black = job.keep_black;
  color.settings.paper_white = job.paper_white;
  color.settings.ink_limit = job.ink_limit;
  color.settings.pixels = page.width * page.height;
  if (is_finished_plate(page)) color.warnings.push_back({"is a finished plate of platerip; it is printed as a page"});
  const bool has_colors = page.model != tiffio::ColorModel::inks;
  const Status status = !has_colors         ? check_files(job)
                        : passes(job, page) ? pass_through(job, page, color)
                                            : convert(job, source, page, color);
  if (!status.ok()) return status.error();
  if (const Status limit = check_ink_limit(job, color.inks.size()); has_colors && !limit.ok()) return limit.error();
  add_spots(page.spots, color);
  auto curves = load_curves(job, color.inks);
  if (!curves.ok()) return curves.error();
  color.settings.curves = *std::move(curves);
  auto limits = find_ink_limits(job, color.inks);
  if (!limits.ok()) return limits.error();
  color.settings.ink_limits = *std::move(limits);
  return color;
}

}  // namespace platerip::rip
