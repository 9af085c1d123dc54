#include "rip/plates/names/name_pattern.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>
#include <optional>
#include <utility>

#include "base/unicode/names.h"
#include "rip/pages/page_stem.h"
#include "rip/plates/names/ink_name.h"
#include "tiffio/plates/plate_layout.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

// OutputFile adds a dot and ".part" while the plate is being made; file systems take 255 bytes.
constexpr std::size_t longest_name = 255 - std::string_view("..part").size();

constexpr std::array<std::string_view, 22> device_names = {
    "con",  "prn",  "aux",  "nul",  "com1", "com2", "com3", "com4", "com5", "com6", "com7",
    "com8", "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9"};

Error wrong(std::string message) {
  return {std::move(message), ErrorCode::bad_setting};
}

bool is_unsafe(char c) {
  return std::iscntrl(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("/\\:*?\"<>|").find(c) != std::string::npos;
}

std::string safe(std::string text) {
  std::replace_if(text.begin(), text.end(), is_unsafe, '_');
  return text;
}

bool has_extension(const std::string& name) {
  const std::string end = unicode::folded(name);
  return end.ends_with(".tif") || end.ends_with(".tiff");
}

Result<std::string> day() {
  const auto given = tiffio::date_time();
  if (!given.ok()) return given.error();
  if (*given) {
    std::string date = (*given)->substr(0, 10);
    std::replace(date.begin(), date.end(), ':', '-');
    return date;
  }
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  std::array<char, 32> date{};
  std::strftime(date.data(), date.size(), "%Y-%m-%d", &local);
  return std::string(date.data());
}

std::string padded_number(const PageSource& page) {
  const std::string number = std::to_string(page.index + 1);
  const std::size_t digits = std::to_string(page.count).size();
  return std::string(std::max(digits, number.size()) - number.size(), '0') + number;
}

bool separates(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) == 0 && static_cast<unsigned char>(c) < 0x80;
}

void trim_begin(std::string& text) {
  text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), separates));
}

void trim_end(std::string& text) {
  while (!text.empty() && separates(text.back())) text.pop_back();
}

}  // namespace

std::string numbered_stem(const PageSource& page) {
  return page_stem(page.path) + (page.count == 1 ? "" : "-" + padded_number(page));
}

Result<NamePattern> NamePattern::parse(std::string_view pattern) {
  if (pattern.empty()) return wrong("is empty; take a pattern such as {page}_{ink}");
  const std::string shown = "'" + tiffio::printable(pattern) + "'";
  if (pattern.find('/') != std::string_view::npos)
    return Error{shown + " leads to another folder, and this is only for names",
                 ErrorCode::bad_setting,
                 {{.setting = "output", .value = "FOLDER"}}};
  if (pattern.front() == '.') return wrong(shown + " begins with a dot, which hides files; leave it out");
  if (std::any_of(pattern.begin(), pattern.end(), is_unsafe))
    return wrong(shown + " has a character that not all file systems take; leave out line ends and \\ : * ? \" < > |");

  NamePattern parsed;
  parsed.text_ = pattern;
  for (std::size_t at = 0; at < pattern.size();) {
    const std::size_t brace = std::min(pattern.find_first_of("{}", at), pattern.size());
    if (brace > at) parsed.parts_.push_back({Field::text, std::string(pattern.substr(at, brace - at))});
    if (brace == pattern.size()) break;
    const std::size_t end = pattern.find('}', brace);
    if (pattern[brace] == '}' || end == std::string_view::npos) return wrong(shown + " has a brace without another");
    if (const Status status = parsed.add_field(pattern.substr(brace + 1, end - brace - 1)); !status.ok())
      return status.error();
    at = end + 1;
  }
  return parsed;
}

Status NamePattern::add_field(std::string_view name) {
  static constexpr std::pair<std::string_view, Field> fields[] = {{"page", Field::page},     {"ink", Field::ink},
                                                                  {"letter", Field::letter}, {"number", Field::number},
                                                                  {"copy", Field::copy},     {"date", Field::date}};
  for (const auto& [word, field] : fields) {
    if (word != name) continue;
    Part part{field, {}};
    if (field == Field::date) {
      auto date = day();
      if (!date.ok()) return date.error();
      part.text = *std::move(date);
    }
    parts_.push_back(std::move(part));
    return {};
  }
  return wrong("'{" + tiffio::printable(name) + "}' is not one of {page}, {ink}, {letter}, {number}, {copy}, {date}");
}

bool NamePattern::has(Field field) const {
  return std::any_of(parts_.begin(), parts_.end(), [field](const Part& part) { return part.field == field; });
}

std::string NamePattern::value(const Part& part, const PageSource& page, const InkName& ink) const {
  switch (part.field) {
    case Field::text:
    case Field::date:
      return part.text;
    case Field::page:
      return safe(has(Field::number) ? page_stem(page.path) : numbered_stem(page));
    case Field::ink:
      return ink.ink;
    case Field::letter:
      return ink.letter;
    case Field::number:
      return padded_number(page);
    case Field::copy:
      return std::to_string(page.copy);
  }
  return "";
}

Result<std::string> NamePattern::file_name(const PageSource& page, const InkName& ink) const {
  std::string name;
  for (const Part& part : parts_) name += value(part, page, ink);
  if (!has_extension(name)) name += ".tif";
  const std::string device = unicode::folded(name.substr(0, name.find('.')));
  if (std::find(device_names.begin(), device_names.end(), device) != device_names.end())
    return wrong("'" + tiffio::printable(name) + "' is reserved for a device on some systems; take another name");
  if (name.size() > longest_name)
    return wrong("'" + tiffio::printable(name) + "' is longer than " + std::to_string(longest_name) +
                 " bytes; take a shorter name");
  return name;
}

std::string NamePattern::set_name(const PageSource& page) const {
  const auto is_ink = [](const Part& part) { return part.field == Field::ink || part.field == Field::letter; };
  std::vector<Part> kept;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (!is_ink(parts_[i])) {
      kept.push_back(parts_[i]);
    } else if (!kept.empty()) {
      if (kept.back().field == Field::text) trim_end(kept.back().text);
    } else if (i + 1 < parts_.size() && parts_[i + 1].field == Field::text) {
      kept.push_back(parts_[++i]);
      trim_begin(kept.back().text);
    }
  }
  std::string name;
  for (const Part& part : kept) name += value(part, page, {});
  if (has_extension(name)) name.resize(name.rfind('.'));
  return name.empty() ? numbered_stem(page) : name;
}

}  // namespace platerip::rip
