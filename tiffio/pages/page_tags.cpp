#include "tiffio/pages/page_tags.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "tiffio/pages/page_color.h"
#include "tiffio/pages/predictor.h"
#include "tiffio/resolution_tags.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

constexpr std::string_view broken_tags = "its tags are damaged, save the page again";
constexpr std::string_view other_codec = "save the page with LZW or Deflate compression";

std::string scheme_name(std::uint16_t scheme) {
  switch (scheme) {
    case COMPRESSION_CCITTRLEW:
      return "CCITT RLE compression in words";
    case COMPRESSION_LERC:
      return "LERC compression";
    case COMPRESSION_PIXARLOG:
      return "PixarLog compression";
    default:
      return "compression scheme " + std::to_string(scheme);
  }
}

bool is_one_block(const PageLayout& layout) {
  return layout.blocks_across() * layout.blocks_down() == 1 && !layout.separate;
}

/// The samples that the codec of this page does not support; "" if it does.
std::string unfit_samples(const PageLayout& layout) {
  const Codec& codec = *layout.codec;
  if ((codec.bytes_only && layout.bits != 8) || (codec.bilevel && layout.bits != 1))
    return std::to_string(layout.bits) + "-bit samples";
  if (codec.chunky_only && layout.separate) return "separate planes";
  if (codec.one_block && !is_one_block(layout)) return "several strips or tiles";
  if (codec.bilevel && layout.pixel_samples() != 1) return std::to_string(layout.samples) + " interleaved samples";
  return "";
}

Status read_predictor(const TiffHandle& handle, PageLayout& layout) {
  std::uint16_t predictor = PREDICTOR_NONE;
  TIFFGetField(handle.get(), TIFFTAG_PREDICTOR, &predictor);
  layout.predictor = predictor;
  const bool whole_numbers = layout.whole_bytes() || layout.floating;
  std::string wrong;
  if (predictor > PREDICTOR_FLOATINGPOINT) wrong = "the predictor is not known";
  if (predictor == PREDICTOR_FLOATINGPOINT && !layout.floating)
    wrong = "the floating-point predictor of integer samples is not handled";
  if (predictor == PREDICTOR_HORIZONTAL && !whole_numbers)
    wrong = "the predictor of " + std::to_string(layout.bits) + "-bit samples is not handled";
  if (wrong.empty()) return {};
  return file_error(handle.file().name(), wrong, "save the page without a predictor", ErrorCode::unsupported);
}

Status read_codec(const TiffHandle& handle, PageLayout& layout) {
  std::uint16_t scheme = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(handle.get(), TIFFTAG_COMPRESSION, &scheme);
  layout.codec = find_codec(scheme);
  const std::string& path = handle.file().name();
  if (layout.codec == nullptr) {
    return file_error(path, scheme_name(scheme) + " is not handled", other_codec, ErrorCode::unsupported);
  }
  const std::string name = layout.codec->name;
  if (TIFFIsCODECConfigured(scheme) == 0) {
    return file_error(path, "is compressed with " + name + ", which this libtiff was built without", other_codec,
                      ErrorCode::unsupported);
  }
  if (const std::string what = unfit_samples(layout); !what.empty()) {
    return file_error(path, name + " compression of " + what + " is not handled", other_codec, ErrorCode::unsupported);
  }
  return read_predictor(handle, layout);
}

/// libtiff only warns about a tag that it cannot read, and ignores it. The page would silently get wrong colours.
Status check_tags(const TiffHandle& handle) {
  constexpr std::array<std::string_view, 15> tags_that_matter = {"Compression",
                                                                 "PhotometricInterpretation",
                                                                 "PlanarConfiguration",
                                                                 "FillOrder",
                                                                 "Predictor",
                                                                 "SampleFormat",
                                                                 "ColorMap",
                                                                 "ExtraSamples",
                                                                 "JPEGTables",
                                                                 "YCbCrCoefficients",
                                                                 "YCbCrSubsampling",
                                                                 "ReferenceBlackWhite",
                                                                 "Group3Options",
                                                                 "Group4Options",
                                                                 "ICC Profile"};
  for (const std::string_view tag : tags_that_matter) {
    const std::string cause = handle.messages().about('"' + std::string(tag) + '"');
    if (!cause.empty())
      return handle.error("its tag " + std::string(tag) + " cannot be read", cause, "save the page again");
  }
  return {};
}

