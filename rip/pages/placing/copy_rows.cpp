#include "rip/pages/placing/copy_rows.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rip/pages/placing/copy_rows.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::rip::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t line = 64;

// Lines of which only a part is copied are written as usual.
void stream_row(const std::uint8_t* from, std::uint8_t* to, std::int64_t bytes) {
  const hn::CappedTag<std::uint8_t, line> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto beyond = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(to) % line);
  const std::int64_t before = std::min(bytes, (line - beyond) % line);
  const std::int64_t end = before + (bytes - before) / line * line;
  std::memcpy(to, from, static_cast<std::size_t>(before));
  for (std::int64_t i = before; i < end; i += lanes) hn::Stream(hn::LoadU(d, from + i), d, to + i);
  std::memcpy(to + end, from + end, static_cast<std::size_t>(bytes - end));
}

void stream_rows(const std::uint8_t* from, std::ptrdiff_t from_row, std::uint8_t* to, std::ptrdiff_t to_row,
                 std::int64_t rows, std::int64_t bytes) {
  for (std::int64_t row = 0; row < rows; ++row) stream_row(from + row * from_row, to + row * to_row, bytes);
}

}  // namespace platerip::rip::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::rip {

HWY_EXPORT(stream_rows);

void copy_rows(const std::byte* from, std::ptrdiff_t from_row, std::byte* to, std::ptrdiff_t to_row, std::int64_t rows,
               std::int64_t bytes, bool past_caches) {
  if (past_caches) {
    const auto stream = HWY_DYNAMIC_DISPATCH(stream_rows);
    return stream(reinterpret_cast<const std::uint8_t*>(from), from_row, reinterpret_cast<std::uint8_t*>(to), to_row,
                  rows, bytes);
  }
  for (std::int64_t row = 0; row < rows; ++row)
    std::memcpy(to + row * to_row, from + row * from_row, static_cast<std::size_t>(bytes));
}

void end_copies_past_caches() {
  hwy::FlushStream();
}

}  // namespace platerip::rip
#endif  // HWY_ONCE
