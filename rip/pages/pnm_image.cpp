#include "rip/pages/pnm_image.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <sstream>
#include <vector>

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr std::int64_t most_header_bytes = 4096;
constexpr std::int64_t most_pixels_across = std::numeric_limits<std::int32_t>::max();

struct Header {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t depth = 0;
  std::int64_t maxval = 0;
  std::string tuple_type;
  bool packed = false;
};

struct TupleType {
  const char* name;
  std::int64_t depth;
  tiffio::ColorModel model;
  tiffio::Alpha alpha;
};

constexpr std::array tuple_types = {
    TupleType{"GRAYSCALE", 1, tiffio::ColorModel::gray, tiffio::Alpha::none},
    TupleType{"RGB", 3, tiffio::ColorModel::rgb, tiffio::Alpha::none},
    TupleType{"CMYK", 4, tiffio::ColorModel::cmyk, tiffio::Alpha::none},
    TupleType{"GRAYSCALE_ALPHA", 2, tiffio::ColorModel::gray, tiffio::Alpha::unassociated},
    TupleType{"RGB_ALPHA", 4, tiffio::ColorModel::rgb, tiffio::Alpha::unassociated},
    TupleType{"CMYK_ALPHA", 5, tiffio::ColorModel::cmyk, tiffio::Alpha::unassociated},
    TupleType{"BLACKANDWHITE", 1, tiffio::ColorModel::gray, tiffio::Alpha::none},
    TupleType{"BLACKANDWHITE_ALPHA", 2, tiffio::ColorModel::gray, tiffio::Alpha::unassociated},
};

bool is_space(char c) {
  return c != '\0' && std::strchr(" \t\r\n", c) != nullptr;
}

/// Reads the words and lines of a header.
class HeaderReader {
 public:
  HeaderReader(const NextByte& next, std::string page) : next_(next), page_(std::move(page)) {}

  Result<Header> read();
  [[nodiscard]] std::int64_t bytes() const { return read_; }

 private:
  Error broken() const { return Error{page_ + ": its PNM header is damaged; send the page again"}; }

  // The next character; 0 if the header ends, cannot be read, or is too long.
  char get() {
    const auto got = read_ < most_header_bytes ? next_() : Result<std::optional<std::byte>>(std::nullopt);
    if (!got.ok()) failure_ = got.error();
    ++read_;
    return got.ok() && *got ? static_cast<char>(**got) : '\0';
  }

  std::string line() {
    std::string text;
    for (char c = get(); c != '\n' && c != '\0'; c = get()) text += c;
    return text;
  }

  // Reads a word and the one white space that ends it.
  std::string word() {
    std::string text;
    for (char c = get(); c != '\0'; c = get()) {
      if (is_space(c) && !text.empty()) break;
      if (c == '#' && text.empty()) {
        line();
      } else if (!is_space(c)) {
        text += c;
      }
    }
    return text;
  }

  static bool number(const std::string& text, std::int64_t& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return !text.empty() && error == std::errc() && end == text.data() + text.size();
  }

  bool read_size(Header& header) { return number(word(), header.width) && number(word(), header.height); }

  bool read_pbm(Header& header) {
    header.depth = 1;
    header.tuple_type = "BLACKANDWHITE";
    header.maxval = 1;
    header.packed = true;
    return read_size(header);
  }

  bool read_pnm(Header& header, std::int64_t depth, const char* tuple_type) {
    header.depth = depth;
    header.tuple_type = tuple_type;
    return read_size(header) && number(word(), header.maxval);
  }

  bool read_pam(Header& header) {
    for (;;) {
      std::istringstream words(line());
      std::string name;
      std::string value;
      words >> name >> value;
      if (name == "ENDHDR") return true;
      if (name == "TUPLTYPE") {
        header.tuple_type = value;
      } else if (!name.empty() && name[0] != '#') {
        std::int64_t* const field = name == "WIDTH"    ? &header.width
                                    : name == "HEIGHT" ? &header.height
                                    : name == "DEPTH"  ? &header.depth
                                    : name == "MAXVAL" ? &header.maxval
                                                       : nullptr;
        if (field == nullptr || !number(value, *field)) return false;
      }
      if (read_ > most_header_bytes || failure_) return false;
    }
  }

  const NextByte& next_;
  std::string page_;
  std::int64_t read_ = 0;
  std::optional<Error> failure_;
};

Result<Header> HeaderReader::read() {
  const std::string magic = word();
  Header header;
  const bool whole = magic == "P4"   ? read_pbm(header)
                     : magic == "P5" ? read_pnm(header, 1, "GRAYSCALE")
                     : magic == "P6" ? read_pnm(header, 3, "RGB")
                                     : magic == "P7" && read_pam(header);
  if (failure_) return *failure_;
  if (!whole) return broken();
  const bool sound = header.width >= 1 && header.width <= most_pixels_across && header.height >= 1 &&
                     header.height <= most_pixels_across && header.maxval >= 1 && header.maxval <= 65535;
  if (!sound) return broken();
  return header;
}

