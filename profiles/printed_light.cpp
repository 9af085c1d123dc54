#include "profiles/printed_light.h"

#include "profiles/lcms.h"

namespace platerip::profiles {

Result<std::vector<std::array<double, 3>>> printed_light(const Profile& press, std::span<const double> amounts) {
  const lcms::Context context = lcms::make_context();
  const lcms::Complaint complaint;
  const lcms::ProfileHandle xyz(cmsCreateXYZProfileTHR(context.get()));
  const int space = _cmsLCMScolorSpace(cmsGetColorSpace(press.handle()));
  // LittleCMS takes inks in floating point as percentages.
  const auto inks = static_cast<cmsUInt32Number>(FLOAT_SH(1) | COLORSPACE_SH(space) | CHANNELS_SH(press.channels()));
  const lcms::Transform transform(cmsCreateTransformTHR(context.get(), press.handle(), inks, xyz.get(), TYPE_XYZ_DBL,
                                                        INTENT_RELATIVE_COLORIMETRIC,
                                                        cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE));
  if (!transform) {
    return Error{press.name() + ": does not say what its inks look like: " + complaint.text_or("no usable A2B table"),
                 ErrorCode::bad_input,
                 {{Advice::Action::give_another, "profile"}}};
  }
  std::vector<std::array<double, 3>> light(amounts.size() / static_cast<std::size_t>(press.channels()));
  cmsDoTransform(transform.get(), amounts.data(), light.data(), static_cast<cmsUInt32Number>(light.size()));
  return light;
}

}  // namespace platerip::profiles
