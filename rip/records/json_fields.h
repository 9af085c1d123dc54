// Reads the JSON of records that earlier runs have left, of which nothing is trusted. Writes the fields that all
// records have.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "rip/records/made_with.h"

namespace platerip::rip {

using Json = nlohmann::ordered_json;

/// The JSON object that `text` is, with bytes that are not UTF-8 where text_of() has escaped them. Nothing if it is no
/// JSON, or no object. Deeply nested values are left out.
std::optional<Json> object_of(const std::string& text);

/// The text of a field; "" if it is missing or something else.
std::string text_in(const Json& json, const char* field);

/// The whole number of a field; 0 if it is missing or something else.
std::uint64_t number_in(const Json& json, const char* field);

/// The array of a field, if all its values are objects. Otherwise, or if it is missing, nothing.
std::optional<std::vector<Json>> objects_in(const Json& json, const char* field);

/// The array of a field, if all its values are whole numbers. Otherwise, or if it is missing, nothing.
std::optional<std::vector<std::uint64_t>> numbers_in(const Json& json, const char* field);

/// The text of `json`: UTF-8 in one line, or indented by `indent` spaces. JSON cannot hold the bytes of a file's name
/// that is not UTF-8. Each of these becomes U+FFFD and two hexadecimal digits, and so do the bytes of a U+FFFD.
std::string text_of(Json json, int indent = -1);

/// The values of the fields `settings` and `made_from`.
Json json_of_settings(const MadeWith& made_with);
Json json_of_files(const MadeWith& made_with);

/// Reads the fields document, page, software, date, settings and made_from. Missing ones stay empty or 0.
MadeWith made_with_in(const Json& json);

}  // namespace platerip::rip
