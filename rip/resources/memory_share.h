// Who may take how much of the memory that a job allows, and what to say where that is too little.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/status.h"

namespace platerip::rip {

/// Half of the memory is the reader's, half is for all else, unless the reader is known to need less.
inline constexpr std::size_t reader_share = 2;

/// Where pages are turned or scaled, half of the reader's is for that.
inline constexpr std::size_t placing_share = 2 * reader_share;

/// How much memory to give, so that its `share`th part is `needed` bytes; where none is enough, to make the page
/// smaller.
Advice enough_memory(std::uint64_t needed, std::size_t share);

/// Does a reader that takes so many bytes, where that is known, stay within the `share`th part of `memory`? Errors say
/// what it takes, and what would do, also for all else that takes `rest` bytes of as large a part.
Status check_reader(std::optional<std::size_t> reader, std::size_t memory, std::size_t share, std::uint64_t rest = 0);

}  // namespace platerip::rip
