#include "rip/pages/raster/libcups.h"

#include <dlfcn.h>

#include <string>
#include <type_traits>

namespace platerip::rip {
namespace {

constexpr const char* file = "libcups.so.2";

Libcups loaded() {
  Libcups found;
  void* const library = ::dlopen(file, RTLD_NOW);
  if (library == nullptr) return found;
  const auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
    return function != nullptr;
  };
  const bool is_complete =
      find(found.open, "cupsRasterOpenIO") && find(found.close, "cupsRasterClose") &&
      find(found.read_header, "cupsRasterReadHeader2") && find(found.read_pixels, "cupsRasterReadPixels") &&
      find(found.write_header, "cupsRasterWriteHeader2") && find(found.write_pixels, "cupsRasterWritePixels");
  return is_complete ? found : Libcups();
}

}  // namespace

Result<Libcups> libcups() {
  static const Libcups library = loaded();
  if (library.open != nullptr) return library;
  return Error{std::string(file) + " cannot be loaded, which CUPS rasters need",
               ErrorCode::unsupported,
               {{.action = Advice::Action::other, .value = "install Debian's package libcups2"}}};
}

}  // namespace platerip::rip
