// A regular file open for reading, at any offset, by any number of readers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/status.h"

namespace platerip::tiffio {

class InputFile {
 public:
  /// `name` is how messages call it. Errors: it is missing, may not be read, or is not a regular file.
  static Result<std::shared_ptr<const InputFile>> open(const std::string& path, const std::string& name);

  /// The same for an open file: `descriptor` stays the caller's.
  static Result<std::shared_ptr<const InputFile>> share(int descriptor, const std::string& name);

  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::int64_t size() const { return size_; }

  /// Reads up to `bytes` bytes at `offset`: fewer only at the end of the file, -1 with errno where it cannot be read.
  std::int64_t read_some(std::int64_t offset, std::byte* out, std::int64_t bytes) const;

  /// Reads `rows` rows of `row_bytes` bytes, which lie in the file one behind the other from `offset`, to `out`,
  /// `stride` bytes from row to row. False, with errno, where it cannot be read or has become shorter (then errno is
  /// 0).
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
