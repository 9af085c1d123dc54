#include "rip/records/boundary_fields.h"

#include <algorithm>
#include <span>
#include <utility>

namespace platerip::rip {
namespace {

std::vector<std::byte> empty_bytes(const Json& json, const char* field, std::uint64_t& most) {
  const std::uint64_t bytes = std::min(number_in(json, field), most);
  most -= bytes;
  return std::vector<std::byte>(static_cast<std::size_t>(bytes));
}

}  // namespace

void set_boundary(const halftone::Boundary& boundary, Json& json) {
  Json planes = Json::array();
  for (const halftone::PlaneBoundary& plane : boundary.planes)
    planes.push_back({{"method", plane.method},
                      {"version", plane.version},
                      {"state", plane.state.size()},
                      {"finished", plane.finished.size()}});
  json["rows"] = boundary.rows;
  json["held"] = boundary.held;
  json["planes"] = std::move(planes);
}

std::optional<halftone::Boundary> boundary_in(const Json& json, std::uint64_t& most) {
  const auto planes = objects_in(json, "planes");
  if (!planes) return std::nullopt;
  halftone::Boundary boundary{.rows = static_cast<std::int64_t>(number_in(json, "rows")),
                              .held = static_cast<std::int64_t>(number_in(json, "held")),
                              .planes = {}};
  for (const Json& plane : *planes) {
    halftone::PlaneBoundary& made = boundary.planes.emplace_back();
    made.method = text_in(plane, "method");
    made.version = static_cast<int>(number_in(plane, "version"));
    made.state = empty_bytes(plane, "state", most);
    made.finished = empty_bytes(plane, "finished", most);
  }
  return boundary;
}

std::string to_bytes(const halftone::Boundary& boundary) {
  Json json = Json::object();
  set_boundary(boundary, json);
  std::string bytes = text_of(std::move(json)) + "\n";
  for (const std::vector<std::byte>* const part : bytes_of(boundary))
    bytes.append(reinterpret_cast<const char*>(part->data()), part->size());
  return bytes;
}

Result<halftone::Boundary> boundary_of_bytes(std::string_view bytes) {
  const Error error{"these are not the bytes of a saved halftone"};
  const std::size_t end = bytes.find('\n');
  if (end == std::string_view::npos) return error;
  const auto json = object_of(std::string(bytes.substr(0, end)));
  auto rest = std::as_bytes(std::span(bytes)).subspan(end + 1);
  std::uint64_t most = rest.size();
  auto boundary = json ? boundary_in(*json, most) : std::nullopt;
  if (!boundary || most > 0) return error;
  for (std::vector<std::byte>* const part : bytes_of(*boundary)) {
    std::ranges::copy(rest.first(part->size()), part->begin());
    rest = rest.subspan(part->size());
  }
  return *std::move(boundary);
}

}  // namespace platerip::rip
