#include "separation/tables/page_keys.h"

#include <cstddef>
#include <span>
#include <string>

#include "separation/keys.h"

namespace platerip::separation {

profiles::Fingerprint key_of_inks(const Settings& settings, const Plan& plan) {
  std::string text = profiles::hexadecimal(key_of_colors(settings)) + grays_of(plan);
  if (plan.paper) text += ", paper white";
  for (const auto& curve : plan.curves)
    text += ", curve " + profiles::hexadecimal(profiles::sha256(std::as_bytes(std::span(curve))));
  if (plan.ink_limit)
    text += ", limit " + std::to_string(plan.ink_limit->total) + " but " + std::to_string(plan.ink_limit->black);
  return digest_of(text);
}

profiles::Fingerprint key_of_page(const Settings& settings, const Plan& plan) {
  const PixelFormat& format = settings.format;
  return digest_of(profiles::hexadecimal(key_of_inks(settings, plan)) + ", model " +
                   std::to_string(static_cast<int>(format.model)) + ", alpha " +
                   std::to_string(static_cast<int>(format.alpha)) + ", bits " + std::to_string(format.bits) +
                   ", precision " + std::to_string(static_cast<int>(settings.precision)));
}

}  // namespace platerip::separation
