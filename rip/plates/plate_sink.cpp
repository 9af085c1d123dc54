#include "rip/plates/plate_sink.h"

namespace platerip::rip {

std::vector<std::string> PlateSink::files(const PageSource&, std::span<const std::string>) const {
  return {};
}

Status PlateSink::close(bool) {
  return {};
}

}  // namespace platerip::rip
