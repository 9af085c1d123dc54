#include "rip/proofs/report/ink_preview.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <memory>
#include <utility>

#include "base/files.h"
#include "rip/pages/placing/turn.h"
#include "rip/proofs/report/ink_samples.h"
#include "rip/proofs/report/picture.h"
#include "rip/resources/threads.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr double preview_dpi = 50.8;  // two samples per millimetre

// Pieces of pictures that are not written. A file takes one write at a time, so few threads keep it busy.
constexpr std::int64_t most_waiting = 16;
constexpr std::size_t most_writing = 4;

// The pixels along a side of a sample, at least 1.
double step_of(double dots, const tiffio::Resolution& resolution) {
  return std::max(1.0, resolution.per_inch(dots) / preview_dpi);
}

// The number of samples. The last one has between a half and one and a half times the length of the others.
std::int64_t samples_along(std::int64_t length, double step) {
  return std::max<std::int64_t>(1, std::llround(static_cast<double>(length) / step));
}

std::vector<std::int64_t> borders(std::int64_t length, double step) {
  const std::int64_t samples = samples_along(length, step);
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < samples; ++i) places.push_back(std::llround(static_cast<double>(i) * step));
  places.push_back(length);
  return places;
}

std::vector<double> shares_of(const std::vector<std::int64_t>& borders) {
  std::vector<double> shares;
  for (std::size_t i = 0; i + 1 < borders.size(); ++i)
    shares.push_back(1 / static_cast<double>(borders[i + 1] - borders[i]));
  return shares;
}

PpfSheet sheet_of(const ProofedPage& page) {
  const tiffio::Resolution& resolution = page.plan.resolution;
  const double dots_x = resolution.per_inch(resolution.x), dots_y = resolution.per_inch(resolution.y);
  const double step_x = step_of(resolution.x, resolution), step_y = step_of(resolution.y, resolution);
  PpfSheet sheet{.name = document_name(page.plan.source),
                 .width = static_cast<double>(page.shape.width) / dots_x,
                 .height = static_cast<double>(page.shape.height) / dots_y,
                 .columns = samples_along(page.shape.width, step_x),
                 .rows = samples_along(page.shape.height, step_y),
                 .across = dots_x / step_x,
                 .down = dots_y / step_y,
                 .inks = page.plan.printed_names()};
  if (!page.shape.turn().exchange) return sheet;
  std::swap(sheet.width, sheet.height);
  std::swap(sheet.columns, sheet.rows);
  std::swap(sheet.across, sheet.down);
  return sheet;
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

bool is_turned(const ProofedPage& page) {
  return page.shape.turn() != unturned;
}

}  // namespace

InkPreview::InkPreview(const ProofedPage& page, OpenFile file)
    : page_(page),
      file_(std::move(file)),
      columns_(borders(page.shape.width, step_of(page.plan.resolution.x, page.plan.resolution))),
      rows_(borders(page.shape.height, step_of(page.plan.resolution.y, page.plan.resolution))),
      shares_(shares_of(columns_)),
      text_(sheet_of(page)),
      lying_(page.plan.printed.size()),
      written_(page.plan.printed.size()),
      tasks_(page.plan.printed.size(), most_waiting, text_.rows_bytes(LevelRows::most_rows), lend_thread,
             most_writing) {
  for (std::size_t plate = 0; plate < page.plan.printed.size(); ++plate) {
    if (is_turned(page)) lying_[plate].reserve((columns_.size() - 1) * (rows_.size() - 1));
    sums_.emplace_back(
        columns_, rows_, page.plan.printed[plate].level_ink,
        [this, plate](std::size_t first, std::span<const std::uint64_t> sums) { add_sums(plate, first, sums); },
        page.sums ? page.sums->find(plate, columns_, rows_) : std::nullopt);
  }
}

