#include "rip/resources/page_memory.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "rip/resources/memory_share.h"

namespace platerip::rip {

PageMemory::State::State(MemoryRange of, std::shared_ptr<RunMemory> all, std::function<bool()> stops)
    : range(of), run(std::move(all)), stop(std::move(stops)), bytes(of.usual) {
  if (run) run->begin(bytes);
}

PageMemory::State::~State() {
  if (run) run->end(bytes);
}

PageMemory::PageMemory(MemoryRange range, std::shared_ptr<RunMemory> run, std::function<bool()> stop)
    : state_(std::make_shared<State>(range, std::move(run), std::move(stop))) {}

bool PageMemory::grow(const Error& error) const {
  State& page = *state_;
  const std::optional<std::uint64_t> enough = memory_advised(error);
  if (page.settled || !enough || *enough <= page.bytes || *enough > page.range.most) return false;
  const auto bytes = static_cast<std::size_t>(*enough);
  if (page.run && !page.run->grow(page.bytes, bytes, page.range.most, page.stop)) return false;
  page.bytes = bytes;
  page.growth = "memory: grown to " + std::to_string(bytes >> 20) + " MiB because " + error.message;
  return true;
}

}  // namespace platerip::rip
