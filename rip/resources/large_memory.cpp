#include "rip/resources/large_memory.h"

#include <sys/mman.h>

#include <new>

namespace platerip::rip {

LargeMemory large_memory(std::size_t bytes) {
  constexpr std::size_t huge_page = std::size_t{2} << 20;
  const std::size_t whole = (bytes + huge_page - 1) / huge_page * huge_page;
  void* const memory = std::aligned_alloc(huge_page, whole);
  if (memory == nullptr) throw std::bad_alloc();
  ::madvise(memory, bytes / huge_page * huge_page, MADV_HUGEPAGE);
  return LargeMemory(static_cast<std::byte*>(memory));
}

}  // namespace platerip::rip
