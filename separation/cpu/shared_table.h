// The table that the pages of a job share. Private to separation/.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "profiles/profile.h"
#include "separation/cpu/table.h"

namespace platerip::separation {

/// Thread-safe. A key is a digest of everything that decides the table's bytes.
class SharedTable {
 public:
  /// The table that was kept last, where its key is this one. Any other is let go: no more than one shall be in memory.
  [[nodiscard]] std::shared_ptr<const cpu::Table> find(const profiles::Fingerprint& key) {
    const std::lock_guard lock(mutex_);
    if (key_ != key) table_.reset();
    return table_;
  }

  void keep(const profiles::Fingerprint& key, std::shared_ptr<const cpu::Table> table) {
    const std::lock_guard lock(mutex_);
    key_ = key;
    table_ = std::move(table);
  }

 private:
  std::mutex mutex_;
  profiles::Fingerprint key_{};
  std::shared_ptr<const cpu::Table> table_;
};

}  // namespace platerip::separation
