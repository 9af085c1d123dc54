#include "rip/proofs/report/picture.h"

#include <nettle/base64.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "rip/pages/placing/turn.h"
#include "rip/proofs/png_file.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

using Color = std::uint32_t;

struct Indexed {
  std::vector<std::uint8_t> palette;  // RGB
  std::vector<std::uint8_t> pixels;
};

// Colours by their hash. Pixels of halftones change colour all the time, so std::unordered_map is too slow.
class Numbers {
 public:
  static constexpr int most = 256;

  /// The number of a colour. Precondition: count() <= most; with more colours, numbers are of no use.
  std::uint8_t of(Color color) {
    for (std::size_t at = color * 0x9E3779B1u >> 22;; at = (at + 1) % places_.size()) {
      Place& place = places_[at];
      if (place.number < 0) place = {color, count_++};
      if (place.color == color) return static_cast<std::uint8_t>(place.number);
    }
  }
  [[nodiscard]] int count() const { return count_; }

 private:
  struct Place {
    Color color = 0;
    int number = -1;
  };
  std::array<Place, 1024> places_;
  int count_ = 0;
};

Color color_of(const std::uint8_t* rgb) {
  return static_cast<Color>(rgb[0]) << 16 | static_cast<Color>(rgb[1]) << 8 | rgb[2];
}

// Nothing if the picture has too many colours.
std::optional<Indexed> indexed(const PictureView& picture) {
  Indexed result;
  Numbers numbers;
  result.pixels.reserve(picture.samples.size() / 3);
  for (std::size_t i = 0; i < picture.samples.size(); i += 3) {
    const std::uint8_t* const rgb = picture.samples.data() + i;
    if (i > 0 && color_of(rgb) == color_of(rgb - 3)) {
      result.pixels.push_back(result.pixels.back());
      continue;
    }
    const int before = numbers.count();
    result.pixels.push_back(numbers.of(color_of(rgb)));
    if (numbers.count() > Numbers::most) return std::nullopt;
    if (numbers.count() > before) result.palette.insert(result.palette.end(), rgb, rgb + 3);
  }
  return result;
}

Indexed indexed_grays(const PictureView& picture) {
  Indexed result;
  std::array<int, 256> numbers;
  numbers.fill(-1);
  int count = 0;
  result.pixels.reserve(picture.samples.size());
  for (const std::uint8_t gray : picture.samples) {
    if (numbers[gray] < 0) {
      numbers[gray] = count++;
      result.palette.insert(result.palette.end(), 3, gray);
    }
    result.pixels.push_back(static_cast<std::uint8_t>(numbers[gray]));
  }
  return result;
}

// Shrinks rows to `out`.
template <int channels>
void shrink(const PictureView& picture, std::int64_t factor, std::uint8_t* out) {
  constexpr int share_bits = 24;
  const auto row_samples = static_cast<std::size_t>(picture.width * channels);
  std::vector<std::uint16_t> columns(row_samples);  // sums of rows
  for (std::int64_t top = 0; top < picture.height; top += factor) {
    const std::int64_t rows = std::min(factor, picture.height - top);
    std::ranges::fill(columns, std::uint16_t{0});
    for (std::int64_t row = top; row < top + rows; ++row) {
      const std::uint8_t* const samples = picture.samples.data() + static_cast<std::size_t>(row) * row_samples;
      for (std::size_t i = 0; i < row_samples; ++i) columns[i] = static_cast<std::uint16_t>(columns[i] + samples[i]);
    }
    // Multiplying is several times as fast as dividing, and exact for up to 256 pixels.
    const auto share_of = [&](std::int64_t pixels) { return ((1U << share_bits) + pixels - 1) / pixels; };
    const auto whole = static_cast<std::uint64_t>(share_of(rows * factor));
    const std::uint16_t* pixel = columns.data();
    for (std::int64_t left = 0; left < picture.width; left += factor) {
      const std::int64_t wide = std::min(factor, picture.width - left);
      const std::uint64_t share = wide == factor ? whole : static_cast<std::uint64_t>(share_of(rows * wide));
      std::array<std::uint64_t, channels> sums;
      sums.fill(static_cast<std::uint64_t>(rows * wide / 2));
      for (std::int64_t x = 0; x < wide; ++x, pixel += channels)
        for (int channel = 0; channel < channels; ++channel) sums[channel] += pixel[channel];
      for (const std::uint64_t sum : sums) *out++ = static_cast<std::uint8_t>(sum * share >> share_bits);
    }
  }
}

