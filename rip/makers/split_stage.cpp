#include "rip/makers/split_stage.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#ifdef PLATERIP_HAS_CUDA
#include "rip/makers/cuda/split_cuda.h"
#include "rip/makers/cuda/stages_on_cuda.h"
#endif

namespace platerip::rip {
namespace {

using separation::Plane;

template <typename Sample>
void take_part(std::span<const std::uint16_t> table, std::int64_t width, std::int64_t rows, const Plane& in,
               const Plane& out) {
  for (std::int64_t y = 0; y < rows; ++y) {
    const auto* const from = reinterpret_cast<const Sample*>(in.samples + y * in.stride);
    auto* const to = reinterpret_cast<Sample*>(out.samples + y * out.stride);
    if (table.empty()) {
      std::fill_n(to, width, Sample{0});
      continue;
    }
    for (std::int64_t x = 0; x < width; ++x) to[x] = static_cast<Sample>(table[from[x]]);
  }
}

class SplitStage : public PlaneStage {
 public:
  explicit SplitStage(std::vector<SplitInk> parts) : parts_(std::move(parts)) {
    for (const SplitInk& part : parts_) inks_.push_back(part.ink);
  }

  [[nodiscard]] std::string_view name() const override { return "split"; }
  [[nodiscard]] Window window() const override { return {}; }
  [[nodiscard]] std::span<const std::size_t> inks() const override { return inks_; }
  void run(const StagedPage& page, const StageRows& rows, std::span<const Plane> in, std::span<const Plane> out,
           std::span<std::byte> /*workspace*/) const override {
    const auto run_on = page.format.bits == 8 ? take_part<std::uint8_t> : take_part<std::uint16_t>;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      run_on(parts_[i].table, page.width, rows.rows, in[parts_[i].from], out[i]);
  }

 protected:
  std::vector<SplitInk> parts_;
  std::vector<std::size_t> inks_;
};

#ifdef PLATERIP_HAS_CUDA
class SplitStageOnCuda : public SplitStage, public cuda::InkByInkOnCuda {
 public:
  explicit SplitStageOnCuda(std::vector<SplitInk> parts) : SplitStage(std::move(parts)) {
    for (const SplitInk& part : parts_) {
      begins_.push_back(tables_.size());
      tables_.insert(tables_.end(), part.table.begin(), part.table.end());
    }
  }

  [[nodiscard]] std::span<const std::byte> device_tables() const override { return std::as_bytes(std::span(tables_)); }

 private:
  Status enqueue_ink(std::size_t i, const StagedPage& page, const StageRows& rows, std::span<const Plane> in,
                     const Plane& out, const cuda::StageMemory& memory, cuda::Stream stream) const override {
    const auto* const tables = reinterpret_cast<const std::uint16_t*>(memory.tables);
    const std::uint16_t* const table = parts_[i].table.empty() ? nullptr : tables + begins_[i];
    return cuda::enqueue_part(page, rows, table, in[parts_[i].from], out, stream);
  }

  std::vector<std::uint16_t> tables_;  // of all parts
  std::vector<std::size_t> begins_;    // of each part's table
};
using AnySplitStage = SplitStageOnCuda;
#else
using AnySplitStage = SplitStage;
#endif

}  // namespace

std::shared_ptr<const PlaneStage> split_stage(std::vector<SplitInk> inks) {
  return std::make_shared<AnySplitStage>(std::move(inks));
}

}  // namespace platerip::rip
