#include "rip/job/screens/halftone_dictionary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "halftone/screens/am.h"
#include "halftone/screens/tile.h"
#include "rip/job/screens/postscript_tokens.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

using halftone::Screen;
using Kind = Token::Kind;

Error wrong(std::string message) {
  return Error{std::move(message)};
}

// The entries of the dictionary, and where its Thresholds are if they follow it.
struct Dictionary {
  std::map<std::string, Token> entries;
  std::optional<std::string> filter;  // set if thresholds follow; "" if they are plain bytes
  std::string_view after;             // what follows the last operator
};

// The entries that count. Others, such as HalftoneName, say nothing about the thresholds.
bool counts(const std::string& key) {
  static constexpr std::array keys{"HalftoneType", "Width",     "Height",       "Width2",
                                   "Height2",      "Xsquare",   "Ysquare",      "Thresholds",
                                   "Angle",        "Frequency", "SpotFunction", "TransferFunction"};
  return std::ranges::find(keys, key) != keys.end();
}

class Reader {
 public:
  explicit Reader(std::string_view text) : tokens_(text) {}

  Result<Dictionary> read() {
    for (;;) {
      auto token = tokens_.next();
      if (!token.ok()) return token.error();
      if (token->kind == Kind::end) return std::move(dictionary_);
      if (token->kind == Kind::name && (token->text == "sethalftone" || token->text == "defineresource")) {
        dictionary_.after = tokens_.rest();
        return std::move(dictionary_);
      }
      if (token->kind != Kind::literal || !counts(token->text)) continue;
      if (const Status status = read_value(token->text); !status.ok()) return status.error();
    }
  }

 private:
  Status read_value(const std::string& key) {
    auto value = tokens_.next();
    if (!value.ok()) return value.error();
    if (value->kind == Kind::end) return wrong("its PostScript ends after /" + key);
    if (key == "Thresholds" && value->kind == Kind::name && value->text == "currentfile") {
      auto filter = read_filter();
      if (!filter.ok()) return filter.error();
      dictionary_.filter = *std::move(filter);
    }
    if (dictionary_.entries.emplace(key, *std::move(value)).second) return {};
    return wrong("has /" + key + " twice; give one halftone in a file");
  }

  // "/ASCIIHexDecode filter" after "currentfile", or nothing.
  Result<std::string> read_filter() {
    const Tokens before = tokens_;
    auto name = tokens_.next();
    if (!name.ok()) return name.error();
    if (name->kind != Kind::literal) {
      tokens_ = before;
      return std::string();
    }
    const auto word = tokens_.next();
    if (!word.ok()) return word.error();
    if (word->text != "filter") {
      tokens_ = before;
      return std::string();
    }
    if (name->text == "ASCIIHexDecode" || name->text == "ASCII85Decode") return std::move(name->text);
    return wrong("its thresholds are compressed by /" + tiffio::printable(name->text) +
                 "; write them as /ASCIIHexDecode or /ASCII85Decode");
  }

  Tokens tokens_;
  Dictionary dictionary_;
};

Result<double> number(const Dictionary& dictionary, const std::string& key) {
  const auto entry = dictionary.entries.find(key);
  if (entry == dictionary.entries.end()) return wrong("has no /" + key);
  if (entry->second.kind != Kind::number) return wrong("/" + key + " is not a number");
  return entry->second.number;
}

// A whole number of pixels, small enough that no product of three of them overflows.
Result<std::int64_t> pixels(const Dictionary& dictionary, const std::string& key) {
  const auto value = number(dictionary, key);
  if (!value.ok()) return value.error();
  const bool fits = *value >= 1 && *value <= static_cast<double>(halftone::max_screen_pixels);
  if (fits && *value == std::floor(*value)) return static_cast<std::int64_t>(*value);
  return wrong("/" + key + " must be a whole number from 1 to " + std::to_string(halftone::max_screen_pixels));
}

Result<Screen> by_spot(const Dictionary& dictionary, const halftone::Dpi& resolution) {
  const auto frequency = number(dictionary, "Frequency"), angle = number(dictionary, "Angle");
  if (!frequency.ok()) return frequency.error();
  if (!angle.ok()) return angle.error();
  const auto entry = dictionary.entries.find("SpotFunction");
  if (entry == dictionary.entries.end()) return wrong("has no /SpotFunction");
  const bool is_name = entry->second.kind == Kind::literal;
  const halftone::Spot* const spot = is_name ? halftone::find_spot(entry->second.text) : nullptr;
  if (spot == nullptr)
    return wrong("its spot function is not one of PostScript's by name, such as /Round, /Ellipse or /Diamond");
  auto screen = halftone::make_am({*frequency, *angle}, resolution, *spot);
  if (!screen.ok()) return screen.error();
  return std::move(screen->screen);
}

