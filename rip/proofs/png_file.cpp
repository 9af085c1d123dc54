#include "rip/proofs/png_file.h"

#include <isa-l/crc.h>
#include <zlib.h>

#include <algorithm>
#include <utility>

#include "rip/proofs/deflate.h"
#include "rip/resources/threads.h"
#include "tiffio/pages/adler.h"

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

void add_header(Bytes& file, const PngForm& form) {
  constexpr std::uint8_t gray = 0, rgb = 2, with_palette = 3;
  Bytes header;
  add_number(header, form.width);
  add_number(header, form.height);
  header.insert(header.end(), {8, !form.palette.empty() ? with_palette : form.channels == 3 ? rgb : gray, 0, 0, 0});
  add_chunk(file, "IHDR", header);
}

void add_facts(Bytes& file, const PngForm& form) {
  constexpr std::uint8_t relative = 1, metre = 1;
  add_chunk(file, "sRGB", {{relative}});
  if (!form.palette.empty()) add_chunk(file, "PLTE", form.palette);
  if (form.pixels_per_metre > 0) {
    Bytes size;
    add_number(size, form.pixels_per_metre);
    add_number(size, form.pixels_per_metre);
    size.push_back(metre);
    add_chunk(file, "pHYs", size);
  }
  if (form.comment.empty()) return;
  Bytes text;
  add_text(text, std::string_view("Comment\0\0\0\0\0", 12));  // not compressed, in no certain language
  add_text(text, form.comment);
  add_chunk(file, "iTXt", text);
}

enum Filter : std::uint8_t { none = 0, left = 1, up = 2 };

// Each row with its filter: as its difference from the one above, which compresses better. The first row is the
// difference of each pixel from the one before, so that rows can be compressed apart. Numbers of colours stay.
Bytes filtered(const PngForm& form, std::span<const std::uint8_t> samples) {
  const std::size_t row_bytes = std::size_t{form.width} * static_cast<std::size_t>(form.channels);
  Bytes rows;
  rows.reserve(samples.size() + samples.size() / row_bytes);
  for (std::size_t at = 0; at < samples.size(); at += row_bytes) {
    const Filter filter = !form.palette.empty() ? none : at == 0 ? left : up;
    const std::size_t before = filter == left ? static_cast<std::size_t>(form.channels) : row_bytes;
    const std::size_t kept = filter == none ? row_bytes : filter == left ? before : 0;
    const std::uint8_t* const row = samples.data() + at;
    rows.push_back(filter);
    rows.insert(rows.end(), row, row + row_bytes);
    std::uint8_t* const out = rows.data() + rows.size() - row_bytes;
    for (std::size_t x = kept; x < row_bytes; ++x) out[x] = static_cast<std::uint8_t>(row[x] - *(row + x - before));
  }
  return rows;
}

Bytes begin_of(const PngForm& form) {
  Bytes file{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  add_header(file, form);
  add_facts(file, form);
  return file;
}

// The sum of all rows so far, and of the next ones.
std::uint32_t joined(std::uint32_t adler, const PngRows& rows) {
  return static_cast<std::uint32_t>(adler32_combine(adler, rows.adler, static_cast<z_off_t>(rows.size)));
}

Bytes end_of(std::uint32_t adler) {
  Bytes sum, file;
  add_number(sum, adler);
  add_chunk(file, "IDAT", sum);
  add_chunk(file, "IEND", {});
  return file;
}

}  // namespace

PngRows png_rows(const PngForm& form, std::int64_t first, std::span<const std::uint8_t> samples) {
  const std::size_t row_bytes = std::size_t{form.width} * static_cast<std::size_t>(form.channels);
  const bool is_last = static_cast<std::size_t>(first) + samples.size() / row_bytes == form.height;
  const Bytes bytes = filtered(form, samples);
  PngRows rows{.adler = tiffio::next_adler(tiffio::first_adler, std::as_bytes(std::span(bytes))), .size = bytes.size()};
  Bytes data;
  if (first == 0) data = {0x78, 0x01};  // a window of 32 KiB, compressed quickly
  add_deflated(bytes, is_last, data);
  add_chunk(rows.chunk, "IDAT", data);
  return rows;
}

std::vector<PngRows> all_png_rows(const PngForm& form, std::span<const std::uint8_t> samples) {
  constexpr std::size_t piece_bytes = std::size_t{1} << 17;
  const std::size_t row_bytes = std::size_t{form.width} * static_cast<std::size_t>(form.channels);
  const std::size_t piece = std::max<std::size_t>(1, piece_bytes / row_bytes);  // rows
  std::vector<PngRows> pieces((form.height + piece - 1) / piece);
  parallel_for(static_cast<int>(pieces.size()), [&](int index) {
    const std::size_t first = static_cast<std::size_t>(index) * piece;
    const std::size_t rows = std::min(piece, form.height - first);
    pieces[index] =
        png_rows(form, static_cast<std::int64_t>(first), samples.subspan(first * row_bytes, rows * row_bytes));
  });
  return pieces;
}

std::vector<Bytes> png_parts(const PngForm& form, std::vector<PngRows> rows) {
  std::vector<Bytes> parts{begin_of(form)};
  std::uint32_t adler = tiffio::first_adler;
  for (PngRows& piece : rows) {
    parts.push_back(std::move(piece.chunk));
    adler = joined(adler, piece);
  }
  parts.push_back(end_of(adler));
  return parts;
}

PngFile::PngFile(OpenFile file, const PngForm& form) : file_(std::move(file)) {
  write(begin_of(form));
}

void PngFile::add(const PngRows& rows) {
  write(rows.chunk);
  adler_ = joined(adler_, rows);
}

Status PngFile::finish() {
  write(end_of(adler_));
  return written_;
}

void PngFile::write(std::span<const std::uint8_t> bytes) {
  if (written_.ok()) written_ = file_.write(std::as_bytes(bytes), place_);
  place_ += std::ssize(bytes);
}

}  // namespace platerip::rip