/// Some programs call all samples of CIELab signed, although L* is not.
bool has_signed_samples(TIFF* tiff) {
  std::uint16_t photometric = 0;
  return TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric) != 0 && photometric == PHOTOMETRIC_CIELAB;
}

Status read_samples(const TiffHandle& handle, PageLayout& layout) {
  TIFF* tiff = handle.get();
  std::uint16_t bits = 1;
  std::uint16_t samples = 1;
  std::uint16_t format = SAMPLEFORMAT_UINT;
  std::uint16_t planar = PLANARCONFIG_CONTIG;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &format);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);

  const bool natural = format == SAMPLEFORMAT_UINT || format == SAMPLEFORMAT_VOID ||
                       (format == SAMPLEFORMAT_INT && has_signed_samples(tiff));
  layout.floating = format == SAMPLEFORMAT_IEEEFP;
  if (layout.floating ? bits != 32 : !natural || bits == 0 || bits > 16) {
    const std::string kind = natural                         ? ""
                             : format == SAMPLEFORMAT_INT    ? " signed integer"
                             : format == SAMPLEFORMAT_IEEEFP ? " floating-point"
                                                             : " complex";
    return file_error(handle.file().name(), std::to_string(bits) + "-bit" + kind + " samples are not handled",
                      natural ? "convert the page to 8 or 16 bits per sample"
                              : "convert the page to unsigned samples of 8 or 16 bits",
                      ErrorCode::unsupported);
  }
  if (samples > 1 && TIFFGetField(tiff, TIFFTAG_BITSPERSAMPLE, &bits) == 0) {
    return file_error(handle.file().name(), "does not say how many bits its samples have", broken_tags);
  }
  if (samples == 0 || (planar != PLANARCONFIG_CONTIG && planar != PLANARCONFIG_SEPARATE)) {
    return file_error(handle.file().name(), "its samples are not laid out as any TIFF's", broken_tags);
  }
  layout.bits = bits;
  layout.samples = samples;
  layout.separate = planar == PLANARCONFIG_SEPARATE && samples > 1;
  layout.swap_bytes = TIFFIsByteSwapped(tiff) != 0;
  std::uint16_t fill_order = FILLORDER_MSB2LSB;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_FILLORDER, &fill_order);
  layout.reverse_bits = fill_order == FILLORDER_LSB2MSB;
  return {};
}

Status read_sizes(const TiffHandle& handle, PageLayout& layout) {
  TIFF* tiff = handle.get();
  const auto field = [tiff](std::uint32_t tag, std::uint32_t otherwise) {
    std::uint32_t value = otherwise;
    return TIFFGetFieldDefaulted(tiff, tag, &value) != 0 ? value : otherwise;
  };
  layout.width = layout.page_width = field(TIFFTAG_IMAGEWIDTH, 0);
  layout.height = layout.page_height = field(TIFFTAG_IMAGELENGTH, 0);
  layout.tiled = TIFFIsTiled(tiff) != 0;
  layout.block_width = layout.tiled ? field(TIFFTAG_TILEWIDTH, 0) : layout.width;
  layout.block_height = layout.tiled ? std::int64_t{field(TIFFTAG_TILELENGTH, 0)}
                                     : std::min<std::int64_t>(field(TIFFTAG_ROWSPERSTRIP, 0), layout.height);
  layout.block_page_rows = layout.block_height;
  if (layout.width == 0 || layout.height == 0 || layout.block_width == 0 || layout.block_height == 0) {
    return file_error(handle.file().name(),
                      layout.tiled ? "the page or its tiles have no size" : "the page or its strips have no size",
                      broken_tags);
  }
  if (layout.tiled && layout.block_width * layout.pixel_bits() % 8 != 0) {
    return file_error(
        handle.file().name(),
        "its tiles are " + std::to_string(layout.block_width) + " pixels wide, which is not a multiple of 16",
        broken_tags);
  }
  if (field(TIFFTAG_IMAGEDEPTH, 1) != 1 || field(TIFFTAG_TILEDEPTH, 1) != 1) {
    return file_error(handle.file().name(), "is a volume, not a page", "save the page as a plain image",
                      ErrorCode::unsupported);
  }
  return {};
}

