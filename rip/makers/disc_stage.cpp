#include "rip/makers/disc_stage.h"

#include <utility>

#include "separation/edges/disc_reference.h"

#ifdef PLATERIP_HAS_CUDA
#include "rip/makers/cuda/stages_on_cuda.h"
#include "separation/edges/disc_cuda.h"
#endif

namespace platerip::rip {
namespace {

using separation::DiscEdges;
using separation::EdgeMove;
using separation::EdgeRows;
using separation::Plane;

EdgeRows edge_rows(const StagedPage& page, const StageRows& rows) {
  return {.width = page.width, .rows = rows.rows, .above = rows.above, .below = rows.below};
}

class DiscStage : public PlaneStage {
 public:
  DiscStage(DiscEdges edges, std::vector<std::size_t> inks, bool by_reference)
      : edges_(std::move(edges)), inks_(std::move(inks)), by_reference_(by_reference) {}

  [[nodiscard]] std::string_view name() const override {
    return edges_.move() == EdgeMove::spread ? "spread" : "choke";
  }
  [[nodiscard]] Window window() const override { return {edges_.rows_around(), edges_.rows_around()}; }
  [[nodiscard]] std::span<const std::size_t> inks() const override { return inks_; }
  [[nodiscard]] std::size_t workspace_bytes(const StagedPage& page, const StageRows& rows) const override {
    return edges_.workspace_bytes(page.format.bits, edge_rows(page, rows));
  }
  void run(const StagedPage& page, const StageRows& rows, std::span<const Plane> in, std::span<const Plane> out,
           std::span<std::byte> workspace) const override {
    const int bits = page.format.bits;
    const EdgeRows strip = edge_rows(page, rows);
    for (std::size_t i = 0; i < inks_.size(); ++i) {
      if (by_reference_)
        separation::reference::move_edges(edges_, bits, strip, in[inks_[i]], out[i]);
      else
        edges_.run(bits, strip, in[inks_[i]], out[i], workspace);
    }
  }

 protected:
  const DiscEdges edges_;
  const std::vector<std::size_t> inks_;

 private:
  const bool by_reference_;
};

#ifdef PLATERIP_HAS_CUDA
class DiscStageOnCuda : public DiscStage, public cuda::InkByInkOnCuda {
 public:
  using DiscStage::DiscStage;

  [[nodiscard]] std::size_t device_workspace_bytes(const StagedPage& page, const StageRows& rows) const override {
    return separation::cuda::disc_workspace_bytes(edges_, page.format.bits, edge_rows(page, rows));
  }

 private:
  Status enqueue_ink(std::size_t i, const StagedPage& page, const StageRows& rows, std::span<const Plane> in,
                     const Plane& out, const cuda::StageMemory& memory, cuda::Stream stream) const override {
    return separation::cuda::enqueue_disc(edges_, page.format.bits, edge_rows(page, rows), in[inks_[i]], out,
                                          memory.workspace, stream);
  }
};
using AnyDiscStage = DiscStageOnCuda;
#else
using AnyDiscStage = DiscStage;
#endif

}  // namespace

std::shared_ptr<const PlaneStage> disc_stage(EdgeMove move, const separation::DiscRadius& radius,
                                             std::vector<std::size_t> inks, bool by_reference) {
  return std::make_shared<AnyDiscStage>(DiscEdges(move, radius), std::move(inks), by_reference);
}

}  // namespace platerip::rip
