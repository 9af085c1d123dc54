#include "tiffio/plates/plate_stream.h"

#include <tiff.h>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "tiffio/plates/plate_layout.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

constexpr std::uint64_t header_bytes = 16;

// Small enough that a page's first rows leave early, and large enough that the table of strips stays short.
constexpr std::int64_t strip_bytes = 64 << 10;

// One directory is written before a page's data, and points to their end. The other is written there. The page's own
// directories follow it if the page is completed; else it is the last one of the file.
constexpr std::size_t most_waiting = 2;

// The most zeros to write in place of a page's missing data. A damaged header may promise any number of rows.
constexpr std::uint64_t most_zeros = std::uint64_t{2} << 30;

std::uint64_t aligned(std::uint64_t offset) {
  return (offset + 7) / 8 * 8;
}

void put_number(std::vector<std::byte>& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) out.push_back(static_cast<std::byte>(value >> 8 * i));
}

/// A directory of a BigTIFF, as libtiff defines it: its entries, followed by the values that do not fit into one.
class WrittenDirectory {
 public:
  void numbers(std::uint16_t tag, TIFFDataType type, std::span<const std::uint64_t> values) {
    const std::size_t bytes = type == TIFF_SHORT ? 2 : type == TIFF_LONG ? 4 : 8;
    Entry entry{tag, type, values.size(), {}};
    for (const std::uint64_t value : values) put_number(entry.value, value, bytes);
    add(std::move(entry));
  }
  void number(std::uint16_t tag, TIFFDataType type, std::uint64_t value) { numbers(tag, type, {&value, 1}); }
  void text(std::uint16_t tag, const std::string& text) {
    if (text.empty()) return;
    const auto* chars = reinterpret_cast<const std::byte*>(text.c_str());
    add({tag, TIFF_ASCII, text.size() + 1, {chars, chars + text.size() + 1}});
  }
  void rational(std::uint16_t tag, const Rational& value) {
    if (value.numerator() == 0) return;
    Entry entry{tag, TIFF_RATIONAL, 1, {}};
    put_number(entry.value, value.numerator(), 4);
    put_number(entry.value, value.denominator(), 4);
    add(std::move(entry));
  }

  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t bytes = entry_bytes();
    for (const Entry& entry : entries_) bytes += entry.value.size() <= 8 ? 0 : aligned(entry.value.size());
    return aligned(bytes);
  }

  /// The bytes of the directory at `offset`, a multiple of 8, if the next one is at `next`.
  [[nodiscard]] std::vector<std::byte> at(std::uint64_t offset, std::uint64_t next) const {
    std::vector<std::byte> out;
    std::vector<std::byte> values;
    const std::uint64_t values_offset = offset + entry_bytes();
    put_number(out, entries_.size(), 8);
    for (const Entry& entry : entries_) {
      put_number(out, entry.tag, 2);
      put_number(out, entry.type, 2);
      put_number(out, entry.count, 8);
      if (entry.value.size() <= 8) {
        out.insert(out.end(), entry.value.begin(), entry.value.end());
        out.resize(out.size() + 8 - entry.value.size());
      } else {
        put_number(out, values_offset + values.size(), 8);
        values.insert(values.end(), entry.value.begin(), entry.value.end());
        values.resize(aligned(values.size()));
      }
    }
    put_number(out, next, 8);
    out.insert(out.end(), values.begin(), values.end());
    out.resize(aligned(out.size()));
    return out;
  }

 private:
  struct Entry {
    std::uint16_t tag;
    TIFFDataType type;
    std::uint64_t count;
    std::vector<std::byte> value;
  };
  void add(Entry entry) {
    const auto behind = std::upper_bound(entries_.begin(), entries_.end(), entry.tag,
                                         [](std::uint16_t tag, const Entry& other) { return tag < other.tag; });
    entries_.insert(behind, std::move(entry));
  }
  [[nodiscard]] std::uint64_t entry_bytes() const { return 8 + 20 * entries_.size() + 8; }

  std::vector<Entry> entries_;  // sorted by tag
};

// A one-pixel thumbnail. The file already points to the place where the directories of an incomplete page should be. If
// no other directory is left for this place, the thumbnail fills it. Readers that recognize thumbnails skip it.
WrittenDirectory end_mark(std::uint64_t any_byte) {
  WrittenDirectory directory;
  directory.number(TIFFTAG_SUBFILETYPE, TIFF_LONG, FILETYPE_REDUCEDIMAGE);
  directory.number(TIFFTAG_IMAGEWIDTH, TIFF_LONG, 1);
  directory.number(TIFFTAG_IMAGELENGTH, TIFF_LONG, 1);
  directory.number(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, 1);
  directory.number(TIFFTAG_COMPRESSION, TIFF_SHORT, COMPRESSION_NONE);
  directory.number(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, PHOTOMETRIC_MINISWHITE);
  directory.number(TIFFTAG_STRIPOFFSETS, TIFF_LONG8, any_byte);
  directory.number(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, 1);
  directory.number(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, 1);
  directory.number(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, 1);
  directory.text(TIFFTAG_PAGENAME, "no plate");
  directory.text(TIFFTAG_SOFTWARE, "platerip " PLATERIP_VERSION);
  return directory;
}

}  // namespace

