#include "rip/python/plates_in_memory.h"

#include <algorithm>
#include <functional>

#include "rip/python/memory_rows.h"

namespace platerip::python {

Status PlatesInMemory::begin(const rip::PlatesInfo& plates, std::vector<rip::OutputFile>&) {
  info_ = plates;
  for (std::size_t ink = 0; ink < info_.inks.size(); ++ink) plates_.push_back(memory_for(info_.height, row_bytes()));
  return {};
}

Status PlatesInMemory::write(std::span<const halftone::Plate> plates, std::int64_t rows) {
  const std::int64_t bytes = row_bytes();
  const auto last_byte = static_cast<std::byte>(0xff << (bytes * 8 - info_.width));  // inverted plates have 2 levels
  for (std::size_t ink = 0; ink < plates.size(); ++ink) {
    std::byte* to = plates_[ink].get() + row_ * bytes;
    for (std::int64_t row = 0; row < rows; ++row, to += bytes) {
      std::copy_n(plates[ink].pixels + row * plates[ink].stride, bytes, to);
      if (!invert_) continue;
      std::transform(to, to + bytes, to, std::bit_not<>());
      to[bytes - 1] &= last_byte;
    }
  }
  row_ += rows;
  return {};
}

}  // namespace platerip::python
