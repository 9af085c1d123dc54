// Copies rows, also past the caches.
#pragma once

#include <cstddef>
#include <cstdint>

namespace platerip::rip {

/// Copies rows of `bytes` bytes. With `past_caches`, whole cache lines of `to` are written without being read before,
/// and do not stay in the caches: for rows that leave these anyway before anybody reads them. Another thread must not
/// read them before end_copies_past_caches(). Throws nothing; thread-safe.
void copy_rows(const std::byte* from, std::ptrdiff_t from_row, std::byte* to, std::ptrdiff_t to_row, std::int64_t rows,
               std::int64_t bytes, bool past_caches);

/// To be called by the thread that has copied.
void end_copies_past_caches();

}  // namespace platerip::rip
