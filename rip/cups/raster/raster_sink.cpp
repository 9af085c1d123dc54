#include "rip/cups/raster/raster_sink.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

namespace platerip::rip {
namespace {

ssize_t write_for_libcups(void* context, unsigned char* bytes, size_t count) {
  auto& target = *static_cast<RasterSink::Target*>(context);
  const Status status = target.stream.write({reinterpret_cast<const std::byte*>(bytes), count});
  if (status.ok()) return static_cast<ssize_t>(count);
  target.error = status.error();
  return -1;
}

// For each byte of pixels with `bits` bits, the pixels spread out: each moves to the last of the places that a pixel of
// all colours has.
template <class Group>
std::array<Group, 256> spread_table(unsigned bits, unsigned pixel_bits) {
  std::array<Group, 256> table{};
  const std::size_t mask = (1U << bits) - 1;
  for (std::size_t byte = 0; byte < table.size(); ++byte) {
    for (unsigned pixel = 0; pixel < 8 / bits; ++pixel)
      table[byte] |= static_cast<Group>(byte >> pixel * bits & mask) << pixel * pixel_bits;
  }
  return table;
}

unsigned dots_per_inch(const tiffio::Resolution& resolution, double dots_per_unit) {
  constexpr unsigned points = 72;  // assumed if the page has no resolution
  const double dots = resolution.is_known() ? resolution.per_inch(dots_per_unit) : 0;
  if (!(dots > 0) || dots > 1e6) return points;
  return std::max(1U, static_cast<unsigned>(std::lround(dots)));
}

cups_page_header2_t header_for(const PlatesInfo& plates) {
  cups_page_header2_t header{};
  header.HWResolution[0] = dots_per_inch(plates.resolution, plates.resolution.x);
  header.HWResolution[1] = dots_per_inch(plates.resolution, plates.resolution.y);
  header.cupsPageSize[0] = static_cast<float>(plates.width) * 72 / static_cast<float>(header.HWResolution[0]);
  header.cupsPageSize[1] = static_cast<float>(plates.height) * 72 / static_cast<float>(header.HWResolution[1]);
  for (int side = 0; side < 2; ++side) {
    header.PageSize[side] = static_cast<unsigned>(std::lround(header.cupsPageSize[side]));
    header.ImagingBoundingBox[2 + side] = header.PageSize[side];
    header.cupsImagingBBox[2 + side] = header.cupsPageSize[side];
  }
  header.NumCopies = 1;
  return header;
}

}  // namespace

RasterSink::RasterSink(const Job& job, OutputStream& out, RasterForm form) : job_(job), form_(form), target_{out, {}} {}

Status RasterSink::begin(const PlatesInfo& plates, std::vector<OutputFile>&) {
  const std::string page = page_label(plates.source);
  if (job_.plates.invert) {
    return Error{page + ": a raster has no negative plates",
                 ErrorCode::bad_setting,
                 {{.action = Advice::Action::leave_out, .setting = "invert"}}};
  }
  auto colors = raster_colors(form_.space, plates, job_);
  if (!colors.ok()) return colors.error();
  colors_ = *std::move(colors);
  const std::size_t count = colors_.plates.size();
  const auto bits = static_cast<unsigned>(halftone::plate_bits(plates.levels));
  const unsigned pixel_bits = colors_.pixel_bits(bits);
  // libcups wants whole pixels, each counted as whole bytes.
  const std::int64_t pixel_bytes = (pixel_bits + 7) / 8;
  const std::int64_t line_bytes = ((plates.width * pixel_bits + 7) / 8 + pixel_bytes - 1) / pixel_bytes * pixel_bytes;
  if (line_bytes > std::numeric_limits<std::int32_t>::max() || plates.height > std::numeric_limits<std::int32_t>::max())
    return Error{page + ": no raster can hold so large a page; take TIFF"};
  plane_bytes_ = static_cast<std::size_t>(halftone::plate_row_bytes(plates.width, plates.levels));
  planes_.assign(plane_bytes_ * count, std::byte{0});
  spread_ = spread_table<Wide>(bits, pixel_bits);
  group_bytes_ = pixel_bits / bits;
  line_.assign(std::max(plane_bytes_ * group_bytes_, static_cast<std::size_t>(line_bytes)), std::byte{0});

  header_ = given_.value_or(header_for(plates));
  header_.cupsWidth = static_cast<unsigned>(plates.width);
  header_.cupsHeight = static_cast<unsigned>(plates.height);
  header_.cupsBitsPerColor = bits;
  header_.cupsColorOrder = form_.order;
  header_.cupsColorSpace = colors_.space;
  header_.cupsNumColors = static_cast<unsigned>(count);
  const bool chunked = form_.order == CUPS_ORDER_CHUNKED;
  header_.cupsBitsPerPixel = chunked ? pixel_bits : bits;
  header_.cupsBytesPerLine = static_cast<unsigned>(chunked ? static_cast<std::size_t>(line_bytes)
                                                   : form_.order == CUPS_ORDER_BANDED ? plane_bytes_ * count
                                                                                      : plane_bytes_);
  if (const Status status = open_spools(page); !status.ok()) return status;
  if (!raster_) {
    const auto found = libcups();
    if (!found.ok()) return found.error();
    libcups_ = *found;
    raster_ = {libcups_.open(write_for_libcups, &target_, CUPS_RASTER_WRITE), libcups_.close};
  }
  if (raster_ && libcups_.write_header(raster_.get(), &header_) != 0) return {};
  return target_.error.value_or(Error{page + ": libcups refuses its raster header; take TIFF"});
}

Status RasterSink::open_spools(const std::string& page) {
  waiting_.clear();
  if (form_.order != CUPS_ORDER_PLANAR) return {};
  const std::int64_t rows = header_.cupsHeight * static_cast<std::int64_t>(colors_.plates.size() - 1);
  const auto row_bytes = static_cast<std::int64_t>(plane_bytes_);
  if (const Status status = check_spool(page, rows, row_bytes, job_.spool); !status.ok()) return status;
  while (waiting_.size() + 1 < colors_.plates.size()) {
    auto spool = Spool::create(page);
    if (!spool.ok()) return spool.error();
    waiting_.push_back(*std::move(spool));
  }
  return {};
}

Status RasterSink::write(std::span<const halftone::Plate> plates, std::int64_t rows) {
  for (std::int64_t row = 0; row < rows; ++row) {
    if (const Status status = put_row(plates, row); !status.ok()) return status;
  }
  return target_.stream.flush();
}

Status RasterSink::put_row(std::span<const halftone::Plate> plates, std::int64_t row) {
  for (std::size_t color = 0; color < colors_.plates.size(); ++color) {
    if (!colors_.plates[color]) continue;
    const halftone::Plate& plate = plates[*colors_.plates[color]];
    std::memcpy(planes_.data() + color * plane_bytes_, plate.pixels + row * plate.stride, plane_bytes_);
  }
  if (form_.order == CUPS_ORDER_BANDED) return put(planes_);
  if (form_.order == CUPS_ORDER_CHUNKED) {
    if (group_bytes_ <= sizeof(std::uint32_t)) {
      interleave<std::uint32_t>();  // CMYK
    } else {
      interleave<Wide>();
    }
    return put(std::span(line_).first(header_.cupsBytesPerLine));
  }
  for (std::size_t plane = 1; plane < colors_.plates.size(); ++plane) {
    const auto rest = std::span(planes_).subspan(plane * plane_bytes_, plane_bytes_);
    if (const Status status = waiting_[plane - 1].append(rest); !status.ok()) return status;
  }
  return put(std::span(planes_).first(plane_bytes_));
}

// One byte of each plane makes a group of bytes of the line.
template <class Group>
void RasterSink::interleave() {
  const auto bits = header_.cupsBitsPerColor;
  for (std::size_t i = 0; i < plane_bytes_; ++i) {
    Group pixels = 0;
    for (std::size_t color = 0; color < colors_.plates.size(); ++color)
      pixels =
          pixels << bits | static_cast<Group>(spread_[std::to_integer<std::size_t>(planes_[color * plane_bytes_ + i])]);
    for (std::size_t byte = group_bytes_; byte > 0; --byte, pixels >>= 8)
      line_[group_bytes_ * i + byte - 1] = static_cast<std::byte>(pixels & 255);
  }
}

Status RasterSink::put(std::span<std::byte> line) {
  const auto bytes = static_cast<unsigned>(line.size());
  if (libcups_.write_pixels(raster_.get(), reinterpret_cast<unsigned char*>(line.data()), bytes) == bytes) return {};
  return target_.error.value_or(Error{"libcups cannot write the raster; take TIFF"});
}

Status RasterSink::finish() {
  for (const Spool& spool : waiting_) {
    const auto row = std::span(planes_).first(plane_bytes_);
    for (unsigned y = 0; y < header_.cupsHeight; ++y) {
      const auto offset = static_cast<std::int64_t>(y * plane_bytes_);
      if (const Status status = spool.read(offset, row); !status.ok()) return status;
      if (const Status status = put(row); !status.ok()) return status;
    }
  }
  waiting_.clear();
  return target_.stream.flush();
}

}  // namespace platerip::rip
