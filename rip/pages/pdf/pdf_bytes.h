// What the bytes of a PDF say before a program reads it.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include "base/status.h"

namespace platerip::rip {

/// Checks that a PDF has not been cut off: programs repair one that is, and draw it without what it has lost. `fd`: the
/// file, open for reading. Errors: it has no %%EOF in its last KiB, where readers look for it, because mails and
/// servers append to files. They do not name the file.
Status check_end(int fd);

/// Whether a PDF names an encryption anywhere. `fd`: the file, open for reading; all of it is read.
bool is_encrypted(int fd);

}  // namespace platerip::rip
