// Shards: one of several runs that share the pages of a book, on one machine or many.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/status.h"
#include "rip/pages/page_source.h"
#include "rip/plates/plate_settings.h"

namespace platerip::rip {

/// Deals pages in turn by their place in the run: the first shard makes the pages at the places 0, N, 2 N, …
struct Shard {
  std::size_t number = 1;  ///< 1 to count
  std::size_t count = 1;

  /// Whether the page at `place`, from 0, belongs to this shard.
  [[nodiscard]] bool has(std::size_t place) const { return place % count == number - 1; }
};

/// Reads "K/N". Errors: it is not that, or K is not 1 to N.
Result<Shard> read_shard(const std::string& word);

/// Checks that the plates of all pages of a book have different names, whatever the case of their letters. Otherwise
/// shards would replace each other's plates. `files`: the first page of each file. Takes 8 bytes of memory for each
/// page. Errors: plates of two pages would have the same name.
Status check_shards_apart(const PlateSettings& settings, std::span<const PageSource> files);

}  // namespace platerip::rip
