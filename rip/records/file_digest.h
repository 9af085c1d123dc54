// The digest of a whole file. The function may throw std::bad_alloc, and nothing else. It is thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace platerip::rip {

/// The SHA-256 digest of all bytes of an open file, in hexadecimal. Does not move the file's position. Nothing if the
/// file cannot be read, or if `stop`, which is polled and may be empty, returns true.
std::optional<std::string> file_digest(int fd, const std::function<bool()>& stop);

}  // namespace platerip::rip
