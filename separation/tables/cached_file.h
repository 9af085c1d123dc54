// Files that keep bytes that took seconds to compute. Private to separation/.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/parallel.h"
#include "base/status.h"
#include "profiles/sha256.h"

namespace platerip::separation {

/// Which process writes the file.
enum class Keeper { this_run, another_run };

/// One file of a cache folder. It is named by its key, a digest of everything that determines its bytes.
class CachedFile {
 public:
  CachedFile(const std::string& folder, const profiles::Fingerprint& key);

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Fills `bytes` from the file. Returns false if the file is missing, has another size or key, is owned or writable
  /// by another user, or has changed since it was written. The content of `bytes` is then undefined.
  [[nodiscard]] bool read(std::span<std::byte> bytes, const ParallelFor& parallel) const;

  /// Whether write() can be expected to succeed. Makes the folder if it is missing. Errors begin with its path.
  [[nodiscard]] Status can_write() const;

  /// Writes the file, completely or not at all. Makes the folder if it is missing. Keeps the eight most recently used
  /// files in it, and removes partial files of killed runs. If another process is writing the same file, leaves it to
  /// that process. Errors begin with the path.
  [[nodiscard]] Result<Keeper> write(std::span<const std::byte> bytes, const ParallelFor& parallel) const;

 private:
  Status write_part(int fd, const std::string& part, std::span<const std::byte> bytes,
                    const ParallelFor& parallel) const;

  std::string folder_, path_;
  profiles::Fingerprint key_;
};

}  // namespace platerip::separation
