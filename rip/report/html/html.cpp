#include "rip/report/html/html.h"

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

// The bytes of the character of UTF-8 at `i` (RFC 3629); 0 if there is none.
std::size_t character_bytes(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t at) -> unsigned {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
  };
  const unsigned first = byte(i);
  const unsigned second = byte(i + 1);
  const auto follows = [&](std::size_t at) { return (byte(i + at) & 0xc0) == 0x80; };
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool is_short = first == 0xe0 && second < 0xa0;
    const bool is_surrogate = first == 0xed && second > 0x9f;
    return follows(1) && follows(2) && !is_short && !is_surrogate ? 3 : 0;
  }
  if (first < 0xf0 || first > 0xf4) return 0;
  const bool is_out_of_range = (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
  return follows(1) && follows(2) && follows(3) && !is_out_of_range ? 4 : 0;
}

std::string_view entity_of(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
  }
  return {};
}

std::string escaped_characters(std::string_view text) {
  std::string safe;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t bytes = character_bytes(text, i);
    const std::string_view entity = entity_of(text[i]);
    safe += !entity.empty() ? entity : bytes == 0 ? "\xef\xbf\xbd" : text.substr(i, bytes);
    i += bytes == 0 ? 1 : bytes;
  }
  return safe;
}

}  // namespace

std::string escaped(std::string_view text) {
  return escaped_characters(tiffio::printable(text));
}

Html& Html::open(std::string_view name, const Attributes& attributes) {
  code_ += "<" + std::string(name);
  for (const auto& [attribute, value] : attributes) {
    code_ += " " + std::string(attribute) + "=\"" + escaped(value) + "\"";
  }
  code_ += '>';
  return *this;
}

Html& Html::picture(std::string_view name, std::string_view source, const std::string& data_uri,
                    const Attributes& attributes) {
  open(name, attributes);
  code_.pop_back();
  code_ += " " + std::string(source) + "=\"";
  code_ += data_uri;
  code_ += "\">";
  return *this;
}

Html& Html::close(std::string_view name) {
  code_ += "</" + std::string(name) + ">\n";
  return *this;
}

Html& Html::element(std::string_view name, std::string_view text, const Attributes& attributes) {
  return open(name, attributes).text(text).close(name);
}

Html& Html::text(std::string_view text) {
  code_ += escaped(text);
  return *this;
}

Html& Html::raw(std::string_view code) {
  code_ += code;
  return *this;
}

}  // namespace platerip::rip
