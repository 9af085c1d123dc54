// Bytes that took seconds to compute, kept in files for another time. Private to separation/.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/parallel.h"
#include "base/status.h"
#include "profiles/sha256.h"

namespace platerip::separation {

/// Who writes the file.
enum class Keeper { this_run, another_run };

/// A file in a folder of them. Its name is its key: a digest of everything that decides the bytes.
class CachedFile {
 public:
  CachedFile(const std::string& folder, const profiles::Fingerprint& key);

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Fills `bytes` from the file. False where the file is missing, has another size or key, belongs to somebody else or
  /// may be written by others, or has a bit that is not as it was written; `bytes` are then of no use.
  [[nodiscard]] bool read(std::span<std::byte> bytes, const ParallelFor& parallel) const;

  /// Whether write() can succeed, as far as can be told without writing. Makes the folder where it is missing. Errors:
  /// begin with its path.
  [[nodiscard]] Status can_write() const;

  /// Writes the file anew, whole or not at all. Makes the folder where it is missing; else keeps the eight files in it
  /// that were used last, and removes what killed runs left behind. While another process writes the same file, it is
  /// left to that one. Errors: begin with the path.
  [[nodiscard]] Result<Keeper> write(std::span<const std::byte> bytes, const ParallelFor& parallel) const;

 private:
  Status write_part(int fd, const std::string& part, std::span<const std::byte> bytes,
                    const ParallelFor& parallel) const;

  std::string folder_, path_;
  profiles::Fingerprint key_;
};

}  // namespace platerip::separation
