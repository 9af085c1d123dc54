#include "rip/dealt_files.h"

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

std::filesystem::path place_of(const std::string& file) {
  std::error_code failed;
  const auto place = std::filesystem::weakly_canonical(std::filesystem::absolute(file), failed);
  return failed ? std::filesystem::path(file) : place;
}

}  // namespace

Status Claims::claim(const std::vector<std::string>& files) {
  const std::lock_guard lock(mutex_);
  for (const std::string& file : files) {
    if (claimed_.contains(place_of(file)))
      return Error{tiffio::printable(file) +
                   " would be replaced, and another page of this run makes it; choose another output folder"};
  }
  for (const std::string& file : files) claimed_.insert(place_of(file));
  return {};
}

Status DealtFiles::begin(const PlatesInfo& plates, std::vector<OutputFile>& files) {
  if (const Status status = claims_.claim(this->files(plates.page, plates.inks)); !status.ok()) return status;
  return PlateFiles::begin(plates, files);
}

}  // namespace platerip::rip
