#include "rip/calibrate/page/target_page.h"

#include <tiffio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "rip/calibrate/page/target_painter.h"

namespace platerip::rip {
namespace {

constexpr std::int64_t strip_bytes = 1 << 20;

struct Closer {
  void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};
using Tiff = std::unique_ptr<TIFF, Closer>;

bool is_cmyk(const std::vector<std::string>& inks) {
  return inks == std::vector<std::string>{"Cyan", "Magenta", "Yellow", "Black"};
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += name + '\0';
  return text;
}

bool set_tags(TIFF* tiff, const TargetLayout& layout, const TargetPainter& painter) {
  const std::vector<std::string>& inks = layout.settings.inks;
  const std::int64_t rows = strip_bytes / (painter.width() * static_cast<std::int64_t>(inks.size()));
  const auto rows_per_strip = static_cast<std::uint32_t>(std::clamp<std::int64_t>(rows, 1, 64));
  const std::string names = joined(inks);
  const auto resolution = static_cast<float>(layout.settings.resolution);
  const auto set = [tiff](std::uint32_t tag, auto... value) { return TIFFSetField(tiff, tag, value...) != 0; };
  return set(TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(painter.width())) &&
         set(TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(painter.height())) && set(TIFFTAG_BITSPERSAMPLE, 8) &&
         set(TIFFTAG_SAMPLESPERPIXEL, static_cast<int>(inks.size())) &&
         set(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_SEPARATED) &&
         set(TIFFTAG_INKSET, is_cmyk(inks) ? INKSET_CMYK : INKSET_MULTIINK) &&
         set(TIFFTAG_INKNAMES, static_cast<int>(names.size()), names.data()) &&
         set(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) && set(TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE) &&
         set(TIFFTAG_ZIPQUALITY, 1) && set(TIFFTAG_ROWSPERSTRIP, rows_per_strip) &&
         set(TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH) && set(TIFFTAG_XRESOLUTION, static_cast<double>(resolution)) &&
         set(TIFFTAG_YRESOLUTION, static_cast<double>(resolution));
}

bool write_page(TIFF* tiff, const TargetLayout& layout) {
  TargetPainter painter(layout);
  if (!set_tags(tiff, layout, painter)) return false;
  // libtiff may change the row before it compresses it.
  std::vector<std::uint8_t> row(static_cast<std::size_t>(painter.width()) * layout.settings.inks.size());
  for (std::int64_t y = 0; y < painter.height(); ++y) {
    std::copy_n(painter.paint(y), row.size(), row.data());
    if (TIFFWriteScanline(tiff, row.data(), static_cast<std::uint32_t>(y)) < 0) return false;
  }
  return TIFFFlush(tiff) != 0;
}

}  // namespace

Status paint_target(const TargetLayout& layout, OutputFile& file) {
  TIFFSetErrorHandler(nullptr);
  TIFFSetWarningHandler(nullptr);
  const int fd = ::dup(file.fd());
  if (fd < 0) return Error{file.path() + ": cannot be written", ErrorCode::unreadable};
  const Tiff tiff(TIFFFdOpen(fd, file.path().c_str(), "w"));
  if (!tiff) ::close(fd);
  if (tiff && write_page(tiff.get(), layout)) return {};
  return Error{file.path() + ": cannot be written; the disk may be full", ErrorCode::no_space};
}

}  // namespace platerip::rip
