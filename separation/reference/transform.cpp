#include "separation/reference/transform.h"

#include "profiles/black_point.h"
#include "profiles/ink_space.h"
#include "separation/plan.h"

namespace platerip::separation::reference {

cmsUInt32Number page_format(const PixelFormat& format) {
  const bool wide = format.bits == 16;
  switch (format.model) {
    case profiles::ColorModel::gray:
      return wide ? TYPE_GRAY_16 : TYPE_GRAY_8;
    case profiles::ColorModel::rgb:
      return wide ? TYPE_RGB_16 : TYPE_RGB_8;
    case profiles::ColorModel::cmyk:
      return wide ? TYPE_CMYK_16 : TYPE_CMYK_8;
    case profiles::ColorModel::lab:
      return wide ? TYPE_Lab_16 : TYPE_Lab_8;
  }
  return 0;
}

cmsUInt32Number transform_flags(const Settings& settings) {
  const bool compensates = settings.black_point_compensation && !settings.page->is_link();
  return (compensates ? cmsFLAGS_BLACKPOINTCOMPENSATION : 0) |
         (settings.precision == Precision::exact ? cmsFLAGS_NOOPTIMIZE : 0);
}

Error no_transform(const Settings& settings, const profiles::lcms::Complaint& complaint) {
  const std::string to = settings.press ? " to " + settings.press->name() : "";
  return Error{settings.page->name() + to + ": " + complaint.text_or("LittleCMS can make no transform")};
}

profiles::lcms::Transform open_transform(cmsContext context, const Settings& settings, cmsUInt32Number from, int bits,
                                         cmsUInt32Number flags) {
  const cmsHPROFILE inks = profile_of_inks(settings).handle();
  return profiles::transform_between(context, settings.page->handle(), from, settings.page->is_link() ? nullptr : inks,
                                     profiles::ink_format(inks, static_cast<cmsUInt32Number>(bits / 8)),
                                     intent_of(settings), flags);
}

profiles::lcms::Transform open_transform(const Settings& settings, cmsUInt32Number from, int bits,
                                         cmsUInt32Number flags) {
  return open_transform(cmsGetProfileContextID(profile_of_inks(settings).handle()), settings, from, bits, flags);
}

Result<profiles::lcms::Transform> make_transform(const Settings& settings) {
  if (!settings.page) return profiles::lcms::Transform();
  const profiles::lcms::Complaint complaint;
  auto transform =
      open_transform(settings, page_format(settings.format), settings.format.bits, transform_flags(settings));
  if (!transform) return no_transform(settings, complaint);
  return transform;
}

}  // namespace platerip::separation::reference
