#include "rip/cups/raster/raster_stream.h"

namespace platerip::rip {
namespace {

const Error no_libcups{"CUPS raster: this platerip was built without libcups; take another format"};

}  // namespace

Result<std::unique_ptr<Pages>> open_raster_stream(InputStream&, std::size_t, std::int64_t) {
  return no_libcups;
}

Result<std::unique_ptr<PlateSink>> make_raster_sink(const Job&, OutputStream&) {
  return no_libcups;
}

}  // namespace platerip::rip
