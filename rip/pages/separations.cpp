#include "rip/pages/separations.h"

#include <strings.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/unicode/characters.h"
#include "base/unicode/names.h"
#include "rip/pages/tiff_format.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

namespace fs = std::filesystem;
using tiffio::printable;

constexpr std::size_t most_separations = 32;
constexpr std::int64_t rows_at_once = 16;
constexpr std::size_t memory_for_tags = std::size_t{1} << 20;
constexpr std::array<const char*, 4> cmyk = {"Cyan", "Magenta", "Yellow", "Black"};

Result<std::unique_ptr<PageRows>> open_file(const std::string& path, MemoryRange memory, int threads) {
  const auto pages = tiffio::find_pages(path);
  return pages.ok() ? open_tiff_page(*pages, 0, memory, threads) : pages.error();
}

bool are_equal(const std::string& ink, const char* other) {
  return ::strcasecmp(ink.c_str(), other) == 0;
}

// A separation, and what the name of its file says besides.
struct NamedFile {
  Separation separation;
  std::string page;
  bool has_parentheses = false;
};

// The place of the parenthesis that the last character of `name` closes.
std::size_t last_parenthesis(const std::string& name) {
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    if (name[i] == ')') ++depth;
    if (name[i] == '(') --depth;
    if (depth == 0) return i;
  }
  return std::string::npos;
}

// The parts of "page(INK).tif" and "page.INK.tif". Nothing for other names.
std::optional<NamedFile> parts_of(const fs::path& file) {
  const std::string extension = file.extension().string();
  if (!are_equal(extension, ".tif") && !are_equal(extension, ".tiff")) return std::nullopt;
  const std::string name = file.stem().string();
  const std::size_t parenthesis = name.back() == ')' ? last_parenthesis(name) : std::string::npos;
  const bool has_parentheses = parenthesis != std::string::npos;
  const std::size_t begin = has_parentheses ? parenthesis : name.rfind('.');
  if (begin == std::string::npos || begin == 0) return std::nullopt;
  const std::size_t after = begin + 1;
  const std::string ink_in_name = name.substr(after, name.size() - after - (has_parentheses ? 1 : 0));
  const std::string ink = tiffio::ink_name(unicode::unescaped(ink_in_name, "%"));  // Ghostscript writes %2F for a slash
  if (ink.empty()) return std::nullopt;
  return NamedFile{{file.string(), ink}, name.substr(0, begin), has_parentheses};
}

// tiffsep writes a composite "v1.2.tif" beside its separations "v1.2(INK).tif". It is not the ink "2" of a page "v1".
void leave_out_composites(std::vector<NamedFile>& files) {
  std::set<std::string> pages;
  for (const NamedFile& file : files) {
    if (file.has_parentheses) pages.insert(file.page);
  }
  std::erase_if(files, [&pages](const NamedFile& file) {
    return !file.has_parentheses && pages.contains(fs::path(file.separation.path).stem().string());
  });
}

// An order in which inks that differ only in case are neighbours.
bool is_before(const Separation& a, const Separation& b) {
  return std::tuple(unicode::folded(a.ink), a.ink, a.path) < std::tuple(unicode::folded(b.ink), b.ink, b.path);
}

bool is_of_cmyk(const Separation& separation) {
  return std::ranges::any_of(cmyk, [&](const char* ink) { return are_equal(separation.ink, ink); });
}

// Spot inks may differ only in case.
bool is_ink_of(const Separation& a, const Separation& b) {
  return a.ink == b.ink || (is_of_cmyk(a) && are_equal(a.ink, b.ink.c_str()));
}

Error finished_plates(const std::string& folder, const std::string& plate) {
  return Error{printable(folder) + ": holds finished plates of platerip, such as " +
               printable(fs::path(plate).filename().string()) +
               ", and not separations; name the page that they were made of, or move them out of the folder"};
}

