#include "rip/pages/page_files.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "rip/pages/page_formats.h"
#include "rip/pages/page_stem.h"
#include "rip/pages/separations.h"
#include "rip/resources/threads.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

// The name of a folder: "sheets" for "sheets/", and the folder's own name for ".", unless it is deleted.
std::string without_last_separator(const std::string& folder) {
  std::filesystem::path path(folder);
  if (path.filename() == "." || path.filename() == "..") {
    std::error_code error;
    path = std::filesystem::weakly_canonical(path, error);
    if (error) return folder;
  }
  return path.has_filename() ? path.string() : path.parent_path().string();
}

// Several at the same time, because Ghostscript takes a tenth of a second to find the pages of a document.
std::vector<std::optional<Result<FoundPages>>> find_in_each(const std::vector<std::string>& files, int threads,
                                                            const ReadSettings& settings) {
  std::vector<std::optional<Result<FoundPages>>> found(files.size());
  const auto count = static_cast<int>(files.size());
  on_threads(std::clamp(count, 1, thread_count(threads)))(count, [&](int index) {
    const auto file = static_cast<std::size_t>(index);
    found[file] = find_pages(files[file], settings);
  });
  return found;
}

}  // namespace

std::vector<std::string> spot_inks(const std::vector<std::string>& files, MemoryRange memory,
                                   const NameSpots& name_spots, const ReadSettings& settings) {
  constexpr double small = 18;
  ReadSettings of_small_pages = settings;
  of_small_pages.pdf.resolution = small;
  std::set<std::string> inks;
  PageFiles pages(files, memory, 0, of_small_pages);
  while (auto page = pages.next()) {
    if (!page->ok()) continue;
    const std::vector<std::string> spots = name_spots((*page)->rows->info());
    inks.insert(spots.begin(), spots.end());
  }
  return {inks.begin(), inks.end()};
}

PageFiles::PageFiles(const std::vector<std::string>& files, MemoryRange memory, int threads,
                     const ReadSettings& settings)
    : ListedPages(memory, threads) {
  auto found_in = find_in_each(files, threads, settings);
  std::map<std::string, int> copies;
  for (std::size_t file = 0; file < files.size(); ++file) {
    const std::string& path = files[file];
    const int copy = ++copies[folded_stem(without_last_separator(path))];
    const std::string name = is_folder(path) ? without_last_separator(path) : path;
    Result<FoundPages>& found = *found_in[file];
    if (found.ok()) found->path = name;
    const int count = found.ok() ? found->count + (found->broken ? 1 : 0) : 1;
    auto pages = found.ok() ? chosen_pages(*std::move(found), settings.pages, memory, threads) : found.error();
    count_ += pages.ok() ? (*pages)->count() : 1;
    files_.push_back({name, copy, count, std::move(pages)});
  }
}

std::optional<Result<PageSource>> PageFiles::next_source() {
  for (; current_ < files_.size(); ++current_) {
    const File& file = files_[current_];
    if (!file.pages.ok()) {
      ++current_;
      return file.pages.error().of_page(tiffio::printable(file.path));
    }
    auto page = (*file.pages)->next_source();
    if (!page) continue;
    if (!page->ok()) return page->error().of_page(tiffio::printable(file.path));
    (*page)->copy = file.copy;
    return page;
  }
  return std::nullopt;
}

std::vector<PageSource> PageFiles::first_pages() const {
  std::vector<PageSource> pages;
  for (const File& file : files_) {
    if (!file.pages.ok()) continue;
    pages.push_back({.path = file.path, .count = file.count, .copy = file.copy});
  }
  return pages;
}

std::uintmax_t bytes_of_files(const std::vector<std::string>& files) {
  std::uintmax_t bytes = 0;
  for (const std::string& file : files) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (!error) bytes += size;
  }
  return bytes;
}

}  // namespace platerip::rip
