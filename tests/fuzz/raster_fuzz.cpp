// Reads any bytes as a CUPS raster. It must not crash, read out of bounds, or take more memory than allowed.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "rip/pages/raster/raster_pages.h"

namespace {

using namespace platerip;

constexpr std::size_t memory = std::size_t{8} << 20;
constexpr std::int64_t spool = std::int64_t{1} << 20;

void read_page(rip::PageRows& page) {
  const tiffio::PageInfo& info = page.info();
  std::vector<std::byte> row(static_cast<std::size_t>(info.row_bytes()));
  for (std::int64_t y = 0; y < info.height; ++y) {
    if (!page.read(1, row.data(), info.row_bytes()).ok()) return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int fd = memfd_create("raster", MFD_CLOEXEC);
  if (ftruncate(fd, 0) != 0 || pwrite(fd, data, size, 0) != static_cast<ssize_t>(size)) std::abort();
  lseek(fd, 0, SEEK_SET);
  rip::InputStream stream(fd, "fuzz");
  rip::RasterPages pages(stream, memory, spool);
  while (const auto page = pages.next()) {
    if (page->ok()) read_page(*(**page).rows);
  }
  return 0;
}
