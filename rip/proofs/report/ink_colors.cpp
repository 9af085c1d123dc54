#include "rip/proofs/report/ink_colors.h"

#include <strings.h>

#include <algorithm>

namespace platerip::rip {
namespace {

// Multiplies as design programs do: a tint is as far from white as its share of solid.
void lay_over(const Rgb& solid, std::span<const std::uint16_t> tones, std::span<std::uint8_t> rgb) {
  constexpr std::uint64_t full = 255 * 65535;
  for (std::size_t i = 0; i < tones.size(); ++i) {
    if (tones[i] == 0) continue;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const std::uint64_t light = full - std::uint64_t{tones[i]} * (255u - solid[channel]);
      std::uint8_t& value = rgb[3 * i + channel];
      value = static_cast<std::uint8_t>((value * light + full / 2) / full);
    }
  }
}

}  // namespace

Rgb assumed_color(const std::string& ink) {
  struct Named {
    const char* ink;
    Rgb solid;
  };
  constexpr Named process_inks[] = {{"Cyan", {0x00, 0x9e, 0xe0}},
                                    {"Magenta", {0xe2, 0x00, 0x7a}},
                                    {"Yellow", {0xff, 0xed, 0x00}},
                                    {"Black", {0x1d, 0x1d, 0x1b}}};
  for (const Named& named : process_inks)
    if (::strcasecmp(ink.c_str(), named.ink) == 0) return named.solid;
  return {0x80, 0x80, 0x80};
}

InkColors::InkColors(const std::optional<profiles::Profile>& press, std::vector<ShownInk> plates)
    : plates_(std::move(plates)) {
  if (!press) return;
  auto proof = separation::Proof::make(*press);
  if (!proof.ok()) return;
  proof_ = *std::move(proof);
  channels_ = static_cast<std::size_t>(press->channels());
}

void InkColors::run(std::span<const std::uint16_t> tones, std::size_t pixels, std::span<std::uint8_t> rgb) const {
  std::ranges::fill(rgb, 255);
  if (proof_) {
    std::vector<std::uint16_t> inks(pixels * channels_);
    for (std::size_t plate = 0; plate < plates_.size(); ++plate) {
      if (!knows(plate)) continue;
      for (std::size_t i = 0; i < pixels; ++i) inks[i * channels_ + plates_[plate].ink] = tones[plate * pixels + i];
    }
    proof_->run(inks, rgb);
  }
  for (std::size_t plate = 0; plate < plates_.size(); ++plate)
    if (!knows(plate)) lay_over(plates_[plate].solid, tones.subspan(plate * pixels, pixels), rgb);
}

Rgb InkColors::solid(std::size_t plate) const {
  Rgb rgb{};
  std::vector<std::uint16_t> tones(plates_.size());
  tones[plate] = 65535;
  run(tones, 1, rgb);
  return rgb;
}

}  // namespace platerip::rip
