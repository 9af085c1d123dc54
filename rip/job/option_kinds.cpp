#include "rip/job/option_kinds.h"

#include <strings.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <limits>

#include "halftone/method.h"

namespace platerip::rip {
namespace {

using halftone::DotShape;

constexpr Choice<DotShape> shapes[] = {{"round", DotShape::round},     {"euclidean", DotShape::euclidean},
                                       {"ellipse", DotShape::ellipse}, {"diamond", DotShape::diamond},
                                       {"line", DotShape::line},       {"square", DotShape::square}};

// Whether a name has the extension. An empty one passes: read_file_name() refuses it.
bool has_extension(const std::string& name, const char* extension) {
  return name.empty() || ::strcasecmp(std::filesystem::path(name).extension().c_str(), extension) == 0;
}

}  // namespace

Status MethodName::read(const std::string& word, halftone::Method& method) {
  const auto found = halftone::find_method(word);
  if (!found.ok()) return found.error();
  method = *found;
  return {};
}

Status DotName::read(const std::string& word, Type& spot) {
  if (const halftone::Spot* const named = halftone::find_spot(word)) {
    spot = named;
    return {};
  }
  DotShape shape{};
  if (Status status = choose(shapes, word, shape); !status.ok()) return status;
  spot = &halftone::spot_of(shape);
  return {};
}

std::string DotName::print(Type spot) {
  for (const Choice<DotShape>& shape : shapes) {
    if (&halftone::spot_of(shape.value) == spot) return shape.word;
  }
  return std::string(spot->name);
}

Status PageList::read(const std::string& word, PageRanges& pages) {
  auto parsed = PageRanges::read(word);
  if (!parsed.ok()) return parsed.error();
  pages = *std::move(parsed);
  return {};
}

Status Pattern::read(const std::string& word, NamePattern& pattern) {
  auto parsed = NamePattern::parse(word);
  if (!parsed.ok()) return parsed.error();
  pattern = *std::move(parsed);
  return {};
}

Status CompressionName::read(const std::string& word, tiffio::Compression& compression) {
  const auto found = tiffio::find_compression(word);
  if (!found.ok()) return found.error();
  compression = *found;
  return {};
}

Status Folder::read(const std::string& word, std::string& folder) {
  if (word.empty()) return wrong_setting("is empty; the current folder is '.'");
  folder = word;
  return {};
}

Status AnyWord::read(const std::string& word, std::string& value) {
  value = word;
  return {};
}

std::string InkList::print(const Type& inks) {
  Type sorted = inks;  // their order does not matter
  std::ranges::sort(sorted);
  std::string list;
  for (const std::string& ink : sorted) list += (list.empty() ? "" : ",") + ink;
  return list;
}

Status PreviewFile::read(const std::string& word, std::string& file) {
  if (!has_extension(word, ".png"))
    return wrong_setting("'" + word + "': previews are PNG only; give a name that ends in .png");
  return read_file_name(word, file);
}

Status ReportFile::read(const std::string& word, std::string& file) {
  if (!has_extension(word, ".html") && !has_extension(word, ".htm"))
    return wrong_setting("'" + word + "': reports are HTML; give a name that ends in .html");
  return read_file_name(word, file);
}

Status InkPreviewFile::read(const std::string& word, std::string& file) {
  if (!has_extension(word, ".ppf")) return wrong_setting("'" + word + "': give a name that ends in .ppf");
  return read_file_name(word, file);
}

Status Place::read(const std::string& word, PagePoint& place) {
  constexpr Range<std::int64_t> places{0, std::numeric_limits<std::int32_t>::max(), "X,Y in pixels, from the top left"};
  const std::size_t comma = word.find(',');
  if (comma == std::string::npos) return wrong_setting("'" + word + "' is not X,Y");
  PagePoint found;
  if (Status status = read_number(word.substr(0, comma), places, found.x); !status.ok()) return status;
  if (Status status = read_number(word.substr(comma + 1), places, found.y); !status.ok()) return status;
  place = found;
  return {};
}

std::string Place::print(const PagePoint& place) {
  return std::to_string(place.x) + ',' + std::to_string(place.y);
}

Status Color::read(const std::string& word, Type& color) {
  constexpr std::size_t digits = 6;
  const char* const end = word.data() + word.size();
  std::uint32_t rgb = 0;
  const bool has_form = word.size() == 1 + digits && word[0] == '#';
  const auto [read, error] = std::from_chars(word.data() + (has_form ? 1 : 0), end, rgb, 16);
  if (!has_form || error != std::errc() || read != end)
    return wrong_setting("'" + word + "' is not " + name + ", six hexadecimal digits");
  color = {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8), static_cast<std::uint8_t>(rgb)};
  return {};
}

std::string Color::print(const Type& color) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", color[0], color[1], color[2]);
  return text;
}

}  // namespace platerip::rip
