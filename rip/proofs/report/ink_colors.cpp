#include "rip/proofs/report/ink_colors.h"

#include <strings.h>

#include <algorithm>

namespace platerip::rip {
namespace {

constexpr std::uint64_t full = 255 * 65535;

// Multiplies as design programs do: a tint is as far from white as its share of solid.
std::uint64_t taken(std::uint64_t below, std::uint64_t tone, std::uint64_t solid) {
  return below * (full - tone * (255 - solid));
}

std::uint64_t covered(std::uint64_t below, std::uint64_t tone, std::uint64_t solid) {
  return 255 * (below * (65535 - tone) + solid * tone);
}

void lay_over(const ShownInk& ink, std::span<const std::uint16_t> tones, std::span<std::uint8_t> rgb) {
  const auto mix = ink.layer == Layer::clear ? taken : covered;
  for (std::size_t i = 0; i < tones.size(); ++i) {
    if (tones[i] == 0) continue;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      std::uint8_t& value = rgb[3 * i + channel];
      value = static_cast<std::uint8_t>((mix(value, tones[i], ink.solid[channel]) + full / 2) / full);
    }
  }
}

// Copies the first pixel to all others.
void fill_up(std::span<std::uint8_t> rgb) {
  for (std::size_t done = 3; done < rgb.size(); done *= 2)
    std::copy_n(rgb.begin(), std::min(done, rgb.size() - done), rgb.begin() + static_cast<std::ptrdiff_t>(done));
}

// Lets the inks be seen on what lies below them instead of on white.
void lay_on(std::span<const std::uint8_t> below, std::span<std::uint8_t> rgb) {
  for (std::size_t i = 0; i < rgb.size(); ++i) rgb[i] = static_cast<std::uint8_t>((rgb[i] * below[i] + 127) / 255);
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

InkColors::InkColors(const std::optional<profiles::Profile>& press, std::vector<ShownInk> plates, const Rgb& paper,
                     const std::optional<std::string>& cache, std::shared_ptr<separation::SharedTables> tables)
    : plates_(std::move(plates)), paper_(paper) {
  if (!press) return;
  auto proof = separation::QuickProof::make(*press, cache, std::move(tables));
  if (!proof.ok()) return;
  proof_ = *std::move(proof);
  channels_ = static_cast<std::size_t>(press->channels());
}

void InkColors::run(std::span<const std::uint16_t> tones, std::size_t pixels, std::span<std::uint8_t> rgb) const {
  if (pixels == 0) return;
  std::ranges::copy(paper_, rgb.begin());
  fill_up(rgb);
  const auto lay = [&](auto is_next) {
    for (std::size_t plate = 0; plate < plates_.size(); ++plate)
      if (!knows(plate) && is_next(plates_[plate].layer))
        lay_over(plates_[plate], tones.subspan(plate * pixels, pixels), rgb);
  };
  lay([](Layer layer) { return layer == Layer::under; });
  if (proof_) lay_press_inks(tones, pixels, rgb);
  lay([](Layer layer) { return layer != Layer::under; });
}

void InkColors::lay_press_inks(std::span<const std::uint16_t> tones, std::size_t pixels,
                               std::span<std::uint8_t> rgb) const {
  std::vector<std::uint16_t> inks(pixels * channels_);
  interleave(tones, pixels, inks);
  const bool is_on_white = paper_ == white_paper && std::ranges::none_of(plates_, [](const ShownInk& plate) {
                             return plate.layer == Layer::under;
                           });
  if (is_on_white) return proof_->run(inks, rgb);
  const std::vector<std::uint8_t> below(rgb.begin(), rgb.end());
  proof_->run(inks, rgb);
  lay_on(below, rgb);
}

// Plates of CMYK in any order, which is the usual case, are interleaved pixel by pixel, all four at once.
void InkColors::interleave(std::span<const std::uint16_t> tones, std::size_t pixels,
                           std::span<std::uint16_t> inks) const {
  std::vector<const std::uint16_t*> rows(channels_);
  for (std::size_t plate = 0; plate < plates_.size(); ++plate)
    if (knows(plate)) rows[plates_[plate].ink] = &tones[plate * pixels];
  if (channels_ == 4 && std::ranges::count(rows, nullptr) == 0) {
    const std::uint16_t *const c = rows[0], *const m = rows[1], *const y = rows[2], *const k = rows[3];
    for (std::size_t i = 0; i < pixels; ++i) {
      inks[4 * i] = c[i];
      inks[4 * i + 1] = m[i];
      inks[4 * i + 2] = y[i];
      inks[4 * i + 3] = k[i];
    }
    return;
  }
  for (std::size_t channel = 0; channel < channels_; ++channel)
    for (std::size_t i = 0; rows[channel] != nullptr && i < pixels; ++i)
      inks[i * channels_ + channel] = rows[channel][i];
}

Rgb InkColors::solid(std::size_t plate) const {
  Rgb rgb{};
  std::vector<std::uint16_t> tones(plates_.size());
  tones[plate] = 65535;
  run(tones, 1, rgb);
  return rgb;
}

}  // namespace platerip::rip
