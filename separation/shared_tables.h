// The tables that the pages of a job share. Private to separation/.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "profiles/sha256.h"

namespace platerip::separation {

class CmykGrid;
class ColorTable;
class Grid;
namespace cuda {
struct Tables;
}

/// Keeps the object that was made last. Its key is a digest of everything that determines its bytes. Thread-safe.
template <typename Made>
class Kept {
 public:
  /// The kept object if it has this key, else null. An object with another key is released, so that two are never in
  /// memory at once.
  [[nodiscard]] std::shared_ptr<const Made> find(const profiles::Fingerprint& key) {
    const std::lock_guard lock(mutex_);
    if (key_ != key) made_.reset();
    return made_;
  }

  void keep(const profiles::Fingerprint& key, std::shared_ptr<const Made> made) {
    const std::lock_guard lock(mutex_);
    key_ = key;
    made_ = std::move(made);
  }

  void release() {
    const std::lock_guard lock(mutex_);
    made_.reset();
  }

 private:
  std::mutex mutex_;
  profiles::Fingerprint key_{};
  std::shared_ptr<const Made> made_;
};

class SharedTables {
 public:
  Kept<std::vector<std::uint16_t>> black_tones;  ///< results of black_of_grays()
  Kept<ColorTable> exact_colors;
  Kept<Grid> checked_grids;    ///< grids with which `cpu` matched the reference
  Kept<CmykGrid> proof_grids;  ///< of presses, in sRGB
  Kept<double> most_ink;       ///< of presses, in percent; 0 if they cannot separate
  Kept<cuda::Tables> on_gpus;  ///< they may hold the table of exact colours
};

}  // namespace platerip::separation
