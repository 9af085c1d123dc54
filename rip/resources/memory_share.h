// How the memory that a job allows is divided, and what to say if it is too little.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/status.h"

namespace platerip::rip {

/// The reader may take 1 / reader_share of the memory. Everything else gets the rest, or more if the reader is known to
/// need less.
inline constexpr std::size_t reader_share = 2;

/// If pages are turned or scaled, that takes half of the reader's share.
inline constexpr std::size_t placing_share = 2 * reader_share;

/// The sink may take 1 / sink_share of the memory, which the strips then lack.
inline constexpr std::size_t sink_share = 4;

/// Advises a value of the memory setting of which 1 / `share` is at least `needed` bytes. If no value is enough,
/// advises to make the page smaller.
Advice enough_memory(std::uint64_t needed, std::size_t share);

/// Checks that a reader, if its needs are known, stays within `memory` / `share`. Errors say what it needs, and which
/// setting is enough, also for something else that needs `rest` bytes of an equal share.
Status check_reader(std::optional<std::size_t> reader, std::size_t memory, std::size_t share, std::uint64_t rest = 0);

}  // namespace platerip::rip
