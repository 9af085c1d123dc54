#include "rip/makers/knock_out_stage.h"

#include <cstdint>
#include <utility>

#ifdef PLATERIP_HAS_CUDA
#include "rip/makers/cuda/knock_out_cuda.h"
#include "rip/makers/cuda/stages_on_cuda.h"
#endif

namespace platerip::rip {
namespace {

using separation::Plane;

template <typename Sample>
void knock_out(const Plane& ink, const Plane& mask, const Plane& out, std::int64_t width, std::int64_t rows) {
  const auto row_of = [](const Plane& plane, std::int64_t row) {
    return reinterpret_cast<Sample*>(plane.samples + row * plane.stride);
  };
  for (std::int64_t y = 0; y < rows; ++y) {
    const Sample* const from = row_of(ink, y);
    const Sample* const knocked_out = row_of(mask, y);
    Sample* const to = row_of(out, y);
    for (std::int64_t x = 0; x < width; ++x) to[x] = knocked_out[x] > 0 ? Sample{0} : from[x];
  }
}

class KnockOutStage : public PlaneStage {
 public:
  KnockOutStage(std::vector<std::size_t> inks, std::size_t mask) : inks_(std::move(inks)), mask_(mask) {}

  [[nodiscard]] std::string_view name() const override { return "knock-out"; }
  [[nodiscard]] Window window() const override { return {}; }
  [[nodiscard]] std::span<const std::size_t> inks() const override { return inks_; }
  void run(const StagedPage& page, const StageRows& rows, std::span<const Plane> in, std::span<const Plane> out,
           std::span<std::byte> /*workspace*/) const override {
    const auto run_on = page.format.bits == 8 ? knock_out<std::uint8_t> : knock_out<std::uint16_t>;
    for (std::size_t i = 0; i < inks_.size(); ++i) run_on(in[inks_[i]], in[mask_], out[i], page.width, rows.rows);
  }

 protected:
  const std::vector<std::size_t> inks_;
  const std::size_t mask_;
};

#ifdef PLATERIP_HAS_CUDA
class KnockOutStageOnCuda : public KnockOutStage, public cuda::InkByInkOnCuda {
 public:
  using KnockOutStage::KnockOutStage;

 private:
  Status enqueue_ink(std::size_t i, const StagedPage& page, const StageRows& rows, std::span<const Plane> in,
                     const Plane& out, const cuda::StageMemory& /*memory*/, cuda::Stream stream) const override {
    return cuda::enqueue_knock_out(page, rows, in[inks_[i]], in[mask_], out, stream);
  }
};
using AnyKnockOutStage = KnockOutStageOnCuda;
#else
using AnyKnockOutStage = KnockOutStage;
#endif

}  // namespace

std::shared_ptr<const PlaneStage> knock_out_stage(std::vector<std::size_t> inks, std::size_t mask) {
  return std::make_shared<AnyKnockOutStage>(std::move(inks), mask);
}

}  // namespace platerip::rip
