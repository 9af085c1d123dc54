#include "rip/pages/tiff_pages.h"

#include "rip/pages/too_large_page.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

class TiffPage : public PageRows {
 public:
  explicit TiffPage(tiffio::PageReader reader) : reader_(std::move(reader)) {}

  [[nodiscard]] const tiffio::PageInfo& info() const override { return reader_.info(); }
  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override { return reader_.memory_bytes(); }
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    return reader_.read(rows, out, stride);
  }
  Status skip(std::int64_t rows) override { return reader_.skip(rows); }

 private:
  tiffio::PageReader reader_;
};

Result<std::unique_ptr<PageRows>> refused(const PageSource& page, std::size_t memory, const Error& error) {
  const auto pages = page.pages ? Result(*page.pages) : tiffio::find_pages(page.path);
  if (!pages.ok()) return error;
  auto needs = tiffio::find_needs(*pages, page.index, memory);
  if (!needs.ok() || needs->memory <= memory) return error;
  return std::unique_ptr<PageRows>(std::make_unique<TooLargePage>(std::move(needs->info), needs->memory, error));
}

}  // namespace

Result<std::unique_ptr<PageRows>> open_tiff_page(const PageSource& page, std::size_t memory, int threads) {
  const int decoding = thread_count(threads);
  auto reader = page.pages
                    ? tiffio::PageReader::open(*page.pages, page.index, memory, parallel_for, decoding, lend_thread)
                    : tiffio::PageReader::open(page.path, page.index, memory, parallel_for, decoding, lend_thread);
  if (!reader.ok()) return refused(page, memory, reader.error());
  return std::unique_ptr<PageRows>(std::make_unique<TiffPage>(*std::move(reader)));
}

TiffPages::TiffPages(tiffio::PageList pages, std::size_t memory, int threads)
    : pages_(std::make_shared<const tiffio::PageList>(std::move(pages))), memory_(memory), threads_(threads) {}

// An error that hides later pages counts as one page.
std::size_t TiffPages::count() const {
  return pages_->directories.size() + (pages_->broken ? 1 : 0);
}

std::optional<Result<NextPage>> TiffPages::next() {
  return opened(next_source(), [this](const PageSource& page) { return open_tiff_page(page, memory_, threads_); });
}

std::optional<Result<PageSource>> TiffPages::next_source() {
  if (next_ == count()) return std::nullopt;
  const std::size_t index = next_++;
  if (index == pages_->directories.size()) return *pages_->broken;
  return PageSource{pages_->path, static_cast<int>(index), pages_->count(), pages_};
}

}  // namespace platerip::rip
