#include "rip/pages/pictures/jpeg_markers.h"

#include <algorithm>
#include <string_view>

namespace platerip::rip {
namespace {

constexpr std::string_view exif_begin("Exif\0\0", 6);
constexpr std::string_view companions_begin("MPF\0", 4);
constexpr std::string_view profile_begin("ICC_PROFILE\0", 12);

bool begins_with(std::span<const std::byte> data, std::string_view words) {
  return data.size() >= words.size() && std::equal(words.begin(), words.end(), data.begin(),
                                                   [](char a, std::byte b) { return static_cast<std::byte>(a) == b; });
}

// Without a unit, it only says how wide a pixel is for its height.
tiffio::Resolution resolution_of(const JfifDensity& jfif) {
  constexpr std::uint16_t inch = 2, centimetre = 3;
  if (jfif.unit != 1 && jfif.unit != 2) return {};
  return {{jfif.x, 1}, {jfif.y, 1}, jfif.unit == 1 ? inch : centimetre};
}

bool is_same(const tiffio::Resolution& a, const tiffio::Resolution& b) {
  return a.per_inch(a.x) == b.per_inch(b.x) && a.per_inch(a.y) == b.per_inch(b.y);
}

}  // namespace

void JpegMarkers::add(int marker, std::span<const std::byte> data) {
  if (marker == exif_marker && begins_with(data, exif_begin) && !exif_)
    exif_ = read_exif(data.subspan(exif_begin.size()));
  if (marker == profile_marker && begins_with(data, companions_begin)) names_companions_ = true;
  constexpr std::size_t before_part = profile_begin.size() + 2;  // the part's number, and how many there are
  if (marker != profile_marker || !begins_with(data, profile_begin) || data.size() < before_part) return;
  const auto part = data.subspan(before_part);
  profile_parts_.try_emplace(std::to_integer<int>(data[profile_begin.size()]), part.begin(), part.end());
}

void JpegMarkers::describe(const std::optional<JfifDensity>& jfif, tiffio::PageInfo& page) const {
  for (const auto& [number, part] : profile_parts_)
    page.icc_profile.insert(page.icc_profile.end(), part.begin(), part.end());
  tiffio::Resolution by_exif = exif_.value_or(Exif{}).resolution;
  const bool is_half = tiffio::complete(by_exif);
  if (jfif) page.resolution = resolution_of(*jfif);
  page.has_one_resolution = tiffio::complete(page.resolution);
  if (page.resolution.is_known() && by_exif.is_known() && !is_same(page.resolution, by_exif))
    page.remarks.emplace_back("its JFIF and its Exif say different resolutions; that of JFIF counts");
  if (!page.resolution.is_known() && by_exif.is_known()) {
    page.resolution = by_exif;
    page.has_one_resolution = is_half;
  }
  page.orientation = exif_.value_or(Exif{}).orientation;
}

}  // namespace platerip::rip
