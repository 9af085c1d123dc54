// Makes a page unless a signal comes.
#pragma once

#include "base/status.h"
#include "rip/page/rip_page.h"
#include "rip/plates/plate_sink.h"
#include "rip/runs/run_pages.h"

namespace platerip::rip {

/// Makes a page with rip_with_progress() (progress.h). Throws what that throws. Errors: those of the page; or a signal
/// has stopped it, or the program that draws it, and the message says which signal.
Result<PageReport> rip_until_signal(bool shown, const DealtPage& dealt, PlateSink& sink);

}  // namespace platerip::rip
