// Plates come back out of the one TIFF that plate_stream.h makes of them.
//
// Functions throw std::bad_alloc where memory runs out. An exception of `take` passes through; nothing else throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "tiffio/plates/plate_info.h"

namespace platerip::tiffio {

/// One plate of such a file.
struct StreamedPlate {
  int page = 0;  ///< of the file, from 0
  PlateInfo info;
  std::uint64_t directory = 0;  ///< its offset in the file
};

/// Reads a file that should be PlateStream's, and trusts nothing in it: sizes are checked against the file's own before
/// memory is taken. One thread at a time.
class PlateReader {
 public:
  /// Takes some consecutive rows of a plate, packed, `stride` bytes from row to row.
  using Take = std::function<Status(std::int64_t rows, const std::byte* data, std::ptrdiff_t stride)>;

  /// `descriptor` is open for reading and stays the caller's; nobody else moves its offset as long as this lives.
  /// `name` is how messages call the file. Errors: it is not such a file, or not all of it.
  static Result<PlateReader> open(int descriptor, const std::string& name);

  PlateReader(PlateReader&&) noexcept;
  PlateReader& operator=(PlateReader&&) noexcept;
  ~PlateReader();

  /// In the order of the file, page by page, each once, however many copies the file has.
  [[nodiscard]] const std::vector<StreamedPlate>& plates() const;

  /// Hands all rows of one of plates() to `take`, from the first to the last. Errors: the file's data are not what it
  /// says; what `take` says.
  Status read(const StreamedPlate& plate, const Take& take);

 private:
  struct Impl;
  explicit PlateReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::tiffio