// Two files that do not belong to one page, for this reason unless one of them is a finished plate.
Error not_one_page(const std::string& folder, const Separation& one, const Separation& other,
                   const std::string& reason) {
  for (const Separation* const each : {&one, &other}) {
    const auto file = open_file(each->path, memory_for_tags, 1);
    if (file.ok() && is_finished_plate((*file)->info())) return finished_plates(folder, each->path);
  }
  return Error{printable(folder) + ": " + reason};
}

// Moves the inks of CMYK to the front if all four are there. Returns how many are.
std::size_t put_cmyk_first(std::vector<Separation>& separations) {
  std::vector<Separation> sorted;
  for (const char* ink : cmyk) {
    const auto found = std::find_if(separations.begin(), separations.end(),
                                    [ink](const Separation& each) { return are_equal(each.ink, ink); });
    if (found == separations.end()) return 0;
    sorted.push_back(*found);
  }
  for (const Separation& each : separations) {
    if (!is_of_cmyk(each)) sorted.push_back(each);
  }
  separations = std::move(sorted);
  return cmyk.size();
}

class SeparationRows : public PageRows {
 public:
  SeparationRows(std::vector<std::unique_ptr<PageRows>> files, const std::vector<Separation>& separations,
                 std::size_t process_inks)
      : files_(std::move(files)), info_(files_.front()->info()) {
    info_.model = process_inks > 0 ? tiffio::ColorModel::cmyk : tiffio::ColorModel::inks;
    info_.icc_profile.clear();
    info_.software.clear();
    for (std::size_t i = process_inks; i < separations.size(); ++i) info_.spots.push_back(separations[i].ink);
  }

  [[nodiscard]] const tiffio::PageInfo& info() const override { return info_; }

  [[nodiscard]] std::optional<std::size_t> memory_bytes() const override {
    std::size_t bytes = static_cast<std::size_t>(rows_at_once * file_row_bytes());
    for (const auto& file : files_) bytes += file->memory_bytes().value_or(0);
    return bytes;
  }

  Status read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) override {
    for (; rows > 0; rows -= rows_at_once, out += rows_at_once * stride) {
      const std::int64_t count = std::min(rows, rows_at_once);
      for (std::size_t ink = 0; ink < files_.size(); ++ink) {
        rows_.resize(static_cast<std::size_t>(rows_at_once * file_row_bytes()));
        if (const Status status = files_[ink]->read(count, rows_.data(), file_row_bytes()); !status.ok()) return status;
        for (std::int64_t row = 0; row < count; ++row) {
          const std::byte* const in = rows_.data() + row * file_row_bytes();
          if (info_.bits == 8) copy_row<std::uint8_t>(in, ink, out + row * stride);
          if (info_.bits == 16) copy_row<std::uint16_t>(in, ink, out + row * stride);
        }
      }
    }
    return {};
  }

  Status skip(std::int64_t rows) override {
    for (const auto& file : files_) {
      if (const Status status = file->skip(rows); !status.ok()) return status;
    }
    return {};
  }

 private:
  [[nodiscard]] std::int64_t file_row_bytes() const { return info_.width * (info_.bits / 8); }

  // White is paper.
  template <typename Sample>
  void copy_row(const std::byte* in, std::size_t ink, std::byte* out) const {
    const auto* const grays = reinterpret_cast<const Sample*>(in);
    auto* const samples = reinterpret_cast<Sample*>(out) + ink;
    const std::size_t step = files_.size();
    for (std::int64_t x = 0; x < info_.width; ++x) samples[x * step] = static_cast<Sample>(~grays[x]);
  }

  std::vector<std::unique_ptr<PageRows>> files_;
  tiffio::PageInfo info_;
  std::vector<std::byte> rows_;
};

Status check_fits(const Separation& separation, const tiffio::PageInfo& info, const tiffio::PageInfo& first) {
  const std::string file = printable(separation.path);
  if (info.model != tiffio::ColorModel::gray || info.samples() != 1)
    return Error{file + ": is not gray, as a separation of one ink is; move it out of the folder"};
  if (info.width == first.width && info.height == first.height && info.bits == first.bits &&
      info.orientation == first.orientation)
    return {};
  return Error{file + ": has another size, depth or orientation than the separations before it; make them again"};
}

}  // namespace

