#include "separation/tables/checked_grid.h"

#include <span>
#include <utility>
#include <vector>

#include "separation/interpolation.h"
#include "separation/shared_tables.h"
#include "separation/tables/cached_file.h"
#include "separation/tables/page_keys.h"

namespace platerip::separation {
namespace {

// Checks that this process would sample the same.
std::shared_ptr<const Grid> read_grid(const Settings& settings, const Plan& plan, const profiles::Fingerprint& key) {
  std::vector<std::uint16_t> nodes(plan.inks.size() * grid_nodes);
  const CachedFile file(*settings.cache, key, cached_grids);
  if (!file.read(std::as_writable_bytes(std::span(nodes)), settings.parallel)) return nullptr;
  auto grid = std::make_shared<const Grid>(std::move(nodes), plan.inks.size());
  return grid->agrees(settings) ? grid : nullptr;
}

}  // namespace

std::shared_ptr<const Grid> find_checked_grid(const Settings& settings, const Plan& plan) {
  const profiles::Fingerprint key = key_of_page(settings, plan);
  if (settings.shared)
    if (auto grid = settings.shared->checked_grids.find(key)) return grid;
  auto grid = settings.cache ? read_grid(settings, plan, key) : nullptr;
  if (grid && settings.shared) settings.shared->checked_grids.keep(key, grid);
  return grid;
}

void keep_checked_grid(const Settings& settings, const Plan& plan, std::shared_ptr<const Grid> grid) {
  const profiles::Fingerprint key = key_of_page(settings, plan);
  if (settings.cache) {
    const CachedFile file(*settings.cache, key, cached_grids);
    (void)file.write(std::as_bytes(std::span(grid->nodes())),
                     settings.parallel);  // later runs are only slower without it
  }
  if (settings.shared) settings.shared->checked_grids.keep(key, std::move(grid));
}

}  // namespace platerip::separation
