#include "rip/job/screens/screen_file.h"

#include <fcntl.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/files.h"
#include "rip/job/screens/halftone_dictionary.h"
#include "rip/pages/input_stream.h"
#include "rip/pages/page_formats.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

using halftone::Screen;

constexpr std::size_t image_memory = std::size_t{64} << 20;
constexpr std::uintmax_t most_postscript = std::uintmax_t{64} << 20;

template <typename Sample>
void append(const std::vector<std::byte>& row, std::int64_t width, std::vector<std::uint16_t>& thresholds) {
  constexpr int unit = sizeof(Sample) == 1 ? 257 : 1;
  for (std::int64_t x = 0; x < width; ++x) {
    Sample sample;
    std::memcpy(&sample, row.data() + x * std::ptrdiff_t{sizeof sample}, sizeof sample);
    thresholds.push_back(static_cast<std::uint16_t>(unit * sample));
  }
}

Result<Screen> from_image(const PageFormat& format, InputStream& stream) {
  const std::string& path = stream.name();
  const auto pages = format.open_stream(stream, image_memory, 0, 0);
  if (!pages.ok()) return pages.error();
  const auto page = (*pages)->next();
  if (!page) return tiffio::file_error(path, "has no image", "give a screen one gray pixel for each threshold");
  if (!page->ok()) return page->error();
  PageRows* const image = (*page)->rows.get();
  const tiffio::PageInfo& info = image->info();
  if (info.model != tiffio::ColorModel::gray || info.samples() != 1)
    return tiffio::file_error(path, "is not a gray image", "give a screen one gray pixel for each threshold");
  if (info.width > halftone::max_screen_pixels || info.height > halftone::max_screen_pixels ||
      info.width * info.height > halftone::max_screen_pixels) {
    return tiffio::file_error(path, "is too large for a screen",
                              "it can have " + std::to_string(halftone::max_screen_pixels) + " pixels");
  }
  Screen screen{.width = static_cast<std::int32_t>(info.width),
                .height = static_cast<std::int32_t>(info.height),
                .shift = 0,
                .thresholds = {}};
  std::vector<std::byte> row(static_cast<std::size_t>(info.row_bytes()));
  for (std::int64_t y = 0; y < info.height; ++y) {
    const Status status = image->read(1, row.data(), info.row_bytes());
    if (!status.ok() && status.error().code == ErrorCode::bad_input)
      return tiffio::file_error(path, "is cut off or damaged", "get the screen again from where it came");
    if (!status.ok()) return status.error();
    if (info.bits == 8) {
      append<std::uint8_t>(row, info.width, screen.thresholds);
    } else {
      append<std::uint16_t>(row, info.width, screen.thresholds);
    }
  }
  return screen;
}

Result<std::string> postscript_in(InputStream& stream) {
  std::string text;
  std::array<std::byte, 4096> piece{};
  for (;;) {
    const auto got = stream.read(piece.data(), piece.size());
    if (!got.ok()) return got.error();
    if (*got == 0) return text;
    text.append(reinterpret_cast<const char*>(piece.data()), *got);
    if (text.size() > most_postscript)
      return tiffio::file_error(stream.name(), "is too large for a screen", "a PostScript halftone can have 64 MiB");
  }
}

}  // namespace

Result<ScreenFile> ScreenFile::read(const std::string& path) {
  std::error_code error;
  const bool is_file = std::filesystem::is_regular_file(path, error);  // opening a pipe could take forever
  const Descriptor fd(is_file ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : -1);
  if (fd < 0) return tiffio::file_error(path, "cannot be read", "name a file with a screen", ErrorCode::unreadable);
  InputStream stream(fd, tiffio::printable(path));
  const auto begin = stream.peek(page_magic_bytes);
  if (!begin.ok()) return begin.error();
  const PageFormat* const format = format_of({reinterpret_cast<const char*>(begin->data()), begin->size()});
  ScreenFile file;
  file.path_ = path;
  if (format != nullptr && format->find_pages != nullptr) {
    auto image = from_image(*format, stream);
    if (!image.ok()) return image.error();
    file.content_ = *std::move(image);
    return file;
  }
  auto text = postscript_in(stream);
  if (!text.ok()) return text.error();
  file.content_ = *std::move(text);
  constexpr halftone::Dpi fine{5080, 5080};  // no page is open yet
  if (const auto screen = file.at(fine); !screen.ok()) return screen.error();
  return file;
}

Result<Screen> ScreenFile::at(const halftone::Dpi& resolution) const {
  if (const auto* const screen = std::get_if<Screen>(&content_)) return *screen;
  auto screen = parse_halftone(std::get<std::string>(content_), resolution);
  if (!screen.ok()) return screen.error().about(tiffio::printable(path_));
  return screen;
}

}  // namespace platerip::rip
