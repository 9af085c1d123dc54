#include "separation/cuda/tables.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "separation/check.h"
#include "separation/plan.h"
#include "separation/reference/reference.h"
#include "separation/shared_tables.h"
#include "separation/tables/cmyk_grid.h"
#include "separation/tables/exact_table.h"
#include "separation/tables/gray_tables.h"
#include "separation/tables/grid.h"
#include "separation/tables/page_keys.h"
#include "separation/tables/without_table.h"

namespace platerip::separation::cuda {
namespace {

constexpr std::size_t alignment = 256;

std::size_t aligned(std::size_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

Error not_on_gpus(const std::string& why) {
  return Error{"separation on a GPU: " + why, ErrorCode::unsupported};
}

template <typename Element>
std::vector<std::byte> bytes_of(const std::vector<Element>& elements) {
  const auto bytes = std::as_bytes(std::span(elements));
  return {bytes.begin(), bytes.end()};
}

// Adds curves and ink limit. Tables of all grays or colours already include them.
template <typename Sample>
void add_finish(const Plan& plan, Tables& tables) {
  tables.recipe.limit = plan.ink_limit;
  std::vector<Sample> samples;
  for (const auto& curve : plan.curves) samples.insert(samples.end(), curve.begin(), curve.end());
  tables.curves = bytes_of(samples);
  if (!samples.empty()) tables.recipe.curves = tables.curves.data();
}

// Adds the nodes of a grid, which it has in groups of inks.
template <typename MadeGrid>
Status add_nodes(const Result<MadeGrid>& grid, std::size_t of_group, Tables& tables) {
  if (!grid.ok()) return grid.error();
  const auto& groups = grid->groups();
  tables.nodes.resize(groups.size() * of_group);
  for (std::size_t group = 0; group < groups.size(); ++group)
    std::memcpy(&tables.nodes[group * of_group], groups[group].data(), of_group * sizeof(Node));
  tables.recipe.source = Source::grid;
  tables.recipe.nodes = tables.nodes.data();
  return {};
}

Status add_grid(const Settings& settings, Tables& tables) {
  const bool is_cmyk = settings.format.model == profiles::ColorModel::cmyk;
  tables.name = is_cmyk ? "CMYK grid" : "grid";
  return is_cmyk ? add_nodes(CmykGrid::sample(settings), cmyk_group_nodes, tables)
                 : add_nodes(Grid::sample(settings), group_nodes, tables);
}

// Adds black alone and white to a grid. Tables of all grays or colours already include them.
template <typename Sample>
void add_exceptions(const Plan& plan, Tables& tables) {
  tables.recipe.clears_paper = plan.paper.has_value();
  if (!plan.black_alone) return;
  const auto& amounts = plan.black_alone->amounts;
  tables.blacks = bytes_of(std::vector<Sample>(amounts.begin(), amounts.end()));
  tables.recipe.blacks = tables.blacks.data();
  tables.recipe.black = plan.black_alone->plane;
}

template <typename Sample>
Status add_grays(const Settings& settings, Tables& tables) {
  const auto grays = gray_tables<Sample>(settings);
  if (!grays.ok()) return grays.error();
  const std::size_t inks = grays->size(), groups = (inks + group_inks - 1) / group_inks, colors = grays->front().size();
  std::vector<Quad<Sample>> entries(groups * colors);
  for (std::size_t ink = 0; ink < inks; ++ink)
    for (std::size_t color = 0; color < colors; ++color)
      entries[ink / group_inks * colors + color].samples[ink % group_inks] = (*grays)[ink][color];
  tables.grays = bytes_of(entries);
  tables.recipe.source = Source::table;
  tables.recipe.entries = tables.grays.data();
  tables.name = settings.precision == Precision::exact ? "exact, gray table" : "gray table";
  return {};
}

Status add_exact_colors(const Settings& settings, const Plan& plan, Tables& tables) {
  auto exact = make_exact_table(settings, plan);
  if (!exact.ok()) return exact.error();
  if (!exact->table) return not_on_gpus(exact->origin);
  tables.exact_colors = std::move(exact->table);
  tables.recipe.source = Source::table;
  tables.recipe.entries = tables.exact_colors->bytes().data();
  tables.name = "exact, table " + exact->origin;
  return {};
}

template <typename Sample>
Status fill(const Settings& settings, const Plan& plan, Tables& tables) {
  if (settings.format.model == profiles::ColorModel::gray) return add_grays<Sample>(settings, tables);
  if (settings.page && settings.precision == Precision::exact) return add_exact_colors(settings, plan, tables);
  add_finish<Sample>(plan, tables);
  if (!settings.page) {
    tables.name = "pass";
    return {};
  }
  if (const Status status = add_grid(settings, tables); !status.ok()) return status;
  add_exceptions<Sample>(plan, tables);
  return {};
}

// Runs the recipe on the host, as the device will. Returns plane after plane.
template <typename Sample>
std::vector<Sample> inks_of(const Recipe& recipe, const TellingPixels<Sample>& pixels) {
  const auto count = static_cast<std::size_t>(pixels.count()), inks = static_cast<std::size_t>(recipe.inks);
  std::vector<Sample> result(inks * count);
  const Finish<Sample> finish(recipe);
  with_source<Sample>(recipe, [&](const auto& from) {
    constexpr int colors = std::remove_cvref_t<decltype(from)>::colors;
    const Alpha alpha = recipe.format.alpha;
    for (std::size_t p = 0; p < count; ++p) {
      const Sample* const pixel = &pixels.samples[p * static_cast<std::size_t>(pixels.pixel_samples)];
      auto found = from(alpha == Alpha::none ? color_of<Sample, colors, false>(pixel, alpha)
                                             : color_of<Sample, colors, true>(pixel, alpha));
      finish(found);
      for (std::size_t ink = 0; ink < inks; ++ink) result[ink * count + p] = found[ink];
    }
  });
  return result;
}

// Fills the tables and compares their results with the reference.
template <typename Sample>
Status fill_checked(const Settings& settings, const Plan& plan, Tables& tables) {
  Status filled;
  Result<std::unique_ptr<Separator>> reference = Error{};
  run_tasks(settings.parallel, 2, [&](int task) {  // both spend a long time in LittleCMS
    if (task == 0)
      filled = fill<Sample>(settings, plan, tables);
    else
      reference = reference::make(settings);
  });
  if (!filled.ok()) return filled;
  tables.name += grays_of(plan);
  if (!reference.ok()) return reference.error();
  const auto pixels = telling_pixels<Sample>(settings.format);
  if (inks_of(tables.recipe, pixels) == inks_of(**reference, pixels)) return {};
  return not_on_gpus("this LittleCMS computes otherwise");
}

}  // namespace

std::span<const std::byte> Tables::entries() const {
  if (exact_colors) return exact_colors->bytes();
  return grays;
}

std::size_t Tables::blacks_at() const {
  return aligned(nodes.size() * sizeof(Node));
}

std::size_t Tables::curves_at() const {
  return blacks_at() + aligned(blacks.size());
}

std::size_t Tables::entries_at() const {
  return curves_at() + aligned(curves.size());
}

std::size_t Tables::bytes() const {
  return entries_at() + aligned(entries().size());
}

Recipe Tables::recipe_in(const std::byte* workspace) const {
  Recipe there = recipe;
  there.nodes = reinterpret_cast<const Node*>(workspace);
  if (recipe.blacks != nullptr) there.blacks = workspace + blacks_at();
  if (recipe.curves != nullptr) there.curves = workspace + curves_at();
  there.entries = workspace + entries_at();
  return there;
}

Result<std::shared_ptr<const Tables>> make_tables(const Settings& settings) {
  auto plan = make_plan(settings);
  if (!plan.ok()) return plan.error();
  if (const auto why = without_table(settings)) return not_on_gpus(*why);
  std::optional<profiles::Fingerprint> key;
  if (settings.shared && settings.page) key = key_of_page(settings, *plan);
  if (key) {
    if (auto tables = settings.shared->on_gpus.find(*key)) return tables;
  }
  const auto tables = std::make_shared<Tables>();
  tables->inks = plan->inks;
  tables->recipe.format = settings.format;
  tables->recipe.inks = static_cast<int>(plan->inks.size());
  const Status status = settings.format.bits == 8 ? fill_checked<std::uint8_t>(settings, *plan, *tables)
                                                  : fill_checked<std::uint16_t>(settings, *plan, *tables);
  if (!status.ok()) return status.error();
  if (key && !tables->exact_colors) settings.shared->on_gpus.keep(*key, tables);
  return std::shared_ptr<const Tables>(tables);
}

}  // namespace platerip::separation::cuda
