// A regular file that any number of readers may read at any offset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/status.h"

namespace platerip::tiffio {

class InputFile {
 public:
  /// Opens a file, which messages call `name`. Errors: it is missing, may not be read, or is not a regular file.
  static Result<std::shared_ptr<const InputFile>> open(const std::string& path, const std::string& name);

  /// The same for an open file. The caller keeps `descriptor`.
  static Result<std::shared_ptr<const InputFile>> share(int descriptor, const std::string& name);

  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::int64_t size() const { return size_; }

  /// Reads `bytes` bytes at `offset`, or fewer at the end of the file. Returns the number of bytes read. If reading
  /// fails, returns -1 and sets errno.
  std::int64_t read_some(std::int64_t offset, std::byte* out, std::int64_t bytes) const;

  /// Reads `rows` contiguous rows of `row_bytes` bytes at `offset` into `out`, `stride` bytes from row to row. Returns
  /// false and sets errno if reading fails; errno is 0 if the file has become too short.
  bool read_rows(std::int64_t offset, std::int64_t rows, std::int64_t row_bytes, std::byte* out,
                 std::ptrdiff_t stride) const;

 private:
  InputFile(std::string name, int descriptor, std::int64_t size);
  static Result<std::shared_ptr<const InputFile>> own(int descriptor, const std::string& name);

  std::string name_;
  int descriptor_;
  std::int64_t size_;
};

}  // namespace platerip::tiffio
