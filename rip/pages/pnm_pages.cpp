#include "rip/pages/pnm_pages.h"

#include <string>

#include "rip/pages/page_formats.h"
#include "rip/pages/pnm_image.h"

namespace platerip::rip {
namespace {

bool is_space(std::byte byte) {
  constexpr std::string_view spaces = " \t\r\n";
  return spaces.find(static_cast<char>(byte)) != std::string_view::npos;
}

/// Reads rows from a stream, as stored.
class StreamRows {
 public:
  StreamRows(InputStream& stream, const PnmImage& image, std::string page)
      : stream_(stream), height_(image.info.height), row_bytes_(image.stored_row_bytes()), page_(std::move(page)) {}

  Status operator()(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
    const std::int64_t at_once = stride == row_bytes_ ? rows : 1;
    for (; rows > 0; rows -= at_once, out += at_once * stride) {
      const auto bytes = static_cast<std::size_t>(at_once * row_bytes_);
      const auto got = stream_.read(out, bytes);
      if (!got.ok()) return got.error();
      row_ += static_cast<std::int64_t>(*got) / row_bytes_;
      if (*got < bytes) {
        return Error{page_ + ": ends in row " + std::to_string(row_) + " of " + std::to_string(height_) +
                     "; send the whole page"};
      }
    }
    return {};
  }

 private:
  InputStream& stream_;
  std::int64_t height_;
  std::int64_t row_bytes_;
  std::string page_;
  std::int64_t row_ = 0;
};

}  // namespace

std::optional<Result<NextPage>> PnmPages::next() {
  if (broken_) return std::nullopt;
  broken_ = true;  // until the header has been read
  const NextByte next_byte = [this]() -> Result<std::optional<std::byte>> {
    std::byte byte{};
    const auto got = stream_.read(&byte, 1);
    if (!got.ok()) return got.error();
    return *got == 1 ? std::optional(byte) : std::nullopt;
  };
  auto ahead = stream_.peek(1);
  for (; ahead.ok() && !ahead->empty() && is_space(ahead->front()); ahead = stream_.peek(1))
    static_cast<void>(next_byte());  // white space that some programs write after an image
  if (!ahead.ok()) return ahead.error();
  if (ahead->empty()) return std::nullopt;
  if (const auto begin = stream_.peek(page_magic_bytes); begin.ok() && done_ > 0 && begin->front() != std::byte{'P'}) {
    if (auto other = other_format_in(stream_.name(), {reinterpret_cast<const char*>(begin->data()), begin->size()}))
      return *std::move(other);
  }
  const PageSource source{stream_.name(), done_, 0};
  auto image = read_pnm_header(next_byte, page_label(source));
  if (!image.ok()) return image.error();
  broken_ = false;
  ++done_;
  StreamRows rows(stream_, *image, page_label(source));
  return NextPage{source, make_pnm_page(*std::move(image), std::move(rows))};
}

}  // namespace platerip::rip
