// CUPS raster where there is no libcups.
#include "rip/pages/page_formats.h"

namespace platerip::rip {
namespace {

Result<std::unique_ptr<Pages>> refuse(InputStream&, MemoryRange, std::int64_t, int) {
  return Error{"CUPS raster: this platerip was built without libcups; take another format"};
}

constexpr std::string_view raster_magics[] = {"RaSt", "RaS2", "RaS3", "tSaR", "2SaR", "3SaR"};

}  // namespace

const PageFormat raster_format = {"a CUPS or PWG raster", raster_magics, {}, nullptr, refuse};

}  // namespace platerip::rip
