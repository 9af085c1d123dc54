// Spread and choke on NVIDIA GPUs. Nothing here throws.
#pragma once

#include <cstddef>
#include <span>

#include "base/status.h"
#include "separation/cuda/device_strip.h"
#include "separation/edges/disc_edges.h"

namespace platerip::separation::cuda {

/// The bytes of device memory that enqueue_disc() needs as its workspace: none to spread, three copies of the rows to
/// choke.
std::size_t disc_workspace_bytes(const DiscEdges& edges, int bits, const EdgeRows& rows);

/// Enqueues DiscEdges::run() for planes in device memory, with the same result. The workspace is in device memory, too,
/// aligned to 64 bytes. Neither waits for the device nor allocates memory there. Thread-safe. Errors: a CUDA error.
Status enqueue_disc(const DiscEdges& edges, int bits, const EdgeRows& rows, const Plane& in, const Plane& out,
                    std::span<std::byte> workspace, Stream stream);

}  // namespace platerip::separation::cuda
