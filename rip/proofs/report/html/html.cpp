#include "rip/proofs/report/html/html.h"

#include <algorithm>
#include <iterator>

#include "base/unicode/characters.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

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
  constexpr char32_t replacement = 0xfffd;
  std::string safe;
  while (!text.empty()) {
    const std::string_view entity = entity_of(text.front());
    const char32_t character = unicode::take(text).value_or(replacement);
    if (entity.empty()) {
      unicode::append(safe, character);
    } else {
      safe += entity;
    }
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

Html& Html::picture(std::string_view name, std::string_view source, std::string data_uri,
                    const Attributes& attributes) {
  open(name, attributes);
  code_.pop_back();
  code_ += " " + std::string(source) + "=\"";
  before_.push_back(std::move(code_));
  before_.push_back(std::move(data_uri));
  code_ = "\">";
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

Html& Html::add(Html part) {
  before_.push_back(std::move(code_));
  std::ranges::move(part.before_, std::back_inserter(before_));
  code_ = std::move(part.code_);
  return *this;
}

std::size_t Html::size() const {
  std::size_t bytes = code_.size();
  for (const std::string& part : before_) bytes += part.size();
  return bytes;
}

std::vector<std::string> Html::take() {
  before_.push_back(std::exchange(code_, {}));
  return std::exchange(before_, {});
}

}  // namespace platerip::rip