// The bytes of the thresholds, `count` of them.
Result<std::string> threshold_bytes(const Dictionary& dictionary, std::int64_t count) {
  const auto entry = dictionary.entries.find("Thresholds");
  if (entry == dictionary.entries.end()) return wrong("has no /Thresholds");
  std::string bytes;
  if (dictionary.filter) {
    const std::string_view mark = *dictionary.filter == "ASCII85Decode" ? "~>" : ">";
    const std::string_view coded = dictionary.after.substr(0, dictionary.after.find(mark));
    auto decoded = *dictionary.filter == "ASCII85Decode" ? base85(coded)
                   : *dictionary.filter == "ASCIIHexDecode"
                       ? hexadecimal(coded)
                       : Result<std::string>(std::string(dictionary.after.substr(0, static_cast<std::size_t>(count))));
    if (!decoded.ok()) return decoded.error();
    bytes = *std::move(decoded);
  } else if (entry->second.kind == Kind::string) {
    bytes = entry->second.text;
  } else {
    return wrong("its /Thresholds are neither a string nor currentfile");
  }
  if (static_cast<std::int64_t>(bytes.size()) == count) return bytes;
  return wrong("has " + std::to_string(bytes.size()) + " bytes of thresholds and needs " + std::to_string(count));
}

// Two rectangles that cover the page together. The second lies below the first and may be empty. Ghostscript, whose
// rows also go down the page, arranges them like this.
struct Rectangles {
  std::int64_t width;
  std::int64_t height;
  std::int64_t width2 = 0;
  std::int64_t height2 = 0;

  [[nodiscard]] std::int64_t area() const { return width * height + width2 * height2; }
};

Result<Screen> by_thresholds(const Dictionary& dictionary, const Rectangles& shape, int bytes_each) {
  if (shape.area() > halftone::max_screen_pixels)
    return wrong("its tile has more than " + std::to_string(halftone::max_screen_pixels) + " pixels");
  const auto bytes = threshold_bytes(dictionary, shape.area() * bytes_each);
  if (!bytes.ok()) return bytes.error();
  const auto bricks = halftone::bricks_of({shape.width2, shape.height}, {-shape.width, shape.height2});
  Screen screen{.width = static_cast<std::int32_t>(bricks.width),
                .height = static_cast<std::int32_t>(bricks.height),
                .shift = static_cast<std::int32_t>(bricks.shift),
                .thresholds = std::vector<std::uint16_t>(static_cast<std::size_t>(shape.area()))};
  const auto* at = reinterpret_cast<const unsigned char*>(bytes->data());
  const auto fill = [&](std::int64_t top, std::int64_t width, std::int64_t height) {
    for (std::int64_t y = top; y < top + height; ++y) {
      for (std::int64_t x = 0; x < width; ++x, at += bytes_each) {
        const int gray = bytes_each == 1 ? 257 * std::max<int>(at[0], 1) : std::max(256 * at[0] + at[1], 1);
        screen.thresholds[static_cast<std::size_t>(bricks.index_of(x, y))] = static_cast<std::uint16_t>(65535 - gray);
      }
    }
  };
  fill(0, shape.width, shape.height);
  fill(shape.height, shape.width2, shape.height2);
  return screen;
}

Result<Rectangles> rectangles(const Dictionary& dictionary, int type) {
  const auto width = pixels(dictionary, type == 10 ? "Xsquare" : "Width");
  if (!width.ok()) return width.error();
  const auto height = type == 10 ? width : pixels(dictionary, "Height");
  if (!height.ok()) return height.error();
  const bool has_second =
      type == 10 || (type == 16 && (dictionary.entries.contains("Width2") || dictionary.entries.contains("Height2")));
  if (!has_second) return Rectangles{*width, *height};
  const auto width2 = pixels(dictionary, type == 10 ? "Ysquare" : "Width2");
  if (!width2.ok()) return width2.error();
  const auto height2 = type == 10 ? width2 : pixels(dictionary, "Height2");
  if (!height2.ok()) return height2.error();
  return Rectangles{*width, *height, *width2, *height2};
}

}  // namespace

Result<Screen> parse_halftone(std::string_view text, const halftone::Dpi& resolution) {
  const auto dictionary = Reader(text).read();
  if (!dictionary.ok()) return dictionary.error();
  if (!dictionary->entries.contains("HalftoneType"))
    return wrong("is neither a PGM (binary) or TIFF image nor a PostScript halftone dictionary");
  const auto type = number(*dictionary, "HalftoneType");
  if (!type.ok()) return type.error();
  if (dictionary->entries.contains("TransferFunction"))
    return wrong("has a /TransferFunction, which would change tones; give a calibration curve instead");
  if (*type == 1) return by_spot(*dictionary, resolution);
  if (*type != 3 && *type != 6 && *type != 10 && *type != 16)
    return wrong("is a halftone of another type than 1, 3, 6, 10 and 16");
  const auto shape = rectangles(*dictionary, static_cast<int>(*type));
  if (!shape.ok()) return shape.error();
  return by_thresholds(*dictionary, *shape, *type == 16 ? 2 : 1);
}

}  // namespace platerip::rip
