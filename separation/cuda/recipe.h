// How a pixel becomes inks, step by step. The code runs on the device and, for the check against the reference, on the
// host. Private to separation/cuda/.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "separation/alpha.h"
#include "separation/cmyk_interpolation.h"
#include "separation/cuda/node.h"
#include "separation/cuda/program.h"
#include "separation/ink_limit.h"
#include "separation/interpolation.h"
#include "separation/plan.h"
#include "separation/separation.h"

namespace platerip::separation::cuda {

/// The nodes of a group in the grids of RGB and CMYK.
inline constexpr std::size_t group_nodes = grid_nodes + grid_padding;
inline constexpr std::size_t cmyk_group_nodes = cmyk_nodes + cmyk_padding;

/// Where the inks come from: the pixel itself, interpolation in the grid of its colour model, a table of all colours or
/// grays, or LittleCMS' unoptimised pipeline.
enum class Source { pixel, grid, table, program };

/// What to do to each pixel. The tables are in the memory of the processor that runs the recipe.
struct Recipe {
  PixelFormat format;
  int inks = group_inks;
  Source source = Source::pixel;
  const Node* nodes = nullptr;    ///< of the grid, group after group
  const void* blacks = nullptr;   ///< one sample per gray or black, before the curve; null: none is printed alone
  int black = 0;                  ///< the plane of black, if `blacks` is set
  std::optional<Paper> paper;     ///< the white that has no ink; tables of all colours or grays already know it
  const void* entries = nullptr;  ///< per group, a Quad of samples for each colour, with curves and ink limit applied
  const void* curves = nullptr;   ///< the tables of all inks, one after the other; null: none to apply
  std::optional<InkLimit> limit;  ///< the ink limit to apply
  Program program;                ///< the pipeline
};

/// The inks of a pixel in whole groups. Inks that the press does not have are 0.
template <typename Sample, int groups>
using Inks = std::array<Sample, groups * group_inks>;

// The sources. `colors` is the number of samples per pixel without alpha.

template <typename Sample_>
struct FromPixel {
  using Sample = Sample_;
  static constexpr int colors = 4, groups = 1;

  constexpr Inks<Sample, groups> operator()(const std::array<Sample, colors>& pixel) const { return pixel; }
};

template <typename Sample_, int groups_>
struct FromGrid {
  using Sample = Sample_;
  static constexpr int colors = 3, groups = groups_;
  const Node* nodes;

  constexpr Inks<Sample, groups> operator()(const std::array<Sample, colors>& pixel) const {
    Inks<Sample, groups> inks{};
    const Path path = path_of(pixel[0], pixel[1], pixel[2]);
    for (int group = 0; group < groups; ++group) {
      const Node* const at = nodes + group * group_nodes;
      const Node c0 = at[path.corners[0]], c1 = at[path.corners[1]], c2 = at[path.corners[2]], c3 = at[path.corners[3]];
      for (int i = 0; i < group_inks; ++i)
        inks[group * group_inks + i] =
            rounded<Sample>(interpolated(path, c0.samples[i], c1.samples[i], c2.samples[i], c3.samples[i]));
    }
    return inks;
  }
};

template <typename Sample_, int groups_>
struct FromCmykGrid {
  using Sample = Sample_;
  static constexpr int colors = 4, groups = groups_;
  const Node* nodes;

  constexpr Inks<Sample, groups> operator()(const std::array<Sample, colors>& pixel) const {
    constexpr std::array steps = cmyk_steps;  // a local copy, as device code cannot read host memory
    Inks<Sample, groups> inks{};
    const CmykPath path = cmyk_path_of(pixel.data());
    for (int group = 0; group < groups; ++group) {
      const Node* const less = nodes + group * cmyk_group_nodes;
      const Node* const more = less + steps[0];
      const auto& at = path.corners;
      const Node l0 = less[at[0]], l1 = less[at[1]], l2 = less[at[2]], l3 = less[at[3]];
      const Node m0 = more[at[0]], m1 = more[at[1]], m2 = more[at[2]], m3 = more[at[3]];
      for (int i = 0; i < group_inks; ++i)
        inks[group * group_inks + i] = rounded<Sample>(
            between_slices(path, in_slice(path, l0.samples[i], l1.samples[i], l2.samples[i], l3.samples[i]),
                           in_slice(path, m0.samples[i], m1.samples[i], m2.samples[i], m3.samples[i])));
    }
    return inks;
  }
};

/// Pixels of black alone and of white, whose inks do not come from the profiles. Pixels do not branch: if they did, the
/// table reads of a thread's pixels would wait for each other.
template <typename Sample, int colors>
struct Exceptions {
  const Sample* blacks;  // null: no pixel is black alone
  int black;
  bool clears_paper;
  std::array<Sample, colors> paper{};