bool is_finished_plate(const tiffio::PageInfo& page) {
  return page.software.starts_with("platerip ");
}

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

Result<std::vector<Separation>> find_separations(const std::string& folder) {
  std::error_code error;
  std::vector<NamedFile> files;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (auto file = parts_of(entry->path())) files.push_back(*std::move(file));
  }
  if (error)
    return Error{printable(folder) + ": cannot be read: " + error.message() + "; check the folder",
                 ErrorCode::unreadable};
  leave_out_composites(files);
  if (files.empty())
    return Error{printable(folder) + ": holds no separations, such as page.Cyan.tif; name a page, or another folder"};
  const auto [first, last] = std::minmax_element(
      files.begin(), files.end(), [](const NamedFile& a, const NamedFile& b) { return a.page < b.page; });
  if (first->page != last->page)
    return not_one_page(folder, first->separation, last->separation,
                        "holds separations of several pages, such as " + printable(first->page) + " and " +
                            printable(last->page) + "; give each page a folder of its own");
  std::vector<Separation> separations;
  separations.reserve(files.size());
  for (NamedFile& file : files) separations.push_back(std::move(file.separation));
  if (separations.size() > most_separations)
    return Error{printable(folder) + ": holds " + std::to_string(separations.size()) +
                 " separations; a page has at most " + std::to_string(most_separations)};
  std::sort(separations.begin(), separations.end(), is_before);
  const auto twice = std::ranges::adjacent_find(separations, is_ink_of);
  if (twice != separations.end())
    return not_one_page(folder, *twice, *std::next(twice),
                        "holds two separations of " + printable(twice->ink) + "; leave one");
  put_cmyk_first(separations);
  return separations;
}

std::vector<std::string> files_of(const std::string& path) {
  if (!is_folder(path)) return {path};
  std::vector<std::string> files;
  if (const auto separations = find_separations(path); separations.ok()) {
    for (const Separation& each : *separations) files.push_back(each.path);
  }
  return files;
}

namespace {

Result<std::unique_ptr<PageRows>> open_separations(const std::string& folder, MemoryRange memory, int threads) {
  auto separations = find_separations(folder);
  if (!separations.ok()) return separations.error();
  std::vector<std::unique_ptr<PageRows>> files;
  std::size_t taken = 0;
  for (const Separation& separation : *separations) {
    const std::size_t rest = memory.most - std::min(taken, memory.most);
    const MemoryRange share(std::min(memory.usual / separations->size(), rest), rest);
    auto file = open_file(separation.path, share, threads);
    if (!file.ok()) return file.error();
    taken += (*file)->memory_bytes().value_or(0);
    if (is_finished_plate((*file)->info())) return finished_plates(folder, separation.path);
    const tiffio::PageInfo& first = files.empty() ? (*file)->info() : files.front()->info();
    if (const Status status = check_fits(separation, (*file)->info(), first); !status.ok()) return status.error();
    files.push_back(*std::move(file));
  }
  const std::size_t process_inks = put_cmyk_first(*separations);
  return std::unique_ptr<PageRows>(std::make_unique<SeparationRows>(std::move(files), *separations, process_inks));
}

class FolderOpener : public PageOpener {
 public:
  [[nodiscard]] Result<std::unique_ptr<PageRows>> open(const PageSource& page, MemoryRange memory,
                                                       int threads) const override {
    return open_separations(page.path, memory, threads);
  }
};

}  // namespace

Result<FoundPages> find_folder_page(const std::string& folder) {
  if (const auto separations = find_separations(folder); !separations.ok()) return separations.error();
  return FoundPages{.path = folder, .count = 1, .opener = std::make_shared<const FolderOpener>()};
}

}  // namespace platerip::rip
