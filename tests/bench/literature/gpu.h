// The algorithms that need a GPU, as the catalogue uses them in every build. Without CUDA, no_gpu.cpp replaces them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/bwec.h"
#include "tests/bench/literature/algorithm.h"

namespace platerip::literature {

/// Why nothing can run on a GPU here; empty if it can.
std::string gpu_missing();
/// The GPU's name, and the CUDA versions of its driver and of this program.
std::string gpu_description();
/// Bytes of the GPU's memory that are free.
std::size_t gpu_free_memory();

/// How k-delay parallel scan prevents two pixels from adding to the same one at a time. If pixels collect, none does
/// so.
enum class Scan { diffusion_3_delay, diffusion_atomic, diffusion_double_calls, collection };

/// Threads of a thread block if each has a pixel, unless a setting's `block` says otherwise; and the numbers to try.
inline constexpr int threads_of_a_block = 128;
inline std::vector<Setting> sweep_of_thread_blocks() {
  return {{.block = 32}, {.block = 64}, {.block = 128}, {.block = 256}};
}

/// Precondition of all: gpu_missing() is empty. The page must outlive the session.
std::unique_ptr<Session> begin_scan(const Page& page, Scan scan, bool permuted, int threads);  // of a thread block
/// Permutes the page and brings it back, and does nothing else.
std::unique_ptr<Session> begin_permutation(const Page& page);
std::unique_ptr<Session> begin_blockwise(const Page& page, bench::BlockForm form, bool graph);
std::unique_ptr<Session> begin_transfer(const Page& page, bool to_device, bool pinned);
/// Uses the whole setting except `threads`; `block` must not be 0.
std::unique_ptr<Session> begin_knight(const Page& page, const Setting& setting);
/// Brings the page to knight's order and back, and does nothing else.
std::unique_ptr<Session> begin_knight_order(const Page& page);
/// Uses the setting's method and levels.
std::unique_ptr<Session> begin_device_halftoner(const Page& page, const Setting& setting);
std::size_t device_halftoner_workspace(const Page& page, const Setting& setting);
/// The exhaustive search, or the partial one.
std::unique_ptr<Session> begin_kouge(const Page& page, bool partial);

}  // namespace platerip::literature
