#include "separation/edges/disc_simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "separation/edges/disc_simd.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include "separation/edges/disc_simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::edges::HWY_NAMESPACE {

using Bytes = std::uint8_t;
using Words = std::uint16_t;

// Highway cannot export templates.
void most8(const Disc& disc, const View<const Bytes>& in, const View<Bytes>& out, std::byte* scratch) {
  best_in<Most<Bytes>>(disc, in, out, scratch);
}
void most16(const Disc& disc, const View<const Words>& in, const View<Words>& out, std::byte* scratch) {
  best_in<Most<Words>>(disc, in, out, scratch);
}
void least8(const Disc& disc, const View<const Bytes>& in, const View<Bytes>& out, std::byte* scratch) {
  best_in<Least<Bytes>>(disc, in, out, scratch);
}
void least16(const Disc& disc, const View<const Words>& in, const View<Words>& out, std::byte* scratch) {
  best_in<Least<Words>>(disc, in, out, scratch);
}
void thin8(const Bytes* ink, const Bytes* broad, std::int64_t count, Bytes* thin) {
  keep_thin_samples(ink, broad, count, thin);
}
void thin16(const Words* ink, const Words* broad, std::int64_t count, Words* thin) {
  keep_thin_samples(ink, broad, count, thin);
}
void join8(const Bytes* ink, const Bytes* left, const Bytes* kept, std::int64_t count, Bytes* out) {
  join_samples(ink, left, kept, count, out);
}
void join16(const Words* ink, const Words* left, const Words* kept, std::int64_t count, Words* out) {
  join_samples(ink, left, kept, count, out);
}
bool all8(Bytes value, const Bytes* samples, std::int64_t count) {
  return are_all(value, samples, count);
}
bool all16(Words value, const Words* samples, std::int64_t count) {
  return are_all(value, samples, count);
}

}  // namespace platerip::separation::edges::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::separation::edges {

HWY_EXPORT(most8);
HWY_EXPORT(most16);
HWY_EXPORT(least8);
HWY_EXPORT(least16);
HWY_EXPORT(thin8);
HWY_EXPORT(thin16);
HWY_EXPORT(join8);
HWY_EXPORT(join16);
HWY_EXPORT(all8);
HWY_EXPORT(all16);

void most_in(const Disc& disc, const View<const std::uint8_t>& in, const View<std::uint8_t>& out, std::byte* scratch) {
  HWY_DYNAMIC_DISPATCH(most8)(disc, in, out, scratch);
}
void most_in(const Disc& disc, const View<const std::uint16_t>& in, const View<std::uint16_t>& out,
             std::byte* scratch) {
  HWY_DYNAMIC_DISPATCH(most16)(disc, in, out, scratch);
}
void least_in(const Disc& disc, const View<const std::uint8_t>& in, const View<std::uint8_t>& out, std::byte* scratch) {
  HWY_DYNAMIC_DISPATCH(least8)(disc, in, out, scratch);
}
void least_in(const Disc& disc, const View<const std::uint16_t>& in, const View<std::uint16_t>& out,
              std::byte* scratch) {
  HWY_DYNAMIC_DISPATCH(least16)(disc, in, out, scratch);
}
void keep_thin(const std::uint8_t* ink, const std::uint8_t* broad, std::int64_t count, std::uint8_t* thin) {
  HWY_DYNAMIC_DISPATCH(thin8)(ink, broad, count, thin);
}
void keep_thin(const std::uint16_t* ink, const std::uint16_t* broad, std::int64_t count, std::uint16_t* thin) {
  HWY_DYNAMIC_DISPATCH(thin16)(ink, broad, count, thin);
}
void join(const std::uint8_t* ink, const std::uint8_t* left, const std::uint8_t* kept, std::int64_t count,
          std::uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(join8)(ink, left, kept, count, out);
}
void join(const std::uint16_t* ink, const std::uint16_t* left, const std::uint16_t* kept, std::int64_t count,
          std::uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(join16)(ink, left, kept, count, out);
}
bool all_are(std::uint8_t value, const std::uint8_t* samples, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(all8)(value, samples, count);
}
bool all_are(std::uint16_t value, const std::uint16_t* samples, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(all16)(value, samples, count);
}

}  // namespace platerip::separation::edges
#endif
