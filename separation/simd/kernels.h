// The inner loops on the processor, compiled for several instruction sets and chosen at run time. Private to
// separation/.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "separation/ink_limit.h"
#include "separation/interpolation.h"
#include "separation/pixel_format.h"
#include "separation/simd/ink_rows.h"
#include "separation/simd/pixel_part.h"

namespace platerip::separation::simd {

/// LittleCMS' tetrahedral interpolation of `count` RGB pixels to at most group_inks inks.
void interpolate(GridNodes nodes, const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks);
void interpolate(GridNodes nodes, const std::uint16_t* rgb, std::int64_t count, InkRows<std::uint16_t> inks);

/// LittleCMS' interpolation of `count` CMYK pixels to at most group_inks inks. `nodes` are those of
/// cmyk_interpolation.h.
void interpolate_cmyk(GridNodes nodes, const std::uint8_t* cmyk, std::int64_t count, InkRows<std::uint8_t> inks);
void interpolate_cmyk(GridNodes nodes, const std::uint16_t* cmyk, std::int64_t count, InkRows<std::uint16_t> inks);

/// The same, of three channels to interleaved 8-bit samples.
void interpolate_cmyk_to_rgb(GridNodes nodes, const std::uint16_t* cmyk, std::int64_t count, std::uint8_t* rgb);

/// Fills entries of the colour table: all inks of the group, for the 256 colours with this green and blue, in order of
/// red.
void interpolate_reds(GridNodes nodes, std::uint8_t green, std::uint8_t blue, std::uint32_t* entries);

/// Splits pixels of four interleaved samples into rows. `inks` has 1 to 4 rows; samples without a row are dropped.
void deinterleave(const std::uint8_t* pixels, std::int64_t count, InkRows<std::uint8_t> inks);
void deinterleave(const std::uint16_t* pixels, std::int64_t count, InkRows<std::uint16_t> inks);

/// Packs four rows of 8-bit samples into entries of the colour table; and looks up the inks of RGB pixels there.
void interleave(InkRows<const std::uint8_t> inks, std::int64_t count, std::uint32_t* entries);
void look_up(const std::uint32_t* table, const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks);

/// The index of a pixel's entry in the colour table.
inline std::uint32_t table_index(const std::uint8_t* rgb) {
  return rgb[0] | std::uint32_t{rgb[1]} << 8 | std::uint32_t{rgb[2]} << 16;
}

/// compose_over_paper() for RGB pixels.
void compose_rgb(Alpha alpha, const std::uint8_t* rgba, std::int64_t count, std::uint8_t* rgb);
void compose_rgb(Alpha alpha, const std::uint16_t* rgba, std::int64_t count, std::uint16_t* rgb);

/// PixelPart::copy() for groups of pixels of `group_bytes` bytes each, as far as there are vectors. Returns how many
/// groups are done: all or none.
std::int64_t copy_parts(std::span<const PixelPart::Shuffle> shuffles, std::int64_t group_bytes, const std::byte* pixels,
                        std::int64_t groups, std::byte* out);

/// limit_inks() for `count` pixels, in place.
void limit_rows(const InkLimit& limit, std::int64_t count, InkRows<std::uint8_t> inks);
void limit_rows(const InkLimit& limit, std::int64_t count, InkRows<std::uint16_t> inks);

/// out[i] = table[in[i]], also in place. The table has an entry for every possible sample.
void look_up_row(const std::uint8_t* table, const std::uint8_t* in, std::int64_t count, std::uint8_t* out);
void look_up_row(const std::uint16_t* table, const std::uint16_t* in, std::int64_t count, std::uint16_t* out);

/// Highway's name of the instruction set in use, such as "AVX2". Nothing if the loops were compiled for no vector
/// instruction set of this processor. They then work, but slowly.
std::optional<std::string_view> simd_name();

}  // namespace platerip::separation::simd
