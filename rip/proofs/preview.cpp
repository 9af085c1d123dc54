#include "rip/proofs/preview.h"

#include <png.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "base/files.h"
#include "rip/pages/placing/turn.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr std::int64_t longest_side = 2000;

// The side of a box, in pixels.
std::int64_t box_of(std::int64_t width, std::int64_t height) {
  return (std::max(width, height) + longest_side - 1) / longest_side;
}

std::int64_t boxes(std::int64_t length, std::int64_t box) {
  return (length + box - 1) / box;
}

struct Picture {
  std::int64_t width;
  std::int64_t height;
  std::vector<std::uint8_t> rgb;
};

Picture upright(std::int64_t width, std::int64_t height, const std::vector<std::uint8_t>& rgb,
                tiffio::Orientation orientation) {
  const Turn turn = to_upright(orientation);
  Picture turned{turn.exchange ? height : width, turn.exchange ? width : height, {}};
  turned.rgb.resize(rgb.size());
  for (std::int64_t row = 0; row < height; ++row) {
    for (std::int64_t column = 0; column < width; ++column) {
      const std::int64_t along = turn.exchange ? row : column;
      const std::int64_t down = turn.exchange ? column : row;
      const std::int64_t x = turn.flip_x ? turned.width - 1 - along : along;
      const std::int64_t y = turn.flip_y ? turned.height - 1 - down : down;
      std::copy_n(rgb.data() + 3 * (row * width + column), 3, turned.rgb.data() + 3 * (y * turned.width + x));
    }
  }
  return turned;
}

// Adds the level of each pixel to the sum of its box.
template <int bits>
void add_levels(const std::byte* row, std::int64_t width, std::int64_t box, std::uint64_t* sums) {
  constexpr int per_byte = 8 / bits;
  for (std::int64_t column = 0; column * box < width; ++column) {
    std::uint64_t sum = 0;
    const std::int64_t end = std::min(width, (column + 1) * box);
    for (std::int64_t x = column * box; x < end; ++x) {
      const int shift = 8 - bits - static_cast<int>(x % per_byte) * bits;
      sum += static_cast<unsigned>(row[x / per_byte]) >> shift & ((1u << bits) - 1);
    }
    sums[column] += sum;
  }
}

}  // namespace

Preview::Preview(separation::Proof proof, int press_channels, std::vector<std::size_t> plate_inks, int levels,
                 std::int64_t width, std::int64_t height)
    : proof_(std::move(proof)),
      channels_(static_cast<std::size_t>(press_channels)),
      plate_inks_(std::move(plate_inks)),
      levels_(levels),
      width_(width),
      height_(height),
      box_(box_of(width, height)),
      columns_(boxes(width, box_)),
      sums_(plate_inks_.size() * static_cast<std::size_t>(columns_)),
      descreen_(plate_inks_.size(), columns_, boxes(height, box_), box_, levels) {
  rgb_.reserve(3 * static_cast<std::size_t>(columns_ * boxes(height_, box_)));
}

// The picture counts twice: as it grows, and turned upright. One row of boxes counts as sums, as tones and as inks.
std::int64_t Preview::memory_bytes(int press_channels, std::size_t plates, std::int64_t width, std::int64_t height) {
  const std::int64_t box = box_of(width, height);
  const std::int64_t columns = boxes(width, box);
  const auto column_bytes = static_cast<std::int64_t>(plates * (sizeof(std::uint64_t) + sizeof(std::uint16_t))) +
                            press_channels * static_cast<std::int64_t>(sizeof(std::uint16_t));
  return 2 * 3 * columns * boxes(height, box) + columns * column_bytes + Descreen::memory_bytes(plates, columns, box);
}

void Preview::add(std::span<const halftone::Plate> plates, std::int64_t rows) {
  const int bits = halftone::plate_bits(levels_);
  const auto add_row = bits == 1 ? add_levels<1> : bits == 2 ? add_levels<2> : add_levels<4>;
  for (std::int64_t y = 0; y < rows; ++y) {
    for (std::size_t plate = 0; plate < plates.size(); ++plate) {
      add_row(plates[plate].pixels + y * plates[plate].stride, width_, box_, sums_.data() + plate * columns_);
    }
    ++rows_done_;
    if (rows_done_ % box_ == 0 || rows_done_ == height_) finish_box_row();
  }
}

void Preview::finish_box_row() {
  const std::int64_t box_rows = (rows_done_ - 1) % box_ + 1;
  std::vector<std::uint16_t> tones(sums_.size());
  for (std::int64_t column = 0; column < columns_; ++column) {
    const std::int64_t box_columns = std::min(box_, width_ - column * box_);
    const auto full = static_cast<std::uint64_t>(box_rows * box_columns * (levels_ - 1));
    for (std::size_t sample = column; sample < tones.size(); sample += columns_) {
      tones[sample] = static_cast<std::uint16_t>((sums_[sample] * 65535 + full / 2) / full);
    }
  }
  std::fill(sums_.begin(), sums_.end(), 0);
  descreen_.add(tones);
  for (auto row = descreen_.next(); !row.empty(); row = descreen_.next()) show(row);
}

// Appends a row to the picture.
void Preview::show(std::span<const std::uint16_t> tones) {
  std::vector<std::uint16_t> inks(static_cast<std::size_t>(columns_) * channels_);
  for (std::size_t plate = 0; plate < plate_inks_.size(); ++plate) {
    if (plate_inks_[plate] >= channels_) continue;  // a spot ink, whose colour is not known
    for (std::int64_t column = 0; column < columns_; ++column) {
      inks[column * channels_ + plate_inks_[plate]] = tones[plate * columns_ + column];
    }
  }
  const std::size_t row_bytes = 3 * static_cast<std::size_t>(columns_);
  rgb_.resize(rgb_.size() + row_bytes);
  proof_.run(inks, std::span(rgb_).last(row_bytes));
}

Status Preview::write(int fd, const std::string& name, tiffio::Orientation orientation) const {
  const Picture picture = upright(columns_, boxes(height_, box_), rgb_, orientation);
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_RGB;
  image.flags = PNG_IMAGE_FLAG_FAST;  // otherwise zlib alone takes seconds longer than the rest of a small page
  std::FILE* file = ::fdopen(::dup(fd), "wb");
  const auto cannot = [&](int error, const std::string& reason) {
    return Error{tiffio::printable(name) + ": cannot be written: " + reason, kind_of(error)};
  };
  if (file == nullptr) return cannot(errno, std::strerror(errno));
  errno = 0;
  const bool written = png_image_write_to_stdio(&image, file, 0, picture.rgb.data(), 0, nullptr) != 0;
  const int write_error = errno;
  errno = 0;
  const bool closed = std::fclose(file) == 0;
  if (!written)  // libpng says only "Write Error"
    return cannot(write_error, write_error != 0 ? std::strerror(write_error) : image.message);
  if (!closed) return cannot(errno, std::strerror(errno));
  return {};
}

}  // namespace platerip::rip
