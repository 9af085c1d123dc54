#include "rip/plates/plate_files.h"

#include <filesystem>

#include "rip/plates/plate_names.h"
#include "rip/resources/threads.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

Status make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return Error{tiffio::printable(folder) + ": cannot be made: " + error.message() + "; choose another output folder"};
  return {};
}

}  // namespace

std::vector<std::string> PlateFiles::files(const PageSource& page, std::span<const std::string> inks) const {
  return plate_paths(page, settings_.folder.value_or(""), inks);
}

Status PlateFiles::begin(const PlatesInfo& plates, std::vector<OutputFile>& files) {
  writers_.clear();
  if (settings_.folder && !settings_.folder->empty()) {
    if (const Status status = make_folder(*settings_.folder); !status.ok()) return status.error();
  }
  const std::vector<std::string> paths = this->files(plates.page, plates.inks);
  for (std::size_t ink = 0; ink < plates.inks.size(); ++ink) {
    auto file = OutputFile::create(paths[ink]);
    if (!file.ok()) return file.error();
    const tiffio::PlateInfo plate{.width = plates.width,
                                  .height = plates.height,
                                  .bits = halftone::plate_bits(plates.levels),
                                  .resolution = plates.resolution,
                                  .orientation = plates.orientation,
                                  .ink = plates.inks[ink],
                                  .document = document_name(plates.page),
                                  .compression = settings_.compression,
                                  .invert = settings_.invert};
    auto writer = tiffio::PlateWriter::open(file->fd(), file->path(), plate);
    if (!writer.ok()) return writer.error();
    files.push_back(*std::move(file));
    writers_.push_back(*std::move(writer));
  }
  return {};
}

Status PlateFiles::write(std::span<const halftone::Plate> plates, std::int64_t rows) {
  std::vector<Status> written(writers_.size());
  parallel_for(static_cast<int>(writers_.size()), [&](int index) {
    const auto plate = static_cast<std::size_t>(index);
    written[plate] = writers_[plate].write(rows, plates[plate].pixels, plates[plate].stride);
  });
  for (const Status& status : written) {
    if (!status.ok()) return status;
  }
  return {};
}

Status PlateFiles::finish() {
  for (tiffio::PlateWriter& writer : writers_) {
    if (const Status status = writer.finish(); !status.ok()) return status;
  }
  return {};
}

}  // namespace platerip::rip
