// Files that keep bytes that took long to compute. Private to separation/.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/parallel.h"
#include "base/status.h"
#include "profiles/sha256.h"

namespace platerip::separation {

/// Which process writes the file.
enum class Keeper { this_run, another_run };

/// What the files of a kind are called, and how many stay in the folder.
struct CachedKind {
  std::string_view suffix;
  std::size_t most_files = 0;
};
inline constexpr CachedKind cached_tables{".table", 8};   // of 64 MiB or more
inline constexpr CachedKind cached_grids{".grid", 64};    // of less than 1 MiB
inline constexpr CachedKind cached_limits{".limit", 64};  // of a few bytes

/// One file of a cache folder. It is named by its key, a digest of everything that determines its bytes.
class CachedFile {
 public:
  CachedFile(const std::string& folder, const profiles::Fingerprint& key, const CachedKind& kind = cached_tables);

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Fills `bytes` from the file. Returns false if the file is missing, has another size or key, is owned or writable
  /// by another user, or has changed since it was written. The content of `bytes` is then undefined.
  [[nodiscard]] bool read(std::span<std::byte> bytes, const ParallelFor& parallel) const;

  /// Whether write() can be expected to succeed. Makes the folder if it is missing. Errors begin with its path.
  [[nodiscard]] Status can_write() const;

  /// Writes the file, completely or not at all. Makes the folder if it is missing. Keeps the most recently used files
  /// of its kind, and removes partial files of killed runs. If another process is writing the same file, leaves it to
  /// that process. Errors begin with the path.
  [[nodiscard]] Result<Keeper> write(std::span<const std::byte> bytes, const ParallelFor& parallel) const;

 private:
  Status write_part(int fd, const std::string& part, std::span<const std::byte> bytes,
                    const ParallelFor& parallel) const;

  std::string folder_, path_;
  profiles::Fingerprint key_;
  CachedKind kind_;
};

}  // namespace platerip::separation