struct PlateStream::Impl {
  Put put;
  std::uint64_t position = 0;            // bytes put so far, including those for which `put` reported an error
  std::deque<WrittenDirectory> waiting;  // the last directories of complete pages, at most two
  std::uint64_t next_place = 0;          // where the next directory goes; the file already points there
  bool any_whole = false;                // whether any page was completed

  std::vector<PlateInfo> plates;
  std::uint16_t page = 0;  // PageNumber, which starts again after its largest value
  int copies = 1;
  std::optional<std::string> date;
  std::uint64_t data_offset = 0;
  std::int64_t row_bytes = 0;
  std::int64_t strip_rows = 0;
  std::int64_t next_row = 0;
  std::vector<std::vector<std::byte>> strips;  // per plate, the rows of its current strip

  [[nodiscard]] std::uint64_t data_bytes() const {
    return static_cast<std::uint64_t>(row_bytes * plates.front().height) * plates.size();
  }

  Status put_all(std::span<const std::byte> bytes) {
    position += bytes.size();
    return put(bytes);
  }

  Status put_header(std::uint64_t first_directory) {
    std::vector<std::byte> header{std::byte{'I'}, std::byte{'I'}};
    put_number(header, 43, 2);
    put_number(header, 8, 2);
    put_number(header, 0, 2);
    put_number(header, first_directory, 8);
    next_place = first_directory;
    return put_all(header);
  }

  /// Writes a directory. Precondition: position == next_place.
  Status put_directory(const WrittenDirectory& directory, std::uint64_t next) {
    next_place = next;
    return put_all(directory.at(position, next));
  }

  /// Writes the first waiting directory. `bytes_between`: the bytes of page data between it and the next one.
  Status put_waiting(std::uint64_t bytes_between) {
    const WrittenDirectory directory = std::move(waiting.front());
    waiting.pop_front();
    return put_directory(directory, aligned(position + directory.bytes() + bytes_between));
  }

  Status put_zeros();
  Status put_opening();
  [[nodiscard]] WrittenDirectory directory_of(std::size_t plate) const;
  void copy_row(std::size_t plate, const std::byte* row);
  Status put_strips();
};

WrittenDirectory PlateStream::Impl::directory_of(std::size_t plate) const {
  const PlateInfo& info = plates[plate];
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint64_t> bytes;
  std::uint64_t group = data_offset;
  for (std::int64_t row = 0; row < info.height; row += strip_rows) {
    const auto strip = static_cast<std::uint64_t>(std::min(strip_rows, info.height - row) * row_bytes);
    offsets.push_back(group + plate * strip);
    bytes.push_back(strip);
    group += plates.size() * strip;
  }
  WrittenDirectory directory;
  directory.number(TIFFTAG_IMAGEWIDTH, TIFF_LONG, static_cast<std::uint64_t>(info.width));
  directory.number(TIFFTAG_IMAGELENGTH, TIFF_LONG, static_cast<std::uint64_t>(info.height));
  directory.number(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, static_cast<std::uint64_t>(info.bits));
  directory.number(TIFFTAG_COMPRESSION, TIFF_SHORT, COMPRESSION_NONE);
  directory.number(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, PHOTOMETRIC_MINISWHITE);
  directory.number(TIFFTAG_FILLORDER, TIFF_SHORT, FILLORDER_MSB2LSB);
  directory.text(TIFFTAG_DOCUMENTNAME, info.document);
  directory.numbers(TIFFTAG_STRIPOFFSETS, TIFF_LONG8, offsets);
  directory.number(TIFFTAG_ORIENTATION, TIFF_SHORT, info.orientation);
  directory.number(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, 1);
  directory.number(TIFFTAG_ROWSPERSTRIP, TIFF_LONG, static_cast<std::uint64_t>(strip_rows));
  directory.numbers(TIFFTAG_STRIPBYTECOUNTS, TIFF_LONG, bytes);
  directory.rational(TIFFTAG_XRESOLUTION, info.resolution.x);
  directory.rational(TIFFTAG_YRESOLUTION, info.resolution.y);
  directory.number(TIFFTAG_PLANARCONFIG, TIFF_SHORT, PLANARCONFIG_CONTIG);
  directory.text(TIFFTAG_PAGENAME, info.ink);
  directory.number(TIFFTAG_RESOLUTIONUNIT, TIFF_SHORT, info.resolution.unit);
  directory.numbers(TIFFTAG_PAGENUMBER, TIFF_SHORT,
                    std::array<std::uint64_t, 2>{page, 0});  // 0: the number of pages is unknown
  directory.text(TIFFTAG_SOFTWARE, "platerip " PLATERIP_VERSION);
  directory.text(TIFFTAG_DATETIME, date.value_or(""));
  if (!info.ink.empty()) {
    directory.text(TIFFTAG_INKNAMES, info.ink);
    directory.number(TIFFTAG_NUMBEROFINKS, TIFF_SHORT, 1);
  }
  return directory;
}

