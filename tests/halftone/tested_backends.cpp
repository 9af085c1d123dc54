#include "tests/halftone/tested_backends.h"

#ifdef PLATERIP_TESTS_GPU
#include "tests/halftone/gpu_backend.h"
#endif

namespace platerip::halftone {
namespace {

std::vector<const Backend*> find_supported() {
  std::vector<const Backend*> found;
  for (const Backend& backend : backends()) {
    if (backend.supported().ok()) found.push_back(&backend);
  }
#ifdef PLATERIP_TESTS_GPU
  static const Backend gpu = gpu_backend();
  if (gpu.supported().ok()) found.push_back(&gpu);
#endif
  return found;
}

}  // namespace

const std::vector<const Backend*>& tested_backends() {
  static const std::vector<const Backend*> found = find_supported();
  return found;
}

const Backend* tested_backend(std::string_view name) {
  for (const Backend* backend : tested_backends()) {
    if (backend->name == name) return backend;
  }
  return nullptr;
}

}  // namespace platerip::halftone
