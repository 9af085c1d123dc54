// Pages in the Netpbm formats from a file. All images are found before the first is read.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "rip/pages/file_pages.h"

namespace platerip::rip {

/// The images of a file, in order.
struct PnmFile {
  std::string path;
  std::vector<std::int64_t> offsets;  ///< the offset of each image's header
  std::optional<Error> broken;        ///< set if there are data after the last image that are no image
};

/// Finds the images of a file. Errors: the file cannot be read, or the header of its first image is not valid.
Result<PnmFile> find_pnm_images(const std::string& path);

/// The images as pages, each opened when next() reaches it. Broken data after the last image count as one page.
class PnmFilePages : public FilePages {
 public:
  explicit PnmFilePages(PnmFile file) : file_(std::move(file)) {}

  [[nodiscard]] std::size_t count() const override { return file_.offsets.size() + (file_.broken ? 1 : 0); }
  std::optional<Result<NextPage>> next() override;
  std::optional<Result<PageSource>> next_source() override;

 private:
  PnmFile file_;
  std::size_t next_ = 0;
};

/// Opens the image whose header is at `page.pnm_offset`. Thread-safe. Errors: the header is damaged, or the file is too
/// short for its rows. Precondition: page.pnm_offset is set.
Result<std::unique_ptr<PageRows>> open_pnm_page(const PageSource& page);

}  // namespace platerip::rip
