#include "separation/proof.h"

#include <lcms2.h>

#include "profiles/black_point.h"
#include "profiles/lcms.h"

namespace platerip::separation {
namespace {

// From 16-bit inks to sRGB in LittleCMS' format `rgb`.
profiles::lcms::Transform open_transform(cmsContext context, const profiles::Profile& press, cmsUInt32Number rgb,
                                         cmsUInt32Number flags) {
  const profiles::lcms::ProfileHandle srgb(cmsCreate_sRGBProfileTHR(context));
  const int space = _cmsLCMScolorSpace(cmsGetColorSpace(press.handle()));
  const auto inks = static_cast<cmsUInt32Number>(COLORSPACE_SH(space) | CHANNELS_SH(press.channels()) | BYTES_SH(2));
  return profiles::transform_between(context, press.handle(), inks, srgb.get(), rgb, profiles::Intent::relative,
                                     cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE | flags);
}

}  // namespace

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
  // Otherwise LittleCMS samples 7 nodes per ink: for 8 inks millions of nodes, which takes seconds.
  const cmsUInt32Number sampling = press.channels() > 4 ? cmsFLAGS_NOOPTIMIZE : 0;
  impl->transform = open_transform(impl->context.get(), press, TYPE_RGB_8, sampling);
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

std::vector<std::uint16_t> exact_proof(const profiles::Profile& press, std::span<const std::uint16_t> inks) {
  const profiles::lcms::Context context = profiles::lcms::make_context();
  const auto transform = open_transform(context.get(), press, TYPE_RGB_16, cmsFLAGS_NOOPTIMIZE);
  if (!transform) return {};
  const std::size_t pixels = inks.size() / static_cast<std::size_t>(press.channels());
  std::vector<std::uint16_t> rgb(3 * pixels);
  cmsDoTransform(transform.get(), inks.data(), rgb.data(), static_cast<cmsUInt32Number>(pixels));
  return rgb;
}

}  // namespace platerip::separation
