#include "rip/watch/large_page.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "base/files.h"
#include "rip/pages/page_formats.h"

namespace platerip::rip {
namespace {

constexpr std::uint64_t most_bytes_of_small = std::uint64_t{64} << 20;

bool is_drawn(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (file < 0) return false;
  std::array<char, page_magic_bytes> begin{};
  const ssize_t got = ::read(file, begin.data(), begin.size());
  const PageFormat* const format = format_of({begin.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))});
  return format != nullptr && format->drawn.has_value();
}

}  // namespace

bool is_large_page(const std::string& path, const PageStamp& stamp) {
  return stamp.bytes > most_bytes_of_small || (stamp.kind == PageStamp::Kind::file && is_drawn(path));
}

}  // namespace platerip::rip
