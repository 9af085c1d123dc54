#include "rip/plates/target_check.h"

#include <algorithm>
#include <map>

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

namespace fs = std::filesystem;
using tiffio::printable;

constexpr const char* choose_another = "; choose another name or folder for it";

// The other path of the same file, if it has one.
std::string also_called(const std::string& other, const std::string& file) {
  return other == file ? "" : " (as " + printable(other) + ")";
}

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
  return Error{printable(file) + " would be replaced, but this run reads it or has made it" + choose_another};
}

Status check_targets(std::span<const std::string> targets, const KeptFiles* kept, std::span<const std::string> read) {
  const std::vector<fs::path> places = places_of(targets);
  std::map<fs::path, std::string> different;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto [first, is_new] = different.try_emplace(places[i], targets[i]);
    if (is_new) continue;
    return Error{printable(targets[i]) + " would be made twice" + also_called(first->second, targets[i]) +
                 choose_another};
  }
  for (const std::string& target : targets) {
    const auto id = id_of(target);
    if (!id) continue;
    const auto same = std::ranges::find_if(read, [&](const auto& file) { return id_of(file) == id; });
    if (same != read.end())
      return Error{printable(target) + " would be replaced, but this page is made from it" +
                   also_called(*same, target) + choose_another};
    if (kept != nullptr && kept->has(*id)) return would_be_replaced(target);
  }
  return {};
}

}  // namespace platerip::rip
