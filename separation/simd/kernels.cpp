#include "separation/simd/kernels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/simd.h"
#include "separation/alpha.h"
#include "separation/simd/scalar.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "separation/simd/kernels.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "separation/simd/alpha-inl.h"
#include "separation/simd/cmyk-inl.h"
#include "separation/simd/interpolate-inl.h"
#include "separation/simd/limit-inl.h"
#include "separation/simd/parts-inl.h"
#include "separation/simd/reds-inl.h"
#include "separation/simd/rows-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::simd::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
constexpr bool has_vectors = true;
#else  // no vectors: the loops of scalar.h do everything
constexpr bool has_vectors = false;

template <typename Sample>
std::int64_t interpolate_vectors(GridNodes, const Sample*, std::int64_t, InkRows<Sample>) {
  return 0;
}
template <typename Sample>
std::int64_t interpolate_cmyk_vectors(GridNodes, const Sample*, std::int64_t, InkRows<Sample>) {
  return 0;
}
std::int64_t cmyk_to_rgb_vectors(GridNodes, const std::uint16_t*, std::int64_t, std::uint8_t*) {
  return 0;
}
template <typename Sample>
std::int64_t deinterleave_vectors(const Sample*, std::int64_t, InkRows<Sample>) {
  return 0;
}
bool interpolate_reds(GridNodes, std::uint8_t, std::uint8_t, std::uint32_t*) {
  return false;
}
std::int64_t interleave_vectors(InkRows<const std::uint8_t>, std::int64_t, std::uint32_t*) {
  return 0;
}
std::int64_t look_up_vectors(const std::uint8_t*, const std::uint8_t*, std::int64_t, std::uint8_t*) {
  return 0;
}
template <typename Sample>
std::int64_t compose_vectors(bool, const Sample*, std::int64_t, Sample*) {
  return 0;
}
template <typename Sample>
std::int64_t limit_vectors(const InkLimit&, std::int64_t, InkRows<Sample>) {
  return 0;
}
std::int64_t copy_parts_vectors(std::span<const PixelPart::Shuffle>, std::int64_t, const std::uint8_t*, std::int64_t,
                                std::uint8_t*) {
  return 0;
}
#endif

// Highway cannot export templates.
std::int64_t interpolate8(GridNodes nodes, const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks) {
  return interpolate_vectors(nodes, rgb, count, inks);
}
std::int64_t interpolate16(GridNodes nodes, const std::uint16_t* rgb, std::int64_t count, InkRows<std::uint16_t> inks) {
  return interpolate_vectors(nodes, rgb, count, inks);
}
std::int64_t cmyk8(GridNodes nodes, const std::uint8_t* cmyk, std::int64_t count, InkRows<std::uint8_t> inks) {
  return interpolate_cmyk_vectors(nodes, cmyk, count, inks);
}
std::int64_t cmyk16(GridNodes nodes, const std::uint16_t* cmyk, std::int64_t count, InkRows<std::uint16_t> inks) {
  return interpolate_cmyk_vectors(nodes, cmyk, count, inks);
}
std::int64_t deinterleave8(const std::uint8_t* pixels, std::int64_t count, InkRows<std::uint8_t> inks) {
  return deinterleave_vectors(pixels, count, inks);
}
std::int64_t deinterleave16(const std::uint16_t* pixels, std::int64_t count, InkRows<std::uint16_t> inks) {
  return deinterleave_vectors(pixels, count, inks);
}
std::int64_t compose8(bool associated, const std::uint8_t* rgba, std::int64_t count, std::uint8_t* rgb) {
  return compose_vectors(associated, rgba, count, rgb);
}
std::int64_t compose16(bool associated, const std::uint16_t* rgba, std::int64_t count, std::uint16_t* rgb) {
  return compose_vectors(associated, rgba, count, rgb);
}
std::int64_t limit8(const InkLimit& limit, std::int64_t count, InkRows<std::uint8_t> inks) {
  return limit_vectors(limit, count, inks);
}
std::int64_t limit16(const InkLimit& limit, std::int64_t count, InkRows<std::uint16_t> inks) {
  return limit_vectors(limit, count, inks);
}
const char* target_name() {
  return has_vectors ? hwy::TargetName(HWY_TARGET) : nullptr;
}

}  // namespace platerip::separation::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::separation::simd {

HWY_EXPORT(interpolate8);
HWY_EXPORT(interpolate16);
HWY_EXPORT(cmyk8);
HWY_EXPORT(cmyk16);
HWY_EXPORT(cmyk_to_rgb_vectors);
HWY_EXPORT(interpolate_reds);
HWY_EXPORT(deinterleave8);
HWY_EXPORT(deinterleave16);
HWY_EXPORT(interleave_vectors);
HWY_EXPORT(look_up_vectors);
HWY_EXPORT(compose8);
HWY_EXPORT(compose16);
HWY_EXPORT(limit8);
HWY_EXPORT(limit16);
HWY_EXPORT(copy_parts_vectors);
HWY_EXPORT(target_name);

void interpolate(GridNodes nodes, const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(interpolate8)(nodes, rgb, count, inks);
  scalar::interpolate(nodes, rgb, done, count, inks);
}

void interpolate(GridNodes nodes, const std::uint16_t* rgb, std::int64_t count, InkRows<std::uint16_t> inks) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(interpolate16)(nodes, rgb, count, inks);
  scalar::interpolate(nodes, rgb, done, count, inks);
}

