// Brings the overlaps of a plane with those beside it to the skewed lanes of the wavefront.
#if defined(PLATERIP_HALFTONE_CPU_BESIDE_FEED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_HALFTONE_CPU_BESIDE_FEED_INL_H_
#undef PLATERIP_HALFTONE_CPU_BESIDE_FEED_INL_H_
#else
#define PLATERIP_HALFTONE_CPU_BESIDE_FEED_INL_H_
#endif

#include <algorithm>
#include <bit>
#include <cstring>

#include "halftone/cpu/band.h"
#include "halftone/cpu/feed-inl.h"
#include "halftone/cpu/lanes-inl.h"
#include "halftone/cpu/tone_feed-inl.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

// With two levels, prepares one word for each pixel: the amount A_o of its overlap and, in the highest bit, the pixel
// of the plane beside it. The word is 0 where there is no overlap, and outside the page. With more levels, prepares
// two: F and β of the plane beside it, each with its 256th as overlap_amount() adds it; 0 outside the page. Lanes get
// columns as from Feed.
template <typename Sample, int rows, int words_of_pixel>
class BesideFeed {
  using D = Lanes16;
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));

 public:
  // `stride` is the distance between the words of consecutive steps.
  BesideFeed(const Band& band, int place, int skew, int stride)
      : band_(&band), beside_(&band.beside[static_cast<std::size_t>(place)]), skew_(skew), stride_(stride) {}

  // Prepares the block that begins at step t.
  HWY_NOINLINE void block(std::int64_t t, std::uint16_t* words) const {
    HWY_ALIGN std::uint16_t made[words_of_pixel][rows][block_steps];
    for (int i = 0; i < rows; ++i) {
      const int row = std::max(row_of_lane(i, rows, band_->rows), 0);  // lanes without a row repeat the first row
      if constexpr (words_of_pixel == 1)
        make(row, t - skew_ * row, made[0][i]);
      else
        make_drops(row, t - skew_ * row, made[0][i], made[1][i]);
    }
    for (int word = 0; word < words_of_pixel; ++word) bring_to_lanes(made[word], words + word * rows);
  }

 private:
  HWY_INLINE void bring_to_lanes(const std::uint16_t (&made)[rows][block_steps], std::uint16_t* words) const {
    const auto put = [](D d, hn::Vec<D> v, std::uint16_t * to) __attribute__((always_inline)) {
      hn::Store(v, d, to);
    };
    for (int first = 0; first < rows; first += lanes) {
      for (int step = 0; step < block_steps; step += 8) {
        hn::Vec<D> v[8];
        for_each_step<8>([&](auto i) __attribute__((always_inline)) {
          v[i] = load_blocks(
              D(), [&](int block) __attribute__((always_inline)) { return made[first + 8 * block + i] + step; });
        });
        transpose_blocks(D(), v);
        for_each_step<8>([&](auto i)
                             __attribute__((always_inline)) { put(D(), v[i], words + stride_ * (step + i) + first); });
      }
    }
  }

  // Columns that are made at a time.
  using Columns = HWY_CAPPED(std::uint16_t, 32);
  using V = hn::Vec<Columns>;
  static constexpr int columns = static_cast<int>(hn::MaxLanes(Columns()));

  // Makes block_steps words of a row from column x on, which may lie outside the page.
  HWY_INLINE void make(int row, std::int64_t x, std::uint16_t* made) const {
    const auto* own = reinterpret_cast<const Sample*>(band_->plane.samples + row * band_->plane.stride);
    const auto* beside = reinterpret_cast<const Sample*>(beside_->plane.samples + row * beside_->plane.stride);
    const std::byte* pixels = beside_->plate.pixels + row * beside_->plate.stride;
    fetch(beside + x, pixels + (x >> 3));
    if (x >= 0 && x + block_steps <= band_->width) return make_inside(own + x, beside + x, pixels, x, made);
    const std::int64_t begin = std::clamp<std::int64_t>(-x, 0, block_steps);
    const std::int64_t end = std::clamp<std::int64_t>(band_->width - x, begin, block_steps);
    HWY_ALIGN Sample own_copy[block_steps] = {};
    HWY_ALIGN Sample beside_copy[block_steps] = {};
    std::copy(own + x + begin, own + x + end, own_copy + begin);
    std::copy(beside + x + begin, beside + x + end, beside_copy + begin);
    make_inside(own_copy, beside_copy, pixels, x, made);
  }

  // Makes the words of block_steps pixels of drops.
  void make_drops(int row, std::int64_t x, std::uint16_t* expected, std::uint16_t* printed) const {
    const auto* samples = reinterpret_cast<const Sample*>(beside_->plane.samples + row * beside_->plane.stride);
    const std::byte* pixels = beside_->plate.pixels + row * beside_->plate.stride;
    fetch(samples + x, pixels + (x >> 3));
    std::fill_n(expected, block_steps, std::uint16_t{0});
    std::fill_n(printed, block_steps, std::uint16_t{0});
    const std::int64_t begin = std::max<std::int64_t>(x, 0), end = std::min(x + block_steps, band_->width);
    if (plate_bits(band_->levels) == 2)
      make_drops<2>(samples, pixels, begin, end, expected - x, printed - x);
    else
      make_drops<4>(samples, pixels, begin, end, expected - x, printed - x);
  }

  // Makes the words of the columns from `begin` on, on a plate with so many bits for each pixel.
  template <int bits>
  HWY_INLINE void make_drops(const Sample* samples, const std::byte* pixels, std::int64_t begin, std::int64_t end,
                             std::uint16_t* expected, std::uint16_t* printed) const {
    constexpr std::int64_t in_byte = 8 / bits;
    const auto with_256th = [](int part) { return static_cast<std::uint16_t>(part + (part >> 8)); };
    const auto* const expected_of = beside_->drops->expected.data();
    const auto* const printed_of = beside_->drops->printed.data();
    for (std::int64_t column = begin; column < end; ++column) {
      const int sample = sizeof(Sample) == 1 ? samples[column] : (samples[column] + 128) / 257;
      const auto level = std::to_integer<unsigned>(pixels[column / in_byte]) >> bits * (in_byte - 1 - column % in_byte);
      expected[column] = with_256th(expected_of[sample]);
      printed[column] = with_256th(printed_of[sample].data()[level & ((1U << bits) - 1)]);
    }
  }

  // Prefetches columns of a later block: without this, block() takes more than twice as long.
  static HWY_INLINE void fetch(const Sample* beside, const std::byte* pixels) {
    hwy::Prefetch(beside + 4 * block_steps - 1);
    hwy::Prefetch(pixels + 64);
  }

  HWY_INLINE void make_inside(const Sample* own, const Sample* beside, const std::byte* pixels, std::int64_t x,
                              std::uint16_t* made) const {
    const Columns d;
    const hn::RebindToSigned<Columns> i16;
    const std::uint64_t pixels_inside = bits_from(pixels, x);
    std::uint8_t bits[8];
    std::memcpy(bits, &pixels_inside, sizeof bits);
    for (int i = 0; i < block_steps; i += columns) {
      const auto above = amounts(own + i), above_beside = amounts(beside + i);
      const auto amount = hn::MulFixedPoint15(hn::BitCast(i16, above),
                                              hn::BitCast(i16, hn::Add(above_beside, hn::ShiftRight<8>(above_beside))));
      const auto has_both = hn::And(hn::LoadMaskBits(d, bits + i / 8), hn::Ne(hn::BitCast(d, amount), hn::Zero(d)));
      hn::Store(hn::Or(hn::BitCast(d, amount), hn::IfThenElseZero(has_both, hn::Set(d, 0x8000))), d, made + i);
    }
  }

  // Amounts above paper, 0 for solid.
  static HWY_INLINE V amounts(const std::uint8_t* samples) {
    const Columns d;
    const V wide = hn::PromoteTo(d, hn::LoadU(hn::Rebind<std::uint8_t, Columns>(), samples));
    return hn::IfThenZeroElse(hn::Eq(wide, hn::Set(d, 255)), hn::ShiftLeft<7>(wide));
  }
  static HWY_INLINE V amounts(const std::uint16_t* samples) {
    const Columns d;
    const V in_1020 = rounded_65535<1020>(d, hn::LoadU(d, samples));
    return hn::IfThenZeroElse(hn::Eq(in_1020, hn::Set(d, 1020)), hn::ShiftLeft<5>(in_1020));
  }

  // 64 pixels of a row from column x on, as LoadMaskBits() takes them: the first in the lowest bit of the first byte.
  // Pixels outside the page may have any bits.
  HWY_INLINE std::uint64_t bits_from(const std::byte* row, std::int64_t x) const {
    const std::int64_t row_bytes = (band_->width + 7) / 8;
    const std::int64_t first = x >> 3;
    std::uint8_t bytes[9] = {};
    if (first >= 0 && first + 9 <= row_bytes) {
      std::memcpy(bytes, row + first, sizeof bytes);
    } else {
      const std::int64_t begin = std::clamp<std::int64_t>(-first, 0, 9);
      const std::int64_t end = std::clamp<std::int64_t>(row_bytes - first, begin, 9);
      std::memcpy(bytes + begin, row + first + begin, static_cast<std::size_t>(end - begin));
    }
    // Both numbers have the leftmost pixel in the highest bit.
    const std::uint64_t eight = big_endian(bytes), last = bytes[8];
    const int shift = static_cast<int>(x & 7);
    return mirrored(eight << shift | last >> (8 - shift));
  }

  static HWY_INLINE std::uint64_t big_endian(const std::uint8_t* bytes) {
    std::uint64_t number;
    std::memcpy(&number, bytes, sizeof number);
    return std::endian::native == std::endian::little ? __builtin_bswap64(number) : number;
  }

  // Bytes with the bits of the number, from the highest to the lowest, each byte from its lowest on.
  static HWY_INLINE std::uint64_t mirrored(std::uint64_t bits) {
    bits = (bits >> 1 & 0x5555555555555555) | (bits & 0x5555555555555555) << 1;
    bits = (bits >> 2 & 0x3333333333333333) | (bits & 0x3333333333333333) << 2;
    bits = (bits >> 4 & 0x0F0F0F0F0F0F0F0F) | (bits & 0x0F0F0F0F0F0F0F0F) << 4;
    return std::endian::native == std::endian::little ? __builtin_bswap64(bits) : bits;
  }

  const Band* band_;
  const BandBeside* beside_;
  int skew_;
  int stride_;
};

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
