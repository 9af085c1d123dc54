#include "separation/cuda/doubts.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <new>
#include <string>
#include <utility>

#include "base/cuda_errors.h"
#include "separation/cuda/tables.h"

namespace platerip::separation::cuda {
namespace {

template <typename Sample>
void decide_as(const pipeline::Arbiter& arbiter, Doubt& doubt) {
  std::array<Sample, 4> color{};
  std::ranges::transform(doubt.color, color.begin(), [](std::uint16_t sample) { return static_cast<Sample>(sample); });
  std::ranges::copy(arbiter.inks_of(color.data()), doubt.inks.begin());
}

}  // namespace

void Doubts::Free::operator()(DoubtList* list) const {
  cudaFreeHost(list);
}

Result<std::unique_ptr<Doubts>> Doubts::make(std::shared_ptr<const Tables> tables) {
  void* memory = nullptr;
  const cudaError_t error = cudaHostAlloc(&memory, sizeof(DoubtList), cudaHostAllocDefault);
  if (error != cudaSuccess) return status_of(error, "no memory for pixels in doubt").error();
  List list(new (memory) DoubtList);
  std::unique_ptr<Doubts> doubts(new Doubts(std::move(tables), std::move(list)));
  for (Event* const event : {&doubts->found_, &doubts->written_}) {
    auto made = make_event(false);
    if (!made.ok()) return made.error();
    *event = *std::move(made);
  }
  return doubts;
}

void Doubts::decide() {
  const std::uint32_t found = std::exchange(list_->found, 0);
  if (found > DoubtList::most) were_too_many_ = true;
  list_->decided = std::min(found, DoubtList::most);
  for (std::uint32_t i = 0; i < list_->decided; ++i) {
    Doubt& doubt = list_->doubts[i];
    const Doubt& before = list_->doubts[i > 0 ? i - 1 : 0];
    if (i > 0 && doubt.color == before.color)
      doubt.inks = before.inks;
    else if (tables_->recipe.format.bits == 8)
      decide_as<std::uint8_t>(*tables_->arbiter, doubt);
    else
      decide_as<std::uint16_t>(*tables_->arbiter, doubt);
  }
}

Status Doubts::status() const {
  if (!were_too_many_) return {};
  return Error{"cuda: more than " + std::to_string(DoubtList::most) +
                   " places of a strip have colours whose rounding only LittleCMS can decide",
               ErrorCode::unsupported};
}

Result<std::shared_ptr<DoubtLists>> DoubtLists::make(const std::shared_ptr<const Tables>& tables) {
  auto lists = std::make_shared<DoubtLists>();
  for (auto& list : lists->lists_) {
    auto made = Doubts::make(tables);
    if (!made.ok()) return made.error();
    list = *std::move(made);
  }
  return lists;
}

Status DoubtLists::status() const {
  for (const auto& list : lists_)
    if (const Status status = list->status(); !status.ok()) return status;
  return {};
}

}  // namespace platerip::separation::cuda
