// What the pages of a job share. Private to separation/.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "profiles/profile.h"

namespace platerip::separation {

namespace cpu {
class Table;
}
namespace cuda {
struct Tables;
}

/// One that was kept. A key is a digest of everything that decides its bytes. Thread-safe.
template <typename Made>
class Kept {
 public:
  /// The one that was kept last, where its key is this one. Any other is let go: no more than one shall be in memory.
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

 private:
  std::mutex mutex_;
  profiles::Fingerprint key_{};
  std::shared_ptr<const Made> made_;
};

class SharedTables {
 public:
  Kept<cpu::Table> exact_colors;
  Kept<cuda::Tables> on_gpus;  ///< without exact colours
};

}  // namespace platerip::separation