Status check_sizes(const TiffHandle& handle, const PageLayout& layout) {
  const std::uint64_t blocks = layout.tiled ? TIFFNumberOfTiles(handle.get()) : TIFFNumberOfStrips(handle.get());
  const auto planes = static_cast<std::uint64_t>(layout.separate ? layout.samples : 1);
  // Both factors have at most 32 bits, so their product cannot overflow. Multiplied by the number of planes it could,
  // so we divide instead.
  const auto per_plane =
      static_cast<std::uint64_t>(layout.blocks_across()) * static_cast<std::uint64_t>(layout.blocks_down());
  if (blocks % planes == 0 && blocks / planes == per_plane) return {};
  return file_error(handle.file().name(), "the sizes of the page and of its strips or tiles contradict each other",
                    broken_tags);
}

}  // namespace

Result<PageLayout> read_layout(const TiffHandle& handle) {
  PageLayout layout;
  if (Status status = check_tags(handle); !status.ok()) return status.error();
  if (Status status = check_color_space(handle); !status.ok()) return status.error();
  if (Status status = read_samples(handle, layout); !status.ok()) return status.error();
  if (Status status = read_sizes(handle, layout); !status.ok()) return status.error();
  if (Status status = read_codec(handle, layout); !status.ok()) return status.error();
  if (Status status = check_sizes(handle, layout); !status.ok()) return status.error();
  if (Status status = read_color(handle, layout); !status.ok()) return status.error();
  return layout;
}

Result<PageInfo> read_info(const TiffHandle& handle, const PageLayout& layout) {
  TIFF* tiff = handle.get();
  PageInfo info;
  info.width = layout.page_width;
  info.height = layout.page_height;
  info.model = layout.model;
  info.alpha = layout.alpha;
  info.bits = layout.returned_bits;
  info.spots = layout.spots;
  info.remarks = layout.remarks;
  if (!handle.messages().about("ignoring and calculating from imagelength").empty())
    info.remarks.emplace_back("the byte counts of its strips are wrong, and are computed from its sizes");
  info.resolution = read_resolution(handle.file(), handle.directory());
  info.has_one_resolution = complete(info.resolution);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &info.orientation);

  const char* software = nullptr;
  if (TIFFGetField(tiff, TIFFTAG_SOFTWARE, &software) != 0) info.software = printable(software);

  std::uint32_t bytes = 0;
  const void* profile = nullptr;
  if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &bytes, &profile) != 0) {
    const auto* const begin = static_cast<const std::byte*>(profile);
    info.icc_profile.assign(begin, begin + bytes);
  }
  return info;
}

Status prepare_decoding(const TiffHandle& handle, const PageLayout& layout) {
  TIFF* tiff = handle.get();
  if (layout.jpeg_across > 0) {
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_YCBCR);
    TIFFSetField(tiff, TIFFTAG_YCBCRSUBSAMPLING, layout.jpeg_across, layout.jpeg_down);
  }
  if (layout.libjpeg_converts) TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  // libdeflate may leave the end of a block unwritten, and libtiff reports success.
  const bool deflates =
      layout.codec->scheme == COMPRESSION_ADOBE_DEFLATE || layout.codec->scheme == COMPRESSION_DEFLATE;
  if (deflates) TIFFSetField(tiff, TIFFTAG_DEFLATE_SUBCODEC, DEFLATE_SUBCODEC_ZLIB);
  if (leaves_differences(layout)) TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_NONE);
  const auto expected = static_cast<std::uint64_t>(layout.tiled ? layout.block_bytes() : layout.row_bytes());
  const auto unit_rows = static_cast<std::uint32_t>(layout.unit_height);
  const std::uint64_t libtiffs = layout.tiled ? TIFFTileSize64(tiff) : TIFFVStripSize64(tiff, unit_rows);
  if (libtiffs == expected) return {};
  return file_error(handle.file().name(), "the sizes of its samples, rows and blocks contradict each other",
                    broken_tags);
}

}  // namespace platerip::tiffio
