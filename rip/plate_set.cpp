#include "rip/plate_set.h"

#include <filesystem>

#include "rip/ink_use.h"
#include "rip/strip_loop.h"
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

Result<PlateSet> PlateSet::open(const Job& job, const PageSource& source, const tiffio::PageInfo& page,
                                std::span<const std::string> inks, std::vector<OutputFile>& files) {
  const std::string folder = job.output_dir.value_or("");
  if (!folder.empty()) {
    if (const Status status = make_folder(folder); !status.ok()) return status.error();
  }
  PlateSet plates(page.width, page.height, job.levels);
  const std::vector<std::string> paths = plate_paths(source, folder, inks);
  for (std::size_t ink = 0; ink < inks.size(); ++ink) {
    auto file = OutputFile::create(paths[ink]);
    if (!file.ok()) return file.error();
    const tiffio::PlateInfo plate{.width = page.width,
                                  .height = page.height,
                                  .bits = halftone::plate_bits(job.levels),
                                  .resolution = page.resolution,
                                  .orientation = page.orientation,
                                  .ink = inks[ink],
                                  .document = std::filesystem::path(source.path).filename().string(),
                                  .compression = job.compression,
                                  .invert = job.invert};
    auto writer = tiffio::PlateWriter::open(file->fd(), file->path(), plate);
    if (!writer.ok()) return writer.error();
    files.push_back(*std::move(file));
    plates.writers_.push_back(*std::move(writer));
  }
  plates.level_sums_.resize(inks.size());
  return plates;
}

Status PlateSet::write(std::span<const halftone::Plate> plates, std::int64_t rows) {
  std::vector<Status> written(writers_.size());
  parallel_for(static_cast<int>(writers_.size()), [&](int index) {
    const auto plate = static_cast<std::size_t>(index);
    level_sums_[plate] += sum_of_levels(plates[plate], levels_, width_, rows);
    written[plate] = writers_[plate].write(rows, plates[plate].pixels, plates[plate].stride);
  });
  for (const Status& status : written) {
    if (!status.ok()) return status;
  }
  return {};
}

Status PlateSet::finish() {
  for (tiffio::PlateWriter& writer : writers_) {
    if (const Status status = writer.finish(); !status.ok()) return status;
  }
  return {};
}

double PlateSet::coverage_percent(std::size_t plate) const {
  const double solid = static_cast<double>(width_) * static_cast<double>(height_) * (levels_ - 1);
  return 100.0 * static_cast<double>(level_sums_[plate]) / solid;
}

}  // namespace platerip::rip
