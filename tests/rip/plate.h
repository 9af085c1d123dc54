// A plate as a press would take it: read back from its file, pixel by pixel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace platerip::test {

/// A rectangle of pixels.
struct Area {
  std::uint32_t left = 0;
  std::uint32_t top = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

struct Plate {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  int bits = 0;
  int photometric = 0;
  int compression = 0;
  int orientation = 0;
  int resolution_unit = 0;
  float x_resolution = 0;
  float y_resolution = 0;
  std::string page_name;
  std::string document_name;
  std::string software;
  std::string date;
  std::vector<std::uint8_t> levels;  ///< of each pixel, row by row

  /// Percent of solid in an area, or over the whole plate; `solid` is the level of solid ink.
  [[nodiscard]] double coverage(const Area& area, int solid = 1) const;
  [[nodiscard]] double coverage(int solid = 1) const { return coverage({0, 0, width, height}, solid); }
};

/// Throws where the file is not a whole plate.
Plate read_plate(const std::string& path);

/// All plates of a file of several; thumbnails are passed over.
std::vector<Plate> read_plates(const std::string& path);

}  // namespace platerip::test
