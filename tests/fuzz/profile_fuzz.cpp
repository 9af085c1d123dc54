// Takes any bytes for an ICC profile, of a page and of a press. It must not crash or read out of bounds.
#include <array>
#include <cstdlib>
#include <span>

#include "profiles/profile.h"
#include "separation/proof.h"

namespace {

using namespace platerip;

void use_for_pages(const profiles::Profile& profile) {
  using profiles::ColorModel;
  using profiles::Intent;
  for (const Intent intent : {Intent::perceptual, Intent::relative, Intent::absolute}) {
    for (const ColorModel model : {ColorModel::gray, ColorModel::rgb, ColorModel::cmyk, ColorModel::lab}) {
      if (!check_page(profile, model, intent).ok()) continue;
      if (model == ColorModel::rgb && !profile.neutral_axis(intent).ok()) std::abort();  // as its header promises
    }
  }
}

void use_for_a_press(const profiles::Profile& profile) {
  if (!check_press(profile, std::nullopt).ok()) return;
  const auto inks = profiles::ink_names(profile);
  if (inks.size() != static_cast<std::size_t>(profile.channels())) std::abort();
  profiles::find_black(inks);
  const auto proof = separation::Proof::make(profile);
  if (!proof.ok()) return;
  const std::vector<std::uint16_t> solid(inks.size(), 65535);
  std::array<std::uint8_t, 3> rgb{};
  proof->run(solid, rgb);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto profile = profiles::Profile::from_memory(std::as_bytes(std::span(data, size)), "fuzz");
  if (!profile.ok()) return 0;
  use_for_pages(*profile);
  use_for_a_press(*profile);
  return 0;
}
