#include "rip/mpi/slant_maker.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "halftone/blocks/neighbours.h"

namespace platerip::rip {
namespace {

// The columns whose C one message carries: few enough for all ranks to be at work on the slant, and so many that the
// work outweighs the message.
std::int64_t block_columns(std::int64_t width, int ranks) {
  return std::clamp<std::int64_t>(width / (2 * ranks), 256, 8192);
}

// One plane of the strips above and below, which are on other ranks. `above` is empty at the top of the page, `below`
// at its bottom, which is row `end`.
class RankNeighbours : public halftone::Neighbours {
 public:
  RankNeighbours(PageLink& link, int plane, std::optional<int> above, std::optional<int> below, std::int64_t end,
                 const SlantMaker::SeeC& see, const halftone::Settings& settings, int ranks)
      : link_(link),
        plane_(plane),
        above_(above),
        below_(below),
        end_(end),
        see_(see),
        settings_(settings),
        ranks_(ranks) {}

  Result<halftone::BoundaryErrors> next_above() override {
    if (!above_) return c_at_top(settings_.planes[static_cast<std::size_t>(plane_)], settings_.width);
    const auto message = link_.receive(*above_, AboutPage::boundary, plane_);
    if (!message.ok()) return message.error();
    return halftone::boundary_errors_from_bytes(*message);
  }

  [[nodiscard]] std::int64_t columns_below() const override { return block_columns(settings_.width, ranks_); }

  void give_below(halftone::BoundaryErrors c) override {
    if (see_) see_(end_, plane_, c);
    if (below_) link_.send(*below_, AboutPage::boundary, to_bytes(c), plane_);
  }

 private:
  PageLink& link_;
  int plane_;
  std::optional<int> above_;
  std::optional<int> below_;
  std::int64_t end_;
  const SlantMaker::SeeC& see_;
  const halftone::Settings& settings_;
  int ranks_;
};

}  // namespace

Result<std::unique_ptr<Maker>> SlantMaker::make(MakerSettings settings, const Share& share, PageLink& link, SeeC see) {
  settings.rows = share.rows_to_make();
  settings.strip_rows = share.strip_rows;
  settings.full_strips = true;  // all ranks need strips of one height, so with little memory there are fewer of them
  auto cores = CoresMaker::make(settings);
  if (!cores.ok()) return cores.error();
  return std::unique_ptr<Maker>(
      new SlantMaker(*std::move(cores), std::move(settings.halftone), share, link, std::move(see)));
}

std::string SlantMaker::halftone_backend() const {
  return cores_->halftone_backend() + " on " + std::to_string(share_.ranks) + " ranks";
}

Result<halftone::Boundary> SlantMaker::stop() {
  return Error{"the state of a page that ranks share cannot be saved", ErrorCode::unsupported};
}

Status SlantMaker::give(StripInFlight& strip, std::size_t) {
  const std::int64_t number = strip.first_row / share_.strip_rows;
  const auto above = number > 0 ? std::optional(share_.rank_of(number - 1)) : std::nullopt;
  const auto below = number + 1 < share_.strips() ? std::optional(share_.rank_of(number + 1)) : std::nullopt;
  std::vector<RankNeighbours> planes;
  planes.reserve(settings_.planes.size());
  const std::int64_t end = strip.first_row + strip.rows;
  for (int plane = 0; plane < std::ssize(settings_.planes); ++plane)
    planes.emplace_back(link_, plane, above, below, end, see_, settings_, share_.ranks);
  std::vector<halftone::Neighbours*> neighbours(planes.size());
  std::ranges::transform(planes, neighbours.begin(), [](RankNeighbours& plane) { return &plane; });
  return cores_->give_between(strip, neighbours);
}

}  // namespace platerip::rip
