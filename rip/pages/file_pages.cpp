#include "rip/pages/file_pages.h"

#include "rip/pages/page_formats.h"

namespace platerip::rip {

Result<std::unique_ptr<PageRows>> open_page(const PageSource& page, MemoryRange memory, int threads) {
  if (page.opener) return page.opener->open(page, memory, threads);
  const auto file = find_pages(page.path);
  return file.ok() ? file->opener->open(page, memory, threads) : file.error();
}

std::optional<Result<NextPage>> open_found(const std::optional<Result<PageSource>>& source, MemoryRange memory,
                                           int threads) {
  if (!source) return std::nullopt;
  if (!source->ok()) return source->error();
  auto rows = open_page(**source, memory, threads);
  if (!rows.ok()) return rows.error().of_page(page_label(**source));
  return NextPage{**source, *std::move(rows)};
}

std::optional<Result<PageSource>> PagesOfFile::next_source() {
  if (static_cast<std::size_t>(next_) == count()) return std::nullopt;
  const int index = next_++;
  if (index == file_.count) return *file_.broken;
  return PageSource{.path = file_.path, .index = index, .count = file_.count, .opener = file_.opener};
}

}  // namespace platerip::rip
