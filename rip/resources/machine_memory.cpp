#include "rip/resources/machine_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string_view>
#include <vector>

namespace platerip::rip {
namespace {

namespace fs = std::filesystem;

/// A mounted hierarchy of groups that can limit memory.
struct Hierarchy {
  bool is_v2 = false;
  std::string root;         ///< the group that is mounted
  std::string mount_point;  ///< where it is mounted
};

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool has_memory(std::string_view controllers) {
  return ("," + std::string(controllers) + ",").find(",memory,") != std::string::npos;
}

// proc(5): a line of mountinfo has the mount's root and mount point as words 4 and 5, and after a hyphen the type, the
// source and the options of the file system.
std::vector<Hierarchy> hierarchies(const std::string& root) {
  std::vector<Hierarchy> found;
  std::ifstream mounts(root + "/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    const std::vector<std::string> words = words_of(line);
    const auto hyphen = std::ranges::find(words, "-");
    if (words.size() < 5 || words.end() - hyphen < 4) continue;
    const bool is_v2 = hyphen[1] == "cgroup2";
    if (is_v2 || (hyphen[1] == "cgroup" && has_memory(hyphen[3]))) found.push_back({is_v2, words[3], words[4]});
  }
  return found;
}

// This process's group in a hierarchy, as cgroups(7) describes the lines of /proc/self/cgroup: NUMBER:CONTROLLERS:PATH,
// without controllers in version 2.
std::string group_in(const Hierarchy& hierarchy, const std::string& root) {
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (hierarchy.is_v2 ? controllers.empty() : has_memory(controllers)) return line.substr(second + 1);
  }
  return "/";
}

// The group's folder below the mount point. A container may see a group that is outside of what is mounted; then the
// mount point stands for it.
fs::path below_mount(const Hierarchy& hierarchy, const std::string& group) {
  const fs::path below = fs::path(group).lexically_relative(hierarchy.root);
  return below.empty() || *below.begin() == ".." || below == "." ? fs::path() : below;
}

std::optional<std::uint64_t> number_in(const fs::path& file) {
  std::ifstream stream(file);
  std::uint64_t bytes = 0;
  if (stream >> bytes) return bytes;
  return std::nullopt;  // there is no such file, or it says "max"
}

void lower(std::optional<std::uint64_t>& least, std::optional<std::uint64_t> other) {
  if (other && (!least || *other < *least)) least = other;
}

std::uint64_t limit_of(decltype(RLIMIT_AS) resource, std::uint64_t memory) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return memory;
  return std::min<std::uint64_t>(memory, limit.rlim_cur);
}

std::uint64_t find_machine_memory() {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES)));
  std::uint64_t memory = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (const auto limit = control_group_memory()) memory = std::min(memory, *limit);
  return limit_of(RLIMIT_DATA, limit_of(RLIMIT_AS, memory));
}

}  // namespace

std::uint64_t machine_memory() {
  static const std::uint64_t memory = find_machine_memory();
  return memory;
}

MemoryRange growing_memory(std::size_t usual, int processes) {
  return {usual, std::max<std::size_t>(usual, machine_memory() / 2 / static_cast<std::size_t>(processes))};
}

std::optional<std::uint64_t> control_group_memory(const std::string& root) {
  std::optional<std::uint64_t> least;
  for (const Hierarchy& hierarchy : hierarchies(root)) {
    const fs::path mount_point = root + hierarchy.mount_point;
    for (fs::path below = below_mount(hierarchy, group_in(hierarchy, root));; below = below.parent_path()) {
      for (const char* const file : {"memory.max", "memory.high", "memory.limit_in_bytes"})
        lower(least, number_in(mount_point / below / file));
      if (below.empty()) break;
    }
  }
  return least;
}

}  // namespace platerip::rip