void PlateStream::Impl::copy_row(std::size_t plate, const std::byte* row) {
  const PlateInfo& info = plates[plate];
  std::vector<std::byte>& strip = strips[plate];
  strip.insert(strip.end(), row, row + row_bytes);
  if (info.invert) {
    std::transform(strip.end() - row_bytes, strip.end(), strip.end() - row_bytes, [](std::byte bits) { return ~bits; });
  }
  strip.back() &= static_cast<std::byte>(0xff << (row_bytes * 8 - info.width * info.bits));
}

// Fills up to next_place: the padding after a complete page, or the missing data of an incomplete one.
Status PlateStream::Impl::put_zeros() {
  static constexpr std::array<std::byte, 64 << 10> zeros{};
  while (position < next_place) {
    const std::uint64_t bytes = std::min<std::uint64_t>(next_place - position, zeros.size());
    if (const Status status = put_all(std::span(zeros).first(bytes)); !status.ok()) return status;
  }
  return {};
}

// Writes what precedes a page's data: the header or a directory, which points to the end of the data. If the data are
// too large to be replaced with zeros, no directory may wait for their end.
Status PlateStream::Impl::put_opening() {
  while (data_bytes() > most_zeros && waiting.size() > 1) {
    if (const Status status = put_waiting(0); !status.ok()) return status;
  }
  const Status status = position == 0 ? put_header(aligned(header_bytes + data_bytes())) : put_waiting(data_bytes());
  data_offset = position;
  return status;
}

Status PlateStream::Impl::put_strips() {
  if (data_offset == 0) {
    if (const Status status = put_opening(); !status.ok()) return status;
  }
  for (std::vector<std::byte>& strip : strips) {
    if (const Status status = put_all(strip); !status.ok()) return status;
    strip.clear();
  }
  return {};
}

PlateStream::PlateStream(Put put) : impl_(std::make_unique<Impl>()) {
  impl_->put = std::move(put);
}
PlateStream::PlateStream(PlateStream&&) noexcept = default;
PlateStream& PlateStream::operator=(PlateStream&&) noexcept = default;
PlateStream::~PlateStream() = default;

Status PlateStream::begin(std::span<const PlateInfo> plates, int copies) {
  Impl& stream = *impl_;
  for (const PlateInfo& plate : plates) {
    if (const Status status = check_info(plate.document, plate); !status.ok()) return status;
    if (plate.compression != Compression::none) {
      return file_error(plate.document, "plates in a stream cannot be compressed", "leave out the compression",
                        ErrorCode::bad_setting);
    }
  }
  auto date = date_time();
  if (!date.ok()) return date.error();
  stream.date = *std::move(date);
  if (stream.position > 0) ++stream.page;
  stream.plates.assign(plates.begin(), plates.end());
  stream.copies = copies;
  stream.row_bytes = plate_row_bytes(plates.front());
  stream.strip_rows = std::clamp<std::int64_t>(strip_bytes / stream.row_bytes, 1, plates.front().height);
  stream.next_row = 0;
  stream.strips.resize(plates.size());
  for (std::vector<std::byte>& strip : stream.strips) {
    strip.clear();
    strip.reserve(static_cast<std::size_t>(stream.strip_rows * stream.row_bytes));
  }
  stream.data_offset = 0;
  return {};
}

Status PlateStream::write(std::int64_t rows, std::span<const PlateRows> plates) {
  Impl& stream = *impl_;
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::size_t plate = 0; plate < plates.size(); ++plate)
      stream.copy_row(plate, plates[plate].data + row * plates[plate].stride);
    ++stream.next_row;
    if (stream.next_row % stream.strip_rows != 0 && stream.next_row != stream.plates.front().height) continue;
    if (const Status status = stream.put_strips(); !status.ok()) return status;
  }
  return {};
}

Status PlateStream::finish() {
  Impl& stream = *impl_;
  if (const Status status = stream.put_zeros(); !status.ok()) return status;
  stream.any_whole = true;
  for (int copy = 1; copy <= stream.copies; ++copy) {
    for (std::size_t plate = 0; plate < stream.plates.size(); ++plate) {
      stream.waiting.push_back(stream.directory_of(plate));
      if (stream.waiting.size() <= most_waiting) continue;
      if (const Status status = stream.put_waiting(0); !status.ok()) return status;
    }
  }
  return {};
}

Status PlateStream::close(bool is_whole) {
  Impl& stream = *impl_;
  if (!stream.any_whole) return Error{"no whole page came; a TIFF has at least one"};
  if (stream.next_place - stream.position > most_zeros) return {};  // readers have already seen all directories
  if (const Status status = stream.put_zeros(); !status.ok()) return status;
  if (stream.waiting.empty()) stream.waiting.push_back(end_mark(stream.position - 1));
  while (stream.waiting.size() > 1) {
    if (const Status status = stream.put_waiting(0); !status.ok()) return status;
  }
  if (!is_whole) stream.waiting.front().text(TIFFTAG_IMAGEDESCRIPTION, pages_missing);
  return stream.put_directory(stream.waiting.front(), 0);
}

}  // namespace platerip::tiffio
