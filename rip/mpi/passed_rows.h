// Rows that are halftoned without plates, for the state below them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/status.h"
#include "halftone/page_boundary.h"
#include "rip/engines/choose_engine.h"
#include "rip/engines/engine.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// The state below rows whose plates were dropped.
struct PassedRows {
  halftone::Boundary boundary;  ///< from which a page continues below them
  std::string warning;          ///< a problem that was overcome; "" if there was none
};

/// Called before each strip is read, by the thread that reads. Its error ends the pass.
using CheckWanted = std::function<Status()>;

/// Halftones the next `height` rows of `page` with an engine for that many rows, and drops the plates. Errors: those of
/// the page, of the engine and of `check_wanted`.
Status run_pass(Engine& engine, PageRows& page, std::int64_t height, int threads, const CheckWanted& check_wanted);

/// The same for the first settings.height rows of a page on a GPU. If the backend is "auto", the cores go on where the
/// GPU fails, with a warning; if it cannot begin, they do all. Preconditions: settings.cores are set, no method holds
/// rows back, and `page` is at its top. Errors: those of run_pass(); with "cuda" also those of the GPU.
Result<PassedRows> pass_on_gpu(const EngineSettings& settings, PageRows& page, const EngineWish& wish,
                               const CheckWanted& check_wanted);

}  // namespace platerip::rip