  explicit Exceptions(const Recipe& recipe)
      : blacks(static_cast<const Sample*>(recipe.blacks)), black(recipe.black), clears_paper(recipe.paper.has_value()) {
    if (clears_paper) std::copy_n(recipe.paper->begin(), colors, paper.begin());
  }

  [[nodiscard]] constexpr bool exist() const { return blacks != nullptr || clears_paper; }

  /// Sets the inks of a pixel that is an exception, and says whether it is one.
  template <std::size_t inks_count>
  constexpr bool operator()(const std::array<Sample, colors>& pixel, std::array<Sample, inks_count>& inks) const {
    constexpr bool is_cmyk = colors == 4;
    const Sample last = pixel[colors - 1];
    const Sample others = is_cmyk ? Sample{0} : last;
    bool is_neutral = true, is_paper = clears_paper;
    for (int c = 0; c < colors - 1; ++c) is_neutral = is_neutral && pixel[c] == others;
    for (int c = 0; c < colors; ++c) is_paper = is_paper && pixel[c] == paper[c];
    const bool is_black = blacks != nullptr && is_neutral;
    const Sample amount = blacks != nullptr && !is_paper ? blacks[last] : Sample{0};
    for (int i = 0; i < static_cast<int>(inks_count); ++i)
      inks[i] = !is_paper && !is_black ? inks[i] : i == black ? amount : Sample{0};
    return is_paper || is_black;
  }
};

/// A grid with exceptions.
template <typename Grid>
struct WithExceptions {
  using Sample = typename Grid::Sample;
  static constexpr int colors = Grid::colors, groups = Grid::groups;
  Grid grid;
  Exceptions<Sample, colors> exceptions;

  constexpr Inks<Sample, groups> operator()(const std::array<Sample, colors>& pixel) const {
    Inks<Sample, groups> inks = grid(pixel);
    exceptions(pixel, inks);
    return inks;
  }
};

template <typename Sample_, int colors_, int groups_>
struct FromTable {
  using Sample = Sample_;
  static constexpr int colors = colors_, groups = groups_;
  static constexpr std::size_t group_entries = std::size_t{1} << 8 * sizeof(Sample) * colors;
  const Quad<Sample>* entries;

  constexpr Inks<Sample, groups> operator()(const std::array<Sample, colors>& pixel) const {
    Inks<Sample, groups> inks{};
    std::uint32_t color = 0;
    for (int c = 0; c < colors; ++c) color |= std::uint32_t{pixel[c]} << 8 * c;
    for (int group = 0; group < groups; ++group) {
      const Quad<Sample> quad = entries[group * group_entries + color];
      for (int i = 0; i < group_inks; ++i) inks[group * group_inks + i] = quad.samples[i];
    }
    return inks;
  }
};

/// LittleCMS' pipeline, except for those pixels.
template <typename Sample_, int colors_, int groups_>
struct FromProgram {
  using Sample = Sample_;
  static constexpr int colors = colors_, groups = groups_;
  Program program;
  int inks;
  Exceptions<Sample, colors> exceptions;

  explicit FromProgram(const Recipe& recipe) : program(recipe.program), inks(recipe.inks), exceptions(recipe) {}

