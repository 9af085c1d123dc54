// The host's copy of the tables that a page's separation needs on the device. Private to separation/cuda/.
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

/// The workspace holds nodes, blacks, curves and entries, one after the other. Tables that the recipe does not need are
/// empty.
struct Tables {
  std::vector<std::string> inks;
  std::string name;  ///< the method in a few words: "grid"
  Recipe recipe;     ///< refers to the tables below

  std::vector<Node> nodes;
  std::vector<std::byte> blacks;
  std::vector<std::byte> curves;
  std::vector<std::byte> grays;
  std::shared_ptr<const ColorTable> exact_colors;

  /// The table of all grays or colours.
  [[nodiscard]] std::span<const std::byte> entries() const;

  [[nodiscard]] std::size_t blacks_at() const;
  [[nodiscard]] std::size_t curves_at() const;
  [[nodiscard]] std::size_t entries_at() const;
  [[nodiscard]] std::size_t bytes() const;

  /// The recipe, referring to the tables in `workspace`.
  [[nodiscard]] Recipe recipe_in(const std::byte* workspace) const;
};

/// See DeviceSeparator::make(). Takes the tables of an earlier page of the job if they would be the same.
Result<std::shared_ptr<const Tables>> make_tables(const Settings& settings);

}  // namespace platerip::separation::cuda
