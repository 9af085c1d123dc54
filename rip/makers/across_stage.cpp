#include "rip/makers/across_stage.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
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
Sample* row_of(const Plane& plane, std::int64_t row) {
  return reinterpret_cast<Sample*>(plane.samples + row * plane.stride);
}

// The specification.
template <typename Sample>
void by_samples(Curves curves, std::int64_t width, std::int64_t rows, const Plane& in, const Plane& out) {
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t x = 0; x < width; ++x) {
      const Sample sample = row_of<Sample>(in, row)[x];
      const auto right = std::ranges::upper_bound(curves, x, {}, &ColumnCurve::column);
      const CurveSegment segment = segment_of(curves, static_cast<std::size_t>(right - curves.begin()), width);
      row_of<Sample>(out, row)[x] = mixed<Sample>((*segment.left)(sample), (*segment.right)(sample), segment.weight(x));
    }
  }
}

// What a curve gives for each sample of 8 bits.
class ByteTable {
 public:
  explicit ByteTable(const ColumnCurve& curve) {
    for (std::size_t sample = 0; sample < values_.size(); ++sample)
      values_[sample] = curve(static_cast<std::uint8_t>(sample));
  }
  std::uint32_t operator()(std::uint8_t sample) const { return values_[sample]; }

 private:
  std::array<std::uint32_t, 256> values_{};
};

// Columns of a segment whose weights are computed once for all rows.
constexpr std::int64_t most_columns = 512;

template <typename Sample>
void by_segments(Curves curves, std::int64_t width, std::int64_t rows, const Plane& in, const Plane& out) {
  using Values = std::conditional_t<sizeof(Sample) == 1, ByteTable, const ColumnCurve&>;
  std::array<std::uint32_t, most_columns> weights{};
  for (std::size_t number = 0; number <= curves.size(); ++number) {
    const CurveSegment segment = segment_of(curves, number, width);
    if (segment.begin >= segment.end) continue;
    const Values left(*segment.left);
    const Values right(*segment.right);
    for (std::int64_t begin = segment.begin; begin < segment.end; begin += most_columns) {
      const std::int64_t count = std::min(segment.end - begin, most_columns);
      for (std::int64_t i = 0; i < count; ++i) weights[static_cast<std::size_t>(i)] = segment.weight(begin + i);
      for (std::int64_t row = 0; row < rows; ++row) {
        const Sample* const from = row_of<Sample>(in, row) + begin;
        Sample* const to = row_of<Sample>(out, row) + begin;
        for (std::int64_t i = 0; i < count; ++i)
          to[i] = mixed<Sample>(left(from[i]), right(from[i]), weights[static_cast<std::size_t>(i)]);
      }
    }
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
    (by_reference_ ? by_samples<Sample> : by_segments<Sample>)(curves, width, rows, in, out);
  }

  bool by_reference_;
};

#ifdef PLATERIP_HAS_CUDA
class AcrossStageOnCuda : public AcrossStage, public cuda::InkByInkOnCuda {
 public:
  AcrossStageOnCuda(std::vector<AcrossInk> across, bool by_reference) : AcrossStage(std::move(across), by_reference) {
    for (const AcrossInk& each : across_) {
      begins_.push_back(curves_.size());
      curves_.insert(curves_.end(), each.curves.begin(), each.curves.end());
    }
  }

  [[nodiscard]] std::span<const std::byte> device_tables() const override { return std::as_bytes(std::span(curves_)); }

 private:
  Status enqueue_ink(std::size_t i, const StagedPage& page, const StageRows& rows, std::span<const Plane> in,
                     const Plane& out, const cuda::StageMemory& memory, cuda::Stream stream) const override {
    const auto* const curves = reinterpret_cast<const ColumnCurve*>(memory.tables) + begins_[i];
    return cuda::enqueue_across(page, rows, {curves, across_[i].curves.size()}, in[inks_[i]], out, stream);
  }

  std::vector<ColumnCurve> curves_;  // of all inks
  std::vector<std::size_t> begins_;  // of each ink's
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
