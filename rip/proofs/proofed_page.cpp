#include "rip/proofs/proofed_page.h"

#include <cmath>
#include <utility>

#include "rip/proofs/plate_colors.h"

namespace platerip::rip {
namespace {

PageShape shape_of(const PagePlan& plan) {
  const double proportion = plan.resolution.is_known() ? plan.resolution.x / plan.resolution.y : 1;
  return {plan.width, plan.height, plan.orientation, std::isfinite(proportion) && proportion > 0 ? proportion : 1};
}

std::vector<DotRate> dot_rates(const PagePlan& plan) {
  std::vector<DotRate> rates;
  for (const halftone::PlaneSettings& plane : plan.planes)
    rates.push_back(plane.screen ? dot_rate(*plane.screen) : DotRate());
  return rates;
}

std::optional<profiles::Profile> press_of(const PageColor& color) {
  constexpr std::size_t cmyk = 4;
  const std::size_t inks = color.inks.size() - color.settings.added_inks();
  if (color.press && static_cast<std::size_t>(color.press->channels()) == inks) return color.press;
  if (inks == cmyk) return profiles::Profile::default_press();
  return std::nullopt;
}

}  // namespace

ProofedPage proofed_page(const Job& job, const PagePlan& plan, const std::optional<std::string>& cache,
                         std::shared_ptr<separation::SharedTables> tables) {
  return {job,
          plan,
          shape_of(plan),
          shown_inks(job, plan),
          dot_rates(plan),
          press_of(plan.color),
          cache,
          std::move(tables)};
}

}  // namespace platerip::rip
