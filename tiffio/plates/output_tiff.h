// Writes a TIFF with libtiff to an open file. If writing fails, it keeps the system's reason.
#pragma once

#include <tiffio.h>

#include <cstdint>
#include <memory>
#include <string>

#include "base/status.h"
#include "tiffio/messages.h"

namespace platerip::tiffio {

class OutputTiff {
 public:
  /// Opens a handle on `descriptor`, which the caller keeps. The file is little-endian on every machine, so that the
  /// same plate gives the same bytes.
  static Result<OutputTiff> open(int descriptor, const std::string& name, bool big);

  OutputTiff(OutputTiff&&) noexcept = default;

  /// While this is set, writing changes nothing: the file already has these bytes, and counts as ending with them.
  void set_already_written(bool is_written) { client_->already_written = is_written; }

  /// Writes nothing more: an unfinished file stays unfinished.
  ~OutputTiff();

  [[nodiscard]] TIFF* get() const { return tiff_.get(); }

  /// The error "name: cannot write: why; what to do".
  [[nodiscard]] Error write_error() const;

 private:
  struct Client {
    int descriptor = -1;
    std::string name;
    std::int64_t position = 0;
    bool already_written = false;
    std::int64_t end = 0;  // of what was written
    int error = 0;         // errno of the first failure
    bool abandoned = false;
    Messages messages;
  };

  OutputTiff() = default;
  static tmsize_t read(thandle_t handle, void* out, tmsize_t bytes);
  static tmsize_t write(thandle_t handle, void* data, tmsize_t bytes);
  static toff_t seek(thandle_t handle, toff_t offset, int whence);
  static int close(thandle_t handle);
  static toff_t size(thandle_t handle);

  std::unique_ptr<Client> client_;  // declared before tiff_, as it must outlive the handle
  TiffPtr tiff_;
};

}  // namespace platerip::tiffio
