#include "tests/rip/block_page.h"

#include <cstring>
#include <memory>
#include <stdexcept>

namespace platerip::test {
namespace {

using TiffFile = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

std::vector<std::uint8_t> row_of(const BlockPage& page) {
  std::vector<std::uint8_t> row;
  for (const auto& block : page.blocks) {
    for (std::uint32_t x = 0; x < page.block_size; ++x) {
      for (const std::uint16_t sample : block) {
        std::uint8_t bytes[2] = {static_cast<std::uint8_t>(sample)};
        if (page.bits == 16) std::memcpy(bytes, &sample, 2);
        row.insert(row.end(), bytes, bytes + page.bits / 8);
      }
    }
  }
  return row;
}

}  // namespace

Area BlockPage::inner(std::size_t block) const {
  const std::uint32_t margin = block_size / 16;
  return {static_cast<std::uint32_t>(block) * block_size + margin, margin, block_size - 2 * margin,
          block_size - 2 * margin};
}

void write_page(const std::string& path, const BlockPage& page) {
  const TiffFile tiff(TIFFOpen(path.c_str(), page.append ? "a" : "w"), TIFFClose);
  if (tiff == nullptr) throw std::runtime_error("cannot write " + path);
  TIFF* out = tiff.get();
  TIFFSetField(out, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(page.blocks.size()) * page.block_size);
  TIFFSetField(out, TIFFTAG_IMAGELENGTH, page.block_size);
  TIFFSetField(out, TIFFTAG_BITSPERSAMPLE, page.bits);
  TIFFSetField(out, TIFFTAG_SAMPLESPERPIXEL, static_cast<std::uint16_t>(page.blocks[0].size()));
  TIFFSetField(out, TIFFTAG_PHOTOMETRIC, page.photometric);
  TIFFSetField(out, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(out, TIFFTAG_ROWSPERSTRIP, 16);
  if (page.alpha != EXTRASAMPLE_UNSPECIFIED) TIFFSetField(out, TIFFTAG_EXTRASAMPLES, 1, &page.alpha);
  if (!page.icc_profile.empty()) {
    TIFFSetField(out, TIFFTAG_ICCPROFILE, static_cast<std::uint32_t>(page.icc_profile.size()), page.icc_profile.data());
  }
  std::vector<std::uint8_t> row = row_of(page);
  for (std::uint32_t y = 0; y < page.block_size; ++y) {
    if (TIFFWriteScanline(out, row.data(), y) != 1) throw std::runtime_error("cannot write " + path);
  }
  if (TIFFWriteDirectory(out) != 1) throw std::runtime_error("cannot write " + path);
}

BlockPage gray_ramp(int blocks) {
  BlockPage page;
  for (int i = 0; i < blocks; ++i) {
    const auto tone = static_cast<std::uint16_t>(255 * i / (blocks - 1));
    page.blocks.push_back({tone, tone, tone});
  }
  return page;
}

}  // namespace platerip::test
