#include "halftone/blocks/boundary_errors.h"

#include <algorithm>
#include <string>
#include <type_traits>

#include "halftone/error_filter.h"
#include "halftone/halftone.h"

namespace platerip::halftone {
namespace {

constexpr std::size_t header_bytes = 16;

bool is_c(const BoundaryErrors& part, std::int64_t rows) {
  return part.rows == rows && part.errors.size() % static_cast<std::size_t>(rows) == 0 && part.column >= 0 &&
         part.column <= max_width;
}

template <typename Integer>
void append(std::vector<std::byte>& bytes, Integer value) {
  const auto bits = static_cast<std::make_unsigned_t<Integer>>(value);
  for (std::size_t i = 0; i < sizeof(Integer); ++i) bytes.push_back(static_cast<std::byte>(bits >> 8 * i));
}

template <typename Integer>
Integer read(const std::byte* bytes) {
  std::make_unsigned_t<Integer> bits = 0;
  for (std::size_t i = sizeof(Integer); i-- > 0;) {
    bits = static_cast<std::make_unsigned_t<Integer>>(bits << 8 | std::to_integer<unsigned>(bytes[i]));
  }
  return static_cast<Integer>(bits);
}

}  // namespace

Result<BoundaryErrors> cut_c(std::span<const BoundaryErrors> parts, Columns columns) {
  const std::int64_t rows = parts.empty() ? 0 : parts.front().rows;
  const auto belongs = [&](const BoundaryErrors& part) { return is_c(part, rows); };
  if (rows < 1 || rows > max_reach || !std::ranges::all_of(parts, belongs)) {
    return Error{"halftone: these are not boundary errors C of blocks side by side"};
  }
  if (columns.begin < 0 || columns.begin > columns.end || columns.end > max_width) {
    return Error{"halftone: columns " + std::to_string(columns.begin) + " to " + std::to_string(columns.end) +
                 " are on no page"};
  }
  const std::int64_t width = columns.end - columns.begin;
  BoundaryErrors cut{columns.begin, rows, std::vector<std::int16_t>(static_cast<std::size_t>(rows * width))};
  std::int64_t done = columns.begin;
  for (const BoundaryErrors& part : parts) {
    const std::int64_t length = static_cast<std::int64_t>(part.errors.size()) / rows;
    const std::int64_t end = std::min(part.column + length, columns.end);
    if (part.column > done || end <= done) continue;
    for (std::int64_t row = 0; row < rows; ++row) {
      std::copy_n(part.errors.begin() + row * length + (done - part.column), end - done,
                  cut.errors.begin() + row * width + (done - columns.begin));
    }
    done = end;
  }
  if (done < columns.end) {
    return Error{"halftone: the boundary errors C end at column " + std::to_string(done) + " and are needed up to " +
                 std::to_string(columns.end) + "; do the next block of the strip above first"};
  }
  return cut;
}

std::vector<std::byte> to_bytes(const BoundaryErrors& boundary) {
  std::vector<std::byte> bytes;
  bytes.reserve(header_bytes + sizeof(std::int16_t) * boundary.errors.size());
  append(bytes, boundary.column);
  append(bytes, boundary.rows);
  for (const std::int16_t error : boundary.errors) append(bytes, error);
  return bytes;
}

Result<BoundaryErrors> boundary_errors_from_bytes(std::span<const std::byte> bytes) {
  if (bytes.size() < header_bytes || bytes.size() % sizeof(std::int16_t) != 0) {
    return Error{"halftone: " + std::to_string(bytes.size()) + " bytes are not boundary errors"};
  }
  BoundaryErrors boundary{read<std::int64_t>(bytes.data()), read<std::int64_t>(bytes.data() + 8), {}};
  boundary.errors.reserve((bytes.size() - header_bytes) / sizeof(std::int16_t));
  for (std::size_t at = header_bytes; at < bytes.size(); at += sizeof(std::int16_t)) {
    boundary.errors.push_back(read<std::int16_t>(bytes.data() + at));
  }
  return boundary;
}

}  // namespace platerip::halftone
