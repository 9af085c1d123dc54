// What LittleCMS itself makes of a page through a device link, for the tests of separation/.
#pragma once

#include <gtest/gtest.h>
#include <lcms2.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "tests/separation/pages.h"

namespace platerip::separation {

inline Settings through(const profiles::Profile& link, int bits = 8, Precision precision = Precision::littlecms) {
  Settings settings;
  settings.format.model = *link.model();
  settings.format.bits = bits;
  settings.page = link;
  settings.precision = precision;
  return settings;
}

/// The inks of cmsDoTransform() through the link alone, plane after plane.
inline Inks inks_of_littlecms(const Settings& settings, const Page& page) {
  const profiles::Profile& link = *settings.page;
  const auto bytes = static_cast<cmsUInt32Number>(page.format.bits / 8);
  const cmsUInt32Number intent = cmsGetHeaderRenderingIntent(link.handle());  // collink's may be 99
  cmsHTRANSFORM const transform =
      cmsCreateTransform(link.handle(), cmsFormatterForColorspaceOfProfile(link.handle(), bytes, FALSE), nullptr,
                         cmsFormatterForPCSOfProfile(link.handle(), bytes, FALSE), intent <= 3 ? intent : 1,
                         settings.precision == Precision::exact ? cmsFLAGS_NOOPTIMIZE : 0);
  const auto inks = static_cast<std::size_t>(cmsChannelsOf(cmsGetPCS(link.handle())));
  const auto pixels = static_cast<std::size_t>(page.width * page.rows);
  std::vector<std::byte> interleaved(pixels * inks * bytes);
  cmsDoTransform(transform, page.pixels.data(), interleaved.data(), static_cast<cmsUInt32Number>(pixels));
  cmsDeleteTransform(transform);

  Inks result(page, inks);
  for (std::size_t pixel = 0; pixel < pixels; ++pixel)
    for (std::size_t ink = 0; ink < inks; ++ink) {
      const std::size_t row = pixel / static_cast<std::size_t>(page.width);
      const std::size_t x = pixel % static_cast<std::size_t>(page.width);
      std::memcpy(&result.planes[ink][row * static_cast<std::size_t>(result.stride) + x * bytes],
                  &interleaved[(pixel * inks + ink) * bytes], bytes);
    }
  return result;
}

/// Expects LittleCMS' bits of every backend.
inline void expect_littlecms(const Settings& settings, const Page& page, const std::string& what) {
  const Inks wanted = inks_of_littlecms(settings, page);
  for (const Backend& backend : backends()) {
    if (!backend.supported().ok()) continue;
    EXPECT_TRUE(separate(settings, page, backend.name) == wanted)
        << what << ", backend " << backend.name << ", " << separator_of(settings, backend.name)->description();
  }
}

/// Colours on and beside the nodes of any grid that LittleCMS chooses, and random ones.
inline Page telling_page(const PixelFormat& format, std::uint32_t seed) {
  Page page = random_page(format, 1009, 12, seed);
  std::mt19937 random(seed);
  const auto samples = page.pixels.size() / static_cast<std::size_t>(format.bits / 8) / 2;
  for (std::size_t s = 0; s < samples; ++s) {
    const int side = random() % 2 == 0 ? 17 : 33;
    const int node = static_cast<int>(random() % static_cast<unsigned>(side)) * 65535 / (side - 1);
    const int beside = std::clamp(node + static_cast<int>(random() % 5) - 2, 0, 65535);
    if (format.bits == 8) {
      page.pixels[s] = static_cast<std::byte>(beside / 257);
    } else {
      const auto sample = static_cast<std::uint16_t>(beside);
      std::memcpy(&page.pixels[2 * s], &sample, 2);
    }
  }
  return page;
}

}  // namespace platerip::separation
