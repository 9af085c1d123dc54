// The algorithms that need a GPU, as the catalogue sees them in any build: without CUDA, no_gpu.cpp stands in.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "tests/bench/bwec.h"
#include "tests/bench/literature/algorithm.h"

namespace platerip::literature {

/// Why nothing can run on a GPU here; empty where it can.
std::string gpu_missing();
/// Its name, and the versions of CUDA of its driver and of this program.
std::string gpu_description();
/// Bytes of its memory that are free.
std::size_t gpu_free_memory();

/// How k-delay parallel scan keeps two pixels from adding to one at a time; a pixel that collects never does.
enum class Scan { diffusion_3_delay, diffusion_atomic, diffusion_double_calls, collection };

/// Precondition of all: gpu_missing() is empty. The page outlives the session.
std::unique_ptr<Session> begin_scan(const Page& page, Scan scan, bool permuted, int threads);  // of a thread block
/// The page permuted and back, and nothing else.
std::unique_ptr<Session> begin_permutation(const Page& page);
std::unique_ptr<Session> begin_blockwise(const Page& page, bench::BlockForm form, bool graph);
std::unique_ptr<Session> begin_transfer(const Page& page, bool to_device, bool pinned);
std::unique_ptr<Session> begin_knight(const Page& page, const Setting& setting);
/// The page in knight order and back, and nothing else.
std::unique_ptr<Session> begin_knight_order(const Page& page);
std::unique_ptr<Session> begin_device_halftoner(const Page& page, int levels);
std::size_t device_halftoner_workspace(const Page& page, int levels);

}  // namespace platerip::literature
