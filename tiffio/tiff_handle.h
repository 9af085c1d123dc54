// A TIFF open for reading through libtiff.
#pragma once

#include <tiffio.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "status.h"
#include "tiffio/input_file.h"
#include "tiffio/messages.h"

namespace platerip::tiffio {

/// One libtiff handle standing on one directory of a file. Handles on the same file are independent of each other.
class TiffHandle {
 public:
  /// Opens the directory at `directory` (an offset from page_directories()).
  static Result<TiffHandle> open(std::shared_ptr<const InputFile> file, std::uint64_t directory, std::size_t memory);

  TiffHandle(TiffHandle&&) noexcept = default;

  [[nodiscard]] TIFF* get() const { return tiff_.get(); }
  [[nodiscard]] const InputFile& file() const { return *client_->file; }
  [[nodiscard]] std::shared_ptr<const InputFile> shared_file() const { return client_->file; }
  [[nodiscard]] Messages& messages() const { return client_->messages; }

  /// An error about this file: `file: wrong (what libtiff said); remedy`.
  [[nodiscard]] Error error(const std::string& wrong, std::string_view remedy) const;

 private:
  friend Result<std::vector<std::uint64_t>> page_directories(const std::shared_ptr<const InputFile>&, std::size_t);

  /// What libtiff's callbacks see.
  struct Client {
    std::shared_ptr<const InputFile> file;
    std::uint64_t position = 0;
    Messages messages;
  };

  TiffHandle() = default;
  static Result<TiffHandle> open_client(std::shared_ptr<const InputFile> file, const char* mode, std::size_t memory);
  static tmsize_t read(thandle_t client, void* out, tmsize_t bytes);
  static tmsize_t write(thandle_t client, void* data, tmsize_t bytes);
  static toff_t seek(thandle_t client, toff_t offset, int whence);
  static int close(thandle_t client);
  static toff_t size(thandle_t client);

  std::unique_ptr<Client> client_;  // before tiff_: it must outlive the handle
  TiffPtr tiff_;
};

/// The offsets of the directories of the first `limit` pages: directories less thumbnails and transparency masks.
/// Errors: not a TIFF, a directory that cannot be read, a chain of directories that runs in a circle, no page at all.
Result<std::vector<std::uint64_t>> page_directories(const std::shared_ptr<const InputFile>& file, std::size_t limit);

}  // namespace platerip::tiffio
