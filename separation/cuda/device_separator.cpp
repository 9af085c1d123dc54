#include "separation/cuda/device_separator.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "cuda_errors.h"
#include "separation/check.h"
#include "separation/cpu/converter.h"
#include "separation/cpu/exact.h"
#include "separation/cpu/grid.h"
#include "separation/cuda/kernels.h"
#include "separation/plan.h"
#include "separation/reference/reference.h"

namespace platerip::separation::cuda {
namespace {

using profiles::ColorModel;

// For a page of at least this many pixels a table of all colours pays.
constexpr std::int64_t least_table_pixels = std::int64_t{24} << 20;

constexpr std::size_t alignment = 256;

std::size_t aligned(std::size_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

std::size_t groups_of(std::size_t inks) {
  return (inks + group_inks - 1) / group_inks;
}

// Those of the grid, groups one after the other.
std::vector<Node> nodes_of(const cpu::Grid& grid) {
  std::vector<Node> nodes(grid.groups().size() * group_nodes);
  for (std::size_t group = 0; group < grid.groups().size(); ++group)
    std::memcpy(&nodes[group * group_nodes], grid.groups()[group].data(), group_nodes * sizeof(Node));
  return nodes;
}

// Tables of an ink each, as entries of all inks: Quads, a group's after the other's.
template <typename Sample>
std::vector<std::byte> entries_of(const std::vector<std::vector<Sample>>& tables) {
  const std::size_t colors = tables.front().size();
  std::vector<Quad<Sample>> quads(groups_of(tables.size()) * colors);
  for (std::size_t ink = 0; ink < tables.size(); ++ink)
    for (std::size_t color = 0; color < colors; ++color)
      quads[ink / group_inks * colors + color].samples[ink % group_inks] = tables[ink][color];
  const auto bytes = std::as_bytes(std::span(quads));
  return {bytes.begin(), bytes.end()};
}

template <typename Sample>
std::vector<std::byte> samples_of(const std::vector<std::vector<std::uint16_t>>& curves) {
  std::vector<Sample> samples;
  for (const auto& curve : curves) samples.insert(samples.end(), curve.begin(), curve.end());
  const auto bytes = std::as_bytes(std::span(samples));
  return {bytes.begin(), bytes.end()};
}

// The same as a device does.
template <typename Sample>
std::vector<Sample> inks_of(const Recipe& recipe, const TellingPixels<Sample>& pixels) {
  const auto count = static_cast<std::size_t>(pixels.count());
  std::vector<Sample> result(count * static_cast<std::size_t>(recipe.inks));
  with_source<Sample>(recipe, [&](const auto& source) {
    constexpr int colors = std::remove_cvref_t<decltype(source)>::colors;
    for (std::size_t p = 0; p < count; ++p) {
      const Sample* const pixel = &pixels.samples[p * static_cast<std::size_t>(pixels.pixel_samples)];
      const Alpha alpha = recipe.format.alpha;
      const auto inks = source(alpha == Alpha::none ? color_of<Sample, colors, false>(pixel, alpha)
                                                    : color_of<Sample, colors, true>(pixel, alpha));
      for (std::size_t ink = 0; ink < static_cast<std::size_t>(recipe.inks); ++ink) result[ink * count + p] = inks[ink];
    }
  });
  return result;
}

}  // namespace

// What make() makes: the host's copy of the tables. In the workspace nodes, curves and entries lie one after the other.
struct DeviceSeparator::Tables {
  Plan plan;
  std::string name;
  Recipe recipe;             // with the host's tables
  bool fills_table = false;  // by this recipe, on the device

  std::vector<Node> nodes;
  std::vector<std::byte> curves;
  std::vector<std::byte> grays;
  std::unique_ptr<cpu::Table> exact;

  explicit Tables(const Settings& settings, Plan made) : plan(std::move(made)) {
    constexpr InkLimit none{.total = std::numeric_limits<std::uint32_t>::max()};
    recipe.format = settings.format;
    recipe.inks = static_cast<int>(plan.inks.size());
    recipe.limit = plan.ink_limit.value_or(none);
  }

  // Obtains what the settings ask for, and checks it.
  template <typename Sample>
  Status make(const Settings& settings);

 private:
  template <typename Sample>
  Status obtain(const Settings& settings);
  template <typename Sample>
  void add_curves();
  template <typename Sample>
  Status obtain_grays(const Settings& settings);
  Status obtain_exact_colors(const Settings& settings);
  Status obtain_grid(const Settings& settings);

 public:
  [[nodiscard]] std::span<const std::byte> entries() const {
    return exact ? std::span<const std::byte>(exact->bytes()) : grays;
  }
  [[nodiscard]] std::size_t curves_at() const { return aligned(nodes.size() * sizeof(Node)); }
  [[nodiscard]] std::size_t entries_at() const { return curves_at() + aligned(curves.size()); }
  [[nodiscard]] std::size_t bytes() const {
    const std::size_t filled = fills_table ? groups_of(plan.inks.size()) * rgb_colors * group_inks : 0;
    return entries_at() + aligned(filled + entries().size());
  }

