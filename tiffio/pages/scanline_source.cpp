#include "tiffio/pages/row_source.h"

namespace platerip::tiffio {
namespace {

class ScanlineSource : public RowSource {
 public:
  ScanlineSource(TiffHandle handle, int plane) : handle_(std::move(handle)), plane_(plane) {}

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    for (; rows > 0; --rows, ++next_row_, out += stride) {
      handle_.messages().clear();
      const bool succeeded = TIFFReadScanline(handle_.get(), out, static_cast<std::uint32_t>(next_row_),
                                              static_cast<std::uint16_t>(plane_)) == 1;
      if (Status status = check_decoded(handle_, succeeded, next_row_, 1); !status.ok()) return status;
    }
    return {};
  }

 private:
  TiffHandle handle_;
  int plane_;
  std::int64_t next_row_ = 0;
};

}  // namespace

std::unique_ptr<RowSource> make_scanline_source(TiffHandle handle, int plane) {
  return std::make_unique<ScanlineSource>(std::move(handle), plane);
}

}  // namespace platerip::tiffio
