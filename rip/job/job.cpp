#include "rip/job/job.h"

#include <algorithm>

#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

}  // namespace

std::size_t memory_of(const Job& job) {
  if (job.memory) return *job.memory;
  return std::clamp<std::size_t>(32 * static_cast<std::size_t>(thread_count(job.threads)), 128, 512) * mib;
}

}  // namespace platerip::rip
