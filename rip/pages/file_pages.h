// The interface of pages in files, which need not be opened to be told apart.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// Pages of files. One thread at a time.
class FilePages : public Pages {
 public:
  /// What next() would open, without opening it: passes over the page. open_page() opens it.
  virtual std::optional<Result<PageSource>> next_source() = 0;
};

/// What next() returns for the page that next_source() has returned: `open` makes its rows.
template <typename Open>
std::optional<Result<NextPage>> opened(const std::optional<Result<PageSource>>& source, const Open& open) {
  if (!source) return std::nullopt;
  if (!source->ok()) return source->error();
  Result<std::unique_ptr<PageRows>> rows = open(**source);
  if (!rows.ok()) return rows.error();
  return NextPage{**source, *std::move(rows)};
}

}  // namespace platerip::rip
