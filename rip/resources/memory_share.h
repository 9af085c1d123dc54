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

/// If pages are turned or scaled, the reader gets only 1 / placing_share of the memory, half of its share. Turning and
/// scaling take the other half.
inline constexpr std::size_t placing_share = 2 * reader_share;

/// The sink may take 1 / sink_share of the memory. It comes out of what the strips would get.
inline constexpr std::size_t sink_share = 4;

/// Advises the lowest memory setting whose 1 / `share` is at least `needed` bytes. If even the highest is too low,
/// advises to make the page smaller.
Advice enough_memory(std::uint64_t needed, std::size_t share);

/// The bytes that an error advises with enough_memory(); nothing if it does not.
std::optional<std::uint64_t> memory_advised(const Error& error);

/// Checks that a reader stays within `memory` / `share` bytes; if its needs are not known, it passes. The error says
/// what the reader needs. It advises a setting that is also at least `least` bytes.
Status check_reader(std::optional<std::size_t> reader, std::size_t memory, std::size_t share, std::uint64_t least = 0);

}  // namespace platerip::rip
