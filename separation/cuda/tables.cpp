#include "separation/cuda/tables.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "base/cutter.h"
#include "separation/check.h"
#include "separation/cuda/make_program.h"
#include "separation/cuda/recipe_on_host.h"
#include "separation/pipeline/make_steps.h"
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

// Adds black alone and white to a grid or a program. Tables of all grays or colours already include them.
template <typename Sample>
void add_exceptions(const Plan& plan, Tables& tables) {
  tables.recipe.paper = plan.paper;
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

bool wants_exact_table(const Settings& settings) {
  const bool is_exact =
      settings.page && settings.format.model != profiles::ColorModel::gray && settings.precision == Precision::exact;
  return is_exact && !without_table(settings);
}

// False if there can be none.
Result<bool> add_exact_table(const Settings& settings, const Plan& plan, Tables& tables) {
  auto exact = make_exact_table(settings, plan);
  if (!exact.ok()) return exact.error();
  if (!exact->table) return false;
  tables.exact_colors = std::move(exact->table);
  tables.recipe.source = Source::table;
  tables.recipe.entries = tables.exact_colors->bytes().data();
  tables.name = "exact, table " + exact->origin;
  return true;
}

Status add_program(const Settings& settings, Tables& tables) {
  const auto steps = pipeline::make_steps(settings);
  if (!steps.ok()) return steps.error();
  auto made = make_program(*steps, settings.format.bits);
  if (!made) return not_on_gpus("its profiles have too many steps");
  auto arbiter = pipeline::Arbiter::make(settings);
  if (!arbiter.ok()) return arbiter.error();
  tables.arbiter = *std::move(arbiter);
  tables.nodes = std::move(made->nodes);
  tables.numbers = std::move(made->numbers);
  tables.words = std::move(made->words);
  tables.recipe.source = Source::program;
  tables.recipe.program = made->program;
  tables.recipe.program.nodes = tables.nodes.data();
  tables.recipe.program.numbers = tables.numbers.data();
  tables.recipe.program.words = tables.words.data();
  tables.name = "exact, pipeline";
  return {};
}

template <typename Sample>
Status fill(const Settings& settings, const Plan& plan, Tables& tables) {
  if (settings.format.model == profiles::ColorModel::gray) return add_grays<Sample>(settings, tables);
  if (wants_exact_table(settings)) {
    const auto added = add_exact_table(settings, plan, tables);
    if (!added.ok()) return added.error();
    if (*added) return {};
  }
  add_finish<Sample>(plan, tables);
  if (!settings.page) {
    tables.name = "pass";
    return {};
  }
  const bool is_exact = settings.precision == Precision::exact;
  if (const Status status = is_exact ? add_program(settings, tables) : add_grid(settings, tables); !status.ok())
    return status;
  add_exceptions<Sample>(plan, tables);
  return {};
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
  const auto found = inks_on_host(tables.recipe, tables.arbiter ? &*tables.arbiter : nullptr, pixels);
  if (found == inks_of(**reference, pixels)) return {};
  return not_on_gpus("this LittleCMS computes otherwise");
}

}  // namespace

Error not_on_gpus(const std::string& why) {
  return Error{"separation on a GPU: " + why, ErrorCode::unsupported};
}

Tables::Parts Tables::parts() const {
  const auto bytes = [](const auto& part) { return std::as_bytes(std::span(part)); };
  const auto entries = exact_colors ? exact_colors->bytes() : bytes(grays);
  return {entries, bytes(nodes), bytes(numbers), bytes(words), bytes(blacks), bytes(curves)};
}

std::size_t Tables::place(Part part) const {
  const Parts all = parts();
  std::size_t at = 0;
  for (std::size_t before = 0; before < part; ++before) at += Cutter::aligned(all[before].size());
  return at;
}

Recipe Tables::recipe_in(const std::byte* workspace) const {
  Recipe there = recipe;
  there.nodes = reinterpret_cast<const Node*>(workspace + place(in_nodes));
  there.program.nodes = there.nodes;
  there.program.numbers = reinterpret_cast<const float*>(workspace + place(in_numbers));
  there.program.words = reinterpret_cast<const std::uint16_t*>(workspace + place(in_words));
  if (recipe.blacks != nullptr) there.blacks = workspace + place(in_blacks);
  if (recipe.curves != nullptr) there.curves = workspace + place(in_curves);
  there.entries = workspace + place(in_entries);
  return there;
}

Result<std::shared_ptr<const Tables>> make_tables(const Settings& settings) {
  auto plan = make_plan(settings);
  if (!plan.ok()) return plan.error();
  std::optional<profiles::Fingerprint> key;
  if (settings.shared && settings.page) key = key_of_page(settings, *plan);
  if (key) {
    // Those of a smaller page may be without the table of all colours: slower, with the same bits.
    if (auto tables = settings.shared->on_gpus.find(*key)) return tables;
  }
  const auto tables = std::make_shared<Tables>();
  tables->inks = plan->inks;
  tables->recipe.format = settings.format;
  tables->recipe.inks = static_cast<int>(plan->inks.size());
  const Status status = settings.format.bits == 8 ? fill_checked<std::uint8_t>(settings, *plan, *tables)
                                                  : fill_checked<std::uint16_t>(settings, *plan, *tables);
  if (!status.ok()) return status.error();
  if (key) settings.shared->on_gpus.keep(*key, tables);
  return std::shared_ptr<const Tables>(tables);
}

}  // namespace platerip::separation::cuda
