#include "rip/page_color.h"

namespace platerip::rip {
namespace {

using profiles::Profile;

profiles::ColorModel model_of(tiffio::ColorModel model) {
  switch (model) {
    case tiffio::ColorModel::gray:
      return profiles::ColorModel::gray;
    case tiffio::ColorModel::cmyk:
      return profiles::ColorModel::cmyk;
    default:
      return profiles::ColorModel::rgb;
  }
}

separation::PixelFormat format_of(const tiffio::PageInfo& page) {
  separation::PixelFormat format;
  format.model = model_of(page.model);
  format.bits = page.bits;
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

Result<Profile> checked_page(Result<Profile> profile, profiles::ColorModel model, profiles::Intent intent) {
  if (!profile.ok()) return profile;
  if (const Status status = check_page(*profile, model, intent); !status.ok()) return status.error();
  return profile;
}

Result<Profile> page_profile(const Job& job, const PageSource& source, const tiffio::PageInfo& page) {
  const profiles::ColorModel model = model_of(page.model);
  if (job.input_profile) {
    auto given = Profile::from_file(*job.input_profile);
    if (!given.ok()) return given;
    if (const Status status = check_page(*given, model, job.intent); !status.ok()) {
      return Error{status.error().message + "; give another --input-profile"};
    }
    return given;
  }
  if (!page.icc_profile.empty() && !job.ignore_embedded) {
    auto embedded = Profile::from_memory(page.icc_profile, page_label(source) + ": embedded profile");
    auto checked = checked_page(std::move(embedded), model, job.intent);
    if (checked.ok()) return checked;
    return Error{checked.error().message + "; --ignore-embedded takes the page without it"};
  }
  if (model == profiles::ColorModel::cmyk) {
    return Error{page_label(source) +
                 ": a CMYK page without a profile cannot be converted; give --input-profile or leave out "
                 "--convert-cmyk"};
  }
  return model == profiles::ColorModel::gray ? Profile::srgb_gray() : Profile::srgb();
}

Result<Profile> press_profile(const Job& job) {
  auto press = job.press_profile ? Profile::from_file(*job.press_profile) : Profile::default_press();
  if (!press.ok()) return press;
  if (const Status status = check_press(*press, job.intent); !status.ok()) return status.error();
  return press;
}

Result<std::vector<std::optional<separation::Curve>>> load_curves(const Job& job,
                                                                  const std::vector<std::string>& inks) {
  std::vector<std::optional<separation::Curve>> curves;
  if (job.curves.empty()) return curves;
  curves.resize(inks.size());
  for (const InkCurve& wanted : job.curves) {
    const auto ink = find_ink(inks, wanted.ink);
    if (!ink.ok()) return Error{"--curve: " + ink.error().message};
    if (curves[*ink]) return Error{"--curve: " + inks[*ink] + " has two of them; give one for each ink"};
    auto curve = separation::Curve::from_file(wanted.file);
    if (!curve.ok()) return curve.error();
    curves[*ink] = *std::move(curve);
  }
  return curves;
}

Status check_ink_limit(const Job& job, std::size_t inks) {
  const auto most = 100 * inks;
  if (!job.ink_limit || (*job.ink_limit >= 100 && *job.ink_limit <= static_cast<double>(most))) return {};
  return Error{"--ink-limit: with " + std::to_string(inks) + " inks, 100 to " + std::to_string(most) + " percent"};
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
    if (const auto curve = separation::Curve::from_file(wanted.file); !curve.ok()) return curve.error();
  }
  return {};
}

Result<PageColor> choose_color(const Job& job, const PageSource& source, const tiffio::PageInfo& page) {
  PageColor color;
  color.settings.format = format_of(page);
  color.settings.intent = job.intent;
  color.settings.black_point_compensation = job.black_point_compensation;
  color.settings.precision = job.precision;
  color.settings.ink_limit = job.ink_limit;
  color.settings.pixels = page.width * page.height;
  const bool pass_through = page.model == tiffio::ColorModel::cmyk && !job.convert_cmyk;
  if (pass_through) {
    if (const Status status = check_files(job); !status.ok()) return status.error();
  }
  if (!pass_through || job.preview) {
    auto press = press_profile(job);
    if (!press.ok()) return press.error();
    color.press = *std::move(press);
  }
  if (pass_through) {
    color.inks = {"Cyan", "Magenta", "Yellow", "Black"};
    if (color.press && color.press->channels() != 4) {
      return Error{color.press->name() + ": has " + std::to_string(color.press->channels()) +
                   " inks and cannot show the preview of a CMYK page; give a CMYK --profile or leave out --preview"};
    }
  } else {
    auto profile = page_profile(job, source, page);
    if (!profile.ok()) return profile.error();
    color.settings.page = *std::move(profile);
    color.settings.press = color.press;
    color.inks = profiles::ink_names(*color.press);
  }
  if (const Status status = check_ink_limit(job, color.inks.size()); !status.ok()) return status.error();
  auto curves = load_curves(job, color.inks);
  if (!curves.ok()) return curves.error();
  color.settings.curves = *std::move(curves);
  return color;
}

}  // namespace platerip::rip
