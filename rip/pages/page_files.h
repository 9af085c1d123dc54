// Pages out of files of any kind.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// The rows of a page of a file, once more where it was opened before. `memory`: bytes that its reader may take.
/// Errors: open_tiff_page(), open_pnm_page().
Result<std::unique_ptr<PageRows>> open_page(const PageSource& page, std::size_t memory);

/// The pages of TIFFs and of files in the Netpbm formats, each opened when its turn comes.
class PageFiles : public Pages {
 public:
  /// The pages of all `files`, one after the other; what cannot be opened or found counts as one, so that the numbers
  /// of the others do not depend on it. `memory` as above.
  PageFiles(const std::vector<std::string>& files, std::size_t memory);

  [[nodiscard]] std::size_t count() const override { return count_; }
  std::optional<Result<NextPage>> next() override;

 private:
  std::vector<Result<std::unique_ptr<Pages>>> files_;
  std::size_t current_ = 0;
  std::size_t count_ = 0;
};

}  // namespace platerip::rip
