#include "rip/plates/kept_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace platerip::rip {
namespace {

// Few enough for a linear search, and so many that merging them is rare.
constexpr std::size_t most_unsorted = 4096;

}  // namespace

std::optional<FileId> id_of(const std::string& path) {
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0) return std::nullopt;
  return FileId(file.st_dev, file.st_ino);
}

void KeptFiles::keep(const std::string& path) {
  if (const auto id = id_of(path)) keep(*id);
}

void KeptFiles::keep(const FileId& file) {
  const std::lock_guard lock(mutex_);
  Numbers& numbers = devices_[file.first];
  numbers.latest.push_back(file.second);
  if (numbers.latest.size() == most_unsorted) merge(numbers);
}

void KeptFiles::merge(Numbers& numbers) {
  std::vector<Range> all = std::move(numbers.ranges);
  const auto ranges = static_cast<std::ptrdiff_t>(all.size());
  std::sort(numbers.latest.begin(), numbers.latest.end());
  for (const ino_t number : numbers.latest) all.push_back({number, number});
  numbers.latest.clear();
  std::inplace_merge(all.begin(), all.begin() + ranges, all.end(),
                     [](const Range& a, const Range& b) { return a.first < b.first; });
  auto end = all.begin();
  for (auto next = all.begin() + 1; next != all.end(); ++next) {
    if (next->first <= end->last || next->first - end->last == 1) {
      end->last = std::max(end->last, next->last);
    } else {
      *++end = *next;
    }
  }
  all.erase(end + 1, all.end());
  numbers.ranges = std::move(all);
}

bool KeptFiles::has(const FileId& file) const {
  const std::lock_guard lock(mutex_);
  const auto device = devices_.find(file.first);
  if (device == devices_.end()) return false;
  const auto& [ranges, latest] = device->second;
  const auto behind = std::upper_bound(ranges.begin(), ranges.end(), file.second,
                                       [](ino_t number, const Range& range) { return number < range.first; });
  return (behind != ranges.begin() && file.second <= std::prev(behind)->last) ||
         std::find(latest.begin(), latest.end(), file.second) != latest.end();
}

}  // namespace platerip::rip
