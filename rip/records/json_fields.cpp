#include "rip/records/json_fields.h"

#include <algorithm>
#include <string_view>

#include "base/unicode/characters.h"

namespace platerip::rip {
namespace {

constexpr int most_levels = 8;  // of nested values

constexpr char32_t mark = 0xfffd;
constexpr std::string_view mark_bytes = "\xef\xbf\xbd";

std::string with_escapes(const std::string& bytes) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string text;
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::string_view before = rest;
    const bool is_kept = unicode::take(rest).value_or(mark) != mark;
    for (const char c : before.substr(0, before.size() - rest.size())) {
      const auto byte = static_cast<unsigned char>(c);
      text += is_kept ? std::string(1, c) : std::string(mark_bytes) + digits[byte / 16] + digits[byte % 16];
    }
  }
  return text;
}

std::string without_escapes(const std::string& text) {
  return unicode::unescaped(text, mark_bytes);
}

// Changes all texts below `json`, which has few levels.
void change_texts(Json& json, std::string (*change)(const std::string&)) {
  if (json.is_string()) json = change(json.get_ref<const std::string&>());
  if (!json.is_structured()) return;
  for (Json& item : json) change_texts(item, change);
}

const Json* array_in(const Json& json, const char* field) {
  const auto found = json.find(field);
  return found != json.end() && found->is_array() ? &*found : nullptr;
}

Json parsed(const std::string& text) {
  const auto is_kept = [](int level, Json::parse_event_t, Json&) { return level < most_levels; };
  Json json = Json::parse(text, is_kept, false);
  change_texts(json, without_escapes);
  return json;
}

}  // namespace

std::optional<Json> object_of(const std::string& text) {
  Json json = parsed(text);
  return json.is_object() ? std::optional(std::move(json)) : std::nullopt;
}

std::string text_in(const Json& json, const char* field) {
  const auto found = json.find(field);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

std::uint64_t number_in(const Json& json, const char* field) {
  const auto found = json.find(field);
  return found != json.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

std::optional<std::vector<Json>> objects_in(const Json& json, const char* field) {
  const Json* const array = array_in(json, field);
  if (array == nullptr || !std::ranges::all_of(*array, [](const Json& item) { return item.is_object(); }))
    return std::nullopt;
  return std::vector<Json>(array->begin(), array->end());
}

std::optional<std::vector<std::uint64_t>> numbers_in(const Json& json, const char* field) {
  const Json* const array = array_in(json, field);
  if (array == nullptr || !std::ranges::all_of(*array, [](const Json& item) { return item.is_number_unsigned(); }))
    return std::nullopt;
  return array->get<std::vector<std::uint64_t>>();
}

std::string text_of(Json json, int indent) {
  change_texts(json, with_escapes);
  return json.dump(indent);
}

Json json_of_settings(const MadeWith& made_with) {
  Json settings = Json::object();
  for (const auto& [name, value] : made_with.settings) settings[name] = parsed(value);
  return settings;
}

Json json_of_files(const MadeWith& made_with) {
  Json list = Json::array();
  for (const FileStamp& file : made_with.made_from)
    list.push_back({{"file", file.name}, {"bytes", file.bytes}, {"modified", file.modified}});
  return list;
}

MadeWith made_with_in(const Json& json) {
  MadeWith made_with{.document = text_in(json, "document"),
                     .page = static_cast<std::int64_t>(number_in(json, "page")),
                     .software = text_in(json, "software"),
                     .date = text_in(json, "date"),
                     .settings = {},
                     .made_from = {}};
  if (const auto settings = json.find("settings"); settings != json.end() && settings->is_object()) {
    for (const auto& [name, value] : settings->items()) made_with.settings[name] = text_of(value);
  }
  for (const Json& file : objects_in(json, "made_from").value_or(std::vector<Json>()))
    made_with.made_from.push_back({text_in(file, "file"), number_in(file, "bytes"), text_in(file, "modified")});
  return made_with;
}

}  // namespace platerip::rip
