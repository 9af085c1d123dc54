#include "rip/pages/pictures/png_rows.h"

#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "rip/pages/pictures/png_passes.h"
#include "rip/pages/too_large_page.h"

namespace platerip::rip {
namespace {

class PngRows : public PageRows {
 public:
  explicit PngRows(std::shared_ptr<PngDecoder> png) : png_(std::move(png)) {}

  [[nodiscard]] const tiffio::PageInfo& info() const override { return png_->info(); }
  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override { return png_->memory_bytes(); }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    for (; rows > 0; --rows, out += stride) {
      if (const Status status = png_->read_row(out); !status.ok()) return status;
    }
    return {};
  }

  Status skip(std::int64_t rows) override {
    for (; rows > 0; --rows) {
      if (const Status status = png_->read_row(nullptr); !status.ok()) return status;
    }
    return {};
  }

 private:
  std::shared_ptr<PngDecoder> png_;
};

template <std::size_t bytes>
void spread_pixels(const std::byte* from, std::int64_t count, std::byte* to, std::int64_t across) {
  for (; count > 0; --count, from += bytes, to += across * static_cast<std::int64_t>(bytes))
    std::memcpy(to, from, bytes);
}

using SpreadPixels = void (*)(const std::byte* from, std::int64_t count, std::byte* to, std::int64_t across);

SpreadPixels spread_of(std::int64_t pixel_bytes) {
  constexpr std::array<SpreadPixels, 9> spread = {nullptr,          spread_pixels<1>, spread_pixels<2>,
                                                  spread_pixels<3>, spread_pixels<4>, nullptr,
                                                  spread_pixels<6>, nullptr,          spread_pixels<8>};
  return spread[static_cast<std::size_t>(pixel_bytes)];
}

/// An interlaced page. Each pass has a decoder, which passes over the passes before. All decoders together decode twice
/// the page's pixels.
class InterlacedRows : public PageRows {
 public:
  InterlacedRows(std::shared_ptr<PngDecoder> png, OpenPng again)
      : png_(std::move(png)), again_(std::move(again)), spread_(spread_of(info().samples() * (info().bits / 8))) {}

  [[nodiscard]] const tiffio::PageInfo& info() const override { return png_->info(); }

  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override {
    return decoders_.size() * png_->memory_bytes() + static_cast<std::size_t>(info().row_bytes());
  }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    pass_row_.resize(static_cast<std::size_t>(info().row_bytes()));
    for (; rows > 0; --rows, out += stride, ++row_) {
      for (std::size_t pass = 0; pass < png_passes.size(); ++pass) {
        if (!png_passes[pass].has_row(row_) || png_passes[pass].columns(info()) == 0) continue;
        if (const Status status = add_pass(pass, out); !status.ok()) return status;
      }
    }
    return {};
  }

 private:
  Status add_pass(std::size_t number, std::byte* out) {
    if (!decoders_[number]) {
      if (const Status status = open_pass(number); !status.ok()) return status;
    }
    if (const Status status = decoders_[number]->read_row(pass_row_.data()); !status.ok()) return status;
    const PngPass& pass = png_passes[number];
    const std::int64_t pixel_bytes = info().row_bytes() / info().width;
    spread_(pass_row_.data(), pass.columns(info()), out + pass.left * pixel_bytes, pass.across);
    return {};
  }

  // The decoder that has read the header serves the first pass.
  Status open_pass(std::size_t number) {
    if (number == 0) {
      decoders_[0] = png_;
      return {};
    }
    auto opened = again_();
    if (!opened.ok()) return opened.error();
    decoders_[number] = *std::move(opened);
    for (std::size_t before = 0; before < number; ++before) {
      for (std::int64_t rows = png_passes[before].rows(info()); rows > 0; --rows) {
        if (const Status status = decoders_[number]->read_row(nullptr); !status.ok()) return status;
      }
    }
    return {};
  }

  std::shared_ptr<PngDecoder> png_;
  OpenPng again_;
  SpreadPixels spread_;
  std::array<std::shared_ptr<PngDecoder>, png_passes.size()> decoders_;
  std::vector<std::byte> pass_row_;
  std::int64_t row_ = 0;
};

}  // namespace

std::unique_ptr<PageRows> png_rows(std::shared_ptr<PngDecoder> png, OpenPng again, const std::string& page,
                                   MemoryRange memory) {
  const tiffio::PageInfo info = png->info();
  auto rows = png->is_interlaced()
                  ? std::unique_ptr<PageRows>(std::make_unique<InterlacedRows>(std::move(png), std::move(again)))
                  : std::make_unique<PngRows>(std::move(png));
  const std::size_t needed = rows->memory_bytes().value_or(0);
  if (needed <= memory.most) return rows;
  return std::make_unique<TooLargePage>(info, needed, Error{page + ": its rows are too long for the memory allowed"});
}

}  // namespace platerip::rip