  // The recipe with the workspace's tables.
  [[nodiscard]] Recipe recipe_in(const std::byte* workspace) const {
    Recipe here = recipe;
    here.nodes = reinterpret_cast<const Node*>(workspace);
    if (recipe.curves != nullptr) here.curves = workspace + curves_at();
    here.entries = workspace + entries_at();
    return here;
  }
};

template <typename Sample>
Status DeviceSeparator::Tables::make(const Settings& settings) {
  Status obtained;
  Result<std::unique_ptr<Separator>> reference = Error{};
  run_tasks(settings.parallel, 2, [&](int task) {  // both take LittleCMS a long time
    if (task == 0)
      obtained = obtain<Sample>(settings);
    else
      reference = reference::make(settings);
  });
  if (!obtained.ok()) return obtained;
  if (!reference.ok()) return reference.error();
  const auto pixels = telling_pixels<Sample>(settings.format);
  if (inks_of(recipe, pixels) == inks_of(**reference, pixels)) return {};
  return Error{"separation on a GPU: this LittleCMS computes otherwise"};
}

template <typename Sample>
Status DeviceSeparator::Tables::obtain(const Settings& settings) {
  if (settings.format.model == ColorModel::gray) return obtain_grays<Sample>(settings);
  if (settings.page && settings.precision == Precision::exact) return obtain_exact_colors(settings);
  add_curves<Sample>();
  if (settings.page) return obtain_grid(settings);
  name = "pass";
  return {};
}

template <typename Sample>
void DeviceSeparator::Tables::add_curves() {
  curves = samples_of<Sample>(plan.curves);
  if (!curves.empty()) recipe.curves = curves.data();
}

template <typename Sample>
Status DeviceSeparator::Tables::obtain_grays(const Settings& settings) {
  const auto tables = cpu::gray_tables<Sample>(settings);
  if (!tables.ok()) return tables.error();
  grays = entries_of(*tables);
  recipe.source = Source::table;
  recipe.entries = grays.data();
  name = settings.precision == Precision::exact ? "exact, gray table" : "gray table";
  return {};
}

Status DeviceSeparator::Tables::obtain_exact_colors(const Settings& settings) {
  auto made = cpu::make_exact_table(settings, plan);
  if (!made.ok()) return made.error();
  if (!made->table) return Error{"no memory for a table"};
  exact = std::move(made->table);
  recipe.source = Source::table;
  recipe.entries = exact->bytes().data();
  name = "exact, table " + made->origin;
  return {};
}

Status DeviceSeparator::Tables::obtain_grid(const Settings& settings) {
  const auto grid = cpu::Grid::sample(settings);
  if (!grid.ok()) return grid.error();
  nodes = nodes_of(*grid);
  recipe.source = Source::grid;
  recipe.nodes = nodes.data();
  fills_table = settings.format.bits == 8 && settings.pixels >= least_table_pixels;
  name = fills_table ? "table" : "grid";
  return {};
}

DeviceSeparator::DeviceSeparator(std::shared_ptr<const Tables> tables) : tables_(std::move(tables)) {}

Status DeviceSeparator::supported() {
  return kernels_supported();
}

Result<DeviceSeparator> DeviceSeparator::make(const Settings& settings) {
  auto plan = make_plan(settings);
  if (!plan.ok()) return plan.error();
  if (const auto why = cpu::left_to_reference(settings)) return Error{"separation on a GPU: " + *why};
  const auto tables = std::make_shared<Tables>(settings, *std::move(plan));
  const Status status =
      settings.format.bits == 8 ? tables->make<std::uint8_t>(settings) : tables->make<std::uint16_t>(settings);
  if (!status.ok()) return status.error();
  return DeviceSeparator(tables);
}

const std::vector<std::string>& DeviceSeparator::inks() const {
  return tables_->plan.inks;
}

std::string DeviceSeparator::description() const {
  return "cuda (" + tables_->name + ")";
}

std::size_t DeviceSeparator::workspace_bytes() const {
  return tables_->bytes();
}

Status DeviceSeparator::load(std::byte* workspace, Stream stream) {
  const auto copy = [&](std::size_t at, std::span<const std::byte> bytes) {
    return cudaMemcpyAsync(workspace + at, bytes.data(), bytes.size(), cudaMemcpyHostToDevice, stream);
  };
  cudaError_t error = copy(0, std::as_bytes(std::span(tables_->nodes)));
  if (error == cudaSuccess) error = copy(tables_->curves_at(), tables_->curves);
  if (error == cudaSuccess) error = copy(tables_->entries_at(), tables_->entries());
  if (error != cudaSuccess) return status_of(error, "cannot copy the tables of colours");
  workspace_ = workspace;
  if (!tables_->fills_table) return {};
  return enqueue_table(tables_->recipe_in(workspace), workspace + tables_->entries_at(), stream);
}

Status DeviceSeparator::enqueue(const DeviceStrip& strip, DeviceTotalInk* total, Stream stream) const {
  if (strip.width < 0 || strip.rows < 0) return Error{"separation: a strip of less than no pixels"};
  if (strip.planes.size() != inks().size())
    return Error{"separation: " + std::to_string(strip.planes.size()) + " planes for " +
                 std::to_string(inks().size()) + " inks"};
  if (strip.width == 0 || strip.rows == 0) return {};
  Recipe recipe = tables_->recipe_in(workspace_);
  if (tables_->fills_table) recipe.source = Source::table;
  return enqueue_strip(recipe, strip, total, stream);
}

}  // namespace platerip::separation::cuda
