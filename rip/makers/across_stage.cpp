#include "rip/makers/across_stage.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#ifdef PLATERIP_HAS_CUDA
#include "rip/makers/cuda/across_cuda.h"
#include "rip/makers/cuda/stages_on_cuda.h"
#endif

namespace platerip::rip {
namespace {

using separation::Plane;

using Curves = std::span<const ColumnCurve>;

template <typename Sample>
struct Row {
  const Sample* in;
  Sample* out;
};

template <typename Sample>
Row<Sample> row_of(const Plane& in, const Plane& out, std::int64_t row) {
  return {reinterpret_cast<const Sample*>(in.samples + row * in.stride),
          reinterpret_cast<Sample*>(out.samples + row * out.stride)};
}

// The specification.
template <typename Sample>
void by_reference(Curves curves, std::int64_t width, const Row<Sample>& row) {
  for (std::int64_t x = 0; x < width; ++x) {
    const auto right = std::ranges::upper_bound(curves, x, {}, &ColumnCurve::column);
    const CurveSegment segment = segment_of(curves, static_cast<std::size_t>(right - curves.begin()), width);
    row.out[x] = through(*segment.left, *segment.right, segment.weight(x), row.in[x]);
  }
}

// The weights of a segment's columns, one after the other, without a division for each.
class Weights {
 public:
  explicit Weights(const CurveSegment& segment)
      : distance_(segment.right->column - segment.left->column), weight_(segment.weight(segment.begin)) {
    if (distance_ == 0) return;
    step_ = static_cast<std::uint32_t>(ColumnCurve::solid / distance_);
    part_ = ColumnCurve::solid % distance_;
  }

  std::uint32_t next() {
    const std::uint32_t weight = weight_;
    weight_ += step_;
    rest_ += part_;
    if (rest_ >= distance_ && distance_ > 0) {
      rest_ -= distance_;
      ++weight_;
    }
    return weight;
  }

 private:
  std::int64_t distance_;
  std::uint32_t weight_;  // where a segment begins it has no fraction
  std::uint32_t step_ = 0;
  std::int64_t part_ = 0;
  std::int64_t rest_ = 0;
};

template <typename Sample>
void by_segments(Curves curves, std::int64_t width, const Row<Sample>& row) {
  for (std::size_t number = 0; number <= curves.size(); ++number) {
    const CurveSegment segment = segment_of(curves, number, width);
    Weights weights(segment);
    for (std::int64_t x = segment.begin; x < segment.end; ++x)
      row.out[x] = through(*segment.left, *segment.right, weights.next(), row.in[x]);
  }
}

class AcrossStage : public PlaneStage {
 public:
  AcrossStage(std::vector<AcrossInk> across, bool by_reference)
      : across_(std::move(across)), by_reference_(by_reference) {
    for (const AcrossInk& each : across_) inks_.push_back(each.ink);
  }

  [[nodiscard]] std::string_view name() const override { return "across"; }
  [[nodiscard]] Window window() const override { return {}; }
  [[nodiscard]] std::span<const std::size_t> inks() const override { return inks_; }
  void run(const StagedPage& page, const StageRows& rows, std::span<const Plane> in, std::span<const Plane> out,
           std::span<std::byte> /*workspace*/) const override {
    for (std::size_t i = 0; i < across_.size(); ++i) {
      const Plane& from = in[inks_[i]];
      page.format.bits == 8 ? run_on<std::uint8_t>(across_[i].curves, page.width, rows.rows, from, out[i])
                            : run_on<std::uint16_t>(across_[i].curves, page.width, rows.rows, from, out[i]);
    }
  }

 protected:
  std::vector<AcrossInk> across_;
  std::vector<std::size_t> inks_;

 private:
  template <typename Sample>
  void run_on(Curves curves, std::int64_t width, std::int64_t rows, const Plane& in, const Plane& out) const {
    const auto make = by_reference_ ? by_reference<Sample> : by_segments<Sample>;
    for (std::int64_t row = 0; row < rows; ++row) make(curves, width, row_of<Sample>(in, out, row));
  }

  bool by_reference_;
};

#ifdef PLATERIP_HAS_CUDA
class AcrossStageOnCuda : public AcrossStage, public cuda::PlaneStageOnCuda {
 public:
  using AcrossStage::AcrossStage;

  Status enqueue(const StagedPage& page, const StageRows& rows, std::span<const Plane> in, std::span<const Plane> out,
                 std::span<std::byte> /*workspace*/, cuda::Stream stream) const override {
    for (std::size_t i = 0; i < across_.size(); ++i) {
      const Status status = cuda::enqueue_across(page, rows, across_[i].curves, in[inks_[i]], out[i], stream);
      if (!status.ok()) return status;
    }
    return {};
  }
};
using AnyAcrossStage = AcrossStageOnCuda;
#else
using AnyAcrossStage = AcrossStage;
#endif

}  // namespace

std::shared_ptr<const PlaneStage> across_stage(std::vector<AcrossInk> inks, bool by_reference) {
  return std::make_shared<AnyAcrossStage>(std::move(inks), by_reference);
}

}  // namespace platerip::rip
