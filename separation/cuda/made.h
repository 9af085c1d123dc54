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

#include "base/status.h"
#include "separation/cuda/made_recipe.h"
#include "separation/made_rows.h"
#include "separation/separation.h"

namespace platerip::separation::cuda {

/// Places for tables in the memory of a processor, one after the other. Without memory, it only counts their bytes.
class Shelf {
 public:
  /// A table, and where it is to be copied.
  struct Place {
    std::byte* to;
    std::span<const std::byte> table;
  };

  /// `memory` is aligned to 256 bytes, and its first `taken` bytes are not free.
  Shelf(std::byte* memory, std::size_t taken) : memory_(memory), bytes_(taken) {}

  /// Where the table will lie; null if it is empty.
  template <typename Element>
  const Element* put(const std::vector<Element>& table) {
    constexpr std::size_t alignment = 256;
    if (table.empty()) return nullptr;
    const std::size_t at = (bytes_ + alignment - 1) / alignment * alignment;
    std::byte* const to = memory_ == nullptr ? nullptr : memory_ + at;
    places_.push_back({to, std::as_bytes(std::span(table))});
    bytes_ = at + places_.back().table.size();
    return reinterpret_cast<const Element*>(to);
  }
  /// With those that were taken before.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] const std::vector<Place>& places() const { return places_; }

 private:
  std::byte* memory_;
  std::size_t bytes_;
  std::vector<Place> places_;
};

/// The made inks of a page whose samples have 8 or 16 bits.
template <typename Sample>
struct MadeInks {
  PixelFormat format;
  std::size_t before = 0;  ///< the page's other inks
  std::vector<SuitedInk> inks;
  std::optional<LightnessTables<Sample>> lightness;  ///< if an ink needs it
  std::optional<KnockOutTables> knock_out;

  /// Puts the tables on the shelf.
  MadeRecipe<Sample> recipe_on(Shelf& shelf) const;
};

/// The made inks of a page, and its knock-out.
struct Made {
  std::variant<MadeInks<std::uint8_t>, MadeInks<std::uint16_t>> by_bits;
  std::vector<std::string> names;
  bool makes_something = false;  ///< whether an ink is more than empty or a mask
  bool is_needed = false;        ///< whether there are made inks, or a colour is knocked out

  /// Puts the tables on the shelf.
  void put_on(Shelf& shelf) const;

  /// `before`: the page's other inks. Errors: those of suited_inks(), or more inks than most_inks.
  static Result<Made> make(const Settings& settings, std::size_t before);
};

}  // namespace platerip::separation::cuda
