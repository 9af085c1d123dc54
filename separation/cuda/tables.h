// The host's copy of the tables that a page's separation needs on the device. Private to separation/cuda/.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "separation/cuda/recipe.h"
#include "separation/pipeline/arbiter.h"
#include "separation/separation.h"
#include "separation/tables/color_table.h"

namespace platerip::separation::cuda {

/// Tables that the recipe does not need are empty.
struct Tables {
  std::vector<std::string> inks;
  std::string name;  ///< the method in a few words: "grid"
  Recipe recipe;     ///< refers to the tables below

  std::vector<Node> nodes;
  std::vector<float> numbers;
  std::vector<std::uint16_t> words;
  std::vector<std::byte> blacks;
  std::vector<std::byte> curves;
  std::vector<std::byte> grays;
  std::shared_ptr<const ColorTable> exact_colors;
  std::optional<pipeline::Arbiter> arbiter;  ///< if the recipe has a program

  /// What the workspace holds, one after the other. The entries are of all grays or colours.
  enum Part { in_entries, in_nodes, in_numbers, in_words, in_blacks, in_curves, end };
  using Parts = std::array<std::span<const std::byte>, end>;
  [[nodiscard]] Parts parts() const;
  /// Where a part begins in the workspace; `end`: how many bytes it has.
  [[nodiscard]] std::size_t place(Part part) const;

  /// The recipe, referring to the tables in `workspace`.
  [[nodiscard]] Recipe recipe_in(const std::byte* workspace) const;
};

/// Why the CPU must separate a page.
Error not_on_gpus(const std::string& why);

/// See DeviceSeparator::make(). Takes the tables of an earlier page of the job if they would be the same.
Result<std::shared_ptr<const Tables>> make_tables(const Settings& settings);

}  // namespace platerip::separation::cuda
