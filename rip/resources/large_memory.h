// Memory of megabytes.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace platerip::rip {

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};
using LargeMemory = std::unique_ptr<std::byte[], FreeMemory>;

/// `bytes` bytes, of which none is set. They are in huge pages, which save thousands of page faults, for which all
/// threads would wait. If the system has none, the memory is ordinary. Throws std::bad_alloc.
LargeMemory large_memory(std::size_t bytes);

}  // namespace platerip::rip
