// Pages in the Netpbm formats out of a file: where each begins is known before the first is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// The images of a file, in order.
struct PnmFile {
  std::string path;
  std::vector<std::int64_t> offsets;  ///< where their headers are
  std::optional<Error> broken;        ///< why what is behind them is no image
};

/// Errors: the file cannot be read; its first image has no sound header.
Result<PnmFile> find_pnm_images(const std::string& path);

/// A page for each of them, opened when its turn comes; what is broken behind them counts as one.
class PnmFilePages : public Pages {
 public:
  explicit PnmFilePages(PnmFile file) : file_(std::move(file)) {}

  [[nodiscard]] std::size_t count() const override { return file_.offsets.size() + (file_.broken ? 1 : 0); }
  std::optional<Result<NextPage>> next() override;

 private:
  PnmFile file_;
  std::size_t next_ = 0;
};

/// The rows of the image whose header is at `page.pnm_offset`. Errors: the header is damaged; the file is shorter than
/// its rows.
Result<std::unique_ptr<PageRows>> open_pnm_page(const PageSource& page);

}  // namespace platerip::rip
