#include "separation/reference/transform.h"

namespace platerip::separation::reference {
namespace {

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

}  // namespace

cmsUInt32Number transform_flags(const Settings& settings) {
  return (settings.black_point_compensation ? cmsFLAGS_BLACKPOINTCOMPENSATION : 0) |
         (settings.precision == Precision::exact ? cmsFLAGS_NOOPTIMIZE : 0);
}

Error no_transform(const Settings& settings, const profiles::lcms::Complaint& complaint) {
  return Error{settings.page->name() + " to " + settings.press->name() + ": " +
               complaint.text_or("LittleCMS can make no transform")};
}

Result<profiles::lcms::Transform> make_transform(const Settings& settings) {
  if (!settings.page) return profiles::lcms::Transform();
  const cmsHPROFILE page = settings.page->handle();
  const cmsHPROFILE press = settings.press->handle();
  const auto bytes = static_cast<cmsUInt32Number>(settings.format.bits / 8);

  const profiles::lcms::Complaint complaint;
  profiles::lcms::Transform transform(
      cmsCreateTransformTHR(cmsGetProfileContextID(press), page, page_format(settings.format), press,
                            cmsFormatterForColorspaceOfProfile(press, bytes, FALSE),
                            static_cast<cmsUInt32Number>(settings.intent), transform_flags(settings)));
  if (!transform) return no_transform(settings, complaint);
  return transform;
}

}  // namespace platerip::separation::reference
