#include "rip/engines/choose_engine.h"

#include <algorithm>

#include "rip/engines/backends.h"
#include "rip/engines/cores_engine.h"
#include "rip/engines/fallback_engine.h"
#include "rip/engines/gpu_engine.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

//  --backend        GPU              makes the page    page unsuited to GPUs   too little memory, or the GPU fails
//  auto             none             the cores
//  auto             one              the GPU           the cores               the cores, from the strip that failed on
//  auto             that starts      the cores, then   the cores               the cores, from the strip that failed on
//                                    the GPU
//  auto             one of several   the GPU           the cores               another GPU
//  cuda             one              the GPU           refused                 refused
//  cuda             one of several   the GPU           refused                 another GPU
//  cpu, reference   any              the cores
struct Policy {
  bool gpu = false;
  bool cores_before = false;   // until the GPU has started
  bool cores_instead = false;  // if the page is unsuited to GPUs
  bool cores_after = false;    // if the GPU has too little memory, or fails
};

Policy policy_for(const EngineWish& wish, bool suits_gpus) {
  if (wish.backend == "cuda") return {.gpu = true};
  if (!suits_gpus) return {};
  if (wish.backend != "auto" || !wish.gpu) return {};
  if (wish.cores_may_begin && !wish.gpu->has_started()) return {.cores_before = true};
  return {.gpu = true, .cores_instead = true, .cores_after = !wish.is_one_of_several};
}

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
  if (wish.backend == "cuda") return true;
  const auto threads = static_cast<std::uintmax_t>(thread_count(wish.threads));
  return wish.backend == "auto" && wish.page_bytes >= std::min(worth_a_gpu, threads * worth_a_gpu_per_thread);
}

// The number of the GPU that is next after `turn` others.
int number_of(int turn, int device) {
  int gpus = 1;
  while (find_gpu(device + gpus).ok()) ++gpus;
  return device + turn % gpus;
}

// The backends for the cores.
Result<Backends> cores_backends(std::string_view backend) {
  return find_backends(backend == "cuda" ? "auto" : backend);
}

template <typename Made>
Result<std::unique_ptr<Engine>> as_engine(Result<std::unique_ptr<Made>> made) {
  if (!made.ok()) return made.error();
  return std::unique_ptr<Engine>(*std::move(made));
}

// Adds advice to use the cores, if only the GPU is the problem.
Error not_for_gpu(Error error) {
  if (error.code == ErrorCode::unsupported) error.advice.push_back({Advice::Action::give, "backend", "auto"});
  return error;
}

// Why only the cores can make the page; null if a GPU can.
const char* needs_cores(const EngineSettings& settings) {
  if (!settings.separation.spots.empty()) return "its spot inks are separated by the CPU";
  if (settings.see) return "its report needs the CPU, which keeps the tones of its inks";
  return nullptr;
}

Result<std::unique_ptr<Engine>> on_gpu(const EngineWish& wish, const EngineSettings& settings, bool cores_after) {
  auto page = prepare_on_gpu(wish, settings);
  if (!page.ok()) return page.error();
  return cores_after ? as_engine(FallbackEngine::make(settings, *std::move(page)))
                     : as_engine(GpuEngine::make(settings, *std::move(page), {}));
}

Result<std::unique_ptr<CoresEngine>> on_cores(const EngineWish& wish, const EngineSettings& settings) {
  if (wish.gpu) wish.gpu->release_memory();  // its pinned memory would add to the strips' memory and exceed --memory
  return CoresEngine::make(settings);
}

}  // namespace

Status check_backend(std::string_view backend, int device) {
  if (backend == "cuda") return find_gpu(device);
  const auto backends = find_backends(backend);
  return backends.ok() ? Status() : backends.error();
}

std::vector<std::shared_ptr<Gpu>> open_gpus(const GpuWish& wish) {
  std::vector<std::shared_ptr<Gpu>> gpus;
  if (!has_gpus() || !is_worth_a_gpu(wish)) return gpus;
  gpus.push_back(open_gpu(wish.turn ? number_of(*wish.turn, wish.device) : wish.device, wish.memory));
  for (int number = wish.device + 1; wish.all && find_gpu(number).ok(); ++number)
    gpus.push_back(open_gpu(number, wish.memory));
  return gpus;
}

Result<std::unique_ptr<GpuPage>> prepare_on_gpu(const EngineWish& wish, const EngineSettings& settings) {
  if (const char* const why = needs_cores(settings)) return not_for_gpu(Error{why, ErrorCode::unsupported});
  const auto gpu = wish.gpu ? wish.gpu : open_gpu(wish.device, wish.gpu_memory);
  if (!gpu) return find_gpu(wish.device).error();
  if (const Status health = gpu->health(); !health.ok()) return of_device(health.error());
  auto page = gpu->prepare({.separation = settings.separation,
                            .halftone = settings.halftone,
                            .plate_inks = settings.plate_inks,
                            .stop = settings.stop});
  if (!page.ok()) return not_for_gpu(page.error());
  return page;
}

Result<EngineRelay> choose_engine(const EngineWish& wish, EngineSettings settings) {
  const auto cores = cores_backends(wish.backend);
  if (!cores.ok()) return cores.error();
  settings.cores = *cores;
  if (wish.make_engine) {
    auto engine = wish.make_engine(settings);
    if (!engine.ok()) return engine.error();
    return EngineRelay(*std::move(engine));
  }
  const char* const for_cores = needs_cores(settings);
  const Policy policy = policy_for(wish, for_cores == nullptr);
  std::string without_gpu;
  if (for_cores != nullptr && wish.gpu) without_gpu = for_cores;
  if (policy.gpu) {
    auto engine = on_gpu(wish, settings, policy.cores_after);
    if (engine.ok()) return EngineRelay(*std::move(engine));
    const Error& why = engine.error();
    const bool is_for_cores = why.code == ErrorCode::device ? policy.cores_after : policy.cores_instead;
    if (why.code == ErrorCode::stopped || !is_for_cores) return why;
    without_gpu = why.message;
  }
  auto engine = on_cores(wish, settings);
  if (!engine.ok()) return engine.error();
  if (policy.cores_before) return EngineRelay(*std::move(engine), settings, wish.gpu);
  return EngineRelay(*std::move(engine), without_gpu);
}

}  // namespace platerip::rip
