#include "rip/selftest/kept_page.h"

#include <tiffio.h>
#include <unistd.h>

#include <memory>
#include <vector>

#include "rip/job/shell_word.h"
#include "rip/plates/output_file.h"

namespace platerip::rip {
namespace {

struct CloseTiff {
  void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};

int photometric_of(tiffio::ColorModel model) {
  switch (model) {
    case tiffio::ColorModel::gray:
      return PHOTOMETRIC_MINISBLACK;
    case tiffio::ColorModel::rgb:
      return PHOTOMETRIC_RGB;
    default:
      return PHOTOMETRIC_SEPARATED;
  }
}

bool set_tags_of(TIFF* tiff, const tiffio::PageInfo& info) {
  const auto set = [tiff](std::uint32_t tag, auto... value) { return TIFFSetField(tiff, tag, value...) != 0; };
  const std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
  return set(TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(info.width)) &&
         set(TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(info.height)) && set(TIFFTAG_BITSPERSAMPLE, info.bits) &&
         set(TIFFTAG_SAMPLESPERPIXEL, info.samples()) && set(TIFFTAG_PHOTOMETRIC, photometric_of(info.model)) &&
         set(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) && set(TIFFTAG_ROWSPERSTRIP, 64) &&
         (info.alpha == tiffio::Alpha::none || set(TIFFTAG_EXTRASAMPLES, 1, &alpha));
}

bool write_rows(TIFF* tiff, const Pixels& page) {
  if (!set_tags_of(tiff, page.info)) return false;
  std::vector<std::byte> samples = page.samples;  // libtiff may change a row
  for (std::int64_t y = 0; y < page.info.height; ++y)
    if (TIFFWriteScanline(tiff, samples.data() + y * page.info.row_bytes(), static_cast<std::uint32_t>(y)) < 0)
      return false;
  return TIFFFlush(tiff) != 0;
}

}  // namespace

Status keep_page(const Pixels& page, const std::string& path) {
  TIFFSetErrorHandler(nullptr);
  TIFFSetWarningHandler(nullptr);
  auto file = OutputFile::create(path);
  if (!file.ok()) return file.error();
  {
    const int fd = ::dup(file->fd());
    const std::unique_ptr<TIFF, CloseTiff> tiff(fd < 0 ? nullptr : TIFFFdOpen(fd, path.c_str(), "w"));
    if (!tiff && fd >= 0) ::close(fd);
    if (!tiff || !write_rows(tiff.get(), page))
      return Error{path + ": cannot be written; the disk may be full", ErrorCode::no_space};
  }
  return OutputFile::commit({&*file, 1});
}

std::string repeating(const Failure& failure, const std::string& file) {
  std::string line = "platerip selftest --path " + shell_word(failure.path);
  for (const auto& [name, word] : failure.trial.options)
    line.append(" --option ").append(shell_word(std::string(name).append("=").append(word)));
  std::string rows;
  for (const std::int64_t row : failure.trial.hand_overs) rows += (rows.empty() ? "" : ",") + std::to_string(row);
  return line + (rows.empty() ? "" : " --hand-over " + rows) + " " + shell_word(file);
}

}  // namespace platerip::rip
