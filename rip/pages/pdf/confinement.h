// What another program that draws hostile pages may not do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/files.h"
#include "base/status.h"

namespace platerip::rip {

/// The most that a child may take.
struct ChildLimits {
  double seconds = 0;           ///< from its start to its end
  std::size_t memory = 0;       ///< bytes of address space
  std::int64_t file_bytes = 0;  ///< of each file that it writes
};

/// Keeps a child to one folder, without a network, and within its limits. The limits hold everywhere. A kernel with
/// Landlock (Linux 5.13) refuses to write elsewhere; one with seccomp refuses to open sockets.
class Confinement {
 public:
  /// `folder`: where the child may write. Thread-safe. May throw std::bad_alloc. Errors: the folder cannot be opened.
  static Result<Confinement> prepare(const std::string& folder, const ChildLimits& limits);

  /// Confines the calling process and all that it starts, for ever. To be called between fork and exec: it allocates
  /// nothing. False if that is impossible.
  [[nodiscard]] bool enter() const;

 private:
  Confinement(const ChildLimits& limits, Descriptor rules) : limits_(limits), rules_(std::move(rules)) {}

  ChildLimits limits_;
  Descriptor rules_;  // negative: this kernel has no Landlock
};

}  // namespace platerip::rip
