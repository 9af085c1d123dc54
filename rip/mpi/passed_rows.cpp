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
                             const CheckWanted& check_wanted) {
  if (const Status status = run_pass(engine, page, settings.height, settings.threads, check_wanted); !status.ok())
    return status.error();
  auto boundary = engine.end();
  if (!boundary.ok()) return boundary.error();
  return PassedRows{*std::move(boundary), engine.warning()};
}

Result<PassedRows> pass_on_cores(const EngineSettings& settings, PageRows& page, const CheckWanted& check_wanted) {
  const auto engine = CoresEngine::make(settings);
  if (!engine.ok()) return engine.error();
  if (const Status status = run_pass(**engine, page, settings.height, settings.threads, check_wanted); !status.ok())
    return status.error();
  auto boundary = (*engine)->save();
  if (!boundary.ok()) return boundary.error();
  return PassedRows{*std::move(boundary), ""};
}

}  // namespace

Status run_pass(Engine& engine, PageRows& page, std::int64_t height, int threads, const CheckWanted& check_wanted) {
  const StripStages stages{.read = [&](StripInFlight& strip) -> Status {
                             if (const Status wanted = check_wanted(); !wanted.ok()) return wanted;
                             return page.read(strip.rows, strip.pixels, strip.pixel_stride);
                           },
                           .separate = [&](StripInFlight& strip) { return engine.separate(strip); },
                           .halftone = [&](StripInFlight& strip) { return engine.halftone(strip); },
                           .write = [](StripInFlight&) { return Status(); },
                           .separate_in_order = engine.separates_in_order()};
  return run_strips(height, engine.plan(), engine.rows_held_back(), threads, engine.strips(), stages);
}

Result<PassedRows> pass_on_gpu(const EngineSettings& settings, PageRows& page, const EngineWish& wish,
                               const CheckWanted& check_wanted) {
  auto prepared = prepare_on_gpu(wish, settings);
  if (wish.backend == "cuda") {
    if (!prepared.ok()) return prepared.error();
    const auto engine = GpuEngine::make(settings, *std::move(prepared), {});
    return engine.ok() ? pass_with(**engine, page, settings, check_wanted) : engine.error();
  }
  if (prepared.ok()) {
    const auto engine = FallbackEngine::make(settings, *std::move(prepared));
    if (engine.ok()) return pass_with(**engine, page, settings, check_wanted);
    if (engine.error().code == ErrorCode::stopped) return engine.error();
  }
  if (wish.gpu) wish.gpu->release_memory();  // it would add to the strips' memory and exceed --memory
  return pass_on_cores(settings, page, check_wanted);
}

}  // namespace platerip::rip
