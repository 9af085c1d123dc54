#include "rip/pages/tiff_format.h"

#include <string>

#include "rip/pages/listed_pages.h"
#include "rip/pages/page_formats.h"
#include "rip/pages/stream_file.h"
#include "rip/pages/too_large_page.h"
#include "rip/resources/threads.h"
#include "tiffio/pages/page_reader.h"

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
  [[nodiscard]] ReadOrder order() const override {
    return reader_.reads_anywhere() ? ReadOrder::any_rows : ReadOrder::in_turn;
  }
  Status read_part(const PagePart& part, std::byte* out, std::ptrdiff_t stride) override {
    return reader_.read_at(part.row, part.rows, out, stride);
  }

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

class TiffOpener : public PageOpener {
 public:
  explicit TiffOpener(tiffio::PageList pages) : pages_(std::move(pages)) {}

  [[nodiscard]] Result<std::unique_ptr<PageRows>> open(const PageSource& page, MemoryRange memory,
                                                       int threads) const override {
    return open_tiff_page(pages_, page.index, memory, threads);
  }

 private:
  tiffio::PageList pages_;
};

Result<FoundPages> found_in(Result<tiffio::PageList> found) {
  if (!found.ok()) return found.error();
  FoundPages file{.path = found->path, .count = found->count(), .opener = nullptr, .broken = found->broken};
  file.opener = std::make_shared<const TiffOpener>(*std::move(found));
  return file;
}

Result<FoundPages> find_tiff_pages(const std::string& path) {
  return found_in(tiffio::find_pages(path));
}

Result<std::unique_ptr<Pages>> pages_at(int fd, const std::string& name, MemoryRange memory, int threads) {
  auto found = found_in(tiffio::find_pages(fd, name));
  if (!found.ok()) return found.error();
  return std::unique_ptr<Pages>(pages_of(*std::move(found), memory, threads));
}

// A TIFF is read out of order.
Result<std::unique_ptr<Pages>> open_tiff_stream(InputStream& stream, MemoryRange memory, std::int64_t spool,
                                                int threads) {
  const auto file = file_of(stream, spool);
  return file.ok() ? pages_at(*file, stream.name(), memory, threads) : file.error();
}

constexpr std::string_view tiff_magics[] = {{"II*\0", 4}, {"MM\0*", 4}, {"II+\0", 4}, {"MM\0+", 4}};
constexpr std::string_view tiff_extensions[] = {".tif", ".tiff"};

}  // namespace

const PageFormat tiff_format = {"a TIFF", tiff_magics, tiff_extensions, find_tiff_pages, open_tiff_stream};

Result<std::unique_ptr<PageRows>> open_tiff_page(const tiffio::PageList& pages, int index, MemoryRange memory,
                                                 int threads) {
  auto reader = open_reader(pages, index, memory.usual, threads);
  if (!reader.ok()) return open_larger_page(pages, index, memory, threads, reader.error());
  return std::unique_ptr<PageRows>(std::make_unique<TiffPage>(*std::move(reader)));
}

}  // namespace platerip::rip
