#include "rip/plates/plate_sink.h"

namespace platerip::rip {

std::vector<std::string> PlateSink::files(const PageSource&, std::span<const std::string>) const {
  return {};
}

std::size_t PlateSink::memory_bytes(const PlatesInfo&) const {
  return 0;
}

bool PlateSink::goes_on() const {
  return false;
}

Result<std::vector<PlateRecord>> PlateSink::settle() {
  return Error{"these plates cannot be left and continued", ErrorCode::unsupported};
}

std::vector<std::string> PlateSink::digests() {
  return {};
}

void PlateSink::abandon() {}

Status PlateSink::close(bool) {
  return {};
}

}  // namespace platerip::rip
