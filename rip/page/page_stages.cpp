#include "rip/page/page_stages.h"

#include <utility>

#include "rip/film/bare_paper_stage.h"
#include "rip/film/marks_stage.h"
#include "rip/film/sheet_stage.h"
#include "rip/makers/across_stage.h"
#include "rip/makers/crisp_stage.h"
#include "rip/makers/disc_stage.h"
#include "rip/makers/knock_out_stage.h"
#include "rip/makers/split_stage.h"

namespace platerip::rip {

Stages page_stages(const Job& job, const PagePlan& plan, const Film& film, const Stages& of_program,
                   const Backends& cores) {
  const bool by_reference = cores.separation->name == "reference";
  Stages stages = of_program;
  if (auto first = sheet_stage(film)) stages.of_page.insert(stages.of_page.begin(), std::move(first));
  if (job.crisp != separation::Crisp::off && separation::can_be_crisp(plan.color.settings.format))
    stages.of_page.push_back(crisp_stage(job.crisp, by_reference));
  if (auto bare = bare_paper_stage(job, plan)) stages.of_planes.push_back(std::move(bare));
  for (const InkEdges& edges : plan.edges)
    stages.of_planes.push_back(disc_stage(edges.move, edges.radius, {edges.ink}, by_reference));
  if (auto inks = plan.inks_growing_to_knock_out(); !inks.empty())
    stages.of_planes.push_back(knock_out_stage(std::move(inks), plan.color.inks.size()));
  if (!plan.color.splits.empty()) stages.of_planes.push_back(split_stage(plan.color.splits));
  if (auto marks = marks_stage(job, plan)) stages.of_planes.push_back(std::move(marks));
  if (!plan.across.empty()) stages.of_planes.push_back(across_stage(plan.across, by_reference));
  return stages;
}

}  // namespace platerip::rip
