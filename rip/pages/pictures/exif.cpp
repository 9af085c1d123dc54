#include "rip/pages/pictures/exif.h"

#include <cstdint>

namespace platerip::rip {
namespace {

constexpr std::size_t entry_bytes = 12;
constexpr std::uint32_t short_type = 3, rational_type = 5;

/// Numbers in Exif, in the byte order that it begins with. Those beyond its end are 0.
class ExifNumbers {
 public:
  explicit ExifNumbers(std::span<const std::byte> bytes)
      : bytes_(bytes), is_big_endian_(!bytes.empty() && bytes.front() == std::byte{'M'}) {}

  [[nodiscard]] std::uint32_t at(std::size_t place, std::size_t count) const {
    if (place > bytes_.size() || bytes_.size() - place < count) return 0;
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < count; ++i)
      number = number << 8 | std::to_integer<std::uint32_t>(bytes_[place + (is_big_endian_ ? i : count - 1 - i)]);
    return number;
  }

 private:
  std::span<const std::byte> bytes_;
  bool is_big_endian_;
};

/// An entry of a directory, which begins at `at`.
struct ExifEntry {
  const ExifNumbers& numbers;
  std::size_t at;

  [[nodiscard]] std::uint32_t tag() const { return numbers.at(at, 2); }
  [[nodiscard]] bool is(std::uint32_t type) const {
    return numbers.at(at + 2, 2) == type && numbers.at(at + 4, 4) == 1;
  }
  [[nodiscard]] std::uint16_t number() const {
    return is(short_type) ? static_cast<std::uint16_t>(numbers.at(at + 8, 2)) : std::uint16_t{0};
  }
  [[nodiscard]] tiffio::Rational rational() const {
    const std::size_t place = numbers.at(at + 8, 4);
    return is(rational_type) ? tiffio::Rational(numbers.at(place, 4), numbers.at(place + 4, 4)) : tiffio::Rational();
  }
};

}  // namespace

Exif read_exif(std::span<const std::byte> bytes) {
  constexpr std::uint32_t orientation_tag = 0x112, x_tag = 0x11a, y_tag = 0x11b, unit_tag = 0x128;
  const ExifNumbers numbers(bytes);
  const std::size_t directory = numbers.at(4, 4);
  const std::uint32_t entries = numbers.at(directory, 2);
  Exif exif;
  for (std::uint32_t i = 0; i < entries; ++i) {
    const ExifEntry entry{numbers, directory + 2 + i * entry_bytes};
    switch (entry.tag()) {
      case orientation_tag:
        if (entry.number() >= 1 && entry.number() <= 8) exif.orientation = entry.number();
        break;
      case x_tag:
        exif.resolution.x = entry.rational();
        break;
      case y_tag:
        exif.resolution.y = entry.rational();
        break;
      case unit_tag:
        if (entry.number() >= 1 && entry.number() <= 3) exif.resolution.unit = entry.number();
        break;
      default:
        break;
    }
  }
  return exif;
}

}  // namespace platerip::rip
