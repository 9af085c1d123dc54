#include "tiffio/plates/plate_layout.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string_view>

#include "tiffio/text.h"

namespace platerip::tiffio {
Status check_info(const std::string& name, const PlateInfo& info) {
  constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
  if (info.width < 1 || info.height < 1 || info.width > most || info.height > most) {
    return file_error(
        name, "no TIFF can hold " + std::to_string(info.width) + " x " + std::to_string(info.height) + " pixels",
        "choose a smaller page or resolution");
  }
  if (info.bits != 1 && info.bits != 2 && info.bits != 4) {
    return file_error(name, "a plate cannot have " + std::to_string(info.bits) + " bits per pixel", "take 1, 2 or 4",
                      ErrorCode::bad_setting);
  }
  if (info.bits != 1 && info.compression == Compression::g4) {
    return file_error(name, "g4 compression is for 1 bit per pixel only", "take another compression",
                      ErrorCode::bad_setting);
  }
  if (info.bits != 1 && info.invert) {
    return file_error(name, "only plates of 1 bit per pixel can be inverted", "leave out the inversion",
                      ErrorCode::bad_setting);
  }
  return {};
}

Result<std::optional<std::string>> date_time() {
  const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
  if (epoch == nullptr) return std::optional<std::string>();
  const std::string_view text = epoch;
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const std::int64_t year_10000 = 253402300800;
  if (error != std::errc() || end != text.data() + text.size() || seconds < 0 || seconds >= year_10000) {
    return file_error("SOURCE_DATE_EPOCH", "is not a number of seconds since 1970", "correct it or unset it",
                      ErrorCode::bad_setting);
  }
  const std::time_t time = seconds;
  std::tm utc{};
  gmtime_r(&time, &utc);
  std::array<char, 20> date{};
  std::strftime(date.data(), date.size(), "%Y:%m:%d %H:%M:%S", &utc);
  return std::optional<std::string>(date.data());
}

std::int64_t plate_row_bytes(const PlateInfo& info) {
  return (info.width * info.bits + 7) / 8;
}

std::int64_t plate_strip_rows(const PlateInfo& info) {
  const std::int64_t strip_bytes = info.compression == Compression::none ? 512 << 10 : 272 << 10;
  return std::clamp<std::int64_t>(strip_bytes / plate_row_bytes(info), 1, info.height);
}

std::uint64_t worst_plate_bytes(const PlateInfo& info) {
  constexpr std::uint64_t per_strip = 512;  // two table entries, and a codec's bytes at the start and end of a strip
  constexpr std::uint64_t tags = 64 << 10;
  const auto rows = static_cast<std::uint64_t>(info.height);
  const auto row_bytes = static_cast<std::uint64_t>(plate_row_bytes(info));
  const auto strip_rows = static_cast<std::uint64_t>(plate_strip_rows(info));
  const std::uint64_t strips = (rows + strip_rows - 1) / strip_rows;
  const std::uint64_t data = worst_case(info.compression, rows * row_bytes, rows);
  return data + strips * per_strip + tags + info.ink.size() + info.document.size();
}

bool needs_big_tiff(const PlateInfo& info) {
  return worst_plate_bytes(info) > std::numeric_limits<std::uint32_t>::max();
}

std::vector<std::byte> plain_header(const PlateInfo& info) {
  const bool big = needs_big_tiff(info);
  const std::size_t header_bytes = big ? 16 : 8;
  const auto data_bytes = static_cast<std::uint64_t>(info.height * plate_row_bytes(info));
  const std::uint64_t directory = (header_bytes + data_bytes + 1) & ~std::uint64_t{1};
  std::vector<std::byte> header{std::byte{'I'}, std::byte{'I'}, std::byte{42}, std::byte{0}};
  if (big)
    header = {std::byte{'I'}, std::byte{'I'}, std::byte{43}, std::byte{0},
              std::byte{8},   std::byte{0},   std::byte{0},  std::byte{0}};
  for (int shift = 0; header.size() < header_bytes; shift += 8)
    header.push_back(static_cast<std::byte>(directory >> shift));
  return header;
}

}  // namespace platerip::tiffio
