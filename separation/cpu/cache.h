// Bytes that took seconds to compute, kept in files for another time. Private to separation/cpu/.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "parallel.h"
#include "profiles/profile.h"
#include "status.h"

namespace platerip::separation::cpu {

/// Whose file it is that keeps the bytes.
enum class Keeper { this_run, another_run };

/// A file in a folder of them. Its name is its key: a digest of everything that decides the bytes.
class CachedFile {
 public:
  CachedFile(const std::string& folder, const profiles::Fingerprint& key);

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Fills `bytes` from the file. False, and then `bytes` are of no use, where the file is missing, of another size or
  /// key, belongs to or can be written by somebody else, or where any bit of it is not as it was written.
  [[nodiscard]] bool read(std::span<std::byte> bytes, const ParallelFor& parallel) const;

  /// Whether write() has a chance, as far as can be told without writing: makes the folder where it is missing. Errors:
  /// begin with its path.
  [[nodiscard]] Status can_write() const;

  /// Writes the file anew, whole or not at all, makes the folder where it is missing, and keeps no more than the eight
  /// files that were used last, and nothing of what killed runs were writing. While another process writes the same
  /// file, that one's will do. Errors: begin with the path.
  [[nodiscard]] Result<Keeper> write(std::span<const std::byte> bytes, const ParallelFor& parallel) const;

 private:
  Status write_part(int fd, const std::string& part, std::span<const std::byte> bytes,
                    const ParallelFor& parallel) const;

  std::string folder_, path_;
  profiles::Fingerprint key_;
};

}  // namespace platerip::separation::cpu
