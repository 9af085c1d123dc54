#include "rip/makers/halftone_parts.h"

#include <algorithm>
#include <utility>

#include "halftone/page_boundary.h"

namespace platerip::rip {
namespace {

// The settings of each part.
std::vector<halftone::Settings> parts_of(const halftone::Settings& settings) {
  const bool is_even =
      std::ranges::any_of(settings.planes, [](const halftone::PlaneSettings& plane) { return !plane.beside.empty(); });
  if (is_even || halftone::rows_held_back(settings) > 0) return {settings};
  std::vector<halftone::Settings> parts;
  for (const halftone::PlaneSettings& plane : settings.planes) {
    parts.push_back(settings);
    parts.back().planes = {plane};
  }
  return parts;
}

}  // namespace

std::size_t HalftoneParts::workspace_bytes(const halftone::Backend& backend, const halftone::Settings& settings) {
  std::size_t bytes = 0;
  for (const halftone::Settings& part : parts_of(settings)) bytes += backend.workspace_bytes(part);
  return bytes;
}

Result<HalftoneParts> HalftoneParts::make(const halftone::Backend& backend, const halftone::Settings& settings) {
  HalftoneParts made;
  made.settings_ = settings;
  std::size_t first = 0;
  for (const halftone::Settings& part : parts_of(settings)) {
    const std::size_t bytes = backend.workspace_bytes(part);
    auto memory = std::make_unique_for_overwrite<std::byte[]>(bytes);
    auto halftoner = backend.make(part, {memory.get(), bytes});
    if (!halftoner.ok()) return halftoner.error();
    made.parts_.push_back({first, part.planes.size(), std::move(memory), *std::move(halftoner)});
    first += part.planes.size();
  }
  return made;
}

Result<std::int64_t> HalftoneParts::run(std::size_t part, const halftone::Strip& strip) {
  const auto& [first, planes, memory, halftoner] = parts_[part];
  halftone::Strip own = strip;
  own.planes = strip.planes.subspan(first, planes);
  own.plates = strip.plates.subspan(first, planes);
  if (!strip.neighbours.empty()) own.neighbours = strip.neighbours.subspan(first, planes);
  return halftoner->run(own);
}

// Lists each description once. The methods of different parts may run in different ways.
std::string HalftoneParts::description() const {
  std::vector<std::string> ways;
  for (const Part& part : parts_) {
    if (const std::string way = part.halftoner->description(); std::ranges::find(ways, way) == ways.end())
      ways.push_back(way);
  }
  std::string all;
  for (const std::string& way : ways) all += (all.empty() ? "" : ", ") + way;
  return all;
}

Result<halftone::Boundary> HalftoneParts::save() const {
  halftone::Boundary all;
  for (const Part& part : parts_) {
    auto saved = part.halftoner->save();
    if (!saved.ok()) return saved.error();
    all.rows = saved->rows;
    all.held = saved->held;
    std::ranges::move(saved->planes, std::back_inserter(all.planes));
  }
  return all;
}

Status HalftoneParts::restore(const halftone::Boundary& boundary) {
  if (const Status status = halftone::check_methods(settings_, boundary); !status.ok()) return status;
  for (const Part& part : parts_) {
    const auto first = boundary.planes.begin() + static_cast<std::ptrdiff_t>(part.first);
    const halftone::Boundary own{
        boundary.rows, boundary.held, {first, first + static_cast<std::ptrdiff_t>(part.planes)}};
    if (const Status status = part.halftoner->restore(own); !status.ok()) return status;
  }
  return {};
}

}  // namespace platerip::rip
