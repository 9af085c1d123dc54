#include "halftone/cuda/tones/ladder_memory.h"

#include <cuda_runtime.h>

#include <cstring>
#include <vector>

#include "base/cuda_errors.h"
#include "halftone/cuda/tones/ladder_tables.h"

namespace platerip::halftone::cuda {
namespace {

bool has_ladder(const Settings& settings) {
  return settings.planes[0].method.info().tone != nullptr && settings.levels > 2;
}

}  // namespace

std::size_t ladder_bytes(const Settings& settings) {
  return has_ladder(settings) ? sizeof(LadderTables) + settings.planes.size() * mask_bytes : 0;
}

const std::byte* masks_of(const std::byte* ladder) {
  return ladder + sizeof(LadderTables);
}

Status send_ladder(const Settings& settings, std::byte* memory, Stream stream) {
  if (!has_ladder(settings)) return {};
  const PlaneSettings& plane = settings.planes[0];
  const ToneFilter& filter = *plane.method.info().tone;
  const LadderTables tables(filter, ToneLadder(filter, plane.sharpness, plane.drops, settings.levels));
  std::vector<std::byte> ladder(ladder_bytes(settings));
  std::memcpy(ladder.data(), &tables, sizeof tables);
  std::byte* to = ladder.data() + sizeof tables;
  for (const PlaneSettings& each : settings.planes) {
    std::memcpy(to, padded_mask(each.ink).data(), mask_bytes);
    to += mask_bytes;
  }
  // CUDA has copied pageable memory when this returns.
  return status_of(cudaMemcpyAsync(memory, ladder.data(), ladder.size(), cudaMemcpyHostToDevice, stream),
                   "cannot copy the drop sizes to the device");
}

}  // namespace platerip::halftone::cuda
