#include "rip/job/job.h"

#include <algorithm>

#include "rip/resources/machine_memory.h"
#include "rip/resources/memory_share.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

}  // namespace

MemoryRange memory_range(const Job& job) {
  if (job.memory) return *job.memory;
  if (job.default_memory) return *job.default_memory;
  return growing_memory(std::clamp<std::size_t>(32 * static_cast<std::size_t>(thread_count(job.threads)), 128, 512) *
                        mib);
}

std::size_t memory_of(const Job& job) {
  return memory_range(job).usual;
}

MemoryRange reader_memory(const Job& job) {
  return memory_range(job) / (job.upright ? placing_share : reader_share);
}

ReadSettings read_settings(const Job& job) {
  ReadSettings settings{.pages = job.pages, .pdf = job.pdf, .spool = job.spool};
  if (!settings.pdf.resolution) settings.pdf.resolution = job.resolution;
  return settings;
}

}  // namespace platerip::rip
