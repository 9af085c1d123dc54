#include "tiffio/page_reader.h"

#include <algorithm>
#include <limits>

#include "tiffio/convert.h"
#include "tiffio/page_layout.h"
#include "tiffio/read_plan.h"
#include "tiffio/row_source.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

std::unique_ptr<RowSource> make_source(const ReadPlan& plan, TiffHandle handle, const PageLayout& layout, int plane) {
  switch (plan.way) {
    case ReadWay::plain:
      return make_plain_source(std::move(handle), layout, plane);
    case ReadWay::strips:
      return make_strip_source(std::move(handle), layout, plane);
    case ReadWay::scanlines:
      return make_scanline_source(std::move(handle), plane);
    case ReadWay::tiles:
      break;
  }
  return make_tile_source(std::move(handle), layout, plane, plan.band_rows);
}

}  // namespace

int PageInfo::samples() const {
  const int colors = model == ColorModel::gray ? 1 : model == ColorModel::rgb ? 3 : 4;
  return colors + (alpha == Alpha::none ? 0 : 1);
}

std::int64_t PageInfo::row_bytes() const {
  return width * samples() * (bits / 8);
}

Result<int> count_pages(const std::string& path) {
  const auto file = InputFile::open(path);
  if (!file.ok()) return file.error();
  const auto directories = page_directories(*file, std::numeric_limits<int>::max());
  if (!directories.ok()) return directories.error();
  return static_cast<int>(directories->size());
}

struct PageReader::Impl {
  PageLayout layout;
  PageInfo info;
  ReadPlan plan;
  std::vector<std::unique_ptr<RowSource>> sources;  // one per plane, each with its own handle: every one reads in order
  std::vector<std::int64_t> offsets;                // in chunk, of each channel's first sample
  std::vector<std::byte> chunk;                     // rows of all planes, plane after plane

  Status open(TiffHandle handle, std::uint64_t directory, std::size_t memory);
  void make_chunk();
  Status read_chunk(std::int64_t rows, std::byte* out, std::ptrdiff_t stride);
};

Status PageReader::Impl::open(TiffHandle handle, std::uint64_t directory, std::size_t memory) {
  Result<PageLayout> read = read_layout(handle);
  if (!read.ok()) return read.error();
  layout = *std::move(read);
  Result<PageInfo> tags = read_info(handle, layout);
  if (!tags.ok()) return tags.error();
  info = *std::move(tags);
  const Result<ReadPlan> planned = plan_reading(handle, layout, info, memory);
  if (!planned.ok()) return planned.error();
  plan = *planned;

  for (const int plane : layout.planes()) {
    Result<TiffHandle> own = TiffHandle::open(handle.shared_file(), directory, memory);
    if (!own.ok()) return own.error();
    if (Status status = prepare_decoding(*own, layout); !status.ok()) return status;
    sources.push_back(make_source(plan, *std::move(own), layout, plane));
  }
  return {};
}

void PageReader::Impl::make_chunk() {
  const std::vector<int> planes = layout.planes();
  const std::int64_t plane_bytes = plan.chunk_rows * layout.row_bytes();
  chunk.resize(static_cast<std::size_t>(plane_bytes) * planes.size());
  for (const Channel& channel : layout.channels) {
    const auto plane = std::find(planes.begin(), planes.end(), channel.sample) - planes.begin();
    offsets.push_back(layout.separate ? plane * plane_bytes : channel.sample * (layout.bits / 8));
  }
}

Status PageReader::Impl::read_chunk(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
  if (chunk.empty()) make_chunk();
  const std::int64_t row_bytes = layout.row_bytes();
  std::byte* plane = chunk.data();
  for (const auto& source : sources) {
    if (Status status = source->read(rows, plane, row_bytes); !status.ok()) return status;
    plane += plan.chunk_rows * row_bytes;
  }
  for (std::int64_t row = 0; row < rows; ++row) {
    convert_row(layout, chunk.data() + row * row_bytes, offsets, out + row * stride);
  }
  return {};
}

PageReader::PageReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PageReader::PageReader(PageReader&&) noexcept = default;
PageReader& PageReader::operator=(PageReader&&) noexcept = default;
PageReader::~PageReader() = default;

Result<PageReader> PageReader::open(const std::string& path, int index, std::size_t memory) {
  auto file = InputFile::open(path);
  if (!file.ok()) return file.error();
  const auto directories = page_directories(*file, index < 0 ? 1 : static_cast<std::size_t>(index) + 1);
  if (!directories.ok()) return directories.error();
  if (index < 0 || static_cast<std::size_t>(index) >= directories->size()) {
    return file_error(path, "has no page " + std::to_string(index) + " (counted from 0)", "ask for one that it has");
  }
  const std::uint64_t directory = directories->back();
  Result<TiffHandle> handle = TiffHandle::open(*file, directory, memory);
  if (!handle.ok()) return handle.error();

  auto impl = std::make_unique<Impl>();
  if (Status status = impl->open(*std::move(handle), directory, memory); !status.ok()) return status.error();
  return PageReader(std::move(impl));
}

const PageInfo& PageReader::info() const {
  return impl_->info;
}

Status PageReader::read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
  if (impl_->layout.ready_made()) return impl_->sources.front()->read(rows, out, stride);
  while (rows > 0) {
    const std::int64_t count = std::min(rows, impl_->plan.chunk_rows);
    if (Status status = impl_->read_chunk(count, out, stride); !status.ok()) return status;
    rows -= count;
    out += count * stride;
  }
  return {};
}

}  // namespace platerip::tiffio
