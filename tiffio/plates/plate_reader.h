// Reads plates from the TIFF that plate_stream.h writes.
//
// Functions may throw std::bad_alloc, and read() whatever `take` throws. Nothing else throws.
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

/// One plate of the file. There may be a million.
struct StreamedPlate {
  int page;                 ///< the page in the file, from 0
  const PlateInfo& info;    ///< belongs to the reader; plates that are alike share one
  std::uint64_t directory;  ///< its offset in the file
};

/// Reads a file that PlateStream should have written, without trusting it: checks sizes against the file's size before
/// taking memory. One thread at a time.
class PlateReader {
 public:
  /// Receives consecutive packed rows of a plate, `stride` bytes from row to row. The rows are valid during the call.
  /// If it returns an error, reading ends.
  using Take = std::function<Status(std::int64_t rows, const std::byte* data, std::ptrdiff_t stride)>;

  /// Opens a file. The caller keeps `descriptor`, which is open for reading; nothing else may move its file offset
  /// while this object lives. Messages call the file `name`. Errors: PlateStream did not write the file, or the file is
  /// incomplete.
  static Result<PlateReader> open(int descriptor, const std::string& name);

  PlateReader(PlateReader&&) noexcept;
  PlateReader& operator=(PlateReader&&) noexcept;
  ~PlateReader();

  /// The plates in the order of the file, page by page. Each is listed once, however many copies the file has.
  [[nodiscard]] const std::vector<StreamedPlate>& plates() const;

  /// Passes all rows of one of plates() to `take`, from first to last. Errors: the file's data do not match its tags,
  /// or the error of `take`.
  Status read(const StreamedPlate& plate, const Take& take);

 private:
  struct Impl;
  explicit PlateReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace platerip::tiffio
