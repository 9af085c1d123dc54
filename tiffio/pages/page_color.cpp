#include "tiffio/pages/page_color.h"

#include <algorithm>
#include <array>
#include <optional>

#include "tiffio/layout/lab.h"
#include "tiffio/layout/ycbcr.h"
#include "tiffio/pages/jpeg_colors.h"
#include "tiffio/pages/page_inks.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

constexpr std::string_view convert = "convert the page to RGB, CMYK or gray";

Error not_handled(const TiffHandle& handle, const std::string& what) {
  return file_error(handle.file().name(), what + " is not handled", convert, ErrorCode::unsupported);
}

Error no_palette(const TiffHandle& handle) {
  return file_error(handle.file().name(), "its palette is missing", convert);
}

/// Faxes without the tag have black on white.
std::optional<std::uint16_t> find_photometric(const TiffHandle& handle) {
  std::uint16_t photometric = PHOTOMETRIC_MINISWHITE;
  if (TIFFGetField(handle.get(), TIFFTAG_PHOTOMETRIC, &photometric) != 0) return photometric;
  std::uint16_t scheme = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(handle.get(), TIFFTAG_COMPRESSION, &scheme);
  const bool is_fax = scheme >= COMPRESSION_CCITTRLE && scheme <= COMPRESSION_CCITTFAX4;
  return is_fax ? std::optional(photometric) : std::nullopt;
}

bool is_lab(std::uint16_t photometric) {
  return photometric == PHOTOMETRIC_CIELAB || photometric == PHOTOMETRIC_ICCLAB || photometric == PHOTOMETRIC_ITULAB;
}

/// The name of a colour space that is never supported; "" for other colour spaces.
std::string unhandled_name(std::uint16_t photometric) {
  switch (photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_PALETTE:
    case PHOTOMETRIC_RGB:
    case PHOTOMETRIC_YCBCR:
    case PHOTOMETRIC_SEPARATED:
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB:
    case PHOTOMETRIC_ITULAB:
      return "";
    case PHOTOMETRIC_MASK:
      return "a transparency mask";
    case PHOTOMETRIC_LOGL:
    case PHOTOMETRIC_LOGLUV:
      return "LogLuv colour";
    case PHOTOMETRIC_CFA:
      return "raw camera data (colour filter array)";
    default:
      return "colour space " + std::to_string(photometric);
  }
}

/// The colours of a supported colour space.
Result<SampleTags::Space> find_space(const TiffHandle& handle, std::uint16_t photometric, const PageLayout& layout) {
  switch (photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK:
      return SampleTags::Space::gray;
    case PHOTOMETRIC_PALETTE:
      if (layout.bits > 8 || layout.floating)
        return not_handled(handle, "a palette of " + std::to_string(layout.bits) + "-bit indexes");
      return SampleTags::Space::palette;
    case PHOTOMETRIC_YCBCR:
      if (layout.samples != 3)
        return not_handled(handle, "YCbCr colour with " + std::to_string(layout.samples) + " samples per pixel");
      return SampleTags::Space::rgb;
    case PHOTOMETRIC_SEPARATED:
      return SampleTags::Space::separated;
    default:
      return is_lab(photometric) ? SampleTags::Space::lab : SampleTags::Space::rgb;
  }
}

using Map = std::vector<std::uint16_t>;

/// The returned sample for each sample of `bits` bits: the same fraction of the greatest sample, rounded to the
/// nearest.
std::shared_ptr<const Map> scale(int bits, int returned_bits, bool inverted) {
  const std::uint32_t most = (1U << bits) - 1;
  const std::uint32_t returned_most = (1U << returned_bits) - 1;
  const auto map = std::make_shared<Map>(most + 1);
  for (std::uint32_t v = 0; v <= most; ++v) {
    const std::uint32_t amount = inverted ? most - v : v;
    (*map)[v] = static_cast<std::uint16_t>((amount * returned_most + most / 2) / most);
  }
  return map;
}

