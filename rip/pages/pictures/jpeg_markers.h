// What the markers of a JPEG say of its page: profile, resolution, orientation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "rip/pages/pictures/exif.h"
#include "tiffio/layout/page_info.h"

namespace platerip::rip {

/// The resolution in a JFIF marker.
struct JfifDensity {
  std::uint8_t unit = 0;  ///< 1 inch, 2 centimetre
  std::uint16_t x = 0;
  std::uint16_t y = 0;
};

/// The application segments of a JPEG, as they come. Keeps at most 255 parts of a profile and one Exif, of 64 KiB each.
class JpegMarkers {
 public:
  /// The segments that are read: Exif (APP1), and parts of a profile (APP2).
  static constexpr int exif_marker = 0xe1, profile_marker = 0xe2;

  /// Adds a segment: its data behind the length.
  void add(int marker, std::span<const std::byte> data);

  /// Sets the profile, the resolution and the orientation of a page, and remarks on them. If parts of a profile are
  /// missing, it is too short, and is refused where all damaged profiles are.
  void describe(const std::optional<JfifDensity>& jfif, tiffio::PageInfo& page) const;

  /// Whether more pictures that belong to this one follow it (CIPA DC-007, multi-picture format).
  [[nodiscard]] bool names_companions() const { return names_companions_; }

 private:
  std::map<int, std::vector<std::byte>> profile_parts_;  // by their numbers
  std::optional<Exif> exif_;
  bool names_companions_ = false;
};

}  // namespace platerip::rip
