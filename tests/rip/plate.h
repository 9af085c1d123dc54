// A plate read back from its file, pixel by pixel, as a press would read it.
#pragma once

#include <cstdint>
#include <span>
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
  std::vector<std::uint8_t> levels;  ///< of the pixels, row by row

  /// Percent of solid ink in an area, or on the complete plate. `solid` is the level of solid ink.
  [[nodiscard]] double coverage(const Area& area, int solid = 1) const;
  [[nodiscard]] double coverage(int solid = 1) const { return coverage({0, 0, width, height}, solid); }
};

/// Takes pixels of `bits` bits out of a packed row.
void unpack(std::span<const std::uint8_t> row, int bits, std::span<std::uint8_t> levels);

/// Throws if the file is not a complete plate.
Plate read_plate(const std::string& path);

/// All plates of a file that has several. Skips thumbnails.
std::vector<Plate> read_plates(const std::string& path);

}  // namespace platerip::test
