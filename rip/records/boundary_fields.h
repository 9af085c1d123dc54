// The state of a halftone between two strips, as a record has it: fields of JSON, and the bytes that follow them.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "rip/records/json_fields.h"

namespace platerip::rip {

/// Sets the fields rows, held and planes, which say how many bytes each plane has.
void set_boundary(const halftone::Boundary& boundary, Json& json);

/// Reads these fields. The bytes of the planes are 0 for now. Takes their number from `most`, and stops there. Nothing
/// if a field is missing or something else.
std::optional<halftone::Boundary> boundary_in(const Json& json, std::uint64_t& most);

/// The bytes of the planes, in the order of a record. `Boundary` may be const.
template <typename Boundary>
auto bytes_of(Boundary& boundary) {
  std::vector<decltype(&boundary.planes.front().state)> all;
  for (auto& plane : boundary.planes) {
    all.push_back(&plane.state);
    all.push_back(&plane.finished);
  }
  return all;
}

/// The boundary alone: its fields on a line, and its bytes.
std::string to_bytes(const halftone::Boundary& boundary);

/// The inverse. Errors: these are not the bytes of a boundary. Halftoner::restore() checks what they say, and whether
/// some are missing.
Result<halftone::Boundary> boundary_of_bytes(std::string_view bytes);

}  // namespace platerip::rip
