#include "rip/makers/open_gpus.h"

#include <algorithm>

#include "rip/makers/backends.h"
#include "rip/makers/gpu_kinds.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

// `auto` starts a GPU if all pages together are somewhat larger than what the cores make until it has started. Pages
// from a pipe start no GPU, because a pipe is slower than the cores. Measured on 16 cores, with files in memory:
//
//     a GPU starts, H100 or H200               0.3 to 0.4 s
//     a page of 805 MB of RGB on 16 cores      0.20 s
//     the same with 8 threads                  0.15 s
//     2 cores                                  1.3 GB/s
constexpr std::uintmax_t worth_a_gpu = std::uintmax_t{2} << 30;
constexpr std::uintmax_t worth_a_gpu_per_thread = std::uintmax_t{256} << 20;

bool is_worth_a_gpu(const GpuWish& wish) {
  const Use use = use_of(wish.backend);
  if (use != Use::best) return use == Use::gpu;
  const auto threads = static_cast<std::uintmax_t>(thread_count(wish.threads));
  return wish.page_bytes >= std::min(worth_a_gpu, threads * worth_a_gpu_per_thread);
}

// The number of the GPU that is next after `turn` others.
int number_of(const GpuKind& kind, int turn, int device) {
  int gpus = 1;
  while (kind.find(device + gpus).ok()) ++gpus;
  return device + turn % gpus;
}

}  // namespace

std::vector<std::shared_ptr<Gpu>> open_gpus(const GpuWish& wish) {
  std::vector<std::shared_ptr<Gpu>> gpus;
  const GpuKind* const kind = gpu_kind(wish.backend);
  if (kind == nullptr || kind->open == nullptr || !is_worth_a_gpu(wish)) return gpus;
  gpus.push_back(kind->open(wish.turn ? number_of(*kind, *wish.turn, wish.device) : wish.device, wish.memory));
  for (int number = wish.device + 1; wish.all && kind->find(number).ok(); ++number)
    gpus.push_back(kind->open(number, wish.memory));
  return gpus;
}

}  // namespace platerip::rip
