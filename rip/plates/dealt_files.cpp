#include "rip/plates/dealt_files.h"

#include <algorithm>

#include "rip/plates/target_check.h"

namespace platerip::rip {

Status Claims::claim(std::size_t page, const std::vector<std::string>& files) {
  std::vector<std::filesystem::path> places = places_of(files);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return may_claim(page, places); });
  return set_in_work(page, files, std::move(places));
}

std::optional<Status> Claims::try_claim(std::size_t page, const std::vector<std::string>& files) {
  std::vector<std::filesystem::path> places = places_of(files);
  const std::lock_guard lock(mutex_);
  if (!may_claim(page, places)) return std::nullopt;
  return set_in_work(page, files, std::move(places));
}

bool Claims::may_claim(std::size_t page, const std::vector<std::filesystem::path>& places) const {
  return first_unclaimed_ >= page && !is_in_work(places);
}

Status Claims::set_in_work(std::size_t page, const std::vector<std::string>& files,
                           std::vector<std::filesystem::path> places) {
  for (const std::string& file : files) {
    const auto id = id_of(file);
    if (id && kept_.has(*id)) return would_be_replaced(file);
  }
  in_work_[page] = std::move(places);
  set_claimed(page);
  return {};
}

void Claims::end(std::size_t page) {
  const std::lock_guard lock(mutex_);
  in_work_.erase(page);
  set_claimed(page);
}

void Claims::set_claimed(std::size_t page) {
  if (page >= first_unclaimed_) claimed_.insert(page);
  while (claimed_.erase(first_unclaimed_) > 0) ++first_unclaimed_;
  changed_.notify_all();
}

bool Claims::is_in_work(const std::vector<std::filesystem::path>& places) const {
  return std::any_of(in_work_.begin(), in_work_.end(), [&](const auto& claim) {
    return std::find_first_of(places.begin(), places.end(), claim.second.begin(), claim.second.end()) != places.end();
  });
}

Status DealtFiles::begin(const PlatesInfo& plates, std::vector<OutputFile>& files) {
  if (const Status status = claims_.claim(page_, this->files(plates.source, plates.inks)); !status.ok()) return status;
  return PlateFiles::begin(plates, files);
}

}  // namespace platerip::rip
