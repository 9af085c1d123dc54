// How work is handed over: between the warps of a thread block at named barriers, and between thread blocks in words
// that hold `not_yet` until their values are known.
#pragma once

#include <cuda_awbarrier_primitives.h>
#include <cuda_runtime.h>

#include <cstdint>

namespace platerip::halftone::cuda {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
inline constexpr bool has_clusters = true;
#else
inline constexpr bool has_clusters = false;
#endif

// compute-sanitizer's racecheck does not follow named barriers if a warp passes on what another one gave it, and takes
// relaxed loads and stores of a word for a race. So it reports hazards where there are none. A build for racecheck has
// what the tool does follow: barriers in shared memory at the same places, and atomic operations on one side of each
// word. Its findings are then about what the warps of a thread block share. It cannot judge the words, which are no
// race in PTX's memory model. That build is slower.
#ifdef PLATERIP_FOR_RACECHECK
inline constexpr bool for_racecheck = true;
#else
inline constexpr bool for_racecheck = false;
#endif

/// A barrier for this number of warps. Some arrive and go on, the others wait until all have arrived. No warp may
/// arrive again before that. Number 0 is __syncthreads().
template <int number, int warps>
struct Barrier {
  static __device__ void arrive() {
    if constexpr (for_racecheck) {
      __mbarrier_arrive(in_shared_memory());
    } else {
      asm volatile("bar.arrive %0, %1;" ::"n"(number), "n"(threads) : "memory");
    }
  }
  static __device__ void wait() {
    if constexpr (for_racecheck) {
      const __mbarrier_token_t token = __mbarrier_arrive(in_shared_memory());
      while (!__mbarrier_test_wait(in_shared_memory(), token)) {
      }
    } else {
      asm volatile("bar.sync %0, %1;" ::"n"(number), "n"(threads) : "memory");
    }
  }
  /// To be called by one thread, before any thread arrives or waits.
  static __device__ void init() {
    if constexpr (for_racecheck) __mbarrier_init(in_shared_memory(), threads);
  }

 private:
  static constexpr int threads = 32 * warps;

  static __device__ __mbarrier_t* in_shared_memory() {
    __shared__ __mbarrier_t barrier;
    return &barrier;
  }
};

/// Accesses to words that several thread blocks read and write at the same time, in global memory or in a cluster's
/// shared memory.
inline __device__ std::uint32_t load_relaxed(const std::uint32_t* word) {
  std::uint32_t value;
  asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(value) : "l"(word));
  return value;
}
inline __device__ void store_relaxed(std::uint32_t* word, std::uint32_t value) {
  if constexpr (for_racecheck) {
    atomicExch(word, value);
  } else {
    asm volatile("st.relaxed.gpu.u32 [%0], %1;" ::"l"(word), "r"(value));
  }
}
/// Each word of a vector is an access of its own.
inline __device__ void store_relaxed(std::uint32_t* words, std::uint32_t first, std::uint32_t second) {
  asm volatile("st.relaxed.gpu.v2.u32 [%0], {%1, %2};" ::"l"(words), "r"(first), "r"(second));
}
inline __device__ void store_relaxed(std::uint32_t* words, std::uint32_t first, std::uint32_t second,
                                     std::uint32_t third, std::uint32_t fourth) {
  asm volatile("st.relaxed.gpu.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(words), "r"(first), "r"(second), "r"(third),
               "r"(fourth));
}

/// The same for this thread block's own shared memory.
inline __device__ std::uint32_t load_mail(std::uint32_t* word) {
  if constexpr (for_racecheck) {
    return atomicOr(word, 0);
  } else {
    std::uint32_t value;
    asm volatile("ld.relaxed.cluster.shared::cta.u32 %0, [%1];"
                 : "=r"(value)
                 : "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(word))));
    return value;
  }
}
inline __device__ void store_mail(std::uint32_t* word, std::uint32_t value) {
  if constexpr (for_racecheck) {
    atomicExch(word, value);
  } else {
    asm volatile("st.relaxed.cluster.shared::cta.u32 [%0], %1;" ::"r"(
                     static_cast<std::uint32_t>(__cvta_generic_to_shared(word))),
                 "r"(value));
  }
}

/// Accesses to a word in a cluster's shared memory. Whoever loads the stored value also sees what its writer saw and
/// wrote before.
inline __device__ void store_release(std::uint32_t* word, std::uint32_t value) {
  if constexpr (!has_clusters) return;
  if constexpr (for_racecheck) {
    __threadfence();
    atomicExch(word, value);
  } else {
    asm volatile("st.release.cluster.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
  }
}
inline __device__ std::uint32_t load_acquire(const std::uint32_t* word) {
  std::uint32_t value = 0;
  if constexpr (has_clusters) asm volatile("ld.acquire.cluster.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
  return value;
}

}  // namespace platerip::halftone::cuda
