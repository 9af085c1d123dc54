#include "halftone/backends/backends.h"

#include <array>
#include <string>

#include "halftone/cpu/cpu.h"
#include "halftone/reference/reference.h"

namespace platerip::halftone {
namespace {

constexpr std::array all_backends{
#ifdef PLATERIP_HAS_HIGHWAY
    Backend{"cpu", "SIMD on all cores", cpu::supported, cpu::workspace_bytes, cpu::make},
#endif
    Backend{"reference", "plain scalar code: the specification", reference::supported, reference::workspace_bytes,
            reference::make},
};

}  // namespace

std::span<const Backend> backends() {
  return all_backends;
}

Result<const Backend*> find_backend(std::string_view name) {
  for (const Backend& backend : all_backends) {
    if (name != backend.name && name != "auto") continue;
    const Status supported = backend.supported();
    if (supported.ok()) return &backend;
    if (name != "auto") return Error{"halftone backend " + std::string(name) + ": " + supported.error().message};
  }
  std::string message = "no halftone backend is called '" + std::string(name) + "'; there are auto";
  for (const Backend& backend : all_backends) message += ", " + std::string(backend.name);
  return Error{message};
}

}  // namespace platerip::halftone
