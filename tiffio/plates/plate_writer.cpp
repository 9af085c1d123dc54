#include "tiffio/plates/plate_writer.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "tiffio/plates/output_tiff.h"
#include "tiffio/plates/plate_layout.h"

namespace platerip::tiffio {
namespace {

bool set_text(TIFF* tiff, std::uint32_t tag, const std::string& text) {
  return text.empty() || TIFFSetField(tiff, tag, text.c_str()) != 0;
}

bool set_resolution(TIFF* tiff, const Resolution& resolution) {
  const bool known = resolution.x > 0 || resolution.y > 0;
  return (resolution.x <= 0 || TIFFSetField(tiff, TIFFTAG_XRESOLUTION, resolution.x) != 0) &&
         (resolution.y <= 0 || TIFFSetField(tiff, TIFFTAG_YRESOLUTION, resolution.y) != 0) &&
         (!known || TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, resolution.unit) != 0);
}

bool set_tags(TIFF* tiff, const PlateInfo& info, const std::optional<std::string>& date) {
  return TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(info.width)) != 0 &&
         TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(info.height)) != 0 &&
         TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, info.bits) != 0 &&
         TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1) != 0 &&
         TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISWHITE) != 0 &&
         TIFFSetField(tiff, TIFFTAG_COMPRESSION, scheme_of(info.compression)) != 0 &&
         TIFFSetField(tiff, TIFFTAG_FILLORDER, FILLORDER_MSB2LSB) != 0 &&
         TIFFSetField(tiff, TIFFTAG_ORIENTATION, info.orientation) != 0 &&
         TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(plate_strip_rows(info))) != 0 &&
         TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) != 0 && set_resolution(tiff, info.resolution) &&
         set_text(tiff, TIFFTAG_PAGENAME, info.ink) && set_text(tiff, TIFFTAG_DOCUMENTNAME, info.document) &&
         set_text(tiff, TIFFTAG_SOFTWARE, "platerip " PLATERIP_VERSION) &&
         set_text(tiff, TIFFTAG_DATETIME, date.value_or(""));
}

}  // namespace

struct PlateWriter::Impl {
  PlateInfo info;
  OutputTiff output;
  std::int64_t row_bytes = plate_row_bytes(info);
  std::int64_t strip_rows = plate_strip_rows(info);
  std::byte flip = info.invert ? std::byte{0xff} : std::byte{0};
  // The bits of a row's last byte that lie within the width.
  std::byte last_mask = static_cast<std::byte>(0xff << (row_bytes * 8 - info.width * info.bits));
  std::int64_t next_row = 0;
  std::vector<std::byte> strip;  // the rows so far of the current strip

  [[nodiscard]] std::int64_t rows_of_strip() const {
    return std::min(strip_rows, info.height - (next_row - next_row % strip_rows));
  }

  void copy(std::int64_t rows, const std::byte* data, std::ptrdiff_t stride) {
    strip.resize(static_cast<std::size_t>(strip_rows * row_bytes));
    std::byte* out = strip.data() + next_row % strip_rows * row_bytes;
    for (; rows > 0; --rows, data += stride, out += row_bytes) {
      std::transform(data, data + row_bytes, out, [this](std::byte bits) { return bits ^ flip; });
      out[row_bytes - 1] &= last_mask;
    }
  }

  Status write_strip(std::int64_t first_row, std::int64_t rows) {
    const auto index = static_cast<std::uint32_t>(first_row / strip_rows);
    const tmsize_t bytes = rows * row_bytes;
    if (TIFFWriteEncodedStrip(output.get(), index, strip.data(), bytes) == bytes) return {};
    return output.write_error();
  }
};

PlateWriter::PlateWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PlateWriter::PlateWriter(PlateWriter&&) noexcept = default;
PlateWriter& PlateWriter::operator=(PlateWriter&&) noexcept = default;
PlateWriter::~PlateWriter() = default;

Result<PlateWriter> PlateWriter::open(int fd, const std::string& name, const PlateInfo& info) {
  if (Status status = check_info(name, info); !status.ok()) return status.error();
  const Result<std::optional<std::string>> date = date_time();
  if (!date.ok()) return date.error();
  Result<OutputTiff> output = OutputTiff::open(fd, name, needs_big_tiff(info));
  if (!output.ok()) return output.error();
  if (!set_tags(output->get(), info, *date)) return output->write_error();
  return PlateWriter(std::make_unique<Impl>(Impl{.info = info, .output = *std::move(output), .strip = {}}));
}

Status PlateWriter::write(std::int64_t rows, const std::byte* data, std::ptrdiff_t stride) {
  Impl& plate = *impl_;
  while (rows > 0) {
    const std::int64_t in_strip = plate.next_row % plate.strip_rows;
    const std::int64_t strip_rows = plate.rows_of_strip();
    const std::int64_t count = std::min(rows, strip_rows - in_strip);
    plate.copy(count, data, stride);
    if (in_strip + count == strip_rows) {
      if (Status status = plate.write_strip(plate.next_row - in_strip, strip_rows); !status.ok()) return status;
    }
    plate.next_row += count;
    rows -= count;
    data += count * stride;
  }
  return {};
}

Status PlateWriter::finish() {
  if (TIFFWriteDirectory(impl_->output.get()) != 0) return {};
  return impl_->output.write_error();
}

}  // namespace platerip::tiffio
