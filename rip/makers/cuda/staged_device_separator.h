// Makes the planes of a strip on an NVIDIA GPU: its page stages, the separation, and its plane stages. Private to
// rip/makers/cuda/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/cutter.h"
#include "base/status.h"
#include "rip/makers/gpu_page.h"
#include "separation/cuda/device_separator.h"

namespace platerip::rip::cuda {

using separation::cuda::Stream;
using separation::cuda::StripStreams;

/// The strips of one page, one after the other on the same streams.
class StagedDeviceSeparator {
 public:
  using DeviceStrip = separation::cuda::DeviceStrip;

  /// Errors: those of DeviceSeparator::make(), or a stage that runs on the CPU alone.
  static Result<StagedDeviceSeparator> make(const PageWork& settings);

  [[nodiscard]] std::size_t inks() const { return separator_.inks().size() - page_.masks; }
  [[nodiscard]] std::string description() const { return separator_.description(); }

  /// Takes device memory for tables, which come first, and for what lies between the stages of strips of `rows` rows.
  void place(const StripShape& shape, std::int64_t rows, Cutter& memory);
  /// DeviceSeparator::table().
  [[nodiscard]] std::shared_ptr<const void> table() const { return separator_.table(); }
  /// Enqueues copying the tables, after place(). As DeviceSeparator::load(). Errors: a CUDA error.
  Status load(Stream stream, bool has_table);
  /// DeviceSeparator::status().
  [[nodiscard]] Status status() const { return separator_.status(); }

  /// Enqueues making the planes of a strip, whose first row is row `first` of the page. strip.pixels: of that row; the
  /// rows around it are there, too. strip.planes: one for each of inks(), with rows as in place(). `total`: as for
  /// DeviceSeparator::enqueue(). Errors: a CUDA error.
  Status enqueue(const DeviceStrip& strip, std::int64_t first, separation::cuda::DeviceTotalInk* total,
                 const StripStreams& streams) const;

  /// The stream on which enqueue() completes a strip.
  [[nodiscard]] Stream last_of(const StripStreams& streams) const;

 private:
  using Planes = std::vector<separation::Plane>;

  explicit StagedDeviceSeparator(const PageWork& settings, separation::cuda::DeviceSeparator separator);

  Status run_page_stages(DeviceStrip& strip, std::int64_t first, Stream stream) const;
  [[nodiscard]] std::byte* place_after(std::size_t stages, std::size_t ink, std::byte* scratch,
                                       const DeviceStrip& strip) const;
  Status separate(DeviceStrip& wide, const DeviceStrip& strip, Planes& planes, separation::cuda::DeviceTotalInk* total,
                  const StripStreams& streams) const;
  Status run_plane_stages(Planes& planes, const DeviceStrip& strip, std::int64_t first, Stream stream) const;
  Status hand_over(const Planes& planes, const DeviceStrip& strip, separation::cuda::DeviceTotalInk* total,
                   Stream stream) const;

  separation::cuda::DeviceSeparator separator_;
  Stages stages_;
  StagedPage page_;
  std::byte* tables_ = nullptr;
  std::vector<std::byte*> stage_tables_;  // for each plane stage
  std::ptrdiff_t planes_row_ = 0;
  std::vector<std::byte*> pixels_;             // for each page stage: what it makes
  std::vector<std::byte*> separated_;          // for each ink and mask; null: those that are not wanted need no memory
  std::vector<std::vector<std::byte*>> made_;  // for each plane stage and each of its inks
  std::span<std::byte> workspace_;             // of the plane stages, one after the other
};

}  // namespace platerip::rip::cuda
