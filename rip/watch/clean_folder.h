// Removes old pages. May throw std::bad_alloc, and nothing else. Thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace platerip::rip {

/// What stays in a folder; without limits, everything.
struct Keep {
  std::optional<std::chrono::seconds> time = {};  ///< since a page was moved there, by the clock of this machine
  std::optional<std::uint64_t> bytes = {};        ///< of all pages together; the oldest go first
};

/// Removes the files and folders in `folder` that are not to be kept. What cannot be removed stays.
void clean_folder(const std::string& folder, const Keep& keep);

}  // namespace platerip::rip
