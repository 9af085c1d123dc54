// Grids with which the `cpu` backend matched the reference: those of earlier pages, and of earlier runs. They save what
// takes a small page most of its time. Private to separation/.
#pragma once

#include <memory>

#include "separation/plan.h"
#include "separation/separation.h"
#include "separation/tables/grid.h"

namespace platerip::separation {

/// The grid of an earlier page whose inks were the same for every pixel, or of such a page of an earlier run, if
/// LittleCMS still samples it so; null if there is none. Precondition: the page has a grid.
std::shared_ptr<const Grid> find_checked_grid(const Settings& settings, const Plan& plan);

/// Keeps a grid for later pages, and in the cache folder, if it can be written, for later runs.
void keep_checked_grid(const Settings& settings, const Plan& plan, std::shared_ptr<const Grid> grid);

}  // namespace platerip::separation
