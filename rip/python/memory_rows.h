// Memory for the rows of a plane or plate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>

namespace platerip::python {

/// Memory for rows without gaps, which is not initialized. `row_bytes`: at least 1. Throws std::bad_alloc.
inline std::unique_ptr<std::byte[]> memory_for(std::int64_t rows, std::int64_t row_bytes) {
  if (rows > std::numeric_limits<std::int64_t>::max() / row_bytes) throw std::bad_alloc();
  return std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(rows * row_bytes));
}

}  // namespace platerip::python
