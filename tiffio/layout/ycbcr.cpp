#include "tiffio/layout/ycbcr.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

// The tables that TIFFYCbCrToRGBInit() puts behind the structure, at a multiple of sizeof(long).
constexpr std::size_t tables_bytes =
    sizeof(long) + 4 * 256 * sizeof(TIFFRGBValue) + 2 * 256 * sizeof(int) + 3 * 256 * sizeof(std::int32_t);

TIFFYCbCrToRGB* tables_in(const std::unique_ptr<std::byte[]>& memory) {
  return reinterpret_cast<TIFFYCbCrToRGB*>(memory.get());
}

bool are_numbers(const float* values, std::size_t count) {
  // libtiff computes with them in integers of 32 bits.
  constexpr float most = 1e6F;
  return std::all_of(values, values + count, [](float v) { return std::abs(v) <= most; });
}

std::byte* put(TIFFYCbCrToRGB* tables, const std::byte* y, const std::byte* cb, const std::byte* cr, std::byte* out) {
  std::array<std::uint32_t, 3> rgb{};
  TIFFYCbCrtoRGB(tables, std::to_integer<std::uint32_t>(*y), std::to_integer<std::int32_t>(*cb),
                 std::to_integer<std::int32_t>(*cr), rgb.data(), &rgb[1], &rgb[2]);
  return std::transform(rgb.begin(), rgb.end(), out, [](std::uint32_t v) { return static_cast<std::byte>(v); });
}

std::string pixels_text(int width, int height) {
  return std::to_string(width) + " × " + std::to_string(height) + " pixels";
}

Error not_handled(const TiffHandle& handle, const std::string& what) {
  return file_error(handle.file().name(), what + " is not handled", "convert the page to RGB", ErrorCode::unsupported);
}

/// Counts the page in units of pixels that share their Cb and Cr. Strips may end within their last units.
Status divide_into_units(const TiffHandle& handle, PageLayout& layout, int width, int height) {
  const bool one_strip = !layout.tiled && layout.block_height >= layout.height;
  const bool must_not_end_within = layout.tiled || layout.codec->scheme == COMPRESSION_OJPEG;
  const bool has_whole_units = one_strip || layout.block_height % height == 0;
  if ((layout.tiled && layout.block_width % width != 0) || (must_not_end_within && !has_whole_units)) {
    return file_error(handle.file().name(), "its strips or tiles end within " + pixels_text(width, height),
                      "its tags are damaged, save the page again");
  }
  const auto units = [](std::int64_t pixels, std::int64_t of_unit) { return (pixels + of_unit - 1) / of_unit; };
  layout.unit_width = width;
  layout.unit_height = height;
  layout.width = units(layout.width, width);
  layout.height = layout.height / layout.block_height * units(layout.block_height, height) +
                  units(layout.height % layout.block_height, height);
  layout.block_width = units(layout.block_width, width);
  layout.block_height = units(layout.block_height, height);
  return {};
}

}  // namespace

Result<std::shared_ptr<const Ycbcr>> Ycbcr::make(const TiffHandle& handle) {
  float* luma = nullptr;
  float* references = nullptr;
  TIFFGetFieldDefaulted(handle.get(), TIFFTAG_YCBCRCOEFFICIENTS, &luma);
  TIFFGetFieldDefaulted(handle.get(), TIFFTAG_REFERENCEBLACKWHITE, &references);
  std::shared_ptr<Ycbcr> made(new Ycbcr);
  made->memory_ = std::make_unique<std::byte[]>(sizeof(TIFFYCbCrToRGB) + tables_bytes);
  const bool usable =
      luma != nullptr && references != nullptr && are_numbers(luma, 3) && luma[1] != 0 && are_numbers(references, 6);
  if (!usable || TIFFYCbCrToRGBInit(tables_in(made->memory_), luma, references) != 0) {
    return file_error(handle.file().name(), "its YCbCr coefficients or reference values make no colours",
                      "save the page as RGB");
  }
  return std::shared_ptr<const Ycbcr>(std::move(made));
}

void Ycbcr::convert_row(const PageLayout& layout, std::span<const std::byte* const> planes, int row,
                        std::byte* out) const {
  TIFFYCbCrToRGB* const tables = tables_in(memory_);
  if (layout.separate) {
    for (std::int64_t x = 0; x < layout.page_width; ++x)
      out = put(tables, planes[0] + x, planes[1] + x, planes[2] + x, out);
    return;
  }
  const std::int64_t unit_pixels = std::int64_t{layout.unit_width} * layout.unit_height;
  const std::byte* unit = planes.front();
  for (std::int64_t x = 0; x < layout.page_width; unit += unit_pixels + 2) {
    const std::byte* y = unit + std::int64_t{row} * layout.unit_width;
    for (const std::int64_t end = std::min(x + layout.unit_width, layout.page_width); x < end; ++x)
      out = put(tables, y++, unit + unit_pixels, unit + unit_pixels + 1, out);
  }
}

Status read_ycbcr(const TiffHandle& handle, PageLayout& layout) {
  if (layout.codec->scheme == COMPRESSION_JPEG && !layout.separate) {
    layout.libjpeg_converts = true;
    return {};
  }
  if (layout.bits != 8) return not_handled(handle, "YCbCr colour of " + std::to_string(layout.bits) + " bits");
  std::uint16_t across = 1;
  std::uint16_t down = 1;
  TIFFGetFieldDefaulted(handle.get(), TIFFTAG_YCBCRSUBSAMPLING, &across, &down);
  const auto is_known = [](int pixels) { return pixels == 1 || pixels == 2 || pixels == 4; };
  const std::string shared = "one Cb and Cr for " + pixels_text(across, down);
  if (!is_known(across) || !is_known(down)) return not_handled(handle, "YCbCr colour with " + shared);
  if (layout.separate && across * down != 1) return not_handled(handle, "YCbCr colour in planes with " + shared);
  if (Status status = divide_into_units(handle, layout, across, down); !status.ok()) return status;
  auto made = Ycbcr::make(handle);
  if (!made.ok()) return made.error();
  layout.ycbcr = *std::move(made);
  return {};
}

}  // namespace platerip::tiffio