PictureView rows_of(const PictureView& picture, std::int64_t first, std::int64_t count) {
  const std::int64_t row_samples = picture.width * picture.channels;
  return {picture.width, count, picture.channels,
          picture.samples.subspan(static_cast<std::size_t>(first * row_samples),
                                  static_cast<std::size_t>(count * row_samples))};
}

constexpr std::string_view uri_of_png = "data:image/png;base64,";

using Parts = std::vector<std::vector<std::uint8_t>>;

Parts png_of(const PictureView& picture, const std::optional<Indexed>& with_palette) {
  PngForm form{.width = static_cast<std::uint32_t>(picture.width),
               .height = static_cast<std::uint32_t>(picture.height),
               .channels = picture.channels};
  if (!with_palette) return png_parts(form, all_png_rows(form, picture.samples));
  form.channels = 1;
  form.palette = with_palette->palette;
  return png_parts(form, all_png_rows(form, with_palette->pixels));
}

Parts png_of(const PictureView& picture) {
  return png_of(picture, picture.channels == 3 ? indexed(picture) : std::nullopt);
}

std::size_t size_of(const Parts& parts) {
  std::size_t bytes = 0;
  for (const auto& part : parts) bytes += part.size();
  return bytes;
}

std::string uri_of(const Parts& png) {
  std::vector<std::uint8_t> file;
  file.reserve(size_of(png));
  for (const auto& part : png) file.insert(file.end(), part.begin(), part.end());
  return base64(file.data(), file.size(), std::string(uri_of_png));
}

}  // namespace

Picture upright(Picture picture, tiffio::Orientation orientation) {
  if (to_upright(orientation) == unturned) return picture;
  return upright_copy(picture, orientation);
}

Picture upright_copy(const PictureView& picture, tiffio::Orientation orientation) {
  const Turn turn = to_upright(orientation);
  const std::int64_t width = picture.width, height = picture.height;
  const int channels = picture.channels;
  Picture turned{turn.exchange ? height : width, turn.exchange ? width : height, channels};
  turned.samples.resize(picture.samples.size());
  for (std::int64_t row = 0; row < height; ++row) {
    for (std::int64_t column = 0; column < width; ++column) {
      const std::int64_t along = turn.exchange ? row : column;
      const std::int64_t down = turn.exchange ? column : row;
      const std::int64_t x = turn.flip_x ? turned.width - 1 - along : along;
      const std::int64_t y = turn.flip_y ? turned.height - 1 - down : down;
      std::copy_n(picture.samples.data() + channels * (row * width + column), channels,
                  turned.samples.data() + channels * (y * turned.width + x));
    }
  }
  return turned;
}

Picture shrunk(const PictureView& picture, std::int64_t factor) {
  Picture small{(picture.width + factor - 1) / factor, (picture.height + factor - 1) / factor, picture.channels};
  const auto row_samples = static_cast<std::size_t>(small.width * small.channels);
  small.samples.resize(static_cast<std::size_t>(small.height) * row_samples);
  const auto shrink_rows = picture.channels == 3 ? shrink<3> : shrink<1>;
  parallel_ranges(static_cast<std::size_t>(small.height), picture.samples.size(),
                  [&](std::size_t first, std::size_t end) {
                    const std::int64_t top = static_cast<std::int64_t>(first) * factor;
                    const std::int64_t bottom = std::min(static_cast<std::int64_t>(end) * factor, picture.height);
                    shrink_rows(rows_of(picture, top, bottom - top), factor, &small.samples[first * row_samples]);
                  });
  return small;
}

std::string data_uri(const PictureView& picture) {
  return uri_of(png_of(picture));
}

std::string data_uri_of_grays(const PictureView& picture) {
  return uri_of(png_of(picture, indexed_grays(picture)));
}

std::size_t data_uri_bytes(const PictureView& picture) {
  return uri_of_png.size() + BASE64_ENCODE_RAW_LENGTH(size_of(png_of(picture)));
}

std::string base64(const void* bytes, std::size_t size, std::string before) {
  const std::size_t at = before.size();
  before.resize(at + BASE64_ENCODE_RAW_LENGTH(size));
  const std::size_t groups = size / 3;
  parallel_ranges(groups, size, [&](std::size_t first, std::size_t end) {
    const std::size_t count = (end == groups ? size : 3 * end) - 3 * first;
    base64_encode_raw(before.data() + at + 4 * first, count, static_cast<const std::uint8_t*>(bytes) + 3 * first);
  });
  return before;
}

}  // namespace platerip::rip
