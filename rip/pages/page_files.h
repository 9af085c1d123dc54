// Pages from files of any supported format.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/pages/listed_pages.h"
#include "rip/resources/memory_range.h"

namespace platerip::rip {

/// Names for the spot inks of a page.
using NameSpots = std::function<std::vector<std::string>(const tiffio::PageInfo& page)>;

/// The names of the spot inks of all pages, each once. Opens every page; broken ones are left out. Pages that another
/// program draws are drawn small, with the same inks. `memory`: see open_page().
std::vector<std::string> spot_inks(const std::vector<std::string>& files, MemoryRange memory,
                                   const NameSpots& name_spots, const ReadSettings& settings = {});

/// The size of all `files` together, in bytes. What has none, such as a folder or a missing file, counts nothing.
/// Thread-safe.
std::uintmax_t bytes_of_files(const std::vector<std::string>& files);

/// The pages of files of all formats, and of folders of separations. Each page is opened when next() reaches it.
class PageFiles : public ListedPages {
 public:
  /// The pages of all `files`, in order, as far as the settings choose them. A file that cannot be opened counts as one
  /// page, so that its error does not change the numbers of the others. `memory`, `threads`: see open_page().
  PageFiles(const std::vector<std::string>& files, MemoryRange memory, int threads = 0,
            const ReadSettings& settings = {});

  [[nodiscard]] std::size_t count() const override { return count_; }
  std::optional<Result<PageSource>> next_source() override;

  /// The first page of each file that was opened.
  [[nodiscard]] std::vector<PageSource> first_pages() const;

 private:
  struct File {
    std::string path;
    int copy;
    int count;  // of all its pages, chosen or not
    Result<std::unique_ptr<ListedPages>> pages;
  };

  std::vector<File> files_;
  std::size_t current_ = 0;
  std::size_t count_ = 0;
};

}  // namespace platerip::rip
