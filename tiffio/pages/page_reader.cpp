#include "tiffio/pages/page_reader.h"

#include <algorithm>

#include "tiffio/directories.h"
#include "tiffio/layout/convert.h"
#include "tiffio/layout/page_layout.h"
#include "tiffio/pages/decoders.h"
#include "tiffio/pages/page_tags.h"
#include "tiffio/pages/read_plan.h"
#include "tiffio/pages/row_source.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

std::unique_ptr<RowSource> make_source(const ReadPlan& plan, TiffHandle handle, const PageLayout& layout, int plane,
                                       const ParallelFor& parallel) {
  if (plan.way == ReadWay::scanlines) return make_scanline_source(std::move(handle), layout, plane);
  if (plan.way == ReadWay::bands) return make_band_source(std::move(handle), layout, plane, plan.band_rows);
  return make_plain_source(std::move(handle), layout, plane, parallel);
}

Result<PageList> list_pages(const InputFile& file) {
  auto found = find_directories(file);
  if (!found.ok()) return found.error();
  return PageList{.path = file.name(), .directories = std::move(found->pages), .broken = std::move(found->broken)};
}

Result<TiffHandle> open_directory(const PageList& pages, int index, std::size_t memory) {
  if (index < 0 || index >= pages.count()) {
    return file_error(pages.path, "has no page " + std::to_string(index) + " (counted from 0)",
                      "ask for one that it has");
  }
  auto file = pages.file ? Result(pages.file) : InputFile::open(pages.path, pages.label(index));
  if (!file.ok()) return file.error();
  return TiffHandle::open(*file, pages.directories[static_cast<std::size_t>(index)], memory);
}

}  // namespace

std::string PageList::label(int index) const {
  return count() == 1 ? path : path + " page " + std::to_string(index + 1);
}

Result<PageList> find_pages(const std::string& path) {
  const auto file = InputFile::open(path, path);
  if (!file.ok()) return file.error();
  return list_pages(**file);
}

Result<PageList> find_pages(int descriptor, const std::string& name) {
  auto file = InputFile::share(descriptor, name);
  if (!file.ok()) return file.error();
  auto pages = list_pages(**file);
  if (pages.ok()) pages->file = *std::move(file);
  return pages;
}

Result<PageNeeds> find_needs(const PageList& pages, int index, std::size_t memory) {
  const auto handle = open_directory(pages, index, memory);
  if (!handle.ok()) return handle.error();
  const auto layout = read_layout(*handle);
  if (!layout.ok()) return layout.error();
  auto info = read_info(*handle, *layout);
  if (!info.ok()) return info.error();
  const auto reading = memory_for_reading(*handle, *layout, *info);
  if (!reading.ok()) return reading.error();
  return PageNeeds{*std::move(info), reading->least, reading->for_speed};
}

struct PageReader::Impl {
  PageLayout layout;
  PageInfo info;
  ReadPlan plan;
  std::vector<std::unique_ptr<RowSource>> sources;  // one per plane
  std::vector<std::byte> chunk;               // stored rows of all planes, plane after plane, if they need converting
  std::vector<std::byte> scratch;             // for converting a row
  std::vector<const std::byte*> stored_rows;  // the row that is converted, in every plane
  Rows chunk_rows;                            // the rows of the page in `chunk`
  std::int64_t chunk_begin = 0;               // the stored rows in `chunk`
  std::int64_t chunk_end = 0;
  std::int64_t next_row = 0;

  Status open(TiffHandle handle, std::size_t memory, const ParallelFor& parallel, int threads, const LendThread& lend);
  Status make_sources(TiffHandle handle, const ParallelFor& parallel, const LendThread& lend);
  Status read_chunk(std::int64_t wanted);
  Status skip(std::int64_t rows);
  void convert(std::int64_t row, std::byte* out);
};

Status PageReader::Impl::open(TiffHandle handle, std::size_t memory, const ParallelFor& parallel, int threads,
                              const LendThread& lend) {
  Result<PageLayout> read = read_layout(handle);
  if (!read.ok()) return read.error();
  layout = *std::move(read);
  Result<PageInfo> tags = read_info(handle, layout);
  if (!tags.ok()) return tags.error();
  info = *std::move(tags);
  const Result<ReadPlan> planned = plan_reading(handle, layout, info, memory, lend ? threads : 1);
  if (!planned.ok()) return planned.error();
  plan = *planned;
  return make_sources(std::move(handle), parallel, lend);
}

