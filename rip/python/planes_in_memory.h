// Separates a page, and keeps its ink planes in memory.
//
// Functions may throw std::bad_alloc, and what the page's rows and events throw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/job/page_report.h"
#include "rip/pages/page_rows.h"
#include "rip/python/opened_job.h"

namespace platerip::python {

/// The planes of a page, without gaps between rows.
struct Planes {
  std::vector<std::string> inks;
  std::int64_t width = 0;
  std::int64_t height = 0;
  int bits = 8;
  std::vector<std::unique_ptr<std::byte[]>> samples;  ///< of each ink
  std::vector<rip::Remark> warnings;
};

/// The planes that rip_page() halftones for this job, with all its stages. Settings of the halftone and of what comes
/// after it have no effect. Errors: those of rip_page().
Result<Planes> separate_page(const OpenedJob& opened, const rip::PageSource& source, rip::PageRows& rows,
                             const rip::PageEvents& events);

}  // namespace platerip::python
