// A TIFF open for reading through libtiff.
#pragma once

#include <tiffio.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/status.h"
#include "tiffio/directories.h"
#include "tiffio/input_file.h"
#include "tiffio/messages.h"

namespace platerip::tiffio {

/// One libtiff handle on one directory of a file. Handles on the same file are independent.
class TiffHandle {
 public:
  /// Opens the directory at `offset`. libtiff takes at most `memory` bytes to read it, and no later allocation exceeds
  /// `memory` bytes.
  static Result<TiffHandle> open(std::shared_ptr<const InputFile> file, std::uint64_t offset, std::size_t memory);

  /// Another handle on the same directory.
  [[nodiscard]] Result<TiffHandle> open_again() const;

  TiffHandle(TiffHandle&&) noexcept = default;

  [[nodiscard]] TIFF* get() const { return tiff_.get(); }
  [[nodiscard]] const InputFile& file() const { return *client_->file; }
  [[nodiscard]] const Directory& directory() const { return client_->directory; }
  [[nodiscard]] std::uint64_t tag_memory() const { return client_->directory.tag_memory; }
  [[nodiscard]] Messages& messages() const { return client_->messages; }

  /// An error about this file: `file: wrong (cause); remedy`. `cause` is one of the messages, or "". If the system
  /// could not read the file, the error says so instead.
  [[nodiscard]] Error error(const std::string& wrong, std::string cause, std::string_view remedy,
                            ErrorCode code = ErrorCode::bad_input) const;

 private:
  /// The state of libtiff's callbacks.
  struct Client {
    std::shared_ptr<const InputFile> file;
    Directory directory;
    std::size_t memory = 0;
    std::uint64_t position = 0;
    int error = 0;  // errno of the last failed read
    Messages messages;
  };

  TiffHandle() = default;
  static Result<TiffHandle> open(std::shared_ptr<const InputFile> file, Directory directory, std::size_t memory);
  static tmsize_t read(thandle_t handle, void* out, tmsize_t bytes);
  static tmsize_t write(thandle_t handle, void* data, tmsize_t bytes);
  static toff_t seek(thandle_t handle, toff_t offset, int whence);
  static int close(thandle_t handle);
  static toff_t size(thandle_t handle);

  std::unique_ptr<Client> client_;  // declared before tiff_, as it must outlive the handle
  TiffPtr tiff_;
};

}  // namespace platerip::tiffio
