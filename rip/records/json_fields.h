// Reads the JSON of records that earlier runs have left, and what records have in common. Nothing in it is trusted.
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

/// The value of `text`, an object. Nothing if it is not JSON or not an object. Deeply nested values are left out.
std::optional<Json> object_of(const std::string& text);

/// The text of a field; "" if it is missing or something else.
std::string text_in(const Json& json, const char* field);

/// The whole number of a field; 0 if it is missing or something else.
std::uint64_t number_in(const Json& json, const char* field);

/// The objects in the array of a field. Nothing if it is missing, or has other values.
std::optional<std::vector<Json>> objects_in(const Json& json, const char* field);

/// The numbers in the array of a field. Nothing if it is missing, or has other values.
std::optional<std::vector<std::uint64_t>> numbers_in(const Json& json, const char* field);

/// The text of `json`: UTF-8 in one line, or indented by `indent` spaces. Text that is not UTF-8 becomes U+FFFD.
std::string text_of(const Json& json, int indent = -1);

/// The fields `settings` and `made_from`.
Json json_of_settings(const MadeWith& made_with);
Json json_of_files(const MadeWith& made_with);

/// Reads document, page, software, date, settings and made_from, as far as they are there.
MadeWith made_with_in(const Json& json);

}  // namespace platerip::rip
