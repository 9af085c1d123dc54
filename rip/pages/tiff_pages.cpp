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

Result<tiffio::PageReader> open_reader(const tiffio::PageList& pages, int index, std::size_t memory, int threads) {
  return tiffio::PageReader::open(pages, index, memory, parallel_for, thread_count(threads), lend_thread);
}

// Opens a page that cannot be read in the usual memory because of `error`.
Result<std::unique_ptr<PageRows>> open_larger_page(const tiffio::PageList& pages, int index, MemoryRange memory,
                                                   int threads, const Error& error) {
  auto needs = tiffio::find_needs(pages, index, memory.most);
  if (!needs.ok() || needs->memory <= memory.usual) return error;
  if (needs->memory > memory.most)
    return std::unique_ptr<PageRows>(std::make_unique<TooLargePage>(std::move(needs->info), needs->memory, error));
  const bool has_room = needs->memory_for_speed <= memory.most;
  auto reader = open_reader(pages, index, has_room ? needs->memory_for_speed : needs->memory, threads);
  if (!reader.ok()) return reader.error();
  return std::unique_ptr<PageRows>(std::make_unique<TiffPage>(*std::move(reader)));
}

}  // namespace

Result<std::unique_ptr<PageRows>> open_tiff_page(const PageSource& page, MemoryRange memory, int threads) {
  if (!page.pages) {
    auto found = tiffio::find_pages(page.path);
    if (!found.ok()) return found.error();
    PageSource listed = page;
    listed.pages = std::make_shared<const tiffio::PageList>(*std::move(found));
    return open_tiff_page(listed, memory, threads);
  }
  auto reader = open_reader(*page.pages, page.index, memory.usual, threads);
  if (!reader.ok()) return open_larger_page(*page.pages, page.index, memory, threads, reader.error());
  return std::unique_ptr<PageRows>(std::make_unique<TiffPage>(*std::move(reader)));
}

TiffPages::TiffPages(tiffio::PageList pages, MemoryRange memory, int threads)
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
