#include "rip/makers/relay.h"

#include <utility>

#include "rip/makers/cores_maker.h"
#include "rip/makers/gpu_kinds.h"
#include "rip/makers/gpu_maker.h"

namespace platerip::rip {
namespace {

// Adds advice to use the cores, if only the GPU is the problem.
Error not_for_gpu(Error error) {
  if (error.code == ErrorCode::unsupported) error.advice.push_back({Advice::Action::give, "backend", "auto"});
  return error;
}

GpuState state_of(const MakerWish& wish) {
  if (!wish.gpu) return GpuState::none;
  return wish.gpu->has_started() ? GpuState::ready : GpuState::starting;
}

GpuState state_after(const Error& why) {
  return why.code == ErrorCode::device ? GpuState::failed : GpuState::unsuited;
}

std::shared_ptr<Gpu> open_gpu_of(const MakerWish& wish) {
  const GpuKind* const kind = gpu_kind(wish.backend);
  return kind == nullptr || kind->open == nullptr ? nullptr : kind->open(wish.device, wish.gpu_memory);
}

}  // namespace

bool MakerWish::wants_gpu() const {
  const Use use = use_of(backend);
  return use == Use::gpu || (use == Use::best && gpu);
}

Result<std::unique_ptr<GpuPage>> prepare_on_gpu(const MakerWish& wish, MakerSettings& settings) {
  const auto gpu = wish.gpu ? wish.gpu : open_gpu_of(wish);
  if (!gpu) return find_gpu(wish.device).error();
  if (const Status health = gpu->health(); !health.ok()) return of_device(health.error());
  auto page = prepare_page(*gpu, use_of(wish.backend) == Use::gpu, settings);
  if (!page.ok()) return not_for_gpu(page.error());
  return page;
}

Result<Relay> Relay::make(const MakerWish& wish, const MakerSettings& settings) {
  Relay relay(wish, settings);
  relay.gpu_ = state_of(wish);
  if (const Status status = relay.make_maker(); !status.ok()) return status.error();
  return relay;
}

Next Relay::next() const {
  return who_goes_on({.use = use_of(wish_.backend),
                      .gpu = gpu_,
                      .has_more_gpus = wish_.has_more_gpus,
                      .cores_may_begin = wish_.cores_may_begin});
}

Status Relay::make_maker() {
  Status lost;
  if (next() == Next::gpu) {
    Status made = make_gpu_maker();
    if (made.ok() || made.error().code == ErrorCode::stopped) return made;
    lose_gpu(made.error());
    lost = std::move(made);
  }
  if (next() == Next::nobody) return lost;
  const bool until_gpu = next() == Next::cores_until_gpu;
  const Status made = make_cores_maker();
  if (!made.ok() || !until_gpu) return made;
  wish_.has_more_gpus = false;  // no other GPU has the rows of the cores
  later_ = std::make_unique<LaterGpu>(wish_.gpu, settings_);
  return made;
}

Status Relay::make_gpu_maker() {
  auto page = prepare_on_gpu(wish_, settings_);
  if (!page.ok()) return page.error();
  auto maker = GpuMaker::make(settings_, *std::move(page), cores_go_on_after(GpuState::unsuited));
  if (!maker.ok()) return maker.error();
  maker_ = *std::move(maker);
  return {};
}

Status Relay::make_cores_maker() {
  if (wish_.gpu) wish_.gpu->release_memory();  // its pinned memory would add to the strips' memory and exceed --memory
  auto cores = CoresMaker::make(settings_);
  if (!cores.ok()) return cores.error();
  maker_ = *std::move(cores);
  return {};
}

void Relay::lose_gpu(const Error& why) {
  gpu_ = state_after(why);
  without_gpu_ = why.message;
}

Status Relay::begin(const halftone::Boundary& above) {
  const Status begun = maker_->begin(above);
  if (begun.ok() || is_only_) return begun;
  const ErrorCode code = begun.error().code;
  if (code != ErrorCode::device && code != ErrorCode::unsupported) return begun;
  lose_gpu(begun.error());
  return next() == Next::cores ? begin_on_cores(above) : Status(not_for_gpu(begun.error()));
}

Status Relay::begin_on_cores(const halftone::Boundary& above) {
  maker_.reset();
  if (const Status made = make_cores_maker(); !made.ok()) return made;
  return maker_->begin(above);
}

bool Relay::cores_go_on_after(GpuState lost) const {
  return who_goes_on({.use = use_of(wish_.backend), .gpu = lost, .has_more_gpus = wish_.has_more_gpus}) == Next::cores;
}

Relay::Described Relay::described(const std::string& then) const {
  return {separation_backend() + then, halftone_backend() + then};
}

Result<halftone::Boundary> Relay::hand_over() {
  const auto above = maker_->stop();
  if (!above.ok()) return above.error();
  const std::int64_t row = above->rows + above->held;
  const Described cores = row > 0 ? described(" to row " + std::to_string(row) + ", then ") : Described();
  maker_.reset();  // frees its strips before the GPU takes memory
  maker_ = later_->take_maker();
  has_handed_over_ = true;
  gpu_ = GpuState::ready;
  if (const Status begun = begin(*above); !begun.ok()) return begun.error();
  if (gpu_ == GpuState::ready) before_ = cores;
  return above;
}

Result<halftone::Boundary> Relay::go_on_after(const Error& why, std::int64_t rows) {
  const bool is_of_gpu = why.code == ErrorCode::device || why.code == ErrorCode::unsupported;
  if (is_only_ || !is_of_gpu || !cores_go_on_after(state_after(why))) return why;
  gpu_ = state_after(why);
  const auto boundary = maker_->stop();
  if (!boundary.ok()) return boundary.error();
  warning_ = why.message + "; the CPU went on from row " + std::to_string(rows);
  before_ = described(", then ");
  settings_.others.add(maker_->budget());
  settings_.may_be_one_strip = true;
  auto cores = CoresMaker::make(settings_);
  if (!cores.ok()) return cores.error();
  maker_ = *std::move(cores);
  if (const Status begun = maker_->begin(*boundary); !begun.ok()) return begun.error();
  return boundary;
}

Budget Relay::budget() const {
  Budget all;
  all.add("reader", static_cast<std::int64_t>(settings_.reader_bytes.value_or(0)));
  all.add(settings_.others);
  all.add(maker_->budget());
  return all;
}

std::string Relay::without_gpu() const {
  return later_ && !has_handed_over_ ? later_->refusal() : without_gpu_;
}

}  // namespace platerip::rip