  /// `nodes`: those of the program, or a copy. `doubtful`: LittleCMS itself must convert the pixel.
  constexpr Inks<Sample, groups> operator()(const std::array<Sample, colors>& pixel, const Node* nodes,
                                            bool& doubtful) const {
    const Values<groups* group_inks> words = run<groups * group_inks>(program, nodes, pixel);
    Inks<Sample, groups> found{};
    for (int i = 0; i < groups * group_inks; ++i) found[i] = i < inks ? rounded<Sample>(words.bits[i]) : Sample{0};
    doubtful = words.doubtful;
    if (exceptions.exist() && exceptions(pixel, found)) doubtful = false;
    return found;
  }
};

/// Calls visit() with a grid, and with the exceptions from it if there are any.
template <typename Grid, typename Visitor>
auto with_grid(const Recipe& recipe, const Visitor& visit) {
  const Grid grid{recipe.nodes};
  const Exceptions<typename Grid::Sample, Grid::colors> exceptions(recipe);
  if (!exceptions.exist()) return visit(grid);
  return visit(WithExceptions<Grid>{grid, exceptions});
}

/// Calls visit() with the recipe's source, unless that is a program.
template <typename Sample, typename Visitor>
auto with_source(const Recipe& recipe, const Visitor& visit) {
  const auto* const entries = static_cast<const Quad<Sample>*>(recipe.entries);
  const bool one_group = recipe.inks <= group_inks;
  if (recipe.source == Source::pixel) return visit(FromPixel<Sample>{});
  if (recipe.source == Source::grid && recipe.format.model == profiles::ColorModel::cmyk)
    return one_group ? with_grid<FromCmykGrid<Sample, 1>>(recipe, visit)
                     : with_grid<FromCmykGrid<Sample, 2>>(recipe, visit);
  if (recipe.source == Source::grid)
    return one_group ? with_grid<FromGrid<Sample, 1>>(recipe, visit) : with_grid<FromGrid<Sample, 2>>(recipe, visit);
  if constexpr (sizeof(Sample) == 1)
    if (recipe.format.model != profiles::ColorModel::gray)
      return one_group ? visit(FromTable<Sample, 3, 1>{entries}) : visit(FromTable<Sample, 3, 2>{entries});
  return one_group ? visit(FromTable<Sample, 1, 1>{entries}) : visit(FromTable<Sample, 1, 2>{entries});
}

/// Calls visit() with the recipe's program.
template <typename Sample, typename Visitor>
auto with_program(const Recipe& recipe, const Visitor& visit) {
  const bool one_group = recipe.program.channels() <= group_inks;
  if (recipe.format.model == profiles::ColorModel::cmyk)
    return one_group ? visit(FromProgram<Sample, 4, 1>(recipe)) : visit(FromProgram<Sample, 4, 2>(recipe));
  return one_group ? visit(FromProgram<Sample, 3, 1>(recipe)) : visit(FromProgram<Sample, 3, 2>(recipe));
}

/// Applies curves and ink limit.
template <typename Sample>
struct Finish {
  const Sample* curves;
  int inks;
  bool limited;
  InkLimit limit;

  explicit Finish(const Recipe& recipe)
      : curves(static_cast<const Sample*>(recipe.curves)),
        inks(recipe.inks),
        limited(recipe.limit.has_value()),
        limit(recipe.limit.value_or(InkLimit())) {}

  /// Whether there is anything to do.
  [[nodiscard]] constexpr bool changes_inks() const { return limited || curves != nullptr; }

  template <std::size_t n>
  constexpr void operator()(std::array<Sample, n>& pixel) const {
    constexpr std::size_t curve_samples = std::size_t{std::numeric_limits<Sample>::max()} + 1;
    if (curves != nullptr) {
      for (int i = 0; i < static_cast<int>(n); ++i)
        if (i < inks) pixel[i] = curves[i * curve_samples + pixel[i]];
    }
    if (limited) limit_inks(limit, std::span(pixel));
  }
};

/// The colour of a pixel, composed over paper if it has alpha.
template <typename Sample, int colors, bool has_alpha>
constexpr std::array<Sample, colors> color_of(const Sample* pixel, Alpha alpha) {
  constexpr std::uint32_t paper = colors == 4 ? 0 : std::numeric_limits<Sample>::max();
  std::array<Sample, colors> color{};
  for (int c = 0; c < colors; ++c)
    color[c] = has_alpha ? over_paper<Sample>(alpha, pixel[c], pixel[colors], paper) : pixel[c];
  return color;
}

}  // namespace platerip::separation::cuda
