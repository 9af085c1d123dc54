#include "rip/pages/page_files.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "rip/pages/page_kind.h"
#include "rip/pages/pnm_file.h"
#include "rip/pages/separations.h"
#include "rip/pages/tiff_pages.h"
#include "tiffio/input_file.h"
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

Result<std::string> first_bytes_of(const std::string& file) {
  const auto opened = tiffio::InputFile::open(file, tiffio::printable(file));
  if (!opened.ok()) return opened.error();
  std::array<std::byte, page_magic_bytes> bytes{};
  const std::int64_t got = (*opened)->read_some(0, bytes.data(), static_cast<std::int64_t>(bytes.size()));
  if (got < 0)
    return Error{tiffio::printable(file) + ": cannot be read: " + std::strerror(errno), ErrorCode::unreadable};
  return std::string(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(got));
}

Result<std::unique_ptr<FilePages>> open_tiff(const std::string& file, MemoryRange memory, int threads) {
  auto list = tiffio::find_pages(file);
  if (!list.ok()) return list.error();
  return std::unique_ptr<FilePages>(std::make_unique<TiffPages>(*std::move(list), memory, threads));
}

Result<std::unique_ptr<FilePages>> open_pnm(const std::string& file) {
  auto images = find_pnm_images(file);
  if (!images.ok()) return images.error();
  return std::unique_ptr<FilePages>(std::make_unique<PnmFilePages>(*std::move(images)));
}

// The one page of a folder of separations.
class FolderPage : public FilePages {
 public:
  FolderPage(PageSource source, MemoryRange memory, int threads)
      : source_(std::move(source)), memory_(memory), threads_(threads) {}

  [[nodiscard]] std::size_t count() const override { return 1; }
  std::optional<Result<NextPage>> next() override {
    return opened(next_source(), [this](const PageSource& page) { return open_page(page, memory_, threads_); });
  }
  std::optional<Result<PageSource>> next_source() override {
    if (std::exchange(is_done_, true)) return std::nullopt;
    return source_;
  }

 private:
  PageSource source_;
  MemoryRange memory_;
  int threads_;
  bool is_done_ = false;
};

Result<std::unique_ptr<FilePages>> open_folder(const std::string& folder, MemoryRange memory, int threads) {
  if (const auto separations = find_separations(folder); !separations.ok()) return separations.error();
  const PageSource source{.path = without_last_separator(folder)};
  return std::unique_ptr<FilePages>(std::make_unique<FolderPage>(source, memory, threads));
}

Result<std::unique_ptr<FilePages>> open_file(const std::string& file, MemoryRange memory, int threads) {
  if (is_folder(file)) return open_folder(file, memory, threads);
  const auto first_bytes = first_bytes_of(file);
  if (!first_bytes.ok()) return first_bytes.error();
  const std::string name = tiffio::printable(file);
  if (first_bytes->empty()) return Error{name + ": is empty; get the page again from where it came"};
  switch (page_kind(*first_bytes)) {
    case PageKind::tiff:
      return open_tiff(file, memory, threads);
    case PageKind::pnm:
      return open_pnm(file);
    case PageKind::raster:
      return Error{name + ": is a CUPS or PWG raster; send it down a pipe: platerip - < " + in_shell(file)};
    case PageKind::other:
      break;
  }
  return Error{name + ": " + no_page(*first_bytes, file)};
}

}  // namespace

Result<std::unique_ptr<PageRows>> open_page(const PageSource& page, MemoryRange memory, int threads) {
  if (page.pages) return open_tiff_page(page, memory, threads);
  if (is_folder(page.path)) return open_separations(page.path, memory, threads);
  return page.pnm_offset ? open_pnm_page(page) : open_tiff_page(page, memory, threads);
}

std::vector<std::string> spot_inks(const std::vector<std::string>& files, MemoryRange memory,
                                   const NameSpots& name_spots) {
  std::set<std::string> inks;
  PageFiles pages(files, memory);
  while (auto page = pages.next()) {
    if (!page->ok()) continue;
    const std::vector<std::string> spots = name_spots((*page)->rows->info());
    inks.insert(spots.begin(), spots.end());
  }
  return {inks.begin(), inks.end()};
}

PageFiles::PageFiles(const std::vector<std::string>& files, MemoryRange memory, int threads)
    : memory_(memory), threads_(threads) {
  std::map<std::string, int> copies;
  for (const std::string& path : files) {
    const int copy = ++copies[folded_stem(without_last_separator(path))];
    auto pages = open_file(path, memory, threads);
    files_.push_back({is_folder(path) ? without_last_separator(path) : path, copy, std::move(pages)});
    count_ += files_.back().pages.ok() ? (*files_.back().pages)->count() : 1;
  }
}

std::optional<Result<NextPage>> PageFiles::next() {
  return opened(next_source(), [this](const PageSource& page) { return open_page(page, memory_, threads_); });
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
    const auto count = static_cast<int>((*file.pages)->count());
    pages.push_back({.path = file.path, .count = count, .copy = file.copy});
  }
  return pages;
}

}  // namespace platerip::rip
