#include "tiffio/pages/page_inks.h"

#include <strings.h>

#include <algorithm>
#include <array>

#include "tiffio/text.h"

namespace platerip::tiffio {

std::vector<std::string> ink_names(const TiffHandle& handle) {
  const char* name = nullptr;
  std::uint16_t count = 0;
  if (TIFFGetField(handle.get(), TIFFTAG_INKNAMES, &name) == 0) return {};
  if (TIFFGetField(handle.get(), TIFFTAG_NUMBEROFINKS, &count) == 0) return {};
  std::vector<std::string> names;
  for (; count > 0; --count) {  // libtiff has checked that there are that many
    const std::string_view text = name;
    names.push_back(ink_name(text));
    name += text.size() + 1;
  }
  return names;
}

std::vector<PhotoshopChannel> channels_of_photoshop(const TiffHandle& handle) {
  std::uint32_t bytes = 0;
  const void* resources = nullptr;
  if (TIFFGetField(handle.get(), TIFFTAG_PHOTOSHOP, &bytes, &resources) == 0) return {};
  return photoshop_channels({static_cast<const std::byte*>(resources), bytes});
}

std::vector<int> find_cmyk(const std::vector<std::string>& inks) {
  constexpr std::array<const char*, 4> cmyk = {"Cyan", "Magenta", "Yellow", "Black"};
  std::vector<int> places;
  for (const char* wanted : cmyk) {
    const auto found = std::find_if(
        inks.begin(), inks.end(), [wanted](const std::string& ink) { return ::strcasecmp(ink.c_str(), wanted) == 0; });
    if (found == inks.end()) return {};
    places.push_back(static_cast<int>(found - inks.begin()));
  }
  return places;
}

}  // namespace platerip::tiffio
