#include "rip/report/ink_colors.h"

#include <algorithm>

namespace platerip::rip {

InkColors::InkColors(const std::optional<profiles::Profile>& press, std::vector<std::size_t> plate_inks)
    : plate_inks_(std::move(plate_inks)) {
  if (!press) return;
  auto proof = separation::Proof::make(*press);
  if (!proof.ok()) return;
  proof_ = *std::move(proof);
  channels_ = static_cast<std::size_t>(press->channels());
}

void InkColors::run(std::span<const std::uint16_t> tones, std::size_t pixels, std::span<std::uint8_t> rgb) const {
  if (!proof_) return run_grays(tones, pixels, rgb);
  std::vector<std::uint16_t> inks(pixels * channels_);
  for (std::size_t plate = 0; plate < plate_inks_.size(); ++plate) {
    if (plate_inks_[plate] >= channels_) continue;
    for (std::size_t i = 0; i < pixels; ++i) inks[i * channels_ + plate_inks_[plate]] = tones[plate * pixels + i];
  }
  proof_->run(inks, rgb);
}

// Each solid ink lets a quarter of the light through.
void InkColors::run_grays(std::span<const std::uint16_t> tones, std::size_t pixels, std::span<std::uint8_t> rgb) const {
  constexpr double opacity = 0.75;
  for (std::size_t i = 0; i < pixels; ++i) {
    double light = 1;
    for (std::size_t plate = 0; plate < plate_inks_.size(); ++plate)
      light *= 1 - opacity * tones[plate * pixels + i] / 65535;
    std::fill_n(rgb.data() + 3 * i, 3, static_cast<std::uint8_t>(255 * light + 0.5));
  }
}

std::vector<std::uint8_t> InkColors::solid(std::size_t plate) const {
  std::vector<std::uint8_t> rgb(3, 0x80);
  if (!knows(plate)) return rgb;
  std::vector<std::uint16_t> tones(plate_inks_.size());
  tones[plate] = 65535;
  run(tones, 1, rgb);
  return rgb;
}

}  // namespace platerip::rip
