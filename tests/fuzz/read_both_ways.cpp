#include "tests/fuzz/read_both_ways.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "rip/pages/page_formats.h"
#include "tests/fuzz/fuzzed_file.h"

// A fuzzer has one format, and so knows no other.
std::optional<platerip::Error> platerip::rip::other_format_in(const std::string& /*stream*/,
                                                              std::string_view /*begin*/) {
  return std::nullopt;
}

namespace platerip::fuzz {
namespace {

constexpr std::size_t most_pages = 8;
constexpr std::size_t memory = std::size_t{8} << 20;
constexpr std::int64_t most_bytes = std::int64_t{1} << 20;

using Rows = std::vector<std::byte>;

/// The rows of a page, or nothing if they cannot be read.
Rows read_page(rip::PageRows& page) {
  const tiffio::PageInfo& info = page.info();
  const std::int64_t count = std::min(info.height, most_bytes / info.row_bytes());
  Rows rows(static_cast<std::size_t>(count * info.row_bytes()));
  return page.read(count, rows.data(), info.row_bytes()).ok() ? rows : Rows();
}

std::vector<Rows> read_stream(rip::Pages& pages) {
  std::vector<Rows> read;
  while (read.size() < most_pages) {
    const auto page = pages.next();
    if (!page || !page->ok()) break;
    read.push_back(read_page(*(**page).rows));
    if (read.back().empty()) break;
  }
  return read;
}

std::vector<Rows> read_file(const rip::FoundPages& file) {
  std::vector<Rows> read;
  for (int image = 0; image < file.count && read.size() < most_pages; ++image) {
    const auto rows = file.opener->open({.path = file.path, .index = image}, memory, 1);
    if (!rows.ok()) break;
    read.push_back(read_page(**rows));
    if (read.back().empty()) break;
  }
  return read;
}

}  // namespace

void read_both_ways(const rip::PageFormat& format, const std::uint8_t* data, std::size_t size) {
  static const FuzzedFile file;
  file.write(data, size);
  rip::InputStream stream(file.fd(), "fuzz");
  const auto streamed = format.open_stream(stream, memory, most_bytes, 1);
  const std::vector<Rows> from_stream = streamed.ok() ? read_stream(**streamed) : std::vector<Rows>();
  const auto found = format.find_pages(file.path());
  if (!found.ok()) return;
  const std::vector<Rows> from_file = read_file(*found);
  const std::size_t both = std::min(from_stream.size(), from_file.size());
  for (std::size_t i = 0; i < both; ++i) {
    if (!from_stream[i].empty() && !from_file[i].empty() && from_stream[i] != from_file[i]) std::abort();
  }
}

}  // namespace platerip::fuzz