/// Adds a channel that holds shares of the greatest number.
void add_channel(int sample, bool inverted, PageLayout& layout) {
  Channel channel{.sample = sample};
  const bool is_scaled = !layout.whole_bytes() && !layout.floating;
  if (is_scaled) channel.map = scale(layout.bits, layout.returned_bits, inverted);
  if (inverted && !is_scaled) channel.flip = static_cast<std::uint16_t>((1U << layout.returned_bits) - 1);
  layout.channels.push_back(channel);
}

/// Adds three channels, each of which maps the index sample through its column of the colour map.
Status add_palette(const TiffHandle& handle, PageLayout& layout) {
  std::array<const std::uint16_t*, 3> columns{};
  if (TIFFGetField(handle.get(), TIFFTAG_COLORMAP, columns.data(), &columns[1], &columns[2]) == 0) {
    return no_palette(handle);
  }
  const std::size_t entries = std::size_t{1} << layout.bits;
  // Colour maps have 16 bits, but some programs write 8-bit values. Then no value exceeds 255.
  const bool wide = std::any_of(columns.begin(), columns.end(), [entries](const std::uint16_t* column) {
    return std::any_of(column, column + entries, [](std::uint16_t value) { return value > 255; });
  });
  for (const std::uint16_t* column : columns) {
    const auto map = std::make_shared<Map>(entries);
    std::transform(column, column + entries, map->begin(),
                   [wide](std::uint16_t value) { return static_cast<std::uint16_t>(wide ? value >> 8 : value); });
    layout.channels.push_back(Channel{.sample = 0, .map = map});
  }
  return {};
}

Result<SampleRoles> find_roles(const TiffHandle& handle, std::uint16_t photometric, const PageLayout& layout) {
  const auto space = find_space(handle, photometric, layout);
  if (!space.ok()) return space.error();
  const auto tags = read_sample_tags(handle, *space, layout.samples);
  if (!tags.ok()) return tags.error();
  auto roles = roles_of_samples(*tags);
  return roles.ok() ? std::move(roles) : Result<SampleRoles>(roles.error().about(printable(handle.file().name())));
}

}  // namespace

Status check_color_space(const TiffHandle& handle) {
  const std::optional<std::uint16_t> photometric = find_photometric(handle);
  if (!photometric) {
    return file_error(handle.file().name(), "does not say its colour space (PhotometricInterpretation)", convert);
  }
  if (handle.directory().photometric == PHOTOMETRIC_PALETTE && *photometric != PHOTOMETRIC_PALETTE)
    return no_palette(handle);
  const std::string name = unhandled_name(*photometric);
  return name.empty() ? Status() : not_handled(handle, name);
}

Status read_color(const TiffHandle& handle, PageLayout& layout) {
  const auto found = photometric_of_jpeg(handle, find_photometric(handle).value_or(PHOTOMETRIC_RGB), layout);
  if (!found.ok()) return found.error();
  const std::uint16_t photometric = *found;
  auto roles = find_roles(handle, photometric, layout);
  if (!roles.ok()) return roles.error();
  layout.model = roles->model;
  layout.alpha = roles->alpha;
  if (!roles->remark.empty()) layout.remarks.push_back(std::move(roles->remark));
  if (photometric == PHOTOMETRIC_YCBCR) {
    if (Status status = read_ycbcr(handle, layout); !status.ok()) return status;
  }
  layout.returned_bits = layout.bits <= 8 ? 8 : 16;
  if (photometric == PHOTOMETRIC_PALETTE) {
    if (Status status = add_palette(handle, layout); !status.ok()) return status;
  } else if (layout.model == ColorModel::lab) {
    if (Status status = add_lab(handle, photometric, layout); !status.ok()) return status;
  } else {
    for (const int sample : roles->colors) add_channel(sample, photometric == PHOTOMETRIC_MINISWHITE, layout);
  }
  if (layout.alpha != Alpha::none) add_channel(roles->alpha_sample, false, layout);
  for (Spot& spot : roles->spots) {
    add_channel(spot.sample, spot.inverted, layout);
    layout.spots.push_back(std::move(spot.name));
  }
  return {};
}

}  // namespace platerip::tiffio
