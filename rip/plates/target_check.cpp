#include "rip/plates/target_check.h"

#include <algorithm>
#include <map>
#include <set>

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

namespace fs = std::filesystem;
using tiffio::printable;

}  // namespace

fs::path canonical_folder(const fs::path& folder) {
  std::error_code failed;
  fs::path found = fs::weakly_canonical(fs::path(".") / folder, failed);
  return failed ? folder : found;
}

std::vector<fs::path> places_of(std::span<const std::string> files) {
  std::map<fs::path, fs::path> found;
  std::vector<fs::path> places;
  for (const fs::path path : files) {
    const auto [folder, is_new] = found.try_emplace(path.parent_path());
    if (is_new) folder->second = canonical_folder(folder->first);
    places.push_back(folder->second / path.filename());
  }
  return places;
}

Error would_be_replaced(const std::string& file) {
  return Error{printable(file) + " would be replaced, and this run reads or has made it; choose another " +
               "output folder or preview"};
}

Status check_targets(std::span<const std::string> targets, const KeptFiles* kept, std::span<const std::string> read) {
  const std::vector<fs::path> places = places_of(targets);
  std::set<fs::path> different;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (different.insert(places[i]).second) continue;
    return Error{printable(targets[i]) + " would be made twice; choose another name for the preview"};
  }
  for (const std::string& target : targets) {
    const auto id = id_of(target);
    if (!id) continue;
    const bool is_read = std::any_of(read.begin(), read.end(), [&](const auto& file) { return id_of(file) == id; });
    if (is_read || (kept != nullptr && kept->has(*id))) return would_be_replaced(target);
  }
  return {};
}

}  // namespace platerip::rip
