// The most and the least in a disc, with vectors. Private to separation/edges/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "separation/edges/disc.h"
#include "separation/edges/disc_area.h"

namespace platerip::separation::edges {

/// Each sample of `out` becomes the most, or the least, of those of `in` in the disc around it. What lies outside `in`
/// does not count. `in` includes all of `out`'s area. `scratch` has memory for a DiscScratch and is aligned to 64
/// bytes.
void most_in(const Disc& disc, const View<const std::uint8_t>& in, const View<std::uint8_t>& out, std::byte* scratch);
void most_in(const Disc& disc, const View<const std::uint16_t>& in, const View<std::uint16_t>& out, std::byte* scratch);
void least_in(const Disc& disc, const View<const std::uint8_t>& in, const View<std::uint8_t>& out, std::byte* scratch);
void least_in(const Disc& disc, const View<const std::uint16_t>& in, const View<std::uint16_t>& out,
              std::byte* scratch);

/// thin[x] = max(0, ink[x] − 2·broad[x]), also in place of `broad`.
void keep_thin(const std::uint8_t* ink, const std::uint8_t* broad, std::int64_t count, std::uint8_t* thin);
void keep_thin(const std::uint16_t* ink, const std::uint16_t* broad, std::int64_t count, std::uint16_t* thin);

/// out[x] = min(ink[x], left[x] + kept[x]).
void join(const std::uint8_t* ink, const std::uint8_t* left, const std::uint8_t* kept, std::int64_t count,
          std::uint8_t* out);
void join(const std::uint16_t* ink, const std::uint16_t* left, const std::uint16_t* kept, std::int64_t count,
          std::uint16_t* out);

/// Whether all samples are `value`.
bool all_are(std::uint8_t value, const std::uint8_t* samples, std::int64_t count);
bool all_are(std::uint16_t value, const std::uint16_t* samples, std::int64_t count);

}  // namespace platerip::separation::edges