Result<tiffio::PageInfo> page_info(const Header& header, const std::string& page) {
  for (const TupleType& type : tuple_types) {
    const bool is_named = header.tuple_type == type.name;
    const bool is_plain = header.tuple_type.empty() && header.depth < 4;  // 4 samples could be CMYK or RGB with alpha
    if (!(is_named || is_plain) || header.depth != type.depth) continue;
    tiffio::PageInfo info;
    info.width = header.width;
    info.height = header.height;
    info.model = type.model;
    info.alpha = type.alpha;
    info.bits = header.maxval > 255 ? 16 : 8;
    return info;
  }
  return Error{page + ": PAM of type '" + tiffio::printable(header.tuple_type) + "' and " +
               std::to_string(header.depth) +
               " samples is not handled; send GRAYSCALE, BLACKANDWHITE, RGB or CMYK, and say so (TUPLTYPE)"};
}

// Scales a value to the full range of 8 or 16 bits, rounded. Values above maxval count as maxval.
template <typename Sample>
Sample stretched(std::uint32_t value, std::uint32_t maxval) {
  constexpr std::uint64_t full = std::numeric_limits<Sample>::max();
  return static_cast<Sample>((std::min(value, maxval) * full + maxval / 2) / maxval);
}

class PnmPage : public PageRows {
 public:
  PnmPage(PnmImage image, StoredRows stored, std::function<void(std::int64_t)> pass_over)
      : image_(std::move(image)), stored_(std::move(stored)), pass_over_(std::move(pass_over)) {}

  [[nodiscard]] const tiffio::PageInfo& info() const override { return image_.info; }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    if (image_.packed) return read_packed(rows, out, stride);
    if (const Status status = stored_(rows, out, stride); !status.ok()) return status;
    for (; rows > 0; --rows, out += stride) convert(out, static_cast<std::size_t>(image_.info.row_bytes()));
    return {};
  }

  Status skip(std::int64_t rows) override {
    if (!pass_over_) return PageRows::skip(rows);
    pass_over_(rows);
    return {};
  }

 private:
  Status read_packed(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
    packed_row_.resize(static_cast<std::size_t>(image_.stored_row_bytes()));
    for (; rows > 0; --rows, out += stride) {
      if (const Status status = stored_(1, packed_row_.data(), image_.stored_row_bytes()); !status.ok()) return status;
      for (std::int64_t x = 0; x < image_.info.width; ++x) {
        const std::byte bits = packed_row_[static_cast<std::size_t>(x / 8)];
        const bool is_black = (bits & (std::byte{0x80} >> x % 8)) != std::byte{0};
        out[x] = is_black ? std::byte{0} : std::byte{255};
      }
    }
    return {};
  }

  void convert(std::byte* row, std::size_t bytes) const {
    if (image_.info.bits == 8 && image_.maxval == 255) return;
    if (image_.info.bits == 8) {
      for (std::size_t i = 0; i < bytes; ++i)
        row[i] = std::byte{stretched<std::uint8_t>(std::to_integer<std::uint8_t>(row[i]), image_.maxval)};
      return;
    }
    for (std::size_t i = 0; i < bytes; i += 2) {  // stored with the most significant byte first
      const std::uint32_t value =
          std::to_integer<std::uint32_t>(row[i]) << 8 | std::to_integer<std::uint32_t>(row[i + 1]);
      const auto sample = stretched<std::uint16_t>(value, image_.maxval);
      std::memcpy(row + i, &sample, sizeof sample);
    }
  }

  PnmImage image_;
  StoredRows stored_;
  std::function<void(std::int64_t)> pass_over_;
  std::vector<std::byte> packed_row_;
};

}  // namespace

Result<PnmImage> read_pnm_header(const NextByte& next, const std::string& page) {
  HeaderReader reader(next, page);
  const auto header = reader.read();
  if (!header.ok()) return header.error();
  auto info = page_info(*header, page);
  if (!info.ok()) return info.error();
  return PnmImage{.info = *std::move(info),
                  .maxval = static_cast<std::uint32_t>(header->maxval),
                  .packed = header->packed,
                  .header_bytes = reader.bytes()};
}

std::unique_ptr<PageRows> make_pnm_page(PnmImage image, StoredRows stored,
                                        std::function<void(std::int64_t rows)> pass_over) {
  return std::make_unique<PnmPage>(std::move(image), std::move(stored), std::move(pass_over));
}

}  // namespace platerip::rip
