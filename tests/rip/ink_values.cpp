#include "tests/rip/ink_values.h"

#include <lcms2.h>

#include <memory>
#include <stdexcept>

#include "profiles/profile.h"

namespace platerip::test {

std::array<double, 4> ink_percent(const std::vector<std::uint16_t>& rgb) {
  const auto press = profiles::Profile::default_press();
  const std::unique_ptr<void, decltype(&cmsCloseProfile)> srgb(cmsCreate_sRGBProfile(), cmsCloseProfile);
  const std::unique_ptr<void, decltype(&cmsDeleteTransform)> transform(
      cmsCreateTransform(srgb.get(), TYPE_RGB_8, press.handle(), TYPE_CMYK_16, INTENT_RELATIVE_COLORIMETRIC,
                         cmsFLAGS_BLACKPOINTCOMPENSATION),
      cmsDeleteTransform);
  const std::uint8_t pixel[3] = {static_cast<std::uint8_t>(rgb.at(0)), static_cast<std::uint8_t>(rgb.at(1)),
                                 static_cast<std::uint8_t>(rgb.at(2))};
  std::uint16_t inks[4];
  cmsDoTransform(transform.get(), pixel, inks, 1);
  std::array<double, 4> percent{};
  for (std::size_t ink = 0; ink < 4; ++ink) percent[ink] = inks[ink] / 655.35;
  return percent;
}

}  // namespace platerip::test
