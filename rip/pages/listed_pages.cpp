#include "rip/pages/listed_pages.h"

#include <string>
#include <utility>

#include "rip/pages/page_formats.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

class PagesOfFile : public ListedPages {
 public:
  PagesOfFile(FoundPages found, PageRanges chosen, MemoryRange memory, int threads)
      : ListedPages(memory, threads), found_(std::move(found)), chosen_(std::move(chosen)) {
    for (int index = 0; index < end(); ++index) count_ += is_chosen(index) ? 1 : 0;
  }

  [[nodiscard]] std::size_t count() const override { return count_; }

  std::optional<Result<PageSource>> next_source() override {
    while (next_ < end() && !is_chosen(next_)) ++next_;
    if (next_ == end()) return std::nullopt;
    const int index = next_++;
    if (index == found_.count) return *found_.broken;
    return PageSource{.path = found_.path, .index = index, .count = found_.count, .opener = found_.opener};
  }

 private:
  [[nodiscard]] int end() const { return found_.count + (found_.broken ? 1 : 0); }
  [[nodiscard]] bool is_chosen(int index) const {
    return index < found_.count ? chosen_.has(index + 1) : chosen_.are_all();
  }

  FoundPages found_;
  PageRanges chosen_;
  std::size_t count_ = 0;
  int next_ = 0;
};

}  // namespace

Result<std::unique_ptr<PageRows>> open_page(const PageSource& page, MemoryRange memory, int threads,
                                            const ReadSettings& settings) {
  if (page.opener) return page.opener->open(page, memory, threads);
  const auto file = find_pages(page.path, settings);
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
  return std::make_unique<PagesOfFile>(std::move(found), PageRanges(), memory, threads);
}

Result<std::unique_ptr<ListedPages>> chosen_pages(FoundPages found, const PageRanges& chosen, MemoryRange memory,
                                                  int threads) {
  const int count = found.count;
  const std::string name = tiffio::printable(found.path);
  std::unique_ptr<ListedPages> pages = std::make_unique<PagesOfFile>(std::move(found), chosen, memory, threads);
  if (pages->count() > 0) return pages;
  return Error{
      name + ": has " + std::to_string(count) + (count == 1 ? " page" : " pages") + ", and none of " + chosen.text(),
      ErrorCode::bad_input,
      {{.action = Advice::Action::give_another, .setting = "pages"}}};
}

}  // namespace platerip::rip