void interpolate_cmyk(GridNodes nodes, const std::uint8_t* cmyk, std::int64_t count, InkRows<std::uint8_t> inks) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(cmyk8)(nodes, cmyk, count, inks);
  scalar::interpolate_cmyk(nodes, cmyk, done, count, inks);
}

void interpolate_cmyk(GridNodes nodes, const std::uint16_t* cmyk, std::int64_t count, InkRows<std::uint16_t> inks) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(cmyk16)(nodes, cmyk, count, inks);
  scalar::interpolate_cmyk(nodes, cmyk, done, count, inks);
}

void interpolate_cmyk_to_rgb(GridNodes nodes, const std::uint16_t* cmyk, std::int64_t count, std::uint8_t* rgb) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(cmyk_to_rgb_vectors)(nodes, cmyk, count, rgb);
  scalar::interpolate_cmyk_to_rgb(nodes, cmyk, done, count, rgb);
}

void interpolate_reds(GridNodes nodes, std::uint8_t green, std::uint8_t blue, std::uint32_t* entries) {
  if (!HWY_DYNAMIC_DISPATCH(interpolate_reds)(nodes, green, blue, entries))
    scalar::interpolate_reds(nodes, green, blue, entries);
}

void deinterleave(const std::uint8_t* pixels, std::int64_t count, InkRows<std::uint8_t> inks) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(deinterleave8)(pixels, count, inks);
  scalar::deinterleave(pixels, done, count, inks);
}

void deinterleave(const std::uint16_t* pixels, std::int64_t count, InkRows<std::uint16_t> inks) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(deinterleave16)(pixels, count, inks);
  scalar::deinterleave(pixels, done, count, inks);
}

void interleave(InkRows<const std::uint8_t> inks, std::int64_t count, std::uint32_t* entries) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(interleave_vectors)(inks, count, entries);
  scalar::interleave(inks, done, count, entries);
}

namespace {

// table_index() with a single load, which also reads the byte after the pixel.
std::uint32_t fast_table_index(const std::uint8_t* rgb) {
  if constexpr (std::endian::native != std::endian::little) return table_index(rgb);
  std::uint32_t pixel = 0;
  std::memcpy(&pixel, rgb, sizeof pixel);
  return pixel & 0xFFFFFF;
}

}  // namespace

// Not compiled for each instruction set: if there are gather instructions, the compiler would use them, and they are
// slower.
void look_up(const std::uint32_t* table, const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks) {
  constexpr std::int64_t most = 512;
  alignas(64) std::array<std::uint32_t, most> entries;
  std::array<std::uint8_t*, group_inks> rows{};
  for (std::int64_t done = 0; done < count; done += most) {
    const std::int64_t batch = std::min(count - done, most);
    const std::uint8_t* const pixels = rgb + 3 * done;
    for (std::int64_t i = 0; i + 1 < batch; ++i) entries[i] = table[fast_table_index(pixels + 3 * i)];
    entries[batch - 1] = table[table_index(pixels + 3 * (batch - 1))];
    for (std::size_t ink = 0; ink < inks.size(); ++ink) rows[ink] = inks[ink] + done;
    deinterleave(reinterpret_cast<const std::uint8_t*>(entries.data()), batch,
                 InkRows<std::uint8_t>(rows).first(inks.size()));
  }
}

void look_up_row(const std::uint8_t* table, const std::uint8_t* in, std::int64_t count, std::uint8_t* out) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(look_up_vectors)(table, in, count, out);
  scalar::look_up_row(table, in, done, count, out);
}

void look_up_row(const std::uint16_t* table, const std::uint16_t* in, std::int64_t count, std::uint16_t* out) {
  scalar::look_up_row(table, in, 0, count, out);
}

void limit_rows(const InkLimit& limit, std::int64_t count, InkRows<std::uint8_t> inks) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(limit8)(limit, count, inks);
  scalar::limit_rows(limit, done, count, inks);
}

void limit_rows(const InkLimit& limit, std::int64_t count, InkRows<std::uint16_t> inks) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(limit16)(limit, count, inks);
  scalar::limit_rows(limit, done, count, inks);
}

std::int64_t copy_parts(std::span<const PixelPart::Shuffle> shuffles, std::int64_t group_bytes, const std::byte* pixels,
                        std::int64_t groups, std::byte* out) {
  return HWY_DYNAMIC_DISPATCH(copy_parts_vectors)(shuffles, group_bytes, reinterpret_cast<const std::uint8_t*>(pixels),
                                                  groups, reinterpret_cast<std::uint8_t*>(out));
}

void compose_rgb(Alpha alpha, const std::uint8_t* rgba, std::int64_t count, std::uint8_t* rgb) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(compose8)(alpha == Alpha::associated, rgba, count, rgb);
  compose_over_paper({profiles::ColorModel::rgb, alpha, 8}, rgba + 4 * done, rgb + 3 * done, count - done);
}

void compose_rgb(Alpha alpha, const std::uint16_t* rgba, std::int64_t count, std::uint16_t* rgb) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(compose16)(alpha == Alpha::associated, rgba, count, rgb);
  compose_over_paper({profiles::ColorModel::rgb, alpha, 16}, rgba + 4 * done, rgb + 3 * done, count - done);
}

std::optional<std::string_view> simd_name() {
  choose_simd();
  const char* name = HWY_DYNAMIC_DISPATCH(target_name)();
  if (!name) return std::nullopt;
  return name;
}

}  // namespace platerip::separation::simd
#endif
