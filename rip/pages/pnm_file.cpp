#include "rip/pages/pnm_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <string_view>

#include "rip/pages/pnm_image.h"
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
      if (held_ < 0) return Error{file_->name() + ": cannot be read: " + std::strerror(errno) + "; check the disk"};
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

}  // namespace

Result<PnmFile> find_pnm_images(const std::string& path) {
  const auto file = tiffio::InputFile::open(path, tiffio::printable(path));
  if (!file.ok()) return file.error();
  PnmFile found{.path = path, .offsets = {}, .broken = {}};
  for (std::int64_t offset = 0; offset < (*file)->size();) {
    const auto image = read_header(*file, offset);
    if (!image.ok() && found.offsets.empty()) return image.error();
    if (!image.ok()) {
      found.broken = Error{(*file)->name() + ": what is behind its image " + std::to_string(found.offsets.size()) +
                           " is no other one; get the page again from where it came"};
    } else if (found.offsets.size() == most_images) {
      found.broken = Error{(*file)->name() + ": has more than " + std::to_string(most_images) +
                           " images; split it into smaller files"};
    }
    if (found.broken) return found;
    found.offsets.push_back(offset);
    const std::int64_t first = offset + image->header_bytes;
    if (rows_bytes(*image) > (*file)->size() - first) return found;
    const auto next = next_header(*file, first + rows_bytes(*image));
    if (!next.ok()) return next.error();
    offset = *next;
  }
  return found;
}

std::optional<Result<NextPage>> PnmFilePages::next() {
  return opened(next_source(), open_pnm_page);
}

std::optional<Result<PageSource>> PnmFilePages::next_source() {
  if (next_ == count()) return std::nullopt;
  const std::size_t index = next_++;
  if (index == file_.offsets.size()) return *file_.broken;
  return PageSource{.path = file_.path,
                    .index = static_cast<int>(index),
                    .count = static_cast<int>(file_.offsets.size()),
                    .pnm_offset = file_.offsets[index]};
}

Result<std::unique_ptr<PageRows>> open_pnm_page(const PageSource& page) {
  const auto file = tiffio::InputFile::open(page.path, page_label(page));
  if (!file.ok()) return file.error();
  auto image = read_header(*file, *page.pnm_offset);
  if (!image.ok()) return image.error();
  const std::int64_t first = *page.pnm_offset + image->header_bytes;
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
      const std::string why = errno == 0 ? "it has become shorter" : std::strerror(errno);
      return Error{file->name() + ": cannot be read: " + why + "; get the page again from where it came"};
    }
    *at += count * row_bytes;
    return {};
  };
  return make_pnm_page(*std::move(image), std::move(rows),
                       [row_bytes, at](std::int64_t count) { *at += count * row_bytes; });
}

}  // namespace platerip::rip
