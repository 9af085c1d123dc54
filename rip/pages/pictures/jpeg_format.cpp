// Pages in JPEGs. A file has one page; from a stream come JPEGs one after the other, as Ghostscript writes them.
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rip/pages/page_formats.h"
#include "rip/pages/pictures/jpeg_decoder.h"
#include "rip/pages/too_large_page.h"
#include "tiffio/input_file.h"

namespace platerip::rip {
namespace {

class JpegRows : public PageRows {
 public:
  explicit JpegRows(std::shared_ptr<JpegDecoder> jpeg) : jpeg_(std::move(jpeg)) {}

  [[nodiscard]] const tiffio::PageInfo& info() const override { return jpeg_->info(); }
  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override { return jpeg_->memory_bytes(); }
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    return jpeg_->read(rows, out, stride);
  }

 private:
  std::shared_ptr<JpegDecoder> jpeg_;
};

std::unique_ptr<PageRows> jpeg_rows(std::shared_ptr<JpegDecoder> jpeg, const std::string& page, MemoryRange memory) {
  const std::size_t needed = jpeg->memory_bytes();
  if (needed <= memory.most) return std::make_unique<JpegRows>(std::move(jpeg));
  return std::make_unique<TooLargePage>(jpeg->info(), needed, Error{page + ": needs more memory than is allowed"});
}

class JpegOpener : public PageOpener {
 public:
  [[nodiscard]] Result<std::unique_ptr<PageRows>> open(const PageSource& page, MemoryRange memory, int) const override {
    const std::string label = page_label(page);
    const auto file = tiffio::InputFile::open(page.path, label);
    if (!file.ok()) return file.error();
    auto jpeg = JpegDecoder::open(std::make_shared<JpegBytes>(bytes_of(*file)), label);
    if (!jpeg.ok()) return jpeg.error();
    return jpeg_rows(*std::move(jpeg), label, memory);
  }
};

constexpr std::string_view jpeg_magics[] = {"\xff\xd8\xff"};

/// The JPEGs of a stream. What follows that is no JPEG is not read, and neither are companions of a picture.
class JpegPages : public Pages {
 public:
  JpegPages(InputStream& stream, MemoryRange memory)
      : name_(stream.name()), bytes_(std::make_shared<JpegBytes>(bytes_of(stream))), memory_(memory) {}

  [[nodiscard]] std::size_t count() const override { return 0; }

  std::optional<Result<NextPage>> next() override {
    if (ended_ || !pass_last()) return std::nullopt;
    ended_ = true;
    const auto ahead = bytes_->peek(page_magic_bytes);
    if (!ahead.ok()) return ahead.error();
    if (done_ > 0 && !ahead->starts_with(jpeg_magics[0])) return other_format_in(name_, *ahead);
    const PageSource source{name_, done_++, 0};
    auto jpeg = JpegDecoder::open(bytes_, page_label(source));
    if (!jpeg.ok()) return jpeg.error();
    last_ = *std::move(jpeg);
    ended_ = last_->has_companions();
    return NextPage{source, jpeg_rows(last_, page_label(source), memory_)};
  }

 private:
  // Reads what was left of the last page. Returns whether that worked.
  bool pass_last() {
    if (!last_ || last_->is_at_end()) return true;
    if (last_->memory_bytes() > memory_.most) return false;
    std::vector<std::byte> row(static_cast<std::size_t>(last_->info().row_bytes()));
    while (!last_->is_at_end()) {
      if (!last_->read(1, row.data(), std::ssize(row)).ok()) return false;
    }
    return true;
  }

  std::string name_;
  std::shared_ptr<JpegBytes> bytes_;
  MemoryRange memory_;
  std::shared_ptr<JpegDecoder> last_;
  int done_ = 0;
  bool ended_ = false;
};

Result<FoundPages> find_jpeg(const std::string& path) {
  return FoundPages{path, 1, std::make_shared<const JpegOpener>()};
}

Result<std::unique_ptr<Pages>> open_jpegs(InputStream& stream, MemoryRange memory, std::int64_t, int) {
  return std::unique_ptr<Pages>(std::make_unique<JpegPages>(stream, memory));
}

constexpr std::string_view jpeg_extensions[] = {".jpg", ".jpeg", ".jpe", ".jfif"};

}  // namespace

const PageFormat jpeg_format = {"a JPEG", jpeg_magics, jpeg_extensions, find_jpeg, open_jpegs};

}  // namespace platerip::rip