// Counts the pieces that wait to be written, one more of each plate, and the pictures that must be turned, one at a
// time.
std::int64_t InkPreview::memory_bytes(const ProofedPage& page) {
  const std::int64_t columns = samples_along(page.shape.width, step_of(page.plan.resolution.x, page.plan.resolution));
  const std::int64_t rows = samples_along(page.shape.height, step_of(page.plan.resolution.y, page.plan.resolution));
  const auto plates = static_cast<std::int64_t>(page.plan.printed.size());
  const std::int64_t along = page.shape.turn().exchange ? rows : columns;
  const std::int64_t waiting = (most_waiting + plates) * LevelRows::most_rows * (along + PpfText::row_bytes(along));
  const std::int64_t lying = is_turned(page) ? (plates + 2) * columns * rows : 0;
  return waiting + lying + plates * LevelRows::memory_bytes(columns, rows);
}

// A GPU has not the plates that lighter inks print.
void InkPreview::add_boxes(const ProofedPage& page, WantedSums& wanted) {
  if (page.plan.has_light_inks()) return;
  const tiffio::Resolution& resolution = page.plan.resolution;
  for (std::size_t plate = 0; plate < page.plan.printed.size(); ++plate)
    wanted.add({plate, page.plan.printed[plate].level_ink, borders(page.shape.width, step_of(resolution.x, resolution)),
                borders(page.shape.height, step_of(resolution.y, resolution))});
}

void InkPreview::add(std::span<const halftone::Plate> plates, std::int64_t rows, const PlateSums* sums) {
  parallel_for(static_cast<int>(plates.size()), [&](int plate) { sums_[plate].add(plates[plate], rows, sums); });
}

void InkPreview::add_sums(std::size_t plate, std::size_t first, std::span<const std::uint64_t> sums) {
  Samples samples = samples_of(plate, first, sums);
  if (!is_turned(page_)) return write_rows(plate, static_cast<std::int64_t>(first), std::move(samples));
  lying_[plate].insert(lying_[plate].end(), samples.begin(), samples.end());
}

// `sums`: of the boxes of rows from `first` on.
InkPreview::Samples InkPreview::samples_of(std::size_t plate, std::size_t first,
                                           std::span<const std::uint64_t> sums) const {
  const std::size_t columns = shares_.size();
  const double solid = page_.plan.printed[plate].level_ink.solid;
  Samples samples(sums.size());
  for (std::size_t at = 0, row = first; at < sums.size(); at += columns, ++row) {
    const double share = 1 / (static_cast<double>(rows_[row + 1] - rows_[row]) * solid);
    samples_of_boxes(sums.subspan(at, columns), shares_, share, &samples[at]);
  }
  return samples;
}

void InkPreview::write_rows(std::size_t plate, std::int64_t first, Samples samples) {
  const auto rows = std::make_shared<const Samples>(std::move(samples));
  const auto written = std::make_shared<Status>();
  const auto work = [this, plate, first, rows, written](std::span<std::byte> memory) {
    const std::span text(reinterpret_cast<char*>(memory.data()), memory.size());
    *written = file_.write(bytes_of(text_.rows_text(first, *rows, text)), text_.place_of(plate, first));
  };
  tasks_.lane(plate)({work, [this, plate, written] {
                        if (written_[plate].ok()) written_[plate] = *written;
                      }});
}

Status InkPreview::write() {
  for (std::size_t plate = 0; plate < lying_.size() && is_turned(page_); ++plate) {
    const Picture picture = upright({std::ssize(columns_) - 1, std::ssize(rows_) - 1, 1, std::move(lying_[plate])},
                                    page_.shape.orientation);
    for (std::int64_t row = 0; row < picture.height; row += LevelRows::most_rows) {
      const auto first = picture.samples.begin() + row * picture.width;
      const std::int64_t rows = std::min(LevelRows::most_rows, picture.height - row);
      write_rows(plate, row, Samples(first, first + rows * picture.width));
    }
  }
  tasks_.wait();
  for (const Status& status : written_)
    if (!status.ok()) return status;
  for (std::size_t i = 0; i < text_.around().size(); ++i)
    if (const Status status = file_.write(bytes_of(text_.around()[i]), text_.place_around(i)); !status.ok())
      return status;
  return {};
}

}  // namespace platerip::rip
