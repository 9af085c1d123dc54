#include "rip/proofs/png_file.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <zlib.h>

#include <algorithm>
#include <memory>

#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

using Bytes = std::vector<std::uint8_t>;

void add_number(Bytes& bytes, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::uint8_t>(number >> shift));
}

void add_text(Bytes& bytes, std::string_view text) {
  bytes.insert(bytes.end(), text.begin(), text.end());
}

void add_chunk(Bytes& file, std::string_view type, std::span<const std::uint8_t> data) {
  add_number(file, static_cast<std::uint32_t>(data.size()));
  const std::size_t begin = file.size();
  add_text(file, type);
  file.insert(file.end(), data.begin(), data.end());
  add_number(file, crc32_gzip_refl(0, file.data() + begin, file.size() - begin));
}

void add_header(Bytes& file, const PngPicture& picture) {
  constexpr std::uint8_t gray = 0, rgb = 2, with_palette = 3;
  const bool is_rgb = picture.samples.size() > std::size_t{picture.width} * picture.height;
  Bytes header;
  add_number(header, picture.width);
  add_number(header, picture.height);
  header.insert(header.end(), {8, !picture.palette.empty() ? with_palette : is_rgb ? rgb : gray, 0, 0, 0});
  add_chunk(file, "IHDR", header);
}

void add_facts(Bytes& file, const PngPicture& picture) {
  constexpr std::uint8_t relative = 1, metre = 1;
  add_chunk(file, "sRGB", {{relative}});
  if (!picture.palette.empty()) add_chunk(file, "PLTE", picture.palette);
  if (picture.pixels_per_metre > 0) {
    Bytes size;
    add_number(size, picture.pixels_per_metre);
    add_number(size, picture.pixels_per_metre);
    size.push_back(metre);
    add_chunk(file, "pHYs", size);
  }
  if (picture.comment.empty()) return;
  Bytes text;
  add_text(text, std::string_view("Comment\0\0\0\0\0", 12));  // not compressed, in no certain language
  add_text(text, picture.comment);
  add_chunk(file, "iTXt", text);
}

constexpr std::uint8_t none = 0, up = 2;  // filters

// Rows `first` to before `end`, each with its filter: as its difference from the one above, which compresses better, or
// as it is, if samples are numbers of colours.
Bytes filtered(const PngPicture& picture, std::size_t first, std::size_t end) {
  const std::size_t row_bytes = picture.samples.size() / picture.height;
  Bytes rows((1 + row_bytes) * (end - first));
  const std::uint8_t filter = picture.palette.empty() ? up : none;
  std::uint8_t* row = rows.data();
  for (std::size_t y = first; y < end; ++y, row += row_bytes) {
    *row++ = filter;
    const std::uint8_t* const samples = picture.samples.data() + y * row_bytes;
    std::copy_n(samples, row_bytes, row);
    if (y == 0 || filter == none) continue;
    const std::uint8_t* const above = samples - row_bytes;
    for (std::size_t x = 0; x < row_bytes; ++x) row[x] = static_cast<std::uint8_t>(row[x] - above[x]);
  }
  return rows;
}

// Appends `bytes` in Deflate. The last ones end the stream; others end with whole bytes. ISA-L takes a tenth of zlib's
// time, and of its levels 1 makes the smallest pictures of photographs.
void add_deflated(Bytes& bytes, bool is_last, Bytes& out) {
  constexpr std::uint32_t memory_bytes = ISAL_DEF_LVL1_SMALL;
  const auto memory = std::make_unique_for_overwrite<std::uint8_t[]>(memory_bytes);
  isal_zstream stream;
  isal_deflate_init(&stream);
  stream.level = 1;
  stream.level_buf = memory.get();
  stream.level_buf_size = memory_bytes;
  stream.flush = SYNC_FLUSH;
  stream.end_of_stream = is_last ? 1 : 0;
  stream.next_in = bytes.data();
  stream.avail_in = static_cast<std::uint32_t>(bytes.size());
  std::size_t used = out.size();
  do {
    out.resize(out.size() + bytes.size() + 64);
    stream.next_out = out.data() + used;
    stream.avail_out = static_cast<std::uint32_t>(out.size() - used);
    isal_deflate(&stream);  // fails only if it is used wrongly
    used = out.size() - stream.avail_out;
  } while (stream.avail_out == 0);
  out.resize(used);
}

// Some rows of a picture, as a chunk of its file.
struct Piece {
  Bytes chunk = {};
  std::uint32_t adler = 1;  // of the filtered rows
  std::size_t size = 0;     // theirs, in bytes
};

Piece piece_of(const PngPicture& picture, std::size_t first, std::size_t end) {
  Bytes rows = filtered(picture, first, end);
  Piece piece{.adler = isal_adler32(1, rows.data(), rows.size()), .size = rows.size()};
  Bytes data;
  if (first == 0) data = {0x78, 0x01};  // a window of 32 KiB, compressed quickly
  add_deflated(rows, end == picture.height, data);
  add_chunk(piece.chunk, "IDAT", data);
  return piece;
}

// Rows are compressed in pieces, several at once.
void add_rows(std::vector<Bytes>& parts, const PngPicture& picture) {
  constexpr std::size_t piece_bytes = std::size_t{1} << 16;
  const std::size_t at_once = std::max<std::size_t>(1, piece_bytes * picture.height / picture.samples.size());
  std::vector<Piece> pieces((picture.height + at_once - 1) / at_once);
  parallel_for(static_cast<int>(pieces.size()), [&](int index) {
    const std::size_t first = static_cast<std::size_t>(index) * at_once;
    pieces[index] = piece_of(picture, first, std::min<std::size_t>(picture.height, first + at_once));
  });
  uLong adler = 1;
  for (Piece& piece : pieces) {
    parts.push_back(std::move(piece.chunk));
    adler = adler32_combine(adler, piece.adler, static_cast<z_off_t>(piece.size));
  }
  Bytes sum;
  add_number(sum, static_cast<std::uint32_t>(adler));
  add_chunk(parts.emplace_back(), "IDAT", sum);
}

}  // namespace

std::vector<Bytes> png_parts_of(const PngPicture& picture) {
  std::vector<Bytes> parts{{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}};
  add_header(parts[0], picture);
  add_facts(parts[0], picture);
  add_rows(parts, picture);
  add_chunk(parts.back(), "IEND", {});
  return parts;
}

std::vector<std::uint8_t> png_of(const PngPicture& picture) {
  Bytes file;
  for (const Bytes& part : png_parts_of(picture)) file.insert(file.end(), part.begin(), part.end());
  return file;
}

}  // namespace platerip::rip
