#include "rip/python/planes_halftoner.h"

#include "rip/job/page_plan.h"
#include "rip/makers/backends.h"
#include "rip/python/opened_job.h"
#include "rip/resources/threads.h"

namespace platerip::python {
Result<PlanesHalftoner> PlanesHalftoner::make(const rip::JobWords& words, const InkPlanes& planes) {
  auto opened = open_job(words);
  if (!opened.ok()) return opened.error();
  const auto& [job, resources] = *opened;
  if (rip::use_of(job.backend) == rip::Use::gpu)
    return Error{"GPUs make pages, not planes alone",
                 ErrorCode::unsupported,
                 {{Advice::Action::give, "backend", "cpu"}},
                 "backend"};
  const tiffio::PageInfo page{.width = planes.width,
                              .height = 1,
                              .model = tiffio::ColorModel::inks,
                              .bits = planes.bits,
                              .spots = planes.inks,
                              .resolution = {},
                              .icc_profile = {}};
  auto plan = rip::plan_page(job, *resources.press, {.path = "planes"}, page);
  if (!plan.ok()) return plan.error();
  const int threads = rip::thread_count(job.threads);
  const halftone::Settings settings{.planes = plan->planes,
                                    .levels = plan->levels,
                                    .bits = plan->bits,
                                    .width = plan->width,
                                    .parallel = threads > 1 ? rip::parallel_for : ParallelFor()};
  if (Status status = check(settings); !status.ok()) return status.error();
  const auto backends = rip::find_cores(job.backend);
  if (!backends.ok()) return backends.error();
  auto parts = rip::HalftoneParts::make(*backends->halftone, settings);
  if (!parts.ok()) return parts.error();
  PlanesHalftoner made(settings, *std::move(parts));
  made.inks_ = plan->plate_names();
  made.warnings_ = std::move(plan->color.warnings);
  made.threads_ = threads;
  return made;
}

std::int64_t PlanesHalftoner::room(std::int64_t rows, bool last) const {
  return last ? rows + held_ : rows;
}

Result<std::int64_t> PlanesHalftoner::run(std::int64_t rows, std::span<const halftone::Plane> planes,
                                          std::span<const halftone::Plate> plates, bool last) {
  const halftone::Strip strip{.rows = rows, .planes = planes, .plates = plates, .last = last, .room = room(rows, last)};
  std::vector<Result<std::int64_t>> finished(parts_.count(), 0);
  rip::on_threads(threads_)(static_cast<int>(parts_.count()), [&](int part) {
    const auto index = static_cast<std::size_t>(part);
    finished[index] = parts_.run(index, strip);
  });
  for (const Result<std::int64_t>& part : finished)
    if (!part.ok()) return part.error();
  held_ += rows - *finished.front();
  return finished.front();
}

Result<halftone::Boundary> PlanesHalftoner::save() const {
  return parts_.save();
}

Status PlanesHalftoner::restore(const halftone::Boundary& boundary) {
  Status status = parts_.restore(boundary);
  if (status.ok()) held_ = boundary.held;
  return status;
}

}  // namespace platerip::python
