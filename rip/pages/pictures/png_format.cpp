// Pages in PNGs. A file has one page.
#include <memory>
#include <string_view>

#include "rip/pages/page_formats.h"
#include "rip/pages/pictures/png_pages.h"
#include "rip/pages/pictures/png_rows.h"
#include "tiffio/input_file.h"

namespace platerip::rip {
namespace {

class PngOpener : public PageOpener {
 public:
  [[nodiscard]] Result<std::unique_ptr<PageRows>> open(const PageSource& page, MemoryRange memory, int) const override {
    const std::string label = page_label(page);
    const auto file = tiffio::InputFile::open(page.path, label);
    if (!file.ok()) return file.error();
    const OpenPng open = [file = *file, label] { return PngDecoder::open(bytes_of(file), label); };
    auto png = open();
    if (!png.ok()) return png.error();
    return png_rows(*std::move(png), open, label, memory);
  }
};

Result<FoundPages> find_png(const std::string& path) {
  return FoundPages{path, 1, std::make_shared<const PngOpener>()};
}

Result<std::unique_ptr<Pages>> open_pngs(InputStream& stream, MemoryRange memory, std::int64_t spool, int) {
  return std::unique_ptr<Pages>(std::make_unique<PngPages>(stream, memory, spool));
}

constexpr std::string_view png_magics[] = {png_signature};
constexpr std::string_view png_extensions[] = {".png"};

}  // namespace

const PageFormat png_format = {"a PNG", png_magics, png_extensions, find_png, open_pngs};

}  // namespace platerip::rip
