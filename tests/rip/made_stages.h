// Stages for tests. In a build with CUDA, GPUs can run them, too.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "rip/strips/stages.h"

namespace platerip::test {

/// The row of a stage's input that is `offset` rows from row `row` of those to be made, or the nearest one.
inline std::int64_t row_near(const rip::StageRows& rows, std::int64_t row, std::int64_t offset) {
  return std::clamp(row + offset, -rows.above, rows.rows + rows.below - 1);
}

/// Each sample becomes the mean of those in the window's rows. Beyond the page, the nearest row repeats.
class MeanOfRows : public rip::PageStage {
 public:
  explicit MeanOfRows(const rip::Window& window) : window_(window) {}
  [[nodiscard]] std::string_view name() const override { return "mean"; }
  [[nodiscard]] rip::Window window() const override { return window_; }
  void run(const rip::StagedPage& page, const rip::StageRows& rows, const std::byte* in, std::ptrdiff_t stride,
           std::byte* out) const override {
    page.format.bits == 8 ? run_on<std::uint8_t>(page, rows, in, stride, out)
                          : run_on<std::uint16_t>(page, rows, in, stride, out);
  }

 private:
  template <typename Sample>
  void run_on(const rip::StagedPage& page, const rip::StageRows& rows, const std::byte* in, std::ptrdiff_t stride,
              std::byte* out) const {
    auto* to = reinterpret_cast<Sample*>(out);
    const std::int64_t samples = page.width * page.format.bytes() / static_cast<std::int64_t>(sizeof(Sample));
    for (std::int64_t row = 0; row < rows.rows; ++row) {
      for (std::int64_t x = 0; x < samples; ++x) {
        std::uint32_t sum = 0;
        for (std::int64_t offset = -window_.above; offset <= window_.below; ++offset)
          sum += reinterpret_cast<const Sample*>(in + row_near(rows, row, offset) * stride)[x];
        *to++ = static_cast<Sample>(sum / static_cast<std::uint32_t>(window_.rows() + 1));
      }
    }
  }

  rip::Window window_;
};

/// An ink becomes the most that it has in the window's rows, less a quarter of another ink.
class MostOfRows : public rip::PlaneStage {
 public:
  MostOfRows(std::size_t ink, std::size_t other, const rip::Window& window)
      : inks_{ink}, other_(other), window_(window) {}
  [[nodiscard]] std::string_view name() const override { return "most"; }
  [[nodiscard]] rip::Window window() const override { return window_; }
  [[nodiscard]] std::span<const std::size_t> inks() const override { return inks_; }
  [[nodiscard]] std::size_t other() const { return other_; }
  void run(const rip::StagedPage& page, const rip::StageRows& rows, std::span<const separation::Plane> in,
           std::span<const separation::Plane> out, std::span<std::byte> /*workspace*/) const override {
    page.format.bits == 8 ? run_on<std::uint8_t>(page, rows, in, out) : run_on<std::uint16_t>(page, rows, in, out);
  }

 private:
  template <typename Sample>
  static const Sample* samples(const separation::Plane& plane, std::int64_t row) {
    return reinterpret_cast<const Sample*>(plane.samples + row * plane.stride);
  }
  template <typename Sample>
  void run_on(const rip::StagedPage& page, const rip::StageRows& rows, std::span<const separation::Plane> in,
              std::span<const separation::Plane> out) const {
    for (std::int64_t row = 0; row < rows.rows; ++row) {
      for (std::int64_t x = 0; x < page.width; ++x) {
        int most = 0;
        for (std::int64_t offset = -window_.above; offset <= window_.below; ++offset)
          most = std::max<int>(most, samples<Sample>(in[inks_[0]], row_near(rows, row, offset))[x]);
        const int made = std::max(0, most - samples<Sample>(in[other_], row)[x] / 4);
        reinterpret_cast<Sample*>(out[0].samples + row * out[0].stride)[x] = static_cast<Sample>(made);
      }
    }
  }

  std::vector<std::size_t> inks_;
  std::size_t other_;
  rip::Window window_;
};

/// The same, for cores and GPUs.
std::shared_ptr<const rip::PageStage> mean_of_rows(const rip::Window& window);
std::shared_ptr<const rip::PlaneStage> most_of_rows(std::size_t ink, std::size_t other, const rip::Window& window);

}  // namespace platerip::test