Status PageReader::Impl::make_sources(TiffHandle handle, const ParallelFor& parallel, const LendThread& lend) {
  if (Status status = prepare_decoding(handle, layout); !status.ok()) return status;
  const std::vector<int> planes = layout.planes();
  if (plan.way == ReadWay::blocks) {
    const auto decoders =
        std::make_shared<Decoders>(std::move(handle), layout, Decoders::Threads{plan.threads, lend, parallel});
    for (const int plane : planes) sources.push_back(make_block_source(decoders, layout, plane, plan.rows_of_blocks));
    return {};
  }
  // Each plane has a handle of its own, so that each reads in order.
  for (std::size_t i = 1; i < planes.size(); ++i) {
    Result<TiffHandle> another = handle.open_again();
    if (!another.ok()) return another.error();
    if (Status status = prepare_decoding(*another, layout); !status.ok()) return status;
    sources.push_back(make_source(plan, *std::move(another), layout, planes[i], parallel));
  }
  sources.insert(sources.begin(), make_source(plan, std::move(handle), layout, planes.front(), parallel));
  return {};
}

/// Reads the stored rows of the next `wanted` rows of the page, as far as there is room for them.
Status PageReader::Impl::read_chunk(std::int64_t wanted) {
  const std::int64_t row_bytes = layout.row_bytes();
  const StoredRow next = layout.stored_row(next_row);
  const std::int64_t wished = (next.in_unit + wanted + layout.unit_height - 1) / layout.unit_height;
  const std::int64_t rows = std::min(wished, plan.chunk_rows);
  chunk.resize(static_cast<std::size_t>(plan.chunk_rows * row_bytes) * sources.size());
  scratch.resize(static_cast<std::size_t>(convert_scratch_bytes(layout)));
  std::byte* plane = chunk.data();
  for (const auto& source : sources) {
    if (Status status = source->read(rows, plane, row_bytes); !status.ok()) return status;
    plane += plan.chunk_rows * row_bytes;
  }
  stored_rows.resize(sources.size());
  chunk_rows = layout.page_rows(next.row, rows);
  chunk_begin = next.row;
  chunk_end = next.row + rows;
  return {};
}

Status PageReader::Impl::skip(std::int64_t rows) {
  next_row += rows;
  if (next_row < chunk_rows.first + chunk_rows.count) return {};
  const std::int64_t stored = std::max(layout.stored_row(next_row).row, chunk_end);
  for (const auto& source : sources) {
    if (Status status = source->skip(stored - chunk_end); !status.ok()) return status;
  }
  chunk_begin = chunk_end = stored;
  chunk_rows = {next_row, 0};
  return {};
}

/// Converts a row of the page that is in `chunk`.
void PageReader::Impl::convert(std::int64_t row, std::byte* out) {
  const StoredRow place = layout.stored_row(row);
  const std::int64_t row_bytes = layout.row_bytes();
  const std::byte* plane = chunk.data() + (place.row - chunk_begin) * row_bytes;
  for (const std::byte*& stored : stored_rows) {
    stored = plane;
    plane += plan.chunk_rows * row_bytes;
  }
  convert_row(layout, stored_rows, place.in_unit, scratch.data(), out);
}

PageReader::PageReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PageReader::PageReader(PageReader&&) noexcept = default;
PageReader& PageReader::operator=(PageReader&&) noexcept = default;
PageReader::~PageReader() = default;

Result<PageReader> PageReader::open(const std::string& path, int index, std::size_t memory, const ParallelFor& parallel,
                                    int threads, const LendThread& lend) {
  const auto pages = find_pages(path);
  if (!pages.ok()) return pages.error();
  return open(*pages, index, memory, parallel, threads, lend);
}

Result<PageReader> PageReader::open(const PageList& pages, int index, std::size_t memory, const ParallelFor& parallel,
                                    int threads, const LendThread& lend) {
  Result<TiffHandle> handle = open_directory(pages, index, memory);
  if (!handle.ok()) return handle.error();
  auto impl = std::make_unique<Impl>();
  if (Status status = impl->open(*std::move(handle), memory, parallel, threads, lend); !status.ok())
    return status.error();
  return PageReader(std::move(impl));
}

const PageInfo& PageReader::info() const {
  return impl_->info;
}

std::size_t PageReader::memory_bytes() const {
  return impl_->plan.bytes;
}

Status PageReader::read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
  if (impl_->layout.ready_made()) return impl_->sources.front()->read(rows, out, stride);
  for (Impl& page = *impl_; rows > 0; --rows, ++page.next_row, out += stride) {
    if (page.next_row == page.chunk_rows.first + page.chunk_rows.count) {
      if (Status status = page.read_chunk(rows); !status.ok()) return status;
    }
    page.convert(page.next_row, out);
  }
  return {};
}

Status PageReader::skip(std::int64_t rows) {
  if (rows == 0) return {};
  return impl_->layout.ready_made() ? impl_->sources.front()->skip(rows) : impl_->skip(rows);
}

bool PageReader::reads_anywhere() const {
  return impl_->layout.ready_made() && impl_->sources.front()->reads_anywhere();
}

Status PageReader::read_at(std::int64_t row, std::int64_t rows, std::byte* out, std::ptrdiff_t stride) const {
  return impl_->sources.front()->read_at(row, rows, out, stride);
}

}  // namespace platerip::tiffio
