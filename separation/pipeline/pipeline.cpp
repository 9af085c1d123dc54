#include "separation/pipeline/pipeline.h"

#include <algorithm>
#include <utility>

#include "separation/pipeline/batch.h"
#include "separation/pipeline/kernels.h"
#include "separation/pipeline/make_steps.h"

namespace platerip::separation::pipeline {
Result<Pipeline> Pipeline::make(const Settings& settings) {
  auto steps = make_steps(settings);
  if (!steps.ok()) return steps.error();
  auto arbiter = Arbiter::make(settings);
  if (!arbiter.ok()) return arbiter.error();
  Pipeline pipeline(*std::move(arbiter));
  pipeline.colors_ = static_cast<std::size_t>(colors_of(settings.format.model));
  pipeline.steps_ = *std::move(steps);
  if (!pipeline.steps_.empty() && std::holds_alternative<LookUpWords>(pipeline.steps_.back())) {
    pipeline.last_ = std::get<LookUpWords>(std::move(pipeline.steps_.back()));
    pipeline.steps_.pop_back();
  }
  pipeline.last_.tables.resize(max_channels);
  return pipeline;
}

template <typename Sample>
void Pipeline::run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const {
  Batch batch;
  for (std::int64_t done = 0; done < count; done += Batch::pixels) {
    const auto pixels_now = static_cast<std::size_t>(std::min<std::int64_t>(count - done, Batch::pixels));
    const Sample* const first = pixels + done * static_cast<std::int64_t>(colors_);
    load(first, colors_, pixels_now, batch);
    batch.doubtful.reset();
    for (const Step& step : steps_) std::visit([&](const auto& one) { pipeline::run(one, batch); }, step);
    store(last_, batch, pixels_now, inks, done);
    if (batch.doubtful.none()) continue;
    for (std::size_t i = 0; i < pixels_now; ++i) {
      if (!batch.doubtful[i]) continue;
      const auto found = arbiter_.inks_of(first + i * colors_);
      for (std::size_t ink = 0; ink < inks.size(); ++ink) inks[ink][done + static_cast<std::int64_t>(i)] = found[ink];
    }
  }
}

template void Pipeline::run(const std::uint8_t*, std::int64_t, InkRows<std::uint8_t>) const;
template void Pipeline::run(const std::uint16_t*, std::int64_t, InkRows<std::uint16_t>) const;

}  // namespace platerip::separation::pipeline
