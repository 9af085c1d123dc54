// Sees the bytes of a file while it is written.
#pragma once

#include <cstddef>
#include <span>

namespace platerip::tiffio {

/// Receives every byte of a file once and in order, for example to compute a checksum. One thread at a time, though not
/// always the same one.
class FileObserver {
 public:
  virtual ~FileObserver() = default;

  /// The next bytes of the file, valid during the call.
  virtual void take(std::span<const std::byte> bytes) = 0;

  /// Discards all bytes so far: they have changed in the file, which comes again from its beginning.
  virtual void restart() = 0;
};

}  // namespace platerip::tiffio
