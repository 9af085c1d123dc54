// The algorithms that need a GPU, as the catalogue sees them in any build: without CUDA, no_gpu.cpp stands in.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

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

/// Threads of a thread block where each has a pixel, unless a setting's `block` says otherwise; and what is tried.
inline constexpr int threads_of_a_block = 128;
inline std::vector<Setting> sweep_of_thread_blocks() {
  return {{.block = 32}, {.block = 64}, {.block = 128}, {.block = 256}};
}

/// Precondition of all: gpu_missing() is empty. The page outlives the session.
std::unique_ptr<Session> begin_scan(const Page& page, Scan scan, bool permuted, int threads);  // of a thread block
/// The page permuted and back, and nothing else.
std::unique_ptr<Session> begin_permutation(const Page& page);
std::unique_ptr<Session> begin_blockwise(const Page& page, bench::BlockForm form, bool graph);
std::unique_ptr<Session> begin_transfer(const Page& page, bool to_device, bool pinned);
/// All of the setting counts but `threads`; `block` is not 0.
std::unique_ptr<Session> begin_knight(const Page& page, const Setting& setting);
/// The page in knight order and back, and nothing else.
std::unique_ptr<Session> begin_knight_order(const Page& page);
std::unique_ptr<Session> begin_device_halftoner(const Page& page, int levels);
std::size_t device_halftoner_workspace(const Page& page, int levels);

}  // namespace platerip::literature
