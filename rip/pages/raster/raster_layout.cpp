#include "rip/pages/raster/raster_layout.h"

#include <array>
#include <cstring>
#include <limits>

#include "profiles/made_icc.h"

namespace platerip::rip {
namespace {

struct ColorSpace {
  cups_cspace_t space;
  int colors;
  tiffio::ColorModel model;
  int first_sample;
};

constexpr std::array color_spaces = {
    ColorSpace{CUPS_CSPACE_W, 1, tiffio::ColorModel::gray, 0},
    ColorSpace{CUPS_CSPACE_SW, 1, tiffio::ColorModel::gray, 0},
    ColorSpace{CUPS_CSPACE_RGB, 3, tiffio::ColorModel::rgb, 0},
    ColorSpace{CUPS_CSPACE_SRGB, 3, tiffio::ColorModel::rgb, 0},
    ColorSpace{CUPS_CSPACE_ADOBERGB, 3, tiffio::ColorModel::rgb, 0},
    ColorSpace{CUPS_CSPACE_K, 1, tiffio::ColorModel::cmyk, 3},
    ColorSpace{CUPS_CSPACE_CMYK, 4, tiffio::ColorModel::cmyk, 0},
};

Error contradiction(const std::string& page, const std::string& field, std::uint64_t is, const std::string& should) {
  return Error{page + ": its raster header says " + field + " " + std::to_string(is) + ", " + should +
               "; check the filter or program that made the raster"};
}

// Reads an enumeration as a number: a header from a file may hold values that are not among its enumerators.
template <typename Enumeration>
unsigned number_in(const Enumeration& field) {
  unsigned number = 0;
  static_assert(sizeof number == sizeof field);
  std::memcpy(&number, &field, sizeof number);
  return number;
}

const ColorSpace* find_color_space(unsigned space) {
  for (const ColorSpace& known : color_spaces) {
    if (known.space == space) return &known;
  }
  return nullptr;
}

Status check_fields(const cups_page_header2_t& header, const ColorSpace& space, const std::string& page) {
  constexpr std::uint64_t longest = std::numeric_limits<std::int32_t>::max();
  const std::uint64_t width = header.cupsWidth;
  const std::uint64_t bits = header.cupsBitsPerColor;
  const auto colors = static_cast<std::uint64_t>(space.colors);
  const auto order = number_in(header.cupsColorOrder);
  if (width < 1 || width > longest) return contradiction(page, "cupsWidth", width, "which no page has");
  if (header.cupsHeight < 1 || header.cupsHeight > longest)
    return contradiction(page, "cupsHeight", header.cupsHeight, "which no page has");
  if (bits != 8 && bits != 16)
    return contradiction(page, "cupsBitsPerColor", bits, "and only 8 and 16 can be halftoned");
  if (order > CUPS_ORDER_PLANAR) return contradiction(page, "cupsColorOrder", order, "which is unknown");
  if (header.cupsNumColors != 0 && header.cupsNumColors != colors) {
    return contradiction(page, "cupsNumColors", header.cupsNumColors,
                         "but its colour space has " + std::to_string(colors));
  }
  const std::uint64_t pixel_bits = order == CUPS_ORDER_CHUNKED ? bits * colors : bits;
  if (header.cupsBitsPerPixel != pixel_bits) {
    return contradiction(page, "cupsBitsPerPixel", header.cupsBitsPerPixel,
                         "but its colours take " + std::to_string(pixel_bits));
  }
  const std::uint64_t line_bytes = width * (bits / 8) * (order == CUPS_ORDER_PLANAR ? 1 : colors);
  if (header.cupsBytesPerLine < line_bytes) {
    return contradiction(page, "cupsBytesPerLine", header.cupsBytesPerLine,
                         "but its width takes " + std::to_string(line_bytes));
  }
  if (header.cupsBytesPerLine > longest)
    return contradiction(page, "cupsBytesPerLine", header.cupsBytesPerLine, "which no page has");
  if (order == CUPS_ORDER_BANDED && header.cupsBytesPerLine % colors != 0) {
    return contradiction(page, "cupsBytesPerLine", header.cupsBytesPerLine,
                         "which does not divide into " + std::to_string(colors) + " colours");
  }
  return {};
}

}  // namespace

Result<RasterLayout> check_header(const cups_page_header2_t& header, const std::string& page) {
  const ColorSpace* const space = find_color_space(number_in(header.cupsColorSpace));
  if (space == nullptr) {
    return contradiction(page, "cupsColorSpace", number_in(header.cupsColorSpace),
                         "and only gray, RGB, sRGB, AdobeRGB, black and CMYK are handled");
  }
  if (const Status status = check_fields(header, *space, page); !status.ok()) return status.error();
  RasterLayout layout;
  layout.order = header.cupsColorOrder;
  layout.colors = space->colors;
  layout.first_sample = space->first_sample;
  layout.line_bytes = header.cupsBytesPerLine;
  layout.color_bytes = layout.line_bytes / (layout.order == CUPS_ORDER_BANDED ? layout.colors : 1);
  layout.page.width = header.cupsWidth;
  layout.page.height = header.cupsHeight;
  layout.page.model = space->model;
  layout.page.bits = static_cast<int>(header.cupsBitsPerColor);
  layout.page.resolution = {static_cast<double>(header.HWResolution[0]), static_cast<double>(header.HWResolution[1]),
                            2};
  layout.page.has_one_resolution = tiffio::complete(layout.page.resolution);
  if (header.cupsColorSpace == CUPS_CSPACE_ADOBERGB) layout.page.icc_profile = profiles::adobe_rgb_icc();
  return layout;
}

}  // namespace platerip::rip
