// Pages in memory, and the sheets that films make of them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rip/job/job_options.h"
#include "rip/page/rip_page.h"
#include "tests/rip/made_gpu.h"

namespace platerip::test {

using namespace rip;

/// A page in memory.
struct Picture {
  tiffio::PageInfo info;
  std::vector<std::byte> pixels;

  [[nodiscard]] std::int64_t pixel_bytes() const { return info.samples() * (info.bits / 8); }
  [[nodiscard]] std::byte* at(std::int64_t x, std::int64_t y) {
    return pixels.data() + y * info.row_bytes() + x * pixel_bytes();
  }
};

/// Its rows, of which those from `broken` on cannot be read.
class PictureRows : public PageRows {
 public:
  explicit PictureRows(Picture picture, std::int64_t broken = std::int64_t{1} << 40)
      : picture_(std::move(picture)), broken_(broken) {}
  [[nodiscard]] const tiffio::PageInfo& info() const override { return picture_.info; }
  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    const auto bytes = static_cast<std::size_t>(picture_.info.row_bytes());
    for (; rows > 0; --rows, ++row_, out += stride) {
      if (row_ >= picture_.info.height) return Error{"read past the end"};
      if (row_ >= broken_) return Error{"broken", ErrorCode::unreadable};
      std::memcpy(out, picture_.at(0, row_), bytes);
    }
    return {};
  }

 private:
  Picture picture_;
  std::int64_t broken_;
  std::int64_t row_ = 0;
};

/// Random samples.
inline Picture noise(tiffio::PageInfo info, std::mt19937& random) {
  Picture picture{std::move(info), {}};
  picture.pixels.resize(static_cast<std::size_t>(picture.info.row_bytes() * picture.info.height));
  for (std::byte& byte : picture.pixels) byte = static_cast<std::byte>(random());
  return picture;
}

struct Point {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

/// Where a pixel of a page of this size is seen (TIFF 6.0, Orientation).
inline Point seen(int orientation, Point at, std::int64_t width, std::int64_t height) {
  const std::int64_t right = width - 1 - at.x, bottom = height - 1 - at.y;
  const Point places[] = {{at.x, at.y}, {right, at.y},  {right, bottom}, {at.x, bottom},
                          {at.y, at.x}, {bottom, at.x}, {bottom, right}, {at.y, right}};
  return places[orientation - 1];
}

inline std::int64_t pixels_in(double millimetres, double dpi) {
  return static_cast<std::int64_t>(std::floor(millimetres * dpi / 25.4 + 0.5));
}

struct Sheet {
  int across = 1;
  int down = 1;
  double gap = 0;
  double margin = 0;
  bool mirror = false;
};

inline void set(Job& job, std::string_view option, const std::string& word) {
  const Status status = set_option(job, option, word);
  ASSERT_TRUE(status.ok()) << status.error().message;
}

inline Job job_of(const Sheet& sheet) {
  Job job;
  set(job, "step",
      std::to_string(sheet.across) + 'x' + std::to_string(sheet.down) + ",gap=" + std::to_string(sheet.gap));
  set(job, "margin", std::to_string(sheet.margin));
  set(job, "mirror", sheet.mirror ? "true" : "false");
  job.threads = 2;
  return job;
}

using Plates = std::vector<std::vector<std::byte>>;

inline Plates plates_of(const Job& job, const Picture& page, const RunResources& resources = {}) {
  PictureRows rows(page);
  PlatesInMemory sink;
  const auto report = rip_page(job, {"made.tif"}, rows, sink, {}, resources);
  EXPECT_TRUE(report.ok()) << report.error().message;
  return sink.plates;
}

inline Error error_of(const Job& job, const Picture& page) {
  PictureRows rows(page);
  PlatesInMemory sink;
  const auto report = rip_page(job, {"made.tif"}, rows, sink);
  return report.ok() ? Error{"no error"} : report.error();
}

struct Kind {
  const char* name;
  tiffio::ColorModel model;
  tiffio::Alpha alpha = tiffio::Alpha::none;
  std::vector<std::string> spots = {};
};

inline std::vector<Kind> kinds() {
  return {{"gray", tiffio::ColorModel::gray},
          {"rgb", tiffio::ColorModel::rgb},
          {"rgba", tiffio::ColorModel::rgb, tiffio::Alpha::unassociated},
          {"premultiplied", tiffio::ColorModel::rgb, tiffio::Alpha::associated},
          {"cmyk", tiffio::ColorModel::cmyk},
          {"cmyk and a spot", tiffio::ColorModel::cmyk, tiffio::Alpha::none, {"Gold"}},
          {"rgba and spots", tiffio::ColorModel::rgb, tiffio::Alpha::unassociated, {"Gold", "Varnish"}},
          {"lab", tiffio::ColorModel::lab},
          {"inks", tiffio::ColorModel::inks, tiffio::Alpha::none, {"Gold", "Red"}}};
}

inline const std::vector<tiffio::Resolution> resolutions = {{600, 600, 2}, {1200, 600, 2}, {{2032, 10}, {2032, 10}, 2}};

inline tiffio::PageInfo info_of(const Kind& kind, int bits, const tiffio::Resolution& resolution, int orientation) {
  tiffio::PageInfo info;
  info.width = 37;
  info.height = 23;
  info.model = kind.model;
  info.alpha = kind.alpha;
  info.spots = kind.spots;
  info.bits = bits;
  info.resolution = resolution;
  info.orientation = static_cast<tiffio::Orientation>(orientation);
  return info;
}

}  // namespace platerip::test
