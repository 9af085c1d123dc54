// The interface of pages in files, which can be listed without being opened.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// Pages of files. One thread at a time.
class FilePages : public Pages {
 public:
  /// The page that next() would open, without opening it. next() goes on with the page after it. open_page() opens it.
  virtual std::optional<Result<PageSource>> next_source() = 0;
};

/// Turns the result of next_source() into the result of next(). `open` opens the rows of the page.
template <typename Open>
std::optional<Result<NextPage>> opened(const std::optional<Result<PageSource>>& source, const Open& open) {
  if (!source) return std::nullopt;
  if (!source->ok()) return source->error();
  Result<std::unique_ptr<PageRows>> rows = open(**source);
  if (!rows.ok()) return rows.error().of_page(page_label(**source));
  return NextPage{**source, *std::move(rows)};
}

}  // namespace platerip::rip
