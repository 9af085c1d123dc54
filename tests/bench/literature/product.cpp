// The product's engines and its specification, on the same pages.

#include "halftone/backends/backends.h"
#include "tests/bench/literature/families.h"
#include "tests/bench/literature/gpu.h"
#include "tests/on_threads.h"

namespace platerip::literature {
namespace {

halftone::Settings settings_for(const Page& page, int threads, int levels) {
  return {.levels = levels, .width = page.width, .parallel = threads > 1 ? on_threads(threads) : ParallelFor{}};
}

struct Engine {
  const halftone::Backend& backend;
  const Page& page;
  halftone::Settings settings;
  std::vector<std::byte> workspace;

  void operator()(const halftone::Plane& plane, const halftone::Plate& plate) {
    auto halftoner = backend.make(settings, workspace);
    if (!(*halftoner)->run({page.height, {&plane, 1}, {&plate, 1}}).ok()) std::abort();
  }
  void poison() { spoil(std::span(workspace)); }
};

Algorithm engine(std::string_view name, std::string_view cost, const halftone::Backend& backend, int threads) {
  return {.name = name,
          .paper = "platerip",
          .table = "platerip",
          .cost = cost,
          .memory = [&backend, threads](const Page& page, const Setting& setting) -> Footprint {
            return {.host = backend.workspace_bytes(settings_for(page, threads, setting.levels))};
          },
          .begin =
              [&backend, threads](const Page& page, const Setting& setting) {
                const halftone::Settings settings = settings_for(page, threads, setting.levels);
                std::vector<std::byte> workspace(backend.workspace_bytes(settings));
                return plate_session(page, settings.levels, Engine{backend, page, settings, std::move(workspace)});
              }};
}

}  // namespace

std::vector<Algorithm> product() {
  const auto reference = halftone::find_backend("reference"), cpu = halftone::find_backend("cpu");
  std::vector<Algorithm> all{engine("reference", "the specification: plain code, one thread", **reference, 1)};
  if (cpu.ok()) {
    all.push_back(engine("cpu, 1 thread", "SIMD wavefront of rows", **cpu, 1));
    all.push_back(engine("cpu, all threads", "SIMD wavefront of rows", **cpu, threads_of({})));
  }
  all.push_back(
      {.name = "cuda",
       .paper = "platerip",
       .table = "platerip",
       .cost = "one launch, n/8 bytes written",
       .where = Where::gpu,
       .memory = [](const Page& page, const Setting& setting) -> Footprint {
         return {.device = device_halftoner_workspace(page, setting)};
       },
       .begin = [](const Page& page, const Setting& setting) { return begin_device_halftoner(page, setting); },
       .also = {{.levels = 4}}});
  return all;
}

}  // namespace platerip::literature
