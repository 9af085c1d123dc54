#include "rip/mpi/slant_engine.h"

#include <algorithm>
#include <optional>

#include "halftone/blocks/block.h"
#include "halftone/method.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

using Json = nlohmann::json;
using halftone::BoundaryErrors;

// Narrow enough for all ranks to be at work on the slant, wide enough for the work to outweigh a message.
std::int64_t block_columns(std::int64_t width, int ranks) {
  return std::clamp<std::int64_t>(width / (4 * ranks), 64, 2048);
}

std::int64_t end_of(const BoundaryErrors& c) {
  return c.column + std::ssize(c.errors) / std::max<std::int64_t>(1, c.rows);
}

Json binary(const std::vector<std::byte>& bytes) {
  const auto* const begin = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return Json::binary({begin, begin + bytes.size()});
}

std::vector<std::byte> bytes_of(const Json& value) {
  const Json::binary_t& binary = value.get_binary();
  const auto* const begin = reinterpret_cast<const std::byte*>(binary.data());
  return {begin, begin + binary.size()};
}

Json json_of(const halftone::Boundary& boundary) {
  Json planes = Json::array();
  for (const halftone::PlaneBoundary& plane : boundary.planes)
    planes.push_back({plane.method, plane.version, binary(plane.state), binary(plane.finished)});
  return Json{boundary.rows, boundary.held, planes};
}

halftone::Boundary boundary_of(const Json& value) {
  halftone::Boundary boundary{.rows = value.at(0), .held = value.at(1), .planes = {}};
  for (const Json& plane : value.at(2))
    boundary.planes.push_back({plane.at(0), plane.at(1), bytes_of(plane.at(2)), bytes_of(plane.at(3))});
  return boundary;
}

// C of the strip above for one plane, as it comes.
class ErrorsAbove {
 public:
  ErrorsAbove(PageLink& link, int part, std::optional<int> rank_above)
      : link_(link), part_(part), rank_above_(rank_above) {}

  Result<BoundaryErrors> needed_by(const halftone::Settings& settings, const halftone::Block& block) {
    if (!rank_above_) return c_above_page(settings, block);
    const halftone::Columns columns = columns_above(settings, block);
    while (end_ < columns.end) {
      const auto message = link_.receive(*rank_above_, AboutPage::boundary, part_);
      if (!message.ok()) return message.error();
      auto part = halftone::boundary_errors_from_bytes(*message);
      if (!part.ok()) return part.error();
      end_ = end_of(*part);
      parts_.push_back(*std::move(part));
    }
    std::erase_if(parts_, [&](const BoundaryErrors& part) { return end_of(part) <= columns.begin; });
    if (columns.begin == columns.end) return c_above_page(settings, block);
    return halftone::cut_c(parts_, columns);
  }

 private:
  PageLink& link_;
  int part_;
  std::optional<int> rank_above_;  // nothing at the top of the page
  std::vector<BoundaryErrors> parts_;
  std::int64_t end_ = 0;
};

}  // namespace

SlantEngine::SlantEngine(std::unique_ptr<CoresEngine> cores, EngineSettings settings, const Share& share,
                         PageLink& link)
    : cores_(std::move(cores)), settings_(std::move(settings)), share_(share), link_(link) {
  const auto& planes = settings_.halftone.planes;
  const auto has_filter = [](const halftone::PlaneSettings& plane) { return plane.method.info().filter != nullptr; };
  if (!std::ranges::all_of(planes, has_filter)) return;
  for (const halftone::PlaneSettings& plane : planes) {
    block_settings_.push_back(settings_.halftone);
    block_settings_.back().planes = {plane};
  }
}

Result<std::unique_ptr<Engine>> SlantEngine::make(EngineSettings settings, const Share& share, PageLink& link) {
  settings.strip_rows = share.strip_rows;
  auto cores = CoresEngine::make(settings);
  if (!cores.ok()) return cores.error();
  if ((*cores)->plan().rows != std::min(share.strip_rows, settings.height)) {
    return Error{"strips of " + std::to_string(share.strip_rows) + " rows do not fit in the memory allowed",
                 ErrorCode::no_memory,
                 {{.action = Advice::Action::give_larger, .setting = "memory"}}};
  }
  return std::unique_ptr<Engine>(new SlantEngine(*std::move(cores), std::move(settings), share, link));
}

std::string SlantEngine::halftone_backend() const {
  const std::string ranks = " on " + std::to_string(share_.ranks) + " ranks";
  return (has_blocks() ? "blocks" : cores_->halftone_backend()) + ranks;
}

Status SlantEngine::halftone(StripInFlight& strip) {
  for (std::size_t part = 0; part < halftone_parts(); ++part) {
    if (const Status status = halftone_part(strip, part); !status.ok()) return status;
  }
  return {};
}

Status SlantEngine::halftone_part(StripInFlight& strip, std::size_t part) {
  const std::int64_t number = share_.strip_at(strip.first_row);
  return has_blocks() ? in_blocks(strip, part, number) : in_one(strip, number);
}

Status SlantEngine::in_one(StripInFlight& strip, std::int64_t number) {
  if (number > 0) {
    const auto message = link_.receive(share_.rank_of(number - 1), AboutPage::boundary);
    if (!message.ok()) return message.error();
    if (const Status status = cores_->restore(boundary_of(from_message(*message))); !status.ok()) return status;
  }
  StripInFlight rows = strip;
  rows.last = false;  // of the page, other strips may follow
  if (const Status status = cores_->halftone(rows); !status.ok()) return status;
  strip.plate_rows = rows.plate_rows;
  if (number + 1 == share_.strips()) return {};
  const auto below = cores_->save();
  if (!below.ok()) return below.error();
  link_.send(share_.rank_of(number + 1), AboutPage::boundary, to_message(json_of(*below)));
  return {};
}

Status SlantEngine::in_blocks(StripInFlight& strip, std::size_t plane, std::int64_t number) {
  const int part = static_cast<int>(plane);
  const bool is_last = number + 1 == share_.strips();
  const halftone::Settings& settings = block_settings_[plane];
  const separation::Plane& ink = strip.planes[settings_.plate_inks[plane]];
  const std::int64_t columns = block_columns(settings.width, share_.ranks);
  const std::int64_t end = strip_end(settings, strip.rows);
  ErrorsAbove above(link_, part, number > 0 ? std::optional(share_.rank_of(number - 1)) : std::nullopt);
  BoundaryErrors left = r_left_of_page(settings, {strip.rows, 0, end});
  for (std::int64_t begin = 0; begin < end; begin += columns) {
    const halftone::Block block{strip.rows, begin, std::min(end, begin + columns)};
    auto c = above.needed_by(settings, block);
    if (!c.ok()) return c.error();
    auto after = halftone_block(settings, block, {ink.samples, ink.stride}, strip.plates[plane],
                                {*std::move(c), std::move(left)});
    if (!after.ok()) return after.error();
    left = std::move(after->r);
    if (!is_last && !after->c.errors.empty())
      link_.send(share_.rank_of(number + 1), AboutPage::boundary, to_bytes(after->c), part);
  }
  strip.plate_rows = strip.rows;
  return {};
}

}  // namespace platerip::rip
