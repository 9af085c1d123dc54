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

/// The number of colour samples in a pixel of a supported colour space, unless it has other inks than CMYK.
Result<int> read_model(const TiffHandle& handle, std::uint16_t photometric, PageLayout& layout) {
  switch (photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK:
      layout.model = ColorModel::gray;
      return 1;
    case PHOTOMETRIC_PALETTE:
      if (layout.bits > 8 || layout.floating)
        return not_handled(handle, "a palette of " + std::to_string(layout.bits) + "-bit indexes");
      layout.model = ColorModel::rgb;
      return 1;
    case PHOTOMETRIC_YCBCR:
      if (layout.samples != 3)
        return not_handled(handle, "YCbCr colour with " + std::to_string(layout.samples) + " samples per pixel");
      layout.model = ColorModel::rgb;
      return 3;
    case PHOTOMETRIC_SEPARATED:
      layout.model = ColorModel::cmyk;
      return 4;
    default:
      layout.model = is_lab(photometric) ? ColorModel::lab : ColorModel::rgb;
      return 3;
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

/// Adds channels that hold shares of the greatest number.
void add_channels(int first, int count, bool inverted, PageLayout& layout) {
  Channel channel;
  const bool is_scaled = !layout.whole_bytes() && !layout.floating;
  if (is_scaled) channel.map = scale(layout.bits, layout.returned_bits, inverted);
  if (inverted && !is_scaled) channel.flip = static_cast<std::uint16_t>((1U << layout.returned_bits) - 1);
  for (channel.sample = first; channel.sample < first + count; ++channel.sample) layout.channels.push_back(channel);
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

/// The first extra sample that is an alpha, and what kind it is. ExtraSamples describes the last samples (TIFF 6.0,
/// section 18). If the tag describes too few, libtiff appends samples of no kind.
std::optional<int> find_alpha(const TiffHandle& handle, int colors, PageLayout& layout) {
  std::uint16_t count = 0;
  const std::uint16_t* types = nullptr;
  TIFFGetFieldDefaulted(handle.get(), TIFFTAG_EXTRASAMPLES, &count, &types);
  const std::uint64_t in_file = handle.directory().extra_samples;
  if (in_file > 0 && in_file < count) count = static_cast<std::uint16_t>(in_file);
  const int first = std::max(colors, layout.samples - count);
  for (int i = 0; i < count && first + i < layout.samples; ++i) {
    if (types[i] != EXTRASAMPLE_ASSOCALPHA && types[i] != EXTRASAMPLE_UNASSALPHA) continue;
    layout.alpha = types[i] == EXTRASAMPLE_ASSOCALPHA ? Alpha::associated : Alpha::unassociated;
    return first + i;
  }
  return std::nullopt;
}

/// The samples of a pixel by what they are.
struct Samples {
  std::vector<int> colors;
  std::vector<int> spots;
  std::vector<std::string> spot_names;
  std::optional<int> alpha;
  bool spots_are_inverted = false;
};

/// The samples of a separated page whose InkSet is not CMYK. CMYK are colours if all four are there.
Result<Samples> inks_of(const TiffHandle& handle, const std::vector<std::string>& names, int inks, PageLayout& layout) {
  if (inks > layout.samples) {
    return file_error(
        handle.file().name(),
        "has " + std::to_string(inks) + " inks and only " + std::to_string(layout.samples) + " samples per pixel",
        "its tags are damaged, save the page again");
  }
  if (names.empty() || static_cast<int>(names.size()) != inks)
    return not_handled(
        handle, "a separated page of other inks than CMYK (" + std::to_string(inks) + " inks) without their names");
  Samples samples{.colors = find_cmyk(names), .spots = {}, .spot_names = {}, .alpha = {}};
  layout.model = samples.colors.empty() ? ColorModel::inks : ColorModel::cmyk;
  for (int i = 0; i < inks; ++i) {
    if (std::find(samples.colors.begin(), samples.colors.end(), i) != samples.colors.end()) continue;
    samples.spots.push_back(i);
    samples.spot_names.push_back(names[static_cast<std::size_t>(i)]);
  }
  return samples;
}

/// Adds the spot inks that Photoshop describes, whose paper is white.
void add_photoshop_spots(const std::vector<PhotoshopChannel>& channels, int colors, const PageLayout& layout,
                         Samples& samples) {
  const auto extra = static_cast<std::size_t>(layout.samples - colors);
  for (std::size_t i = 0; i < std::min(channels.size(), extra); ++i) {
    if (!channels[i].is_spot) continue;
    samples.spots.push_back(colors + static_cast<int>(i));
    samples.spot_names.push_back(channels[i].name);
  }
  samples.spots_are_inverted = true;
}

/// Colours first, then extra samples, which are spot inks if they have a name. InkNames may begin with the names of
/// the colours, and may leave out the alpha.
Samples colors_and_spots(const std::vector<std::string>& names, const std::vector<PhotoshopChannel>& channels,
                         int colors, std::optional<int> alpha, const PageLayout& layout) {
  Samples samples{.colors = {}, .spots = {}, .spot_names = {}, .alpha = alpha};
  for (int i = 0; i < colors; ++i) samples.colors.push_back(i);
  const auto is_spot = [](const PhotoshopChannel& channel) { return channel.is_spot; };
  if (std::any_of(channels.begin(), channels.end(), is_spot)) {
    add_photoshop_spots(channels, colors, layout, samples);
    return samples;
  }
  const auto count = static_cast<int>(names.size());
  const int extra = layout.samples - colors;
  const bool names_all = count > extra;
  const bool names_alpha = names_all ? count >= layout.samples : count == extra;
  auto name = static_cast<std::size_t>(names_all ? colors : 0);
  for (int i = colors; i < layout.samples && name < names.size(); ++i) {
    if (i == alpha && !names_alpha) continue;
    samples.spots.push_back(i);
    samples.spot_names.push_back(names[name++]);
  }
  return samples;
}

Result<Samples> find_samples(const TiffHandle& handle, std::uint16_t photometric, int colors, PageLayout& layout) {
  using Names = std::vector<std::string>;
  using Channels = std::vector<PhotoshopChannel>;
  const bool is_palette = photometric == PHOTOMETRIC_PALETTE;
  const Names names = is_palette ? Names() : ink_names(handle);
  const auto colors_first = [&]() -> Result<Samples> {
    const auto alpha = find_alpha(handle, colors, layout);
    // Nobody needs the resources of a page that has no other samples, even if they are damaged.
    const bool has_others = !is_palette && layout.samples > colors + (alpha ? 1 : 0);
    const auto channels = has_others ? channels_of_photoshop(handle) : Channels();
    if (!channels.ok()) return channels.error();
    return colors_and_spots(names, *channels, colors, alpha, layout);
  };
  if (photometric != PHOTOMETRIC_SEPARATED) return colors_first();
  std::uint16_t ink_set = INKSET_CMYK;
  std::uint16_t inks = 4;
  TIFFGetFieldDefaulted(handle.get(), TIFFTAG_INKSET, &ink_set);
  TIFFGetFieldDefaulted(handle.get(), TIFFTAG_NUMBEROFINKS, &inks);
  const bool is_cmyk = ink_set == INKSET_CMYK && (inks == 4 || (inks > 4 && !names.empty()));
  return is_cmyk ? colors_first() : inks_of(handle, names, inks, layout);
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
  const Result<int> model_colors = read_model(handle, photometric, layout);
  if (!model_colors.ok()) return model_colors.error();
  auto samples = find_samples(handle, photometric, *model_colors, layout);
  if (!samples.ok()) return samples.error();
  const auto colors = static_cast<int>(samples->colors.size());
  if (layout.samples < colors) {
    return file_error(handle.file().name(),
                      "its colour space needs " + std::to_string(colors) + " samples per pixel and it has " +
                          std::to_string(layout.samples),
                      "its tags are damaged, save the page again");
  }
  if (photometric == PHOTOMETRIC_YCBCR) {
    if (Status status = read_ycbcr(handle, layout); !status.ok()) return status;
  }
  layout.returned_bits = layout.bits <= 8 ? 8 : 16;
  if (photometric == PHOTOMETRIC_PALETTE) {
    if (Status status = add_palette(handle, layout); !status.ok()) return status;
  } else if (layout.model == ColorModel::lab) {
    if (Status status = add_lab(handle, photometric, layout); !status.ok()) return status;
  } else {
    for (const int sample : samples->colors) add_channels(sample, 1, photometric == PHOTOMETRIC_MINISWHITE, layout);
  }
  if (samples->alpha) {
    if (layout.model == ColorModel::lab) return not_handled(handle, "L*a*b* colour with alpha");
    add_channels(*samples->alpha, 1, false, layout);
  }
  for (std::size_t i = 0; i < samples->spots.size(); ++i) {
    if (samples->spots[i] == samples->alpha) continue;
    add_channels(samples->spots[i], 1, samples->spots_are_inverted, layout);
    layout.spots.push_back(samples->spot_names[i]);
  }
  if (layout.spots.size() + samples->colors.size() > most_inks)
    return not_handled(handle, "a page of more than " + std::to_string(most_inks) + " inks");
  layout.ignored_samples =
      layout.samples - colors - (layout.alpha == Alpha::none ? 0 : 1) - static_cast<int>(layout.spots.size());
  return {};
}

}  // namespace platerip::tiffio
