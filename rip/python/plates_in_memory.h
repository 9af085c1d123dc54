// A sink that keeps the plates of a page in memory.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "rip/plates/plate_sink.h"

namespace platerip::python {

/// For one page.
class PlatesInMemory final : public rip::PlateSink {
 public:
  /// `invert`: as in rip::PlateSettings.
  explicit PlatesInMemory(bool invert) : invert_(invert) {}

  Status begin(const rip::PlatesInfo& plates, std::vector<rip::OutputFile>& files) override;
  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override;
  Status finish() override { return {}; }

  [[nodiscard]] const rip::PlatesInfo& info() const { return info_; }
  [[nodiscard]] std::int64_t row_bytes() const { return halftone::plate_row_bytes(info_.width, info_.levels); }
  /// The rows of each ink, without gaps.
  [[nodiscard]] std::vector<std::unique_ptr<std::byte[]>>& plates() { return plates_; }

 private:
  bool invert_;
  rip::PlatesInfo info_;
  std::vector<std::unique_ptr<std::byte[]>> plates_;
  std::int64_t row_ = 0;
};

}  // namespace platerip::python
