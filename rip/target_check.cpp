#include "rip/target_check.h"

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

using tiffio::printable;
using FileId = std::pair<dev_t, ino_t>;

std::optional<FileId> id_of(const std::string& path) {
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0) return std::nullopt;
  return FileId(file.st_dev, file.st_ino);
}

}  // namespace

std::filesystem::path place_of(const std::filesystem::path& path) {
  std::error_code failed;
  const auto folder = std::filesystem::weakly_canonical(std::filesystem::path(".") / path.parent_path(), failed);
  return (failed ? path.parent_path() : folder) / path.filename();
}

Error would_be_replaced(const std::string& file) {
  return Error{printable(file) + " would be replaced, and this run reads or has made it; choose another " +
               "output folder or preview"};
}

Status check_targets(std::span<const std::string> targets, std::span<const std::string> keep) {
  std::set<std::filesystem::path> places;
  for (const std::string& target : targets) {
    if (places.insert(place_of(target)).second) continue;
    return Error{printable(target) + " would be made twice; choose another name for the preview"};
  }
  std::set<FileId> kept;
  for (const std::string& file : keep) {
    if (const auto id = id_of(file)) kept.insert(*id);
  }
  for (const std::string& target : targets) {
    const auto id = id_of(target);
    if (id && kept.contains(*id)) return would_be_replaced(target);
  }
  return {};
}

}  // namespace platerip::rip
