// The memory of the machine, as far as this process may use it.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "rip/resources/memory_range.h"

namespace platerip::rip {

/// Bytes of memory that this process may use: the machine's, or fewer if a control group or a resource limit (ulimit -v
/// and -d) allows fewer. Looked up once in a process.
std::uint64_t machine_memory();

/// Memory that is `usual` and may grow to half of machine_memory(), divided by the number of `processes` that may do so
/// at the same time.
MemoryRange growing_memory(std::size_t usual, int processes = 1);

/// The lowest memory limit of this process's control groups, of version 1 or 2, and of the groups above them, in bytes:
/// see cgroups(7). Nothing if there is no limit. `root`: the folder that has proc/self, and in which the groups are
/// mounted; "" for "/".
std::optional<std::uint64_t> control_group_memory(const std::string& root = "");

}  // namespace platerip::rip
