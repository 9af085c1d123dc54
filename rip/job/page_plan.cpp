#include "rip/job/page_plan.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "rip/job/color/across_file.h"
#include "rip/job/color/ink_settings.h"
#include "rip/job/color/inks_of_page.h"
#include "rip/job/color/split_inks.h"
#include "rip/job/idle_options.h"
#include "rip/job/job_options.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

// In dots per inch; 0 if it is not known.
halftone::Dpi dpi_of(const tiffio::Resolution& resolution) {
  if (!resolution.is_known()) return {};
  return {resolution.per_inch(resolution.x), resolution.per_inch(resolution.y)};
}

bool is_lighter_ink(const Job& job, const std::string& name) {
  return std::ranges::any_of(job.drops.lights, [&](const auto& ink) {
    return std::ranges::find(ink.value, name, &LightInk::name) != ink.value.end();
  });
}

// A printer may have inks that a page has not.
void tell_unknown_inks(const Job& job, std::span<const std::string> inks, PageColor& page) {
  for (const std::string& ink : inks) {
    const std::string told = "drop-file has no effect on " + tiffio::printable(ink) + ", because ";
    if (is_lighter_ink(job, ink))
      page.warnings.push_back({told + "a lighter ink prints the drop sizes of its ink"});
    else
      page.notes.push_back({told + "the page has no such ink"});
  }
}

}  // namespace

tiffio::Resolution resolution_of(const Job& job, const tiffio::PageInfo& page) {
  if (!job.resolution || (page.resolution.is_known() && !job.force_resolution)) return page.resolution;
  return {*job.resolution, *job.resolution, 2};
}

std::vector<std::string> PagePlan::plate_names() const {
  std::vector<std::string> names;
  for (const std::size_t ink : plate_inks) names.push_back(color.inks[ink]);
  return names;
}

std::vector<std::string> PagePlan::printed_names() const {
  std::vector<std::string> names;
  for (const PrintedPlate& plate : printed) names.push_back(plate.ink);
  return names;
}

std::vector<std::size_t> PagePlan::inks_growing_to_knock_out() const {
  std::vector<std::size_t> inks;
  if (!color.settings.knock_out) return inks;
  for (const InkEdges& edge : edges)
    if (edge.move == separation::EdgeMove::spread) inks.push_back(edge.ink);
  return inks;
}

Result<PagePlan> plan_page(const Job& job, const Press& press, const PageSource& source, const tiffio::PageInfo& info) {
  auto color = choose_color(job, press, source, info);
  if (!color.ok()) return color.error();
  PagePlan plan{.source = source,
                .width = info.width,
                .height = info.height,
                .bits = info.bits,
                .levels = 0,
                .printed_levels = 0,
                .orientation = info.orientation,
                .color = *std::move(color),
                .edges = {},
                .across = {},
                .plate_inks = {},
                .planes = {},
                .level_inks = {},
                .printed = {},
                .grids = {},
                .moire = {},
                .resolution = resolution_of(job, info)};
  for (const std::string& remark : info.remarks) plan.color.warnings.push_back({remark});

  const std::vector<std::string>& inks = plan.color.inks;
  auto plate_inks = chosen_inks(job, inks);
  if (!plate_inks.ok()) return plate_inks.error();
  plan.plate_inks = *std::move(plate_inks);
  auto edges = ink_edges(job, inks, plan.resolution);
  if (!edges.ok()) return edges.error();
  plan.edges = *std::move(edges);
  const Status split = suit_split(job, plan.color.splits, inks, plan.edges, plan.plate_inks);
  if (!split.ok()) return split.error();
  auto across = across_inks(press.across, inks, plan.resolution, plan.orientation);
  if (!across.ok()) return across.error();
  plan.across = *std::move(across);
  const halftone::Dpi dpi = dpi_of(plan.resolution);
  const auto settings = ink_settings(job, inks, dpi);
  if (!settings.ok()) return settings.error();
  for (const std::size_t ink : plan.plate_inks) plan.planes.push_back((*settings)[ink]);

  auto screens =
      add_screens(job.screens, press.screens, {inks, job.made_plates.size(), plan.plate_inks, dpi}, plan.planes);
  if (!screens.ok()) return screens.error();
  plan.grids = std::move(screens->grids);
  plan.moire = std::move(screens->moire);
  const auto drops = add_drops(job.drops, press.drops, inks, plan.plate_inks, plan.planes);
  if (!drops.ok()) return drops.error();
  plan.levels = drops->halftone_levels;
  plan.printed_levels = drops->plate_levels;
  if (Status status = check_levels(job, plan.printed_levels); !status.ok()) return status.error();
  if (drops->mix_is_useless)
    plan.color.warnings.push_back(
        {"drop-mix has no effect: no plate prints several drop sizes that its halftone mixes"});
  tell_unknown_inks(job, drops->unknown_inks, plan.color);
  for (Remark& remark : idle_options(job, plan.planes, passes_through(job, press, info)))
    plan.color.warnings.push_back(std::move(remark));
  for (const halftone::PlaneSettings& plane : plan.planes) plan.level_inks.emplace_back(plane, plan.levels);
  auto printed = printed_plates({inks, job.made_plates.size(), plan.plate_inks}, *drops);
  if (!printed.ok()) return printed.error();
  plan.printed = *std::move(printed);
  for (const std::string& note : screens->notes) plan.color.notes.push_back({note});
  if (Status status = let_inks_meet(job.inks, inks, plan.plate_inks, plan.planes); !status.ok()) return status.error();
  return plan;
}

}  // namespace platerip::rip
