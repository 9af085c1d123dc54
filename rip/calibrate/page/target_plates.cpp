#include "rip/calibrate/page/target_plates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "halftone/halftone.h"
#include "halftone/screens/noise_screens.h"
#include "rip/calibrate/page/drop_mixtures.h"
#include "rip/calibrate/page/target_painter.h"
#include "tiffio/plates/plate_writer.h"

namespace platerip::rip {
namespace {

// The level of each pixel of a mixture.
class Scatter {
 public:
  explicit Scatter(int levels) : noise_(halftone::blue_noise()) {
    const auto solid = static_cast<std::size_t>(levels) - 1;
    for (const DropMixture& mixture : drop_mixtures(levels)) ends_.push_back(ends_of(mixture.shares));
    ends_.resize(std::size_t{label_sample} + 1);
    ends_[label_sample][solid - 1] = all;
  }

  [[nodiscard]] unsigned level(std::uint8_t sample, std::int64_t x, std::int64_t y) const {
    const auto place = static_cast<std::size_t>(y % noise_.height * noise_.width + x % noise_.width);
    const Ends& ends = ends_[sample];
    const std::uint32_t threshold = noise_.thresholds[place];
    unsigned level = 0;
    for (unsigned i = 0; i < ends.size(); ++i)
      if (threshold < ends[i]) level = i + 1;
    return level;
  }

 private:
  static constexpr std::uint32_t all = 65536;
  // A level has the thresholds below its end, but for those of greater levels.
  using Ends = std::array<std::uint32_t, halftone::max_levels - 1>;

  static Ends ends_of(const std::vector<double>& shares) {
    Ends ends{};
    double sum = 0;
    for (std::size_t i = shares.size(); i-- > 0;) {
      sum += shares[i];
      ends[i] = static_cast<std::uint32_t>(std::lround(all * sum / 100));
    }
    return ends;
  }

  halftone::Screen noise_;
  std::vector<Ends> ends_;  // of each sample
};

Result<std::vector<tiffio::PlateWriter>> open_plates(const TargetLayout& layout, const TargetPainter& painter,
                                                     const std::vector<OutputFile>& files) {
  std::vector<tiffio::PlateWriter> writers;
  const auto resolution = static_cast<float>(layout.settings.resolution);
  for (std::size_t ink = 0; ink < files.size(); ++ink) {
    const tiffio::PlateInfo info{.width = painter.width(),
                                 .height = painter.height(),
                                 .bits = halftone::plate_bits(layout.settings.levels),
                                 .resolution = {resolution, resolution, 2},
                                 .ink = layout.settings.inks[ink]};
    auto writer = tiffio::PlateWriter::open(files[ink].fd(), files[ink].path(), info);
    if (!writer.ok()) return writer.error();
    writers.push_back(*std::move(writer));
  }
  return writers;
}

}  // namespace

Status paint_plates(const TargetLayout& layout, std::vector<OutputFile>& files) {
  TargetPainter painter(layout);
  auto writers = open_plates(layout, painter, files);
  if (!writers.ok()) return writers.error();
  const Scatter scatter(layout.settings.levels);
  const auto bits = static_cast<unsigned>(halftone::plate_bits(layout.settings.levels));
  const std::size_t inks = files.size();
  std::vector<std::byte> row(
      static_cast<std::size_t>(halftone::plate_row_bytes(painter.width(), layout.settings.levels)));
  for (std::int64_t y = 0; y < painter.height(); ++y) {
    const std::uint8_t* const samples = painter.paint(y);
    for (std::size_t ink = 0; ink < inks; ++ink) {
      std::ranges::fill(row, std::byte{0});
      for (std::int64_t x = 0; x < painter.width(); ++x) {
        const std::uint8_t sample = samples[static_cast<std::size_t>(x) * inks + ink];
        if (sample == 0) continue;
        const auto bit = static_cast<unsigned>(x) * bits;
        row[bit / 8] |= static_cast<std::byte>(scatter.level(sample, x, y) << (8 - bits - bit % 8));
      }
      const Status written = (*writers)[ink].write(1, row.data(), static_cast<std::ptrdiff_t>(row.size()));
      if (!written.ok()) return written;
    }
  }
  for (tiffio::PlateWriter& writer : *writers)
    if (const Status finished = writer.finish(); !finished.ok()) return finished;
  return {};
}

}  // namespace platerip::rip
