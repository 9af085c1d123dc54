#include "halftone/halftone.h"

#include <array>
#include <string>

#include "halftone/cpu/cpu.h"
#include "halftone/cuda/cuda.h"
#include "halftone/error_filter.h"
#include "halftone/reference/reference.h"

namespace platerip::halftone {
namespace {

constexpr std::array all_methods{Method::floyd_steinberg, Method::fan,       Method::jarvis,
                                 Method::stucki,          Method::threshold, Method::bayer};

constexpr std::array all_backends{
#ifdef PLATERIP_HAS_HIGHWAY
    Backend{"cpu", "SIMD on all cores", cpu::supported, cpu::workspace_bytes, cpu::make},
#endif
#ifdef PLATERIP_HAS_CUDA
    // After cpu as long as planes and plates pass through the host's memory: that takes longer than halftoning there.
    Backend{"cuda", "an NVIDIA GPU", cuda::supported, cuda::workspace_bytes, cuda::make},
#endif
    Backend{"reference", "plain scalar code: the specification", reference::supported, reference::workspace_bytes,
            reference::make},
};

template <typename Range, typename NameOf>
std::string names(const Range& range, NameOf name_of) {
  std::string list;
  for (const auto& item : range) {
    if (!list.empty()) list += ", ";
    list += name_of(item);
  }
  return list;
}

}  // namespace

std::string_view method_name(Method method) {
  switch (method) {
    case Method::floyd_steinberg:
      return "floyd-steinberg";
    case Method::fan:
      return "fan";
    case Method::jarvis:
      return "jarvis";
    case Method::stucki:
      return "stucki";
    case Method::threshold:
      return "threshold";
    case Method::bayer:
      return "bayer";
  }
  return "";
}

std::span<const Method> methods() {
  return all_methods;
}

Result<Method> find_method(std::string_view name) {
  for (const Method method : all_methods) {
    if (method_name(method) == name) return method;
  }
  return Error{"no halftone is called '" + std::string(name) + "'; there are " + names(all_methods, method_name)};
}

Status check(const Settings& settings) {
  const int levels = settings.levels;
  if (levels != 2 && levels != 3 && levels != 4 && levels != 16) {
    return Error{"halftone: " + std::to_string(levels) + " levels are not possible; choose 2, 3, 4 or 16"};
  }
  if (settings.bits != 8 && settings.bits != 16) {
    return Error{"halftone: planes of " + std::to_string(settings.bits) + " bits are not possible; choose 8 or 16"};
  }
  if (settings.width < 1 || settings.width > max_width) {
    return Error{"halftone: a width of " + std::to_string(settings.width) +
                 " pixels is out of range; it goes from 1 to " + std::to_string(max_width)};
  }
  if (settings.planes < 1 || settings.planes > max_planes) {
    return Error{"halftone: " + std::to_string(settings.planes) + " planes are out of range; there can be 1 to " +
                 std::to_string(max_planes)};
  }
  return {};
}

int plate_bits(int levels) {
  return levels == 2 ? 1 : levels <= 4 ? 2 : 4;
}

std::int64_t plate_row_bytes(std::int64_t width, int levels) {
  return (width * plate_bits(levels) + 7) / 8;
}

int boundary_rows(Method method) {
  return has_error_filter(method) ? error_filter(method).rows() : 0;
}

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
  return Error{"no halftone backend is called '" + std::string(name) + "'; there are auto, " +
               names(all_backends, [](const Backend& backend) { return backend.name; })};
}

}  // namespace platerip::halftone
