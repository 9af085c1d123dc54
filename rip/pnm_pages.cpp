#include "rip/pnm_pages.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr std::size_t most_header_bytes = 4096;
constexpr std::int64_t most_pixels_across = std::numeric_limits<std::int32_t>::max();

struct Header {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t depth = 0;
  std::int64_t maxval = 0;
  std::string tuple_type;
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

bool is_space(std::byte byte) {
  return std::strchr(" \t\r\n", std::to_integer<char>(byte)) != nullptr && byte != std::byte{0};
}

/// Reads a header's words and lines, never past it.
class HeaderReader {
 public:
  HeaderReader(InputStream& stream, std::string page) : stream_(stream), page_(std::move(page)) {}

  Result<Header> read();

 private:
  Error broken() const { return Error{page_ + ": its PNM header is damaged; send the page again"}; }

  // The next character; 0 where the stream ends, fails or the header is too long.
  char get() {
    std::byte byte{};
    const auto got = read_ < most_header_bytes ? stream_.read(&byte, 1) : Result<std::size_t>(std::size_t{0});
    if (!got.ok()) failure_ = got.error();
    ++read_;
    return got.ok() && *got == 1 ? static_cast<char>(byte) : '\0';
  }

  std::string line() {
    std::string text;
    for (char c = get(); c != '\n' && c != '\0'; c = get()) text += c;
    return text;
  }

  // Ended by one white space, which is taken too.
  std::string word() {
    std::string text;
    for (char c = get(); c != '\0'; c = get()) {
      const bool space = is_space(static_cast<std::byte>(c));
      if (space && !text.empty()) break;
      if (c == '#' && text.empty()) {
        line();
      } else if (!space) {
        text += c;
      }
    }
    return text;
  }

  static bool number(const std::string& text, std::int64_t& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return !text.empty() && error == std::errc() && end == text.data() + text.size();
  }

  bool read_pnm(Header& header, std::int64_t depth, const char* tuple_type) {
    header.depth = depth;
    header.tuple_type = tuple_type;
    return number(word(), header.width) && number(word(), header.height) && number(word(), header.maxval);
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

  InputStream& stream_;
  std::string page_;
  std::size_t read_ = 0;
  std::optional<Error> failure_;
};

Result<Header> HeaderReader::read() {
  const std::string magic = word();
  Header header;
  const bool whole = magic == "P5"   ? read_pnm(header, 1, "GRAYSCALE")
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
    const bool is_plain = header.tuple_type.empty() && header.depth < 4;  // of 4 nobody could tell what they are
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

// To the full range of 8 or 16 bits, rounded; what is above maxval is taken for it.
template <typename Sample>
Sample stretched(std::uint32_t value, std::uint32_t maxval) {
  constexpr std::uint64_t full = std::numeric_limits<Sample>::max();
  return static_cast<Sample>((std::min(value, maxval) * full + maxval / 2) / maxval);
}

class PnmPage : public PageRows {
 public:
  PnmPage(InputStream& stream, const tiffio::PageInfo& info, std::int64_t maxval, std::string page)
      : stream_(stream), info_(info), maxval_(static_cast<std::uint32_t>(maxval)), page_(std::move(page)) {}

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    const std::int64_t at_once = stride == info_.row_bytes() ? rows : 1;
    for (; rows > 0; rows -= at_once, out += at_once * stride) {
      const auto bytes = static_cast<std::size_t>(at_once * info_.row_bytes());
      const auto got = stream_.read(out, bytes);
      if (!got.ok()) return got.error();
      row_ += static_cast<std::int64_t>(*got) / info_.row_bytes();
      if (*got < bytes) {
        return Error{page_ + ": ends in row " + std::to_string(row_) + " of " + std::to_string(info_.height) +
                     "; send the whole page"};
      }
      convert(out, bytes);
    }
    return {};
  }

 private:
  void convert(std::byte* row, std::size_t bytes) const {
    if (info_.bits == 8 && maxval_ == 255) return;
    if (info_.bits == 8) {
      for (std::size_t i = 0; i < bytes; ++i)
        row[i] = std::byte{stretched<std::uint8_t>(std::to_integer<std::uint8_t>(row[i]), maxval_)};
      return;
    }
    for (std::size_t i = 0; i < bytes; i += 2) {  // most significant byte first in the stream
      const std::uint32_t value =
          std::to_integer<std::uint32_t>(row[i]) << 8 | std::to_integer<std::uint32_t>(row[i + 1]);
      const auto sample = stretched<std::uint16_t>(value, maxval_);
      std::memcpy(row + i, &sample, sizeof sample);
    }
  }

  InputStream& stream_;
  tiffio::PageInfo info_;
  std::uint32_t maxval_;
  std::string page_;
  std::int64_t row_ = 0;
};

}  // namespace

std::optional<Result<NextPage>> PnmPages::next() {
  if (broken_) return std::nullopt;
  broken_ = true;  // until the page has been found
  auto ahead = stream_.peek(1);
  for (std::byte space{}; ahead.ok() && !ahead->empty() && is_space(ahead->front()); ahead = stream_.peek(1))
    static_cast<void>(stream_.read(&space, 1));  // as some programs put behind an image
  if (!ahead.ok()) return ahead.error();
  if (ahead->empty()) return std::nullopt;
  const PageSource source{stream_.name(), done_, 0};
  const auto header = HeaderReader(stream_, page_label(source)).read();
  if (!header.ok()) return header.error();
  const auto info = page_info(*header, page_label(source));
  if (!info.ok()) return info.error();
  broken_ = false;
  ++done_;
  return NextPage{source, std::make_unique<PnmPage>(stream_, *info, header->maxval, page_label(source))};
}

}  // namespace platerip::rip
