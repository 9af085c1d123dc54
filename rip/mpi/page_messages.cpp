#include "rip/mpi/page_messages.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace platerip::rip {

using Json = nlohmann::json;

namespace {

// A value of an enumeration that ends with `last`.
template <typename Enum>
Enum enum_of(const Json& value, Enum last) {
  const int number = value.get<int>();
  if (number < 0 || number > static_cast<int>(last)) throw std::out_of_range("a message has an unknown value");
  return static_cast<Enum>(number);
}

Json json_of(const std::vector<Advice>& advice) {
  Json all = Json::array();
  for (const Advice& each : advice)
    all.push_back({static_cast<int>(each.action), each.setting, each.value, each.purpose});
  return all;
}

std::vector<Advice> advice_of(const Json& value) {
  std::vector<Advice> all;
  for (const Json& each : value)
    all.push_back({enum_of(each.at(0), Advice::Action::other), each.at(1), each.at(2), each.at(3)});
  return all;
}

Json json_of(const Error& error) {
  return {error.message, static_cast<int>(error.code), json_of(error.advice), error.setting, error.page};
}

Error error_of(const Json& value) {
  return {value.at(0), enum_of(value.at(1), ErrorCode::device), advice_of(value.at(2)), value.at(3), value.at(4)};
}

Json json_of(const std::vector<Remark>& remarks) {
  Json all = Json::array();
  for (const Remark& each : remarks) all.push_back({each.message, json_of(each.advice)});
  return all;
}

std::vector<Remark> remarks_of(const Json& value) {
  std::vector<Remark> all;
  for (const Json& each : value) all.push_back({each.at(0), advice_of(each.at(1))});
  return all;
}

Json json_of(const std::vector<PlateReport>& plates) {
  Json all = Json::array();
  for (const PlateReport& each : plates) all.push_back({each.ink, each.file, each.coverage_percent, each.halftone});
  return all;
}

std::vector<PlateReport> plates_of(const Json& value) {
  std::vector<PlateReport> all;
  for (const Json& each : value) all.push_back({each.at(0), each.at(1), each.at(2), each.at(3)});
  return all;
}

Json json_of(const PageReport& r) {
  const Seconds& s = r.seconds;
  return {{"page", r.page},
          {"size", {r.width, r.height, r.bits}},
          {"profiles", {r.page_profile, r.press_profile, r.page_profile_description, r.press_profile_description}},
          {"backends", {r.halftone_backend, r.separation_backend, r.without_gpu}},
          {"warnings", json_of(r.warnings)},
          {"notes", json_of(r.notes)},
          {"has_resolution", r.has_resolution},
          {"has_one_resolution", r.has_one_resolution},
          {"strip_rows", r.strip_rows},
          {"memory", r.memory},
          {"plates", json_of(r.plates)},
          {"manifest", r.manifest},
          {"ink", {r.mean_total_ink_percent, r.max_total_ink_percent}},
          {"seconds", {s.read, s.separate, s.halftone, s.write, s.total}}};
}

PageReport page_report_of(const Json& value) {
  const Json& size = value.at("size");
  const Json& profiles = value.at("profiles");
  const Json& backends = value.at("backends");
  const Json& ink = value.at("ink");
  const Json& seconds = value.at("seconds");
  return {.page = value.at("page"),
          .width = size.at(0),
          .height = size.at(1),
          .bits = size.at(2),
          .page_profile = profiles.at(0),
          .press_profile = profiles.at(1),
          .page_profile_description = profiles.at(2),
          .press_profile_description = profiles.at(3),
          .halftone_backend = backends.at(0),
          .separation_backend = backends.at(1),
          .without_gpu = backends.at(2),
          .warnings = remarks_of(value.at("warnings")),
          .notes = remarks_of(value.at("notes")),
          .has_resolution = value.at("has_resolution"),
          .has_one_resolution = value.at("has_one_resolution"),
          .strip_rows = value.at("strip_rows"),
          .memory = value.at("memory"),
          .plates = plates_of(value.at("plates")),
          .manifest = value.at("manifest"),
          .mean_total_ink_percent = ink.at(0),
          .max_total_ink_percent = ink.at(1),
          .seconds = {seconds.at(0), seconds.at(1), seconds.at(2), seconds.at(3), seconds.at(4)}};
}

}  // namespace

Bytes to_message(const Json& value) {
  const std::vector<std::uint8_t> bytes = Json::to_cbor(value);
  const auto* const begin = reinterpret_cast<const std::byte*>(bytes.data());
  return {begin, begin + bytes.size()};
}

Json from_message(const Bytes& bytes) {
  const auto* const begin = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return Json::from_cbor(begin, begin + bytes.size());
}

Json json_of(const Status& status) {
  return status.ok() ? Json() : json_of(status.error());
}

Status status_of(const Json& value) {
  return value.is_null() ? Status() : error_of(value);
}

Json json_of(const Result<PageReport>& report) {
  return report.ok() ? json_of(*report) : json_of(report.error());
}

Result<PageReport> report_of(const Json& value) {
  if (value.is_array()) return error_of(value);
  return page_report_of(value);
}

}  // namespace platerip::rip
