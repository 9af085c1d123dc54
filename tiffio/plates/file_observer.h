// Sees the bytes of a file while it is written.
#pragma once

#include <cstddef>
#include <span>

namespace platerip::tiffio {

/// Receives all bytes of a file, in order and each once, such as to compute a checksum. One thread at a time, though
/// not always the same one.
class FileObserver {
 public:
  virtual ~FileObserver() = default;

  /// The next bytes of the file, valid during the call.
  virtual void take(std::span<const std::byte> bytes) = 0;

  /// The bytes so far were not those of the file, which comes again from its beginning.
  virtual void restart() = 0;
};

}  // namespace platerip::tiffio
