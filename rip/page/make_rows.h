// Makes rows of a page: takes strips from one maker after another through the strip loop.
#pragma once

#include <cstdint>
#include <functional>

#include "base/status.h"
#include "rip/makers/relay.h"
#include "rip/page/strip_loop.h"
#include "rip/page/strip_reader.h"
#include "rip/pages/page_source.h"
#include "rip/strips/ink_use.h"
#include "rip/strips/rows_to_make.h"

namespace platerip::rip {

/// What is the same for all rows.
struct RowsJob {
  const PageSource& source;  ///< for messages
  std::int64_t height = 0;   ///< of the page
  RowsToMake rows;
  int threads = 1;
  std::function<Status()> before_read;    ///< called before each strip is read; its error ends the page
  StripSteps::Step write;                 ///< as in StripSteps
  std::function<bool()> ends_early = {};  ///< as in StripSteps
};

/// How far the rows are.
struct RowsState {
  RowsDone done;
  Seconds seconds;  ///< of the strips so far
};

/// Makes the rows that are not done, down to the end or to where `ends_early` ends them. The relay has begun at
/// `state.done`. If a GPU fails, or is ready to go on, the relay's next maker does. Sets `state`, and adds the ink of
/// the rows to `ink`, also after an error. Throws what a step throws. Errors: those of the page, of the makers and of
/// the steps.
Status make_rows(const RowsJob& job, Relay& relay, StripReader& reader, RowsState& state, TotalInk& ink);

}  // namespace platerip::rip
