#include "rip/watch/engine.h"

#include <algorithm>
#include <utility>

#include "rip/job/file_stamp.h"
#include "rip/job/job_options.h"
#include "rip/makers/gpu.h"
#include "rip/makers/open_gpus.h"
#include "rip/resources/cache_folder.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

constexpr std::size_t most_presses = 64;

// All that resources depend on: the settings, and the files that they name.
std::string key_of(const Job& job) {
  std::string key;
  for (const JobOption* const option : all_job_options()) {
    for (const std::string& word : words_of(job, *option)) key += std::string(option->name) + '=' + word + '\n';
  }
  for (const FileStamp& file : stamps_of(files_named(job)))
    key += std::to_string(file.bytes) + ' ' + file.modified + '\n';
  return key;
}

}  // namespace

Engine::Engine(int threads) : threads_(thread_count(threads)) {}

// A GPU that has failed is opened anew. While the mutex is locked, no other job can open the same press.
Result<RunResources> Engine::resources_for(const Job& job, std::uintmax_t page_bytes) {
  const std::string key = key_of(job);
  const std::lock_guard lock(mutex_);
  auto found = open_.find(key);
  if (found == open_.end()) {
    auto press = open_press(job);
    if (!press.ok()) return press.error();
    ++opened_;
    if (open_.size() >= most_presses)
      open_.erase(std::ranges::min_element(open_, {}, [](const auto& each) { return each.second.used; }));
    RunResources resources{
        .press = *std::move(press), .cores_may_begin = true, .cache = cache_folder(), .memory = memory_};
    found = open_.emplace(key, Open{std::move(resources), {}}).first;
  }
  found->second.used = Clock::now();
  RunResources resources = found->second.resources;
  resources.gpu = gpu_for(job, page_bytes);
  return resources;
}

std::shared_ptr<Gpu> Engine::gpu_for(const Job& job, std::uintmax_t page_bytes) {
  const std::string wish = job.backend + ' ' + std::to_string(job.device) + ' ' + std::to_string(job.gpu_memory);
  const bool fits = gpu_ && wish == gpu_wish_ && (!gpu_->has_started() || gpu_->health().ok());
  if (!fits) {
    auto gpus = open_gpus({.backend = job.backend,
                           .page_bytes = page_bytes,
                           .threads = threads_,
                           .device = job.device,
                           .memory = job.gpu_memory});
    if (gpus.empty()) return nullptr;
    gpu_ = std::move(gpus.front());
    gpu_wish_ = wish;
  }
  gpu_used_ = Clock::now();
  return gpu_;
}

Engine::Share::Share(Engine& engine) : engine_(engine) {
  const std::lock_guard lock(engine_.mutex_);
  threads_ = std::max(1, engine_.threads_ / ++engine_.pages_);
}

Engine::Share::~Share() {
  const std::lock_guard lock(engine_.mutex_);
  --engine_.pages_;
}

void Engine::give_back(std::chrono::duration<double> idle) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  std::erase_if(open_, [&](const auto& each) { return now - each.second.used >= idle; });
  if (gpu_ && pages_ == 0 && now - gpu_used_ >= idle) gpu_.reset();
}

Engine::Counts Engine::counts() const {
  const std::lock_guard lock(mutex_);
  return {open_.size(), opened_, gpu_ != nullptr, threads_, pages_};
}

}  // namespace platerip::rip
