#include "rip/pages/listed_pages.h"

#include <utility>

#include "rip/pages/page_formats.h"

namespace platerip::rip {
namespace {

class PagesOfFile : public ListedPages {
 public:
  PagesOfFile(FoundPages found, MemoryRange memory, int threads)
      : ListedPages(memory, threads), found_(std::move(found)) {}

  [[nodiscard]] std::size_t count() const override {
    return static_cast<std::size_t>(found_.count) + (found_.broken ? 1 : 0);
  }

  std::optional<Result<PageSource>> next_source() override {
    if (static_cast<std::size_t>(next_) == count()) return std::nullopt;
    const int index = next_++;
    if (index == found_.count) return *found_.broken;
    return PageSource{.path = found_.path, .index = index, .count = found_.count, .opener = found_.opener};
  }

 private:
  FoundPages found_;
  int next_ = 0;
};

}  // namespace

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

std::unique_ptr<ListedPages> pages_of(FoundPages found, MemoryRange memory, int threads) {
  return std::make_unique<PagesOfFile>(std::move(found), memory, threads);
}

}  // namespace platerip::rip
