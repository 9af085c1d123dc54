#include "separation/proof.h"

#include <lcms2.h>

#include "profiles/black_point.h"
#include "profiles/lcms.h"

namespace platerip::separation {

struct Proof::Impl {
  profiles::Profile press;  // the transform refers to it
  profiles::lcms::Context context;
  profiles::lcms::Transform transform;
};

Proof::Proof(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Proof::Proof(Proof&&) noexcept = default;
Proof& Proof::operator=(Proof&&) noexcept = default;
Proof::~Proof() = default;

Result<Proof> Proof::make(const profiles::Profile& press) {
  auto impl = std::make_unique<Impl>(Impl{press, profiles::lcms::make_context(), nullptr});
  const profiles::lcms::Complaint complaint;
  const profiles::lcms::ProfileHandle srgb(cmsCreate_sRGBProfileTHR(impl->context.get()));
  const int space = _cmsLCMScolorSpace(cmsGetColorSpace(press.handle()));
  const auto inks = static_cast<cmsUInt32Number>(COLORSPACE_SH(space) | CHANNELS_SH(press.channels()) | BYTES_SH(2));
  // Otherwise LittleCMS samples 7 nodes per ink: for 8 inks millions of nodes, which takes seconds.
  const cmsUInt32Number sampling = press.channels() > 4 ? cmsFLAGS_NOOPTIMIZE : 0;
  impl->transform = profiles::transform_between(impl->context.get(), press.handle(), inks, srgb.get(), TYPE_RGB_8,
                                                profiles::Intent::relative,
                                                cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE | sampling);
  if (!impl->transform) {
    return Error{press.name() + ": cannot show its inks on a monitor: " + complaint.text_or("no usable A2B table"),
                 ErrorCode::bad_input,
                 {{Advice::Action::give_another, "profile"}, {Advice::Action::leave_out, "preview"}}};
  }
  return Proof(std::move(impl));
}

void Proof::run(std::span<const std::uint16_t> inks, std::span<std::uint8_t> rgb) const {
  cmsDoTransform(impl_->transform.get(), inks.data(), rgb.data(), static_cast<cmsUInt32Number>(rgb.size() / 3));
}

}  // namespace platerip::separation
