#include "rip/proofs/png_file.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

#include <algorithm>

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

// Compresses rows as they come. ISA-L takes a tenth of zlib's time.
class Compressor {
 public:
  Compressor() : memory_(ISAL_DEF_LVL2_DEFAULT), part_(std::size_t{1} << 18) {
    isal_deflate_init(&stream_);
    stream_.level = 2;
    stream_.level_buf = memory_.data();
    stream_.level_buf_size = static_cast<std::uint32_t>(memory_.size());
    stream_.gzip_flag = IGZIP_ZLIB;
    begin_part();
  }

  void add(std::span<std::uint8_t> row, bool is_last, Bytes& file) {
    stream_.next_in = row.data();
    stream_.avail_in = static_cast<std::uint32_t>(row.size());
    stream_.end_of_stream = is_last ? 1 : 0;
    for (;;) {
      isal_deflate(&stream_);  // fails only if it is used wrongly
      const bool is_done = is_last ? stream_.internal_state.state == ZSTATE_END : stream_.avail_out > 0;
      if (stream_.avail_out == 0 || (is_done && is_last)) {
        add_chunk(file, "IDAT", std::span(part_).first(part_.size() - stream_.avail_out));
        begin_part();
      }
      if (is_done) return;
    }
  }

 private:
  void begin_part() {
    stream_.next_out = part_.data();
    stream_.avail_out = static_cast<std::uint32_t>(part_.size());
  }

  isal_zstream stream_{};
  Bytes memory_;
  Bytes part_;
};

// Each row as its difference from the one above, which compresses better; numbers of colours as they are.
void add_rows(Bytes& file, const PngPicture& picture) {
  constexpr std::uint8_t none = 0, up = 2;
  const std::size_t row_bytes = picture.samples.size() / picture.height;
  Compressor compressor;
  Bytes row(1 + row_bytes);
  Bytes above(row_bytes);
  row[0] = picture.palette.empty() ? up : none;
  for (std::size_t y = 0; y < picture.height; ++y) {
    const std::uint8_t* const samples = picture.samples.data() + y * row_bytes;
    const std::uint8_t* const before = y > 0 && row[0] == up ? samples - row_bytes : above.data();
    for (std::size_t x = 0; x < row_bytes; ++x) row[1 + x] = static_cast<std::uint8_t>(samples[x] - before[x]);
    compressor.add(row, y + 1 == picture.height, file);
  }
}

}  // namespace

std::vector<std::uint8_t> png_of(const PngPicture& picture) {
  Bytes file;
  file.reserve(picture.samples.size() / 2);  // seldom more is needed, and untouched memory costs nothing
  file = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  add_header(file, picture);
  add_facts(file, picture);
  add_rows(file, picture);
  add_chunk(file, "IEND", {});
  return file;
}

}  // namespace platerip::rip
