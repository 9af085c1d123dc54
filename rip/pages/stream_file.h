// A stream as a file, for formats that are read out of order.
#pragma once

#include <cstdint>

#include "base/files.h"
#include "base/status.h"
#include "rip/pages/input_stream.h"

namespace platerip::rip {

/// The file that a stream reads; if it is none, an unnamed file in TMPDIR to which the rest of the stream is copied, in
/// at most `limit` bytes. May throw std::bad_alloc. Errors: there is more; or reading or writing fails.
Result<Descriptor> file_of(InputStream& stream, std::int64_t limit);

}  // namespace platerip::rip
