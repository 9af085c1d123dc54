// Pages that are read as they lie, for a maker that turns them itself.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.h"
#include "rip/pages/page_rows.h"
#include "rip/pages/placing/turn.h"

namespace platerip::rip {

/// A page that waits to be turned.
struct LyingPage {
  PageRows* page = nullptr;  ///< null: there is none
  Turn turn = {};            ///< that makes it the page of which read_lying() counts rows
};

/// `page`, which outlives the result, if its order lets it be read as it lies: any rows for top and bottom, any pixels
/// to exchange rows and columns. None if its rows stay where they are. Throws nothing; thread-safe.
LyingPage lying(PageRows& page, const Turn& turn);

/// Reads what becomes `rows` rows of the turned page, from row `first` on: these rows of the page, or, if they are
/// exchanged, these columns of all its rows. They lie in `out` as in the page, row after row without gaps. The threads
/// of the strip loop share the work. Precondition: `lying` has a page. Errors: those of the page.
Status read_lying(const LyingPage& lying, std::int64_t first, std::int64_t rows, std::byte* out);

}  // namespace platerip::rip
