// An NVIDIA driver that never works: the functions that CUDA calls first. It is loaded instead of the machine's driver.
#include <cstdlib>

namespace {

int number_of(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? 0 : std::atoi(value);
}

}  // namespace

/// The newest CUDA that this driver supports, as CUDA_VERSION.
extern "C" int cuDriverGetVersion(int* version) {
  *version = number_of("MADE_DRIVER_VERSION");
  return 0;
}

/// Returns a CUresult.
extern "C" int cuInit(unsigned) {
  return number_of("MADE_DRIVER_ERROR");
}
