#include "tiffio/pages/page_color.h"

#include <algorithm>

#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

constexpr std::string_view convert = "convert the page to RGB, CMYK or gray";

Error not_handled(const TiffHandle& handle, const std::string& what) {
  return file_error(handle.file().name(), what + " is not handled", convert, ErrorCode::unsupported);
}

/// The name of a colour space that is never supported; "" for the others.
std::string unhandled_name(std::uint16_t photometric) {
  switch (photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_PALETTE:
    case PHOTOMETRIC_RGB:
    case PHOTOMETRIC_YCBCR:
    case PHOTOMETRIC_SEPARATED:
      return "";
    case PHOTOMETRIC_MASK:
      return "a transparency mask";
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB:
    case PHOTOMETRIC_ITULAB:
      return "L*a*b* colour";
    case PHOTOMETRIC_LOGL:
    case PHOTOMETRIC_LOGLUV:
      return "LogLuv colour";
    case PHOTOMETRIC_CFA:
      return "raw camera data (colour filter array)";
    default:
      return "colour space " + std::to_string(photometric);
  }
}

/// The number of colour samples in a pixel of a supported colour space.
Result<int> read_model(const TiffHandle& handle, std::uint16_t photometric, PageLayout& layout) {
  switch (photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK:
      layout.model = ColorModel::gray;
      return 1;
    case PHOTOMETRIC_PALETTE:
      if (layout.bits != 8) return not_handled(handle, "a palette of 16-bit indexes");
      layout.model = ColorModel::rgb;
      return 1;
    case PHOTOMETRIC_YCBCR:
      if (layout.codec->scheme != COMPRESSION_JPEG) return not_handled(handle, "YCbCr colour without JPEG compression");
      if (layout.separate) return not_handled(handle, "YCbCr colour in separate planes");
      if (layout.samples != 3)
        return not_handled(handle, "YCbCr colour with " + std::to_string(layout.samples) + " samples per pixel");
      layout.model = ColorModel::rgb;
      layout.ycbcr = true;
      return 3;
    case PHOTOMETRIC_SEPARATED: {
      std::uint16_t ink_set = INKSET_CMYK;
      std::uint16_t inks = 4;
      TIFFGetFieldDefaulted(handle.get(), TIFFTAG_INKSET, &ink_set);
      TIFFGetFieldDefaulted(handle.get(), TIFFTAG_NUMBEROFINKS, &inks);
      if (ink_set != INKSET_CMYK || inks != 4) {
        return not_handled(handle, "a separated page of other inks than CMYK (" + std::to_string(inks) + " inks)");
      }
      layout.model = ColorModel::cmyk;
      return 4;
    }
    default:
      layout.model = ColorModel::rgb;
      return 3;
  }
}

/// Adds three channels, each of which maps the index sample through its column of the colour map.
Status add_palette(const TiffHandle& handle, PageLayout& layout) {
  std::array<const std::uint16_t*, 3> columns{};
  if (TIFFGetField(handle.get(), TIFFTAG_COLORMAP, columns.data(), &columns[1], &columns[2]) == 0) {
    return file_error(handle.file().name(), "its palette is missing", convert);
  }
  constexpr int entries = 256;
  // Colour maps have 16 bits, but some programs write 8-bit values. Then no value exceeds 255.
  const bool wide = std::any_of(columns.begin(), columns.end(), [](const std::uint16_t* column) {
    return std::any_of(column, column + entries, [](std::uint16_t value) { return value > 255; });
  });
  for (const std::uint16_t* column : columns) {
    const auto map = std::make_shared<std::array<std::uint8_t, entries>>();
    std::transform(column, column + entries, map->begin(),
                   [wide](std::uint16_t value) { return static_cast<std::uint8_t>(wide ? value >> 8 : value); });
    layout.channels.push_back(Channel{.sample = 0, .flip = false, .map = map});
  }
  return {};
}

/// Takes the first extra sample that is an alpha. Other extra samples hold nothing to print.
void add_alpha(const TiffHandle& handle, int colors, PageLayout& layout) {
  std::uint16_t count = 0;
  const std::uint16_t* types = nullptr;
  TIFFGetFieldDefaulted(handle.get(), TIFFTAG_EXTRASAMPLES, &count, &types);
  for (int i = 0; i < count && colors + i < layout.samples; ++i) {
    if (types[i] != EXTRASAMPLE_ASSOCALPHA && types[i] != EXTRASAMPLE_UNASSALPHA) continue;
    layout.alpha = types[i] == EXTRASAMPLE_ASSOCALPHA ? Alpha::associated : Alpha::unassociated;
    layout.channels.push_back(Channel{.sample = colors + i, .flip = false, .map = nullptr});
    return;
  }
}

}  // namespace

Status check_color_space(const TiffHandle& handle) {
  std::uint16_t photometric = 0;
  if (TIFFGetField(handle.get(), TIFFTAG_PHOTOMETRIC, &photometric) == 0) {
    return file_error(handle.file().name(), "does not say its colour space (PhotometricInterpretation)", convert);
  }
  const std::string name = unhandled_name(photometric);
  return name.empty() ? Status() : not_handled(handle, name);
}

Status read_color(const TiffHandle& handle, PageLayout& layout) {
  std::uint16_t photometric = 0;
  TIFFGetField(handle.get(), TIFFTAG_PHOTOMETRIC, &photometric);
  const Result<int> colors = read_model(handle, photometric, layout);
  if (!colors.ok()) return colors.error();
  if (layout.samples < *colors) {
    return file_error(handle.file().name(),
                      "its colour space needs " + std::to_string(*colors) + " samples per pixel and it has " +
                          std::to_string(layout.samples),
                      "its tags are damaged, save the page again");
  }
  if (photometric == PHOTOMETRIC_PALETTE) {
    if (Status status = add_palette(handle, layout); !status.ok()) return status;
  } else {
    for (int sample = 0; sample < *colors; ++sample) {
      layout.channels.push_back(
          Channel{.sample = sample, .flip = photometric == PHOTOMETRIC_MINISWHITE, .map = nullptr});
    }
  }
  add_alpha(handle, *colors, layout);
  return {};
}

}  // namespace platerip::tiffio
