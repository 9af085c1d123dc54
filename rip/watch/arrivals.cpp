#include "rip/watch/arrivals.h"

#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "rip/watch/moves.h"

namespace platerip::rip {
namespace {

constexpr std::string_view marker = ".ready";

std::uint64_t next_order() {
  static std::atomic<std::uint64_t> order = 0;
  return ++order;
}

// The names in the folder that may be pages.
Result<std::set<std::string>> names_of_pages(const std::string& folder) {
  std::set<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
    std::string name = each->path().filename().string();
    if (!is_left_alone(name)) names.insert(std::move(name));
  }
  if (error) return file_trouble(folder, "cannot be read", error.value());
  return names;
}

bool is_file(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

bool is_left_alone(const std::string& name) {
  static constexpr std::array<std::string_view, 8> ends = {"~",     ".part",       ".partial",  ".tmp",
                                                           ".temp", ".crdownload", ".filepart", marker};
  static constexpr std::array names = {"Thumbs.db", "desktop.ini"};
  const auto is_end = [&](std::string_view end) {
    return name.size() >= end.size() &&
           ::strncasecmp(name.c_str() + name.size() - end.size(), end.data(), end.size()) == 0;
  };
  const auto is_name = [&](const char* each) { return ::strcasecmp(name.c_str(), each) == 0; };
  return name.starts_with('.') || std::ranges::any_of(ends, is_end) || std::ranges::any_of(names, is_name);
}

void remove_marker(const std::string& folder, const std::string& name) {
  ::unlink((path_in(folder, name) + std::string(marker)).c_str());
}

bool Arrivals::has_marker(const std::string& name, const PageStamp& stamp) const {
  const std::string path = path_in(folder_, name);
  return is_file(path + std::string(marker)) || (stamp.is_folder && is_file(path_in(path, std::string(marker))));
}

Status Arrivals::look() {
  auto names = names_of_pages(folder_);
  if (!names.ok()) return names.error();
  const auto now = Clock::now();
  std::erase_if(pages_, [&](const auto& page) { return !names->contains(page.first); });
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(complete_, [&](const auto& page) { return !names->contains(page.second.name); });
    std::erase_if(orders_, [&](const auto& page) { return !names->contains(page.first); });
    for (const auto& [name, order] : orders_) names->erase(name);
  }
  std::vector<std::pair<std::string, PageStamp>> found;
  for (const std::string& name : *names) {
    const auto stamp = page_stamp(path_in(folder_, name));
    if (stamp && stamp->files > 0) found.emplace_back(name, *stamp);
  }
  std::ranges::stable_sort(found, {}, [](const auto& page) { return page.second.modified; });
  for (const auto& [name, stamp] : found) see(name, stamp, now);
  return {};
}

void Arrivals::see(const std::string& name, const PageStamp& stamp, Clock::time_point now) {
  auto [page, is_new] = pages_.try_emplace(name, Seen{stamp, now, 0});
  if (is_new) page->second.order = next_order();
  if (page->second.stamp != stamp) page->second = {stamp, now, page->second.order};
  if (now - page->second.since < steady_ && !has_marker(name, stamp)) return;
  add_complete(name, page->second);
  pages_.erase(page);
}

// Empty files are complete only when they stay so: many programs make a file before they write it.
void Arrivals::completed(const std::string& name) {
  if (is_left_alone(name)) return;
  const auto stamp = page_stamp(path_in(folder_, name));
  if (!stamp || stamp->bytes == 0) return;
  const auto seen = pages_.find(name);
  add_complete(name, {*stamp, {}, seen == pages_.end() ? next_order() : seen->second.order});
  if (seen != pages_.end()) pages_.erase(seen);
}

void Arrivals::add_complete(const std::string& name, const Seen& page) {
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = orders_.try_emplace(name, page.order);
  complete_[known->second] = {name, known->second, page.stamp};
}

std::optional<Arrival> Arrivals::first(std::uint64_t most_bytes) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [order, arrival] : complete_) {
    if (arrival.stamp.bytes <= most_bytes) return arrival;
  }
  return std::nullopt;
}

bool Arrivals::remove(const Arrival& arrival) {
  const std::lock_guard lock(mutex_);
  orders_.erase(arrival.name);
  return complete_.erase(arrival.order) > 0;
}

void Arrivals::put_back(const Arrival& arrival) {
  const std::lock_guard lock(mutex_);
  if (orders_.try_emplace(arrival.name, arrival.order).second) complete_[arrival.order] = arrival;
}

std::size_t Arrivals::complete() const {
  const std::lock_guard lock(mutex_);
  return complete_.size();
}

}  // namespace platerip::rip
