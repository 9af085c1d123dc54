// The bytes of a picture, as C libraries take them. No exception may pass through these, and they end functions by
// longjmp, which would skip destructors.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "base/status.h"
#include "rip/pages/input_stream.h"
#include "tiffio/input_file.h"

namespace platerip::rip {

/// Reads the next `bytes` bytes into `out`, and returns their number, which is smaller only at the end.
using ReadBytes = std::function<Result<std::size_t>(std::byte* out, std::size_t bytes)>;

/// The bytes of a stream, which outlives the result.
ReadBytes bytes_of(InputStream& stream);

/// The bytes of a file, from its beginning.
ReadBytes bytes_of(std::shared_ptr<const tiffio::InputFile> file);

/// Reads for a C library, and keeps what goes wrong until the library has returned. One thread at a time.
class PictureBytes {
 public:
  explicit PictureBytes(ReadBytes read) : read_(std::move(read)) {}

  /// Reads as ReadBytes does. If reading fails, no bytes come.
  std::size_t read(std::byte* out, std::size_t bytes) noexcept;

  /// Does other work that may throw. Returns whether it did not.
  template <typename Work>
  bool guard(const Work& work) noexcept {
    try {
      work();
      return true;
    } catch (...) {
      thrown_ = std::current_exception();
      return false;
    }
  }

  /// Whether reading has reached the end.
  [[nodiscard]] bool ended() const { return ended_; }

  /// Why reading failed, if it did. Throws the exception that was kept.
  [[nodiscard]] const std::optional<Error>& error() const;

 private:
  ReadBytes read_;
  bool ended_ = false;
  std::optional<Error> error_;
  std::exception_ptr thrown_;
};

}  // namespace platerip::rip
