// Pages in the Netpbm formats, in files and streams. All images of a file are found before the first is read.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <memory>
#include <string_view>

#include "rip/pages/page_formats.h"
#include "rip/pages/pnm_image.h"
#include "rip/pages/pnm_pages.h"
#include "tiffio/input_file.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

using File = std::shared_ptr<const tiffio::InputFile>;

// The same limit as for a TIFF's directories.
constexpr std::size_t most_images = 1 << 18;

/// Reads a file byte by byte, from any offset.
class FileBytes {
 public:
  FileBytes(const File& file, std::int64_t offset) : file_(file), offset_(offset) {}

  Result<std::optional<std::byte>> next() {
    if (at_ == held_) {
      held_ = file_->read_some(offset_, buffer_.data(), static_cast<std::int64_t>(buffer_.size()));
      at_ = 0;
      const int reason = errno;
      if (held_ < 0)
        return Error{file_->name() + ": cannot be read: " + std::strerror(reason) + "; check the disk",
                     ErrorCode::unreadable};
      offset_ += held_;
    }
    return at_ < held_ ? std::optional(buffer_[static_cast<std::size_t>(at_++)]) : std::nullopt;
  }

 private:
  const File& file_;
  std::int64_t offset_;
  std::array<std::byte, 512> buffer_;  // longer than most headers
  std::int64_t held_ = 0;
  std::int64_t at_ = 0;
};

Result<PnmImage> read_header(const File& file, std::int64_t offset) {
  FileBytes bytes(file, offset);
  return read_pnm_header([&bytes] { return bytes.next(); }, file->name());
}

// The offset of the next image; the file's size if there is none. Some programs write white space between images.
Result<std::int64_t> next_header(const File& file, std::int64_t offset) {
  FileBytes bytes(file, offset);
  for (;; ++offset) {
    const auto byte = bytes.next();
    if (!byte.ok()) return byte.error();
    constexpr std::string_view spaces = " \t\r\n";
    if (!*byte || spaces.find(static_cast<char>(**byte)) == std::string_view::npos) return offset;
  }
}

// The bytes of all rows, or the largest number if a hostile size would overflow.
std::int64_t rows_bytes(const PnmImage& image) {
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(image.stored_row_bytes(), image.info.height, &bytes))
    return std::numeric_limits<std::int64_t>::max();
  return bytes;
}

Result<std::unique_ptr<PageRows>> open_image(const PageSource& page, std::int64_t offset) {
  const auto file = tiffio::InputFile::open(page.path, page_label(page));
  if (!file.ok()) return file.error();
  auto image = read_header(*file, offset);
  if (!image.ok()) return image.error();
  const std::int64_t first = offset + image->header_bytes;
  const std::int64_t held = std::max<std::int64_t>((*file)->size() - first, 0);
  if (const std::int64_t needed = rows_bytes(*image); needed > held) {
    return tiffio::file_error(
        (*file)->name(),
        "is cut off: its rows have " + std::to_string(needed) + " bytes and the file holds " + std::to_string(held),
        "get the page again from where it came");
  }
  const auto at = std::make_shared<std::int64_t>(first);
  const std::int64_t row_bytes = image->stored_row_bytes();
  StoredRows rows = [file = *file, row_bytes, at](std::int64_t count, std::byte* out, std::ptrdiff_t stride) -> Status {
    if (!file->read_rows(*at, count, row_bytes, out, stride)) {
      const int reason = errno;
      const std::string why = reason == 0 ? "it has become shorter" : std::strerror(reason);
      return Error{file->name() + ": cannot be read: " + why + "; get the page again from where it came",
                   ErrorCode::unreadable};
    }
    *at += count * row_bytes;
    return {};
  };
  return make_pnm_page(*std::move(image), std::move(rows),
                       [row_bytes, at](std::int64_t count) { *at += count * row_bytes; });
}

class PnmOpener : public PageOpener {
 public:
  explicit PnmOpener(std::vector<std::int64_t> offsets) : offsets_(std::move(offsets)) {}

  [[nodiscard]] Result<std::unique_ptr<PageRows>> open(const PageSource& page, MemoryRange, int) const override {
    if (page.index < 0 || static_cast<std::size_t>(page.index) >= offsets_.size())
      return Error{page_label(page) + ": the file has " + std::to_string(offsets_.size()) + " images"};
    return open_image(page, offsets_[static_cast<std::size_t>(page.index)]);
  }

 private:
  std::vector<std::int64_t> offsets_;  // of the images' headers
};

Result<FoundPages> find_images(const std::string& path) {
  const auto file = tiffio::InputFile::open(path, tiffio::printable(path));
  if (!file.ok()) return file.error();
  std::vector<std::int64_t> offsets;
  std::optional<Error> broken;
  for (std::int64_t offset = 0; offset < (*file)->size();) {
    const auto image = read_header(*file, offset);
    if (!image.ok() && offsets.empty()) return image.error();
    if (!image.ok()) {
      broken = Error{(*file)->name() + ": the data after image " + std::to_string(offsets.size()) +
                     " is not another image; get the file again from where it came"};
    } else if (offsets.size() == most_images) {
      broken = Error{(*file)->name() + ": has more than " + std::to_string(most_images) +
                     " images; split it into smaller files"};
    }
    if (broken) break;
    offsets.push_back(offset);
    const std::int64_t first = offset + image->header_bytes;
    if (rows_bytes(*image) > (*file)->size() - first) break;
    const auto next = next_header(*file, first + rows_bytes(*image));
    if (!next.ok()) return next.error();
    offset = *next;
  }
  const int count = static_cast<int>(offsets.size());
  return FoundPages{path, count, std::make_shared<const PnmOpener>(std::move(offsets)), std::move(broken)};
}

Result<std::unique_ptr<Pages>> open_images(InputStream& stream, MemoryRange, std::int64_t, int) {
  return std::unique_ptr<Pages>(std::make_unique<PnmPages>(stream));
}

constexpr std::string_view pnm_magics[] = {"P4", "P5", "P6", "P7"};
constexpr std::string_view pnm_extensions[] = {".pbm", ".pgm", ".ppm", ".pnm", ".pam"};

}  // namespace

const PageFormat pnm_format = {"a PNM", pnm_magics, pnm_extensions, find_images, open_images};

}  // namespace platerip::rip
