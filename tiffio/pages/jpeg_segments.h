// The marker segments of a JPEG (ITU-T T.81, annex B), up to its first scan.
#pragma once

#include <cstdint>
#include <optional>

#include "tiffio/file_piece.h"

namespace platerip::tiffio {

/// A marker and its segment, whose length field is at `begin`.
struct JpegSegment {
  static constexpr std::uint64_t start_of_scan = 0xda;

  std::uint64_t marker = 0;
  std::uint64_t begin = 0;

  /// Whether this is the header of a frame (SOF).
  [[nodiscard]] bool begins_frame() const;
};

/// A component of a frame: its name and the pixels that its samples share, as factors.
struct JpegComponent {
  std::uint64_t id = 0;
  std::uint64_t across = 1;
  std::uint64_t down = 1;
};

/// The next segment at or behind `at`, which moves behind it; nothing at the end of the image or of the data.
std::optional<JpegSegment> next_segment(FilePiece& in, std::uint64_t& at);

/// The number of components in a frame's or scan's header.
std::uint64_t component_count(FilePiece& in, const JpegSegment& header);

/// A component in the header of a frame.
JpegComponent component_of(FilePiece& in, const JpegSegment& frame, std::uint64_t index);

}  // namespace platerip::tiffio
