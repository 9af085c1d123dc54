// Pages with exact precision whose pixels go through LittleCMS' pipeline, for every kind of step.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "separation/separation.h"
#include "tests/profiles/made_links.h"
#include "tests/profiles/made_profiles.h"
#include "tests/sanitized.h"
#include "tests/seed.h"
#include "tests/separation/pages.h"

namespace platerip::separation {

struct ExactPage {
  std::string what;
  Settings settings;
};
using ExactPages = std::vector<ExactPage>;

inline Settings exact(profiles::ColorModel model, const profiles::Profile& page, const profiles::Profile& press,
                      int bits = 16) {
  Settings settings;
  settings.format = {model, Alpha::none, bits};
  settings.page = page;
  if (!page.is_link()) settings.press = press;
  settings.precision = Precision::exact;
  return settings;
}

inline ExactPages pages_of_matrix_and_curves() {
  using profiles::Intent, profiles::Profile;
  ExactPages pages;
  for (const Profile& page : {Profile::srgb(), made::open(made::wide_rgb()), made::open(made::uneven_rgb())})
    for (const Intent intent : {Intent::perceptual, Intent::relative, Intent::saturation, Intent::absolute}) {
      Settings settings = exact(profiles::ColorModel::rgb, page, Profile::default_press());
      settings.intent = intent;
      settings.black_point_compensation = intent == Intent::relative;
      pages.push_back({"intent " + std::to_string(static_cast<int>(intent)), settings});
    }
  return pages;
}

inline ExactPages pages_of_any_number_of_inks() {
  using profiles::Profile;
  ExactPages pages;
  for (int inks = 3; inks <= 8; ++inks)
    pages.push_back({std::to_string(inks) + " inks",
                     exact(profiles::ColorModel::rgb, Profile::srgb(), made::open(made::press_of_inks(inks)))});
  return pages;
}

/// From each kind of tables to each kind of tables.
inline ExactPages pages_of_tables() {
  using profiles::ColorModel, profiles::Profile;
  const std::vector<made::Storage> storages = {{4.3, cmsSigLabData},
                                               {4.3, cmsSigXYZData},
                                               {2.4, cmsSigLabData},
                                               {2.4, cmsSigXYZData},
                                               {2.4, cmsSigLabData, true}};
  const auto name = [](const made::Storage& storage) {
    return std::to_string(storage.version) + (storage.pcs == cmsSigLabData ? " Lab " : " XYZ ") +
           (storage.eight_bits ? "8 bits" : "16 bits");
  };
  ExactPages pages;
  for (const bool is_cmyk : {false, true})
    for (const made::Storage& from : storages)
      for (const made::Storage& to : storages) {
        const Profile page = made::open(made::with_all_stages(is_cmyk ? cmsSigCmykData : cmsSigRgbData, from));
        const Profile press = made::open(made::with_all_stages(cmsSigCmykData, to));
        Settings settings = exact(is_cmyk ? ColorModel::cmyk : ColorModel::rgb, page, press);
        settings.black_point_compensation = from.version == to.version;
        pages.push_back({name(from) + " to " + name(to), settings});
      }
  return pages;
}

inline ExactPages pages_of_lab_and_links() {
  using profiles::ColorModel, profiles::Profile;
  const Profile press = Profile::default_press();
  const Profile rgb = made::open(made::grid_link(cmsSigRgbData, cmsSigCmykData));
  const Profile cmyk = made::open(made::grid_link(cmsSigCmykData, cmsSig6colorData));
  const Profile link = made::open(made::link(Profile::srgb(), press));
  Settings white = exact(ColorModel::lab, Profile::lab(), press);
  white.intent = profiles::Intent::absolute;
  white.paper_white = true;
  return {{"Lab", exact(ColorModel::lab, Profile::lab(), press)},
          {"Lab, paper white", white},
          {"Lab, 6 inks", exact(ColorModel::lab, Profile::lab(), made::open(made::press_of_inks(6)))},
          {"link from RGB", exact(ColorModel::rgb, rgb, press)},
          {"link from CMYK", exact(ColorModel::cmyk, cmyk, press)},
          {"made link", exact(ColorModel::rgb, link, press)}};
}

/// Of both numbers of bits, without other settings and with all of them.
inline ExactPages pages_with_all_settings() {
  using profiles::ColorModel, profiles::Profile;
  ExactPages pages;
  for (const int bits : {8, 16})
    for (const ColorModel model : {ColorModel::rgb, ColorModel::cmyk}) {
      const bool is_cmyk = model == ColorModel::cmyk;
      Settings settings =
          exact(model, is_cmyk ? Profile::default_press() : Profile::srgb(), Profile::default_press(), bits);
      pages.push_back({std::to_string(bits) + " bits", settings});
      settings.format.alpha = Alpha::unassociated;
      settings.keep_black = is_cmyk ? KeepBlack::k : KeepBlack::neutral;
      settings.paper_white = true;
      settings.curves.assign(4, *Curve::from_points({{20, 30}, {60, 55}, {100, 100}}));
      settings.ink_limit = 170;
      pages.push_back({std::to_string(bits) + " bits, all settings", settings});
    }
  return pages;
}

/// Noise, white, and in 16 bits every mixture of the least and the greatest sample with one that is next to either.
inline Page telling_page(const PixelFormat& format) {
  Page page = random_page(format, test::sanitized ? 701 : 3001, 1, test_seed());
  const int samples = colors_of(format.model);
  const std::array<std::uint16_t, 4> ends = {0, 1, 0xFFFE, 0xFFFF};
  std::vector<std::uint16_t> edges;
  for (int color = 0; color < 1 << (2 * samples); ++color)
    for (int s = 0; s < samples; ++s) edges.push_back(ends[static_cast<std::size_t>(color >> (2 * s) & 3)]);
  const auto bytes = std::as_bytes(std::span(edges));
  if (format.bits == 16) std::copy_n(bytes.begin(), std::min(bytes.size(), page.pixels.size()), page.pixels.begin());
  const auto white = page.pixels.end() - format.bytes();
  std::fill_n(white, format.color_bytes(), format.model == profiles::ColorModel::cmyk ? std::byte{0} : std::byte{0xFF});
  if (format.model == profiles::ColorModel::lab) std::fill(white + format.bits / 8, page.pixels.end(), std::byte{0x80});
  return page;
}

/// L*a*b* is stretched so much that LittleCMS must decide roundings. Of doubtful_samples() it decides one pixel in some
/// thousands if the factor is 1000.
inline Settings doubtful_page(double factor) {
  Settings settings =
      exact(profiles::ColorModel::rgb, profiles::Profile::srgb(), made::open(made::stretching_press(factor)));
  settings.black_point_compensation = false;
  return settings;
}

/// Pixels whose L* is nearly 50.
inline std::vector<std::uint16_t> doubtful_samples(int pixels, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::uint16_t> samples;
  for (int i = 0; i < 3 * pixels; ++i) samples.push_back(static_cast<std::uint16_t>(0x7741 + random() % 0x40));
  return samples;
}

}  // namespace platerip::separation
