// What a page's separation needs on the device, as the host has it. Private to separation/cuda/.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "separation/cuda/recipe.h"
#include "separation/separation.h"
#include "separation/tables/color_table.h"

namespace platerip::separation::cuda {

/// In the workspace nodes, blacks, curves and entries lie one after the other. What a recipe does not need is empty.
struct Tables {
  std::vector<std::string> inks;
  std::string name;  ///< how it is done, in few words: "grid"
  Recipe recipe;     ///< with the tables below

  std::vector<Node> nodes;
  std::vector<std::byte> blacks;
  std::vector<std::byte> curves;
  std::vector<std::byte> grays;
  std::shared_ptr<const ColorTable> exact_colors;

  /// Of all grays or colours.
  [[nodiscard]] std::span<const std::byte> entries() const;

  [[nodiscard]] std::size_t blacks_at() const;
  [[nodiscard]] std::size_t curves_at() const;
  [[nodiscard]] std::size_t entries_at() const;
  [[nodiscard]] std::size_t bytes() const;

  /// The recipe with the tables of the workspace.
  [[nodiscard]] Recipe recipe_in(const std::byte* workspace) const;
};

/// As DeviceSeparator::make() has it. Those of an earlier page of the job serve where they would be the same.
Result<std::shared_ptr<const Tables>> make_tables(const Settings& settings);

}  // namespace platerip::separation::cuda
