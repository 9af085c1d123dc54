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

Result<std::vector<PhotoshopChannel>> channels_of_photoshop(const TiffHandle& handle) {
  const HiddenTag& tag = handle.directory().photoshop;
  return tag.count == 0 ? std::vector<PhotoshopChannel>() : photoshop_channels(handle.file(), tag);
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
