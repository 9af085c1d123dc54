// The stage that lays the rows of a page on its sheet: mirrored, repeated side by side, with paper beside and between
// the copies. It is done here, and not where the page is read, so that each row reaches a GPU once and as it is. A GPU
// then does in a fraction of the time what would keep the host's memory busy.
#pragma once

#include <memory>

#include "rip/film/film_sheet.h"
#include "rip/strips/stages.h"

namespace platerip::rip {

/// A stage for cores and GPUs, which gets rows of `film` and makes them rows of its sheet. Null if they are. May throw
/// std::bad_alloc.
std::shared_ptr<const PageStage> sheet_stage(const Film& film);

}  // namespace platerip::rip
