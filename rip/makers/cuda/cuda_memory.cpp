#include "rip/makers/cuda/cuda_memory.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

#include "base/cuda_errors.h"

namespace platerip::rip::cuda {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

}  // namespace

// Huge pages can be pinned in a fraction of the time.
Result<PinnedMemory> PinnedMemory::make(std::size_t bytes) {
  PinnedMemory pinned;
  pinned.bytes_ = (bytes + huge_page - 1) / huge_page * huge_page;
  void* memory = std::aligned_alloc(huge_page, pinned.bytes_);
  if (memory == nullptr) throw std::bad_alloc();
  ::madvise(memory, pinned.bytes_, MADV_HUGEPAGE);
  const cudaError_t error = cudaHostRegister(memory, pinned.bytes_, cudaHostRegisterDefault);
  if (error != cudaSuccess) {
    std::free(memory);
    return status_of(error, "cannot pin the host's memory").error();
  }
  pinned.memory_.reset(static_cast<std::byte*>(memory));
  return pinned;
}

void PinnedMemory::Release::operator()(std::byte* memory) const {
  cudaHostUnregister(memory);
  std::free(memory);
}

}  // namespace platerip::rip::cuda
