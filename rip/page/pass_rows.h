// Rows that are halftoned without plates, for the state below them.
#pragma once

#include <functional>

#include "base/status.h"
#include "rip/makers/relay.h"
#include "rip/page/page_share.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// Halftones the rows of `settings.rows`, and drops the plates. `relay`: of the same settings; not begun. `page`: at
/// its top. `before_read`: see RowsJob. Errors: those of make_rows().
Status drop_rows(const MakerSettings& settings, Relay& relay, const NextPage& page,
                 const std::function<Status()>& before_read);

/// The same with a relay for `wish`. Returns the state below the rows. Errors also: those of the relay.
Result<RowsAbove> pass_rows(const MakerSettings& settings, const MakerWish& wish, const NextPage& page,
                            const std::function<Status()>& before_read);

}  // namespace platerip::rip
