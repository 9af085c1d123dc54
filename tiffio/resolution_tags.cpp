#include "tiffio/resolution_tags.h"

#include <tiff.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <optional>

#include "base/files.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

/// The bits of one value of a tag, in the lowest bytes; nothing if the tag has not exactly one.
std::optional<std::uint64_t> only_value(const InputFile& file, const Directory& directory, const HiddenTag& tag,
                                        std::uint64_t at, std::size_t bytes) {
  std::array<std::byte, sizeof(std::uint64_t)> held{};
  const auto wanted = static_cast<std::int64_t>(bytes);
  const bool is_there = tag.count == 1 && tag.offset <= static_cast<std::uint64_t>(file.size()) &&
                        file.read_some(static_cast<std::int64_t>(tag.offset + at), held.data(), wanted) == wanted;
  if (!is_there) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    value = value << 8 | std::to_integer<std::uint64_t>(held[directory.big_endian ? i : bytes - 1 - i]);
  return value;
}

/// The number in a tag of any type; 0 if it has none.
Rational number_in(const InputFile& file, const Directory& directory, const HiddenTag& tag) {
  const auto value = [&](std::uint64_t at, std::size_t bytes) {
    return only_value(file, directory, tag, at, bytes).value_or(0);
  };
  switch (tag.type) {
    case TIFF_RATIONAL:
      return {static_cast<std::uint32_t>(value(0, 4)), static_cast<std::uint32_t>(value(4, 4))};
    case TIFF_SRATIONAL: {
      const auto numerator = static_cast<std::int32_t>(static_cast<std::uint32_t>(value(0, 4)));
      const auto denominator = static_cast<std::int32_t>(static_cast<std::uint32_t>(value(4, 4)));
      if (numerator <= 0 || denominator <= 0) return {};
      return {static_cast<std::uint32_t>(numerator), static_cast<std::uint32_t>(denominator)};
    }
    case TIFF_FLOAT:
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value(0, 4))));
    case TIFF_DOUBLE:
      return std::bit_cast<double>(value(0, 8));
    case TIFF_BYTE:
      return static_cast<double>(value(0, 1));
    case TIFF_SHORT:
      return static_cast<double>(value(0, 2));
    case TIFF_LONG:
      return static_cast<double>(value(0, 4));
    case TIFF_LONG8:
      return static_cast<double>(value(0, 8));
    case TIFF_SSHORT:
      return static_cast<double>(static_cast<std::int16_t>(value(0, 2)));
    case TIFF_SLONG:
      return static_cast<double>(static_cast<std::int32_t>(value(0, 4)));
    default:
      return {};
  }
}

/// libtiff writes whole numbers of a float's 24 bits as they are.
bool survives_libtiff(const Rational& number) {
  return number.denominator() == 1 && number.numerator() < 1U << 24;
}

bool put(int descriptor, const HiddenTag& tag, const Rational& number) {
  if (number.numerator() == 0) return true;
  std::array<std::byte, 8> bytes{};
  const std::uint64_t both = std::uint64_t{number.denominator()} << 32 | number.numerator();
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(both >> 8 * i);
  errno = EIO;
  return tag.type == TIFF_RATIONAL &&
         ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(tag.offset)) == std::ssize(bytes);
}

}  // namespace

Resolution read_resolution(const InputFile& file, const Directory& directory) {
  Resolution resolution{.x = number_in(file, directory, directory.x_resolution),
                        .y = number_in(file, directory, directory.y_resolution)};
  const double unit = number_in(file, directory, directory.resolution_unit);
  if (unit == RESUNIT_NONE || unit == RESUNIT_CENTIMETER) resolution.unit = static_cast<std::uint16_t>(unit);
  return resolution;
}

Status write_resolution(int descriptor, const std::string& name, const Resolution& resolution) {
  if (survives_libtiff(resolution.x) && survives_libtiff(resolution.y)) return {};
  const auto file = InputFile::share(descriptor, name);
  if (!file.ok()) return file.error();
  const auto found = find_directories(**file);
  if (!found.ok()) return found.error();
  const auto directory = read_directory(**file, found->pages.front());
  if (!directory.ok()) return directory.error();
  if (put(descriptor, directory->x_resolution, resolution.x) && put(descriptor, directory->y_resolution, resolution.y))
    return {};
  return file_error(name, std::string("cannot be written: ") + std::strerror(errno), "check the disk", kind_of(errno));
}

}  // namespace platerip::tiffio
