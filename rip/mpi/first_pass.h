// The first pass over a page that is searched in bands: what the halftone of each band begins with.
#pragma once

#include <memory>

#include "rip/makers/relay.h"
#include "rip/mpi/bands.h"
#include "rip/mpi/page_link.h"
#include "rip/page/page_share.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// Halftones the rows above the bands by the methods with which the searches begin, and drops the plates: on the cores
/// of all ranks that have bands, which share these rows; or, if all have GPUs that can search the page, on each rank's
/// GPU. This takes a small part of the time of the search. Returns the boundary with which this rank's band begins:
/// without planes if that is the top of the page. To be called by all these ranks together. `page`: its rows from the
/// top. `settings`: of the search. If a GPU fails and the backend is "auto", the cores of its rank go on, with a
/// warning. Errors: those of the page and of the makers; or another rank has given up.
Result<RowsAbove> begin_bands(const MakerSettings& settings, const NextPage& page, const Bands& bands, PageLink& link,
                              const MakerWish& wish);

}  // namespace platerip::rip
