// Pages that are turned before their plates are made.
//
// Functions may throw what the page's rows throw.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// Bytes that reading a page of the job may take: less if pages are turned, because that takes as much.
std::size_t reader_memory(const Job& job);

/// The rows of a page turned as Job::upright asks for, with orientation 1; null if they can be used as they are. `rows`
/// outlive them. Pages that are only mirrored left and right are turned row by row; others wait in TMPDIR, in at most
/// Job::spool bytes. `stop` is polled before each row; it may be empty. Errors: reading takes more than
/// reader_memory(). Too little spool is an error of the first read.
Result<std::unique_ptr<PageRows>> turned_upright(const Job& job, const PageSource& page, PageRows& rows,
                                                 const std::function<bool()>& stop);

}  // namespace platerip::rip
