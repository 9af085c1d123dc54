#include "rip/plates/tiff_sink.h"

namespace platerip::rip {

TiffSink::TiffSink(const PlateSettings& settings, OutputStream& out)
    : settings_(settings), out_(out), stream_([&out](std::span<const std::byte> bytes) { return out.write(bytes); }) {}

Status TiffSink::begin(const PlatesInfo& plates, std::vector<OutputFile>&) {
  std::vector<tiffio::PlateInfo> infos;
  for (const std::string& ink : plates.inks) {
    infos.push_back({.width = plates.width,
                     .height = plates.height,
                     .bits = halftone::plate_bits(plates.levels),
                     .resolution = plates.resolution,
                     .orientation = plates.orientation,
                     .ink = ink,
                     .document = document_name(plates.source),
                     .compression = settings_.compression,
                     .invert = settings_.invert});
  }
  return stream_.begin(infos, copies_);
}

Status TiffSink::write(std::span<const halftone::Plate> plates, std::int64_t rows) {
  std::vector<tiffio::PlateRows> data;
  for (const halftone::Plate& plate : plates) data.push_back({plate.pixels, plate.stride});
  return flushed(stream_.write(rows, data));
}

// A page whose rows are all written lacks only its directories, so these are written even after a stop.
Status TiffSink::finish() {
  return out_.despite_stop([this] { return flushed(stream_.finish()); });
}

Status TiffSink::close(bool is_whole) {
  if (out_.failed()) return {};  // the error was already reported
  return out_.despite_stop([&] { return flushed(stream_.close(is_whole)); });
}

Status TiffSink::flushed(const Status& written) {
  return written.ok() ? out_.flush() : written;
}

}  // namespace platerip::rip
