// Rows that are halftoned without plates, for the state below them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "halftone/page_boundary.h"
#include "rip/engines/choose_engine.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// What is left of rows without plates.
struct PassedRows {
  halftone::Boundary boundary;  ///< from which a page continues below them
  std::string warning;          ///< a problem that was overcome; "" if there was none
};

/// Halftones the first `height` rows of `page` with an engine for as many rows, and drops the plates. `is_wanted` is
/// polled; its error ends this. Errors: those of the page and of the engine.
Status run_pass(Engine& engine, PageRows& page, std::int64_t height, int threads,
                const std::function<Status()>& is_wanted);

/// The same on a GPU, from the top of the page. Returns the state below these rows. If the GPU fails and the backend is
/// "auto", the cores go on; if it has no room, they do all. Errors: those of run_pass() and of the GPU.
Result<PassedRows> pass_on_gpu(EngineSettings settings, PageRows& page, std::int64_t height, const EngineWish& wish,
                               const std::function<Status()>& is_wanted);

}  // namespace platerip::rip
