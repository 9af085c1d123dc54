#include "rip/job/color/ink_edges.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "profiles/per_ink.h"

namespace platerip::rip {
namespace {

using separation::DiscRadius;
using separation::EdgeMove;

// The moves of all inks that have one.
struct Moves {
  std::vector<std::optional<EdgeMove>> moves;
  std::vector<Length> lengths;
};

const char* option_of(EdgeMove move) {
  return move == EdgeMove::choke ? "choke" : "spread";
}

Error of_edges(EdgeMove move, std::string message) {
  return {std::move(message), ErrorCode::bad_setting, {}, option_of(move)};
}

Status add(Moves& all, std::span<const std::string> inks, std::size_t ink, EdgeMove move, const Length& length) {
  if (length.is_zero()) return {};
  if (all.moves[ink]) return moved_twice(inks[ink], option_of(move));
  all.moves[ink] = move;
  all.lengths[ink] = length;
  return {};
}

Status add(Moves& all, std::span<const std::string> inks, EdgeMove move,
           const std::vector<profiles::PerInk<Length>>& settings) {
  const auto lengths = profiles::by_ink(settings, inks, option_of(move));
  if (!lengths.ok()) return lengths.error();
  for (std::size_t ink = 0; ink < inks.size(); ++ink) {
    if ((*lengths)[ink] == nullptr) continue;
    if (Status status = add(all, inks, ink, move, *(*lengths)[ink]); !status.ok()) return status;
  }
  return {};
}

Status add(Moves& all, std::span<const std::string> inks, const std::vector<MadePlate>& plates) {
  std::size_t ink = inks.size() - plates.size();
  for (const MadePlate& plate : plates) {
    if (Status status = add(all, inks, ink, EdgeMove::choke, plate.choke); !status.ok()) return status;
    if (Status status = add(all, inks, ink, EdgeMove::spread, plate.spread); !status.ok()) return status;
    ++ink;
  }
  return {};
}

Result<DiscRadius> radius_of(EdgeMove move, const std::string& ink, const Length& length,
                             const tiffio::Resolution& resolution) {
  if (length.needs_resolution() && !resolution.is_known()) {
    Error error = of_edges(move, "the page has no resolution, so " + text_of(length) + " of " + ink + " are unknown");
    error.advice = {{Advice::Action::give, "resolution", "DPI"}};
    return error;
  }
  constexpr std::int64_t parts = 256;
  const DiscRadius radius{pixels_of(length, resolution.x, resolution, parts),
                          pixels_of(length, resolution.y, resolution, parts)};
  if (std::max(radius.x, radius.y) > separation::largest_edge_radius)
    return of_edges(move, text_of(length) + " of " + ink + " are more than 100 pixels");
  return radius;
}

}  // namespace

Error moved_twice(const std::string& ink, std::string_view option) {
  return {"the edges of " + ink + " are moved twice; choke or spread them once",
          ErrorCode::bad_setting,
          {},
          std::string(option)};
}

Result<std::vector<InkEdges>> ink_edges(const Job& job, std::span<const std::string> inks,
                                        const tiffio::Resolution& resolution) {
  Moves all{std::vector<std::optional<EdgeMove>>(inks.size()), std::vector<Length>(inks.size())};
  if (const Status status = add(all, inks, job.made_plates); !status.ok()) return status.error();
  if (const Status status = add(all, inks, EdgeMove::choke, job.chokes); !status.ok()) return status.error();
  if (const Status status = add(all, inks, EdgeMove::spread, job.spreads); !status.ok()) return status.error();
  std::vector<InkEdges> edges;
  for (std::size_t ink = 0; ink < inks.size(); ++ink) {
    if (!all.moves[ink]) continue;
    const auto radius = radius_of(*all.moves[ink], inks[ink], all.lengths[ink], resolution);
    if (!radius.ok()) return radius.error();
    edges.push_back({ink, *all.moves[ink], *radius});
  }
  return edges;
}

}  // namespace platerip::rip
