// The memory that a page may take, which grows if nobody has limited it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "base/status.h"
#include "rip/resources/memory_range.h"
#include "rip/resources/run_memory.h"

namespace platerip::rip {

/// The memory of one page. Everything that the page takes is planned within bytes(). If that is too little, the plan's
/// error advises how much is enough, and grow() allows it. Copies stand for the same page. One thread at a time until
/// settle(); after that, thread-safe.
class PageMemory {
 public:
  /// A limit that never grows. May throw std::bad_alloc.
  PageMemory(std::size_t limit = 0) : PageMemory(MemoryRange(limit), nullptr) {}
  /// Memory within this range. `run` counts that of all pages, together with this one until its last copy is gone; null
  /// if there is only this page. `stop` is polled while it waits for other pages; may be empty.
  PageMemory(MemoryRange range, std::shared_ptr<RunMemory> run, std::function<bool()> stop = {});

  [[nodiscard]] std::size_t bytes() const { return state_->bytes; }
  /// bytes() before it has grown.
  [[nodiscard]] std::size_t usual() const { return state_->range.usual; }

  /// What `plan` makes of bytes(), after growing as often as its errors advise and the range allows.
  template <typename Plan>
  [[nodiscard]] auto within(const Plan& plan) const {
    auto planned = plan(bytes());
    while (!planned.ok() && grow(planned.error())) planned = plan(bytes());
    return planned;
  }

  /// Memory does not grow any more: the page takes what it holds now.
  void settle() { state_->settled = true; }

  /// Why and to how much the memory has grown, as a remark on the page; "" if it has not.
  [[nodiscard]] const std::string& growth() const { return state_->growth; }

 private:
  struct State {
    State(MemoryRange of, std::shared_ptr<RunMemory> all, std::function<bool()> stops);
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State();

    MemoryRange range;
    std::shared_ptr<RunMemory> run;
    std::function<bool()> stop;
    std::size_t bytes;
    bool settled = false;
    std::string growth;
  };

  [[nodiscard]] bool grow(const Error& error) const;

  std::shared_ptr<State> state_;
};

}  // namespace platerip::rip
