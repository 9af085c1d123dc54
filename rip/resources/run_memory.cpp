#include "rip/resources/run_memory.h"

#include <chrono>

namespace platerip::rip {
namespace {

constexpr std::chrono::milliseconds poll_time(20);

}  // namespace

void RunMemory::begin(std::size_t usual) {
  const std::lock_guard lock(mutex_);
  held_ += usual;
}

bool RunMemory::grow(std::size_t from, std::size_t to, std::size_t most, const std::function<bool()>& stop) {
  std::unique_lock lock(mutex_);
  held_ -= from;
  changed_.notify_all();
  bool fits = held_ + to <= most;
  for (; !fits && !(stop && stop()); fits = held_ + to <= most) changed_.wait_for(lock, poll_time);
  held_ += fits ? to : from;
  return fits;
}

void RunMemory::end(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  held_ -= bytes;
  changed_.notify_all();
}

}  // namespace platerip::rip
