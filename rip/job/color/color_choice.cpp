#include "rip/job/color/color_choice.h"

#include <algorithm>

#include "profiles/per_ink.h"
#include "rip/job/color/device_link.h"
#include "rip/job/color/inks_of_page.h"
#include "rip/job/color/split_inks.h"
#include "rip/pages/separations.h"

namespace platerip::rip {
namespace {

using profiles::Profile;
using Action = Advice::Action;

Error with_advice(Error error, const Advice& advice) {
  error.advice.push_back(advice);
  return error;
}

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

Result<Profile> page_profile(const Job& job, const Press& press, const PageSource& source, const tiffio::PageInfo& page,
                             std::vector<Remark>& notes) {
  const profiles::ColorModel model = model_of(page.model);
  if (model == profiles::ColorModel::lab) {
    if (press.input_profile || has_embedded(job, page))
      notes.push_back({"is in L*a*b*, which needs no page profile: the profile is not used"});
    return Profile::lab();
  }
  if (press.input_profile) {
    auto fit = fitted(*press.input_profile, model, intent_of(job), notes);
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

Result<std::vector<std::optional<double>>> limits_of(const Job& job, const std::vector<std::string>& inks) {
  std::vector<std::optional<double>> limits;
  if (job.ink_limits.empty()) return limits;
  const auto wanted = profiles::by_ink(job.ink_limits, inks, "ink-limit");
  if (!wanted.ok()) return wanted.error();
  for (const double* const limit : *wanted) limits.push_back(limit ? std::optional(*limit) : std::nullopt);
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

// The plates get the page's own inks. A press profile only serves the preview, or causes a warning.
Status pass_through(const Job& job, const Press& press, const tiffio::PageInfo& page, PageColor& color) {
  if (!job.press_profile && !job.preview) return {};
  if (job.preview && press.profile.channels() != 4) {
    return Error{
        press.profile.name() + ": has " + std::to_string(press.profile.channels()) +
            " inks and cannot show the preview of a CMYK page",
        ErrorCode::bad_input,
        {{.action = Action::give_another, .setting = "profile"}, {.action = Action::leave_out, .setting = "preview"}}};
  }
  if (job.press_profile && !has_inks_of(press.profile, job, page)) {
    if (press.profile.is_link()) {
      color.warnings.push_back(
          {"its inks pass through unchanged: the device link " + *job.press_profile + " is for other pages"});
      return {};
    }
    const bool can_convert = has_embedded(job, page) || press.input_profile;
    color.warnings.push_back(
        {"its inks pass through unchanged, not converted to " + *job.press_profile,
         {{.setting = "convert-cmyk",
           .purpose = can_convert ? "to convert them" : "with an input profile to convert them"}}});
  }
  if (!press.profile.is_link()) color.press = press.profile;
  return {};
}

Status convert(const Job& job, const Press& press, const PageSource& source, const tiffio::PageInfo& page,
               PageColor& color) {
  const Profile& profile = press.profile;
  if (profile.is_link()) {
    if (has_embedded(job, page)) color.notes.push_back({"its own profile is not used: the device link replaces it"});
    auto link = link_for(profile, model_of(page.model), color.notes);
    if (!link.ok()) return link.error();
    color.settings.page = *std::move(link);
    return {};
  }
  if (!has_separation_table(profile, intent_of(job))) {
    color.notes.push_back(
        {profile.name() + " has no separation table for the relative intent; the perceptual one is used"});
  }
  const bool compensates = job.black_point_compensation && intent_of(job) != profiles::Intent::absolute;
  if (compensates && !profiles::has_black(profile, intent_of(job))) {
    color.warnings.push_back({profile.name() + " does not say how dark its inks are, so shadows may clip",
                              {{.action = Action::give_another, .setting = "profile"}}});
  }
  auto of_page = page_profile(job, press, source, page, color.notes);
  if (!of_page.ok()) return of_page.error();
  color.settings.page = *std::move(of_page);
  color.settings.press = profile;
  color.press = profile;
  return {};
}

}  // namespace

Result<PageColor> choose_color(const Job& job, const Press& press, const PageSource& source,
                               const tiffio::PageInfo& page) {
  PageColor color;
  color.settings.format = format_of(page);
  color.settings.intent = intent_of(job);
  color.settings.black_point_compensation = job.black_point_compensation;
  const bool is_lab = page.model == tiffio::ColorModel::lab;
  color.settings.precision = is_lab ? separation::Precision::exact : job.precision;
  color.settings.keep_black = job.keep_black;
  color.settings.paper_white = job.paper_white;
  color.settings.ink_limit = job.ink_limit;
  color.settings.pixels = page.width * page.height;
  if (is_finished_plate(page)) color.warnings.push_back({"is a finished plate of platerip; it is printed as a page"});
  PageInks inks = page_inks(job, press, page);
  color.settings.spots.assign(inks.spots().begin(), inks.spots().end());
  color.settings.knock_out = job.knock_out;
  const std::size_t own = inks.own().size();
  auto made = made_inks(job, inks);
  if (!made.ok()) return made.error();
  color.settings.made = *std::move(made);
  color.inks = std::move(inks.names);
  if (page.model != tiffio::ColorModel::inks) {
    const Status status = passes_through(job, press, page) ? pass_through(job, press, page, color)
                                                           : convert(job, press, source, page, color);
    if (!status.ok()) return status.error();
    if (const Status limit = check_ink_limit(job, inks.colors); !limit.ok()) return limit.error();
  }
  auto curves = separation::curves_of(press.curves, color.inks, "curve");
  if (!curves.ok()) return curves.error();
  color.settings.curves = *std::move(curves);
  auto limits = limits_of(job, color.inks);
  if (!limits.ok()) return limits.error();
  color.settings.ink_limits = *std::move(limits);
  auto splits = split_inks(press.splits, color.inks, own, color.settings, page.bits);
  if (!splits.ok()) return splits.error();
  color.splits = *std::move(splits);
  return color;
}

}  // namespace platerip::rip
