#include "rip/cups/raster/make_raster_sink.h"

namespace platerip::rip {

Result<std::unique_ptr<PlateSink>> make_raster_sink(const Job&, OutputStream&) {
  return Error{"CUPS raster: this platerip was built without libcups; take another format"};
}

}  // namespace platerip::rip
