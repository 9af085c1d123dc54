#include "rip/watch/arrivals.h"

#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <string_view>
#include <utility>

#include "rip/watch/large_page.h"
#include "rip/watch/moves.h"
#include "rip/watch/oldest.h"

namespace platerip::rip {
namespace {

constexpr std::string_view marker = ".ready";

std::uint64_t next_order() {
  static std::atomic<std::uint64_t> order = 0;
  return ++order;
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
  return is_file(path + std::string(marker)) ||
         (stamp.kind == PageStamp::Kind::folder && is_file(path_in(path, std::string(marker))));
}

// While pages that are not listed wait behind many others, there is no need to look.
Status Arrivals::look() {
  const std::size_t listed = complete();
  if (later_ > 0 && listed > room_ / 2) return {};
  {
    const std::lock_guard lock(mutex_);
    ++look_;
  }
  Oldest<Found> found(room_ - std::min(listed, room_));
  std::error_code error;
  for (std::filesystem::directory_iterator each(folder_, error), end; !error && each != end; each.increment(error)) {
    const std::string name = each->path().filename().string();
    if (is_left_alone(name) || find_again(name)) continue;
    const std::string path = path_in(folder_, name);
    const auto stamp = page_stamp(path);
    if (stamp && stamp->files > 0) found.add({last_change(path), name, *stamp});
  }
  if (error) return file_trouble(folder_, "cannot be read", error.value());
  forget_gone();
  later_ = found.left_out();
  const auto before = std::exchange(pages_, {});
  const auto now = Clock::now();
  for (const Found& page : std::move(found).in_order()) see(page, now, before);
  return {};
}

// Whether the page is listed as complete.
bool Arrivals::find_again(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto listed = listed_.find(name);
  if (listed == listed_.end()) return false;
  listed->second.look = look_;
  return true;
}

void Arrivals::forget_gone() {
  const std::lock_guard lock(mutex_);
  std::erase_if(listed_, [this](const auto& page) {
    const bool is_gone = page.second.look != look_;
    if (is_gone) complete_.erase(page.second.order);
    return is_gone;
  });
}

void Arrivals::see(const Found& page, Clock::time_point now, const std::map<std::string, Seen>& before) {
  const auto known = before.find(page.name);
  Seen seen = known != before.end() ? known->second : Seen{page.stamp, now, next_order()};
  if (seen.stamp != page.stamp) seen = {page.stamp, now, seen.order};
  if (now - seen.since >= steady_ || has_marker(page.name, page.stamp)) {
    add_complete(page.name, seen);
  } else {
    pages_.emplace(page.name, seen);
  }
}

// Empty files are complete only when they stay so: many programs make a file before they write it. A page that comes
// after those that are not listed is not listed either.
void Arrivals::completed(const std::string& name) {
  if (is_left_alone(name)) return;
  const auto stamp = page_stamp(path_in(folder_, name));
  if (!stamp || stamp->bytes == 0) return;
  const auto seen = pages_.find(name);
  const bool is_known = seen != pages_.end() || find_again(name);
  if (!is_known && (later_ > 0 || complete() + pages_.size() >= room_)) {
    ++later_;
    return;
  }
  add_complete(name, {*stamp, {}, seen == pages_.end() ? next_order() : seen->second.order});
  if (seen != pages_.end()) pages_.erase(seen);
}

void Arrivals::add_complete(const std::string& name, const Seen& page) {
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = listed_.try_emplace(name, Listed{page.order, look_});
  complete_[known->second.order] = {name, known->second.order, page.stamp};
}

std::optional<Arrival> Arrivals::first(bool is_small) {
  const std::lock_guard lock(mutex_);
  for (auto& [order, arrival] : complete_) {
    if (!arrival.is_large) arrival.is_large = is_large_page(path_in(folder_, arrival.name), arrival.stamp);
    if (!is_small || !*arrival.is_large) return arrival;
  }
  return std::nullopt;
}

bool Arrivals::remove(const Arrival& arrival) {
  const std::lock_guard lock(mutex_);
  listed_.erase(arrival.name);
  return complete_.erase(arrival.order) > 0;
}

void Arrivals::put_back(const Arrival& arrival) {
  const std::lock_guard lock(mutex_);
  if (listed_.try_emplace(arrival.name, Listed{arrival.order, look_}).second) complete_[arrival.order] = arrival;
}

std::size_t Arrivals::complete() const {
  const std::lock_guard lock(mutex_);
  return complete_.size();
}

}  // namespace platerip::rip
