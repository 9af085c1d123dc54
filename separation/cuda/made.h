// The host's copy of what a page's made inks and its knock-out need on the device. Private to separation/cuda/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/cutter.h"
#include "base/status.h"
#include "separation/cuda/made_recipe.h"
#include "separation/made_rows.h"
#include "separation/separation.h"

namespace platerip::separation::cuda {

/// Tables, and where they are to be copied.
struct TableCopies {
  struct Copy {
    std::byte* to;
    std::span<const std::byte> table;
  };

  Cutter memory;
  std::vector<Copy> copies = {};

  /// Where the table will lie; null if it is empty.
  template <typename Element>
  const Element* put(const std::vector<Element>& table) {
    if (table.empty()) return nullptr;
    auto* const to = memory.take<Element>(std::ssize(table));
    copies.push_back({reinterpret_cast<std::byte*>(to), std::as_bytes(std::span(table))});
    return to;
  }
};

/// The made inks of a page whose samples have 8 or 16 bits.
template <typename Sample>
struct MadeInks {
  PixelFormat format;
  std::size_t before = 0;  ///< the page's other inks
  std::vector<SuitedInk> inks;
  std::optional<LightnessTables<Sample>> lightness;  ///< if an ink needs it
  std::optional<KnockOutTables> knock_out;

  /// Refers to where the tables will lie.
  MadeRecipe<Sample> recipe_in(TableCopies& tables) const;
};

/// The made inks of a page, and its knock-out.
struct Made {
  std::variant<MadeInks<std::uint8_t>, MadeInks<std::uint16_t>> by_bits;
  std::vector<std::string> names;
  bool makes_something = false;  ///< whether an ink is more than empty or a mask
  bool is_needed = false;        ///< whether there are made inks, or a colour is knocked out

  /// Its tables in `memory`, which follow those that were taken from it before.
  [[nodiscard]] TableCopies tables_in(const Cutter& memory) const;

  /// `before`: the page's other inks. Errors: those of suited_inks(), or more inks than most_inks.
  static Result<Made> make(const Settings& settings, std::size_t before);
};

}  // namespace platerip::separation::cuda
