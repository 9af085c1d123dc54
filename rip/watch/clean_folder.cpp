#include "rip/watch/clean_folder.h"

#include <filesystem>
#include <tuple>
#include <utility>

#include "rip/watch/moves.h"
#include "rip/watch/oldest.h"
#include "rip/watch/page_stamp.h"

namespace platerip::rip {
namespace {

namespace fs = std::filesystem;
using Nanoseconds = std::chrono::nanoseconds;

constexpr std::size_t most_at_once = 10'000;

struct Kept {
  Nanoseconds since{};
  std::string path;
  std::uint64_t bytes = 0;
  bool operator<(const Kept& other) const { return std::tie(since, path) < std::tie(other.since, other.path); }
};

void remove_path(const std::string& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

}  // namespace

void clean_folder(const std::string& folder, const Keep& keep) {
  if (!keep.time && !keep.bytes) return;
  const Nanoseconds now = std::chrono::system_clock::now().time_since_epoch();
  std::uint64_t bytes = 0;
  Oldest<Kept> oldest(most_at_once);
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
    const std::string path = each->path().string();
    const auto stamp = page_stamp(path);
    const Nanoseconds since(last_change(path));
    if (!stamp || since.count() == 0) continue;
    if (keep.time && now - since >= *keep.time) {
      remove_path(path);
    } else if (keep.bytes) {
      bytes += stamp->bytes;
      oldest.add({since, path, stamp->bytes});
    }
  }
  for (const Kept& page : std::move(oldest).in_order()) {
    if (bytes <= keep.bytes.value_or(bytes)) return;
    remove_path(page.path);
    bytes -= page.bytes;
  }
}

}  // namespace platerip::rip
