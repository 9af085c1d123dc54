#include "rip/runs/shard.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <vector>

#include "base/unicode/names.h"
#include "rip/job/option_values.h"
#include "rip/plates/plate_names.h"
#include "rip/plates/target_check.h"

namespace platerip::rip {

Result<Shard> read_shard(const std::string& word) {
  constexpr Range<std::size_t> allowed{1, 1'000'000, "K/N, where K is 1 to N, and N at most 1000000"};
  Shard shard;
  const std::size_t slash = word.find('/');
  if (slash == std::string::npos) return wrong_setting("'" + word + "' is not " + allowed.range);
  for (const auto& [text, number] :
       {std::pair(word.substr(0, slash), &shard.number), std::pair(word.substr(slash + 1), &shard.count)}) {
    if (const Status status = read_number(text, allowed, *number); !status.ok()) return status.error();
  }
  if (shard.number > shard.count) return wrong_setting("'" + word + "' is not " + allowed.range);
  return shard;
}

// Names from a pattern have been checked by check_pages_apart().
Status check_shards_apart(const PlateSettings& settings, std::span<const PageSource> files) {
  if (settings.name) return {};
  std::vector<std::size_t> hashes;
  for (const PageSource& file : files) {
    const auto folder = std::filesystem::path(file.path).parent_path();
    const std::string place = canonical_folder(settings.folder.value_or(folder.string())).string() + "/";
    PageSource page = file;
    for (page.index = 0; page.index < std::max(file.count, 1); ++page.index)
      hashes.push_back(std::hash<std::string>()(unicode::folded(place + numbered_stem(page))));
  }
  std::sort(hashes.begin(), hashes.end());
  if (std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end()) return {};
  return Error{"the plates of two pages would have the same names, and shards would replace each other's",
               ErrorCode::bad_setting,
               {{Advice::Action::give, "name", "'{page}-{copy}.{ink}'"}},
               "shard"};
}

}  // namespace platerip::rip
