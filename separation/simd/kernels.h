// The inner loops on the processor, each compiled for every instruction set and chosen at run time. Private to
// separation/.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "separation/ink_limit.h"
#include "separation/interpolation.h"
#include "separation/pixel_format.h"
#include "separation/simd/ink_rows.h"

namespace platerip::separation::simd {

/// LittleCMS' tetrahedral interpolation of `count` RGB pixels to at most group_inks inks.
void interpolate(GridNodes nodes, const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks);
void interpolate(GridNodes nodes, const std::uint16_t* rgb, std::int64_t count, InkRows<std::uint16_t> inks);

/// Entries of the colour table: all inks of the group, for the 256 colours of this green and blue, red rising.
void interpolate_reds(GridNodes nodes, std::uint8_t green, std::uint8_t blue, std::uint32_t* entries);

/// Four interleaved samples a pixel to rows of their own: 1 to 4, the last are left out where nobody asks for them.
void deinterleave(const std::uint8_t* pixels, std::int64_t count, InkRows<std::uint8_t> inks);
void deinterleave(const std::uint16_t* pixels, std::int64_t count, InkRows<std::uint16_t> inks);

/// Four rows of 8-bit samples to entries of the colour table, and the inks of RGB pixels out of that table.
void interleave(InkRows<const std::uint8_t> inks, std::int64_t count, std::uint32_t* entries);
void look_up(const std::uint32_t* table, const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks);

/// Where the colour table has the inks of a pixel.
inline std::uint32_t table_index(const std::uint8_t* rgb) {
  return rgb[0] | std::uint32_t{rgb[1]} << 8 | std::uint32_t{rgb[2]} << 16;
}

/// compose_over_paper() of RGB pixels.
void compose_rgb(Alpha alpha, const std::uint8_t* rgba, std::int64_t count, std::uint8_t* rgb);
void compose_rgb(Alpha alpha, const std::uint16_t* rgba, std::int64_t count, std::uint16_t* rgb);

/// limit_inks() of `count` pixels, in place.
void limit_rows(const InkLimit& limit, std::int64_t count, InkRows<std::uint8_t> inks);
void limit_rows(const InkLimit& limit, std::int64_t count, InkRows<std::uint16_t> inks);

/// out[i] = table[in[i]]; in place where `in` is `out`. The table has an entry for every sample.
void look_up_row(const std::uint8_t* table, const std::uint8_t* in, std::int64_t count, std::uint8_t* out);
void look_up_row(const std::uint16_t* table, const std::uint16_t* in, std::int64_t count, std::uint16_t* out);

/// The name of the instruction set that the loops run on, as Highway has it: "AVX2". Nothing where the processor has
/// none that they are made for: they work, but are slow.
std::optional<std::string_view> simd_name();

}  // namespace platerip::separation::simd
