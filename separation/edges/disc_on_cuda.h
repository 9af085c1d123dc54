// Spread and choke on NVIDIA GPUs. Nothing here throws.
#pragma once

#include <cstddef>
#include <span>

#include "base/status.h"
#include "separation/cuda/device_strip.h"
#include "separation/edges/disc_edges.h"

namespace platerip::separation::edges {

/// The bytes of device memory that enqueue() needs as its workspace: two to five copies of the rows.
std::size_t device_workspace_bytes(const DiscEdges& edges, int bits, const EdgeRows& rows);

/// Enqueues DiscEdges::run() for planes in device memory. The workspace is in device memory, too, aligned to 256 bytes.
/// Neither waits for the device nor allocates memory there. Errors: a CUDA error.
Status enqueue(const DiscEdges& edges, int bits, const EdgeRows& rows, const Plane& in, const Plane& out,
               std::span<std::byte> workspace, cuda::Stream stream);

}  // namespace platerip::separation::edges
