#include "rip/dealt_files.h"

#include <algorithm>

#include "rip/target_check.h"

namespace platerip::rip {

Status Claims::claim(std::size_t page, const std::vector<std::string>& files) {
  std::set<std::filesystem::path> places;
  for (const std::string& file : files) places.insert(place_of(file));
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return first_unclaimed() >= page && !is_in_work(places); });
  for (const std::string& file : files) {
    if (made_.contains(place_of(file))) return would_be_replaced(file);
  }
  claims_[page] = std::move(places);
  changed_.notify_all();
  return {};
}

void Claims::end(std::size_t page, bool made) {
  const std::lock_guard lock(mutex_);
  if (made) made_.merge(claims_[page]);
  claims_[page].clear();
  changed_.notify_all();
}

std::size_t Claims::first_unclaimed() const {
  std::size_t page = 0;
  while (claims_.contains(page)) ++page;
  return page;
}

bool Claims::is_in_work(const std::set<std::filesystem::path>& places) const {
  return std::any_of(claims_.begin(), claims_.end(), [&](const auto& claim) {
    return std::any_of(places.begin(), places.end(), [&](const auto& place) { return claim.second.contains(place); });
  });
}

Status DealtFiles::begin(const PlatesInfo& plates, std::vector<OutputFile>& files) {
  if (const Status status = claims_.claim(page_, this->files(plates.page, plates.inks)); !status.ok()) return status;
  return PlateFiles::begin(plates, files);
}

}  // namespace platerip::rip
