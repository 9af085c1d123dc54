#include "rip/mpi/passed_rows.h"

#include <memory>
#include <utility>

#include "rip/engines/cores_engine.h"
#include "rip/engines/fallback_engine.h"
#include "rip/engines/gpu_engine.h"
#include "rip/pipeline/strip_loop.h"

namespace platerip::rip {
namespace {

template <class OnGpu>
Result<PassedRows> pass_with(OnGpu& engine, PageRows& page, const EngineSettings& settings,
                             const std::function<Status()>& is_wanted) {
  const Status status = run_pass(engine, page, settings.height, settings.threads, is_wanted);
  auto boundary = engine.end();
  if (!status.ok()) return status.error();
  if (!boundary.ok()) return boundary.error();
  return PassedRows{*std::move(boundary), engine.warning()};
}

Result<PassedRows> pass_on_cores(const EngineSettings& settings, PageRows& page,
                                 const std::function<Status()>& is_wanted) {
  const auto engine = CoresEngine::make(settings);
  if (!engine.ok()) return engine.error();
  if (const Status status = run_pass(**engine, page, settings.height, settings.threads, is_wanted); !status.ok())
    return status.error();
  auto boundary = (*engine)->save();
  if (!boundary.ok()) return boundary.error();
  return PassedRows{*std::move(boundary), ""};
}

}  // namespace

Status run_pass(Engine& engine, PageRows& page, std::int64_t height, int threads,
                const std::function<Status()>& is_wanted) {
  const StripStages stages{.read = [&](StripInFlight& strip) -> Status {
                             if (const Status wanted = is_wanted(); !wanted.ok()) return wanted;
                             return page.read(strip.rows, strip.pixels, strip.pixel_stride);
                           },
                           .separate = [&](StripInFlight& strip) { return engine.separate(strip); },
                           .halftone = [&](StripInFlight& strip) { return engine.halftone(strip); },
                           .write = [](StripInFlight&) { return Status(); },
                           .separate_in_order = engine.separates_in_order()};
  return run_strips(height, engine.plan(), engine.rows_held_back(), threads, engine.strips(), stages);
}

Result<PassedRows> pass_on_gpu(EngineSettings settings, PageRows& page, std::int64_t height, const EngineWish& wish,
                               const std::function<Status()>& is_wanted) {
  settings.height = height;
  auto prepared = prepare_on_gpu(wish, settings);
  if (!prepared.ok()) return prepared.error();
  if (wish.backend == "cuda") {
    const auto engine = GpuEngine::make(settings, *std::move(prepared), {});
    return engine.ok() ? pass_with(**engine, page, settings, is_wanted) : engine.error();
  }
  const auto engine = FallbackEngine::make(settings, *std::move(prepared));
  if (engine.ok()) return pass_with(**engine, page, settings, is_wanted);
  return engine.error().code == ErrorCode::stopped ? engine.error() : pass_on_cores(settings, page, is_wanted);
}

}  // namespace platerip::rip
