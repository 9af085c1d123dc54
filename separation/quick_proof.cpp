#include "separation/quick_proof.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "profiles/ink_space.h"
#include "separation/check.h"
#include "separation/cmyk_interpolation.h"
#include "separation/keys.h"
#include "separation/proof.h"
#include "separation/shared_tables.h"
#include "separation/tables/cached_file.h"
#include "separation/tables/cmyk_grid.h"

namespace platerip::separation {
namespace {

// Whether LittleCMS' FixWhiteMisalignment() makes paper white.
bool fixes_paper(std::span<const std::uint16_t> rgb) {
  const auto first = std::ranges::find_if(rgb, [](std::uint16_t sample) { return sample < 0xFFFF; });
  return first != rgb.end() && *first >= 0xFFFF - 0xF000;
}

// LittleCMS' grid, or each `step`th node of it; empty if it refuses.
std::vector<std::uint16_t> sample_grid(const profiles::Profile& press, std::size_t step) {
  std::vector<std::uint16_t> nodes = exact_proof(press, CmykGrid::node_colors(step));
  if (!nodes.empty() && fixes_paper(std::span(nodes).first(3))) std::fill_n(nodes.begin(), 3, std::uint16_t{0xFFFF});
  return nodes;
}

bool is_cmyk(const profiles::Profile& press) {
  return profiles::ink_space(press.handle()) == cmsSigCmykData;
}

}  // namespace

struct QuickProof::Impl {
  explicit Impl(const profiles::Profile& of) : press(of), key(key_of_proof(of)) {}

  profiles::Profile press;
  profiles::Fingerprint key;                  // of the grid
  std::optional<CachedFile> file = {};        // of the grid
  std::shared_ptr<SharedTables> shared = {};  // may be null
  std::shared_ptr<const CmykGrid> grid = {};
  std::optional<Proof> proof = {};       // none if the grid is that of an earlier page
  std::atomic<std::int64_t> pixels = 0;  // that were shown
  std::once_flag grid_made = {};

  // Takes the grid of an earlier page.
  void find_grid() {
    if (shared) grid = shared->proof_grids.find(key);
    if (grid) return;
    read_grid();
    if (grid) keep_grid();
  }

  void keep_grid() const {
    if (shared) shared->proof_grids.keep(key, grid);
  }

  // Takes the grid of an earlier run, if LittleCMS still samples it so.
  void read_grid() {
    std::vector<std::uint16_t> nodes(3 * std::size_t{cmyk_nodes});
    if (!file || !file->read(std::as_writable_bytes(std::span(nodes)), {})) return;
    constexpr std::size_t step = 64;
    const std::vector<std::uint16_t> some = sample_grid(press, step);
    if (some.empty()) return;
    for (std::size_t i = 0; i < some.size(); i += 3)
      if (!std::equal(some.begin() + i, some.begin() + i + 3, nodes.begin() + step * i)) return;
    grid = std::make_shared<const CmykGrid>(nodes, 3);
  }

  // Samples the grid, and compares it with the proof.
  void make_grid() {
    const std::vector<std::uint16_t> nodes = sample_grid(press, 1);
    if (nodes.empty()) return;
    const auto made = std::make_shared<const CmykGrid>(nodes, 3);
    const auto colors = telling_pixels<std::uint16_t>({.model = profiles::ColorModel::cmyk, .bits = 16});
    std::vector<std::uint8_t> expected(static_cast<std::size_t>(3 * colors.count())), interpolated(expected.size());
    proof->run(colors.samples, expected);
    made->interpolate_to_rgb(colors.samples.data(), colors.count(), interpolated.data());
    if (expected != interpolated) return;
    grid = made;
    keep_grid();
    if (file) (void)file->write(std::as_bytes(std::span(nodes)), {});  // later runs are only slower without it
  }

  // The grid, once it pays.
  const CmykGrid* grid_for(std::size_t count) {
    constexpr std::int64_t least_pixels = std::int64_t{1} << 19;  // take LittleCMS as long as a grid
    if (!proof) return grid.get();
    if (!is_cmyk(press) || pixels.fetch_add(static_cast<std::int64_t>(count)) < least_pixels) return nullptr;
    std::call_once(grid_made, [this] { make_grid(); });
    return grid.get();
  }
};

QuickProof::QuickProof(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
QuickProof::QuickProof(QuickProof&&) noexcept = default;
QuickProof& QuickProof::operator=(QuickProof&&) noexcept = default;
QuickProof::~QuickProof() = default;

Result<QuickProof> QuickProof::make(const profiles::Profile& press, const std::optional<std::string>& cache,
                                    std::shared_ptr<SharedTables> shared) {
  auto impl = std::make_unique<Impl>(press);
  impl->shared = std::move(shared);
  if (cache && is_cmyk(press)) impl->file.emplace(*cache, impl->key, cached_grids);
  impl->find_grid();
  if (!impl->grid) {
    auto proof = Proof::make(press);
    if (!proof.ok()) return proof.error();
    impl->proof = *std::move(proof);
  }
  return QuickProof(std::move(impl));
}

void QuickProof::run(std::span<const std::uint16_t> inks, std::span<std::uint8_t> rgb) const {
  const std::size_t count = rgb.size() / 3;
  if (const CmykGrid* const grid = impl_->grid_for(count))
    grid->interpolate_to_rgb(inks.data(), static_cast<std::int64_t>(count), rgb.data());
  else
    impl_->proof->run(inks, rgb);
}

}  // namespace platerip::separation
