#include "rip/pages/pdf/pdf_pages.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "rip/pages/pdf/pages_ahead.h"
#include "rip/pages/pdf/pdf_bytes.h"
#include "rip/pages/pdf/work_folder.h"
#include "rip/pages/separations.h"
#include "rip/pages/tiff_format.h"
#include "rip/resources/machine_memory.h"
#include "rip/resources/spool.h"
#include "rip/resources/stop_signal.h"
#include "rip/resources/threads.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

// Pages that one program has drawn, each in a folder of its own in the work folder.
struct Drawing {
  int first;
  int count;
  Result<std::shared_ptr<const WorkFolder>> folder;

  [[nodiscard]] std::string folder_of(int index) const {
    return (*folder)->path() + "/" + std::to_string(index - first + 1);
  }
};

constexpr double points_per_inch = 72;

// To start a program takes as long as to draw a small page, so it draws several of them.
constexpr int most_pages_together = 8;
constexpr double most_pixels_together = 1 << 27;

double resolution_of(const ReadSettings& settings) {
  return settings.pdf.resolution.value_or(default_pdf_resolution);
}

// Half of the machine's, unless that is too little for any page.
std::uint64_t most_memory() {
  constexpr std::uint64_t least = std::uint64_t{2} << 30;
  return std::max(machine_memory() / 2, least);
}

// Lets the program do what `command` says in the folder, with so many pages.
Result<ChildEnd> run_in(const WorkFolder& folder, ChildCommand command, const PdfFile& file, int pages,
                        const ReadSettings& settings, const std::function<bool()>& stop) {
  const auto input = file.open();
  if (!input.ok()) return input.error();
  command.input = *input;
  command.folder = folder.path();
  command.limits = {.seconds = settings.pdf.seconds * pages, .memory = most_memory(), .file_bytes = settings.spool};
  return run_child(command, stop);
}

// What a program did wrong; that its disk is full is more than it says itself.
std::optional<Error> failure_of(const PdfProgram& program, const ChildEnd& end, const WorkFolder& folder) {
  auto failure = program.failure(end);
  if (!failure || !folder.is_full()) return failure;
  return Error{std::string(program.title()) + " has no room left in TMPDIR; set TMPDIR to a folder with room",
               ErrorCode::no_space};
}

// Programs draw with one thread. One core is left for the plates.
int pages_ahead(int threads) {
  constexpr int most = 8;
  return std::clamp(thread_count(threads) - 1, 1, most);
}

class PdfOpener : public PageOpener {
 public:
  PdfOpener(PdfFile file, const PdfProgram& program, std::vector<PdfPageSize> pages, const ReadSettings& settings)
      : file_(std::move(file)),
        program_(program),
        pages_(std::move(pages)),
        settings_(settings),
        drawn_([this](int first) { return together_from(first); },
               [this](int first, int count, const auto& stop) { return draw(first, count, stop); }) {}

  [[nodiscard]] Result<std::unique_ptr<PageRows>> open(const PageSource& page, MemoryRange memory,
                                                       int threads) const override {
    if (!has(page.index)) return Error{page_label(page) + ": the file has " + std::to_string(pages_.size()) + " pages"};
    Drawing drawing = drawn_.take(page.index, pages_ahead(threads));
    if (!drawing.folder.ok() && drawing.count > 1) {
      draws_alone_ = true;
      drawing = draw(page.index, 1, {});  // which says what is wrong with this page
    }
    if (!drawing.folder.ok()) return about_page(page, drawing.folder.error());
    const std::string folder = drawing.folder_of(page.index);
    auto rows = open_drawn(folder, memory, threads);
    if (!rows.ok()) return about_page(page, without_folder(rows.error(), folder));
    return rows;  // which keep the files open that the folder may lose now
  }

 private:
  [[nodiscard]] bool has(int index) const { return index >= 0 && static_cast<std::size_t>(index) < pages_.size(); }

  [[nodiscard]] bool is_wanted(int index) const { return has(index) && settings_.pages.has(index + 1); }

  // 0 if the size is not known.
  [[nodiscard]] double pixels_of(int index) const {
    const auto& [width, height] = pages_[static_cast<std::size_t>(index)];
    const double scale = resolution_of(settings_) / points_per_inch;
    return width * scale * height * scale;
  }

  [[nodiscard]] int together_from(int first) const {
    if (!is_wanted(first)) return 0;
    if (!program_.draws_several() || draws_alone_) return 1;
    double pixels = 0;
    int count = 0;
    for (; count < most_pages_together && is_wanted(first + count); ++count) {
      pixels += pixels_of(first + count);
      if (pixels > most_pixels_together || pixels_of(first + count) == 0 || !check_size(first + count).ok()) break;
    }
    return std::max(count, 1);
  }

  // A page that is too large would fill the disk for minutes before it fails.
  [[nodiscard]] Status check_size(int index) const {
    const double bytes = pixels_of(index) * program_.pixel_bytes();
    if (bytes <= static_cast<double>(settings_.spool)) return {};
    return Error{"is too large: at " + std::to_string(std::lround(resolution_of(settings_))) +
                     " dpi, its pixels need a temporary file of " + tiffio::size_text(size_of(bytes)) + " in TMPDIR",
                 ErrorCode::no_space,
                 {{.action = Advice::Action::give_larger, .setting = "spool"},
                  {.action = Advice::Action::give, .setting = "pdf-resolution", .value = "DPI"}}};
  }

  static std::uint64_t size_of(double bytes) {
    constexpr double most = 1e18;
    return static_cast<std::uint64_t>(std::min(bytes, most));
  }

  [[nodiscard]] Drawing draw(int first, int count, const std::function<bool()>& is_unwanted) const {
    return {first, count, drawn_folder(first, count, is_unwanted)};
  }

  // Pages that are drawn together must all be faultless: a program does not say which of them is not.
  [[nodiscard]] Result<std::shared_ptr<const WorkFolder>> drawn_folder(int first, int count,
                                                                       const std::function<bool()>& is_unwanted) const {
    if (const Status status = check_size(first); !status.ok()) return status.error();
    auto folder = WorkFolder::make(std::string(program_.title()), count);
    if (!folder.ok()) return folder.error();
    const auto end = run_in(*folder, program_.draw(first, count), file_, count, settings_,
                            [&] { return stopped() || (is_unwanted && is_unwanted()); });
    if (!end.ok()) return end.error();
    if (const auto failure = failure_of(program_, *end, *folder)) return *failure;
    if (count > 1 &&
        !std::filesystem::exists(folder->path() + "/" + std::to_string(count) + "/" + PdfProgram::drawn_page))
      return Error{std::string(program_.title()) + " has left out a page"};
    return std::make_shared<const WorkFolder>(*std::move(folder));
  }

  [[nodiscard]] Result<std::unique_ptr<PageRows>> open_drawn(const std::string& folder, MemoryRange memory,
                                                             int threads) const {
    if (program_.makes_separations()) {
      const auto page = find_folder_page(folder);
      if (!page.ok()) return page.error();
      return page->opener->open({.path = folder}, memory, threads);
    }
    const auto pages = tiffio::find_pages(folder + "/" + PdfProgram::drawn_page);
    return pages.ok() ? open_tiff_page(*pages, 0, memory, threads) : pages.error();
  }

  // The error without the name of a folder that the user has never seen.
  static Error without_folder(Error error, const std::string& folder) {
    const std::string shown = tiffio::printable(folder);
    if (error.message.starts_with(shown)) error.message.erase(0, error.message.find(": ", shown.size()) + 2);
    return error;
  }

  PdfFile file_;
  PdfProgram program_;
  std::vector<PdfPageSize> pages_;
  ReadSettings settings_;
  mutable std::atomic<bool> draws_alone_ = false;  // a page is damaged, so more may be
  mutable PagesAhead<Drawing> drawn_;
};

}  // namespace

Result<FoundPages> find_pdf_pages(PdfFile file, const ReadSettings& settings) {
  const std::string name = tiffio::printable(file.path);
  const auto opened = file.open();
  if (!opened.ok()) return opened.error();
  const bool is_pdf = file.kind == PdfKind::pdf;
  auto program = PdfProgram::find(file.kind, settings.pdf, resolution_of(settings), is_pdf && is_encrypted(*opened));
  if (!program.ok()) return program.error().about(name);
  if (const Status status = is_pdf ? check_end(*opened) : Status(); !status.ok()) return status.error().about(name);
  const auto folder = WorkFolder::make(name);
  if (!folder.ok()) return folder.error();
  const auto end = run_in(*folder, program->list(), file, 1, settings, stopped);
  if (!end.ok()) return end.error().about(name);
  if (const auto failure = failure_of(*program, *end, *folder)) return failure->about(name);
  auto pages = program->pages_in(end->said);
  if (!pages)
    return Error{name + ": " + std::string(program->title()) +
                 " cannot count its pages, or there are too many; split it"};
  if (pages->empty()) return Error{name + ": has no pages; get the file again from where it came"};
  const int count = static_cast<int>(pages->size());
  const std::string path = file.path;
  return FoundPages{
      .path = path,
      .count = count,
      .opener = std::make_shared<const PdfOpener>(std::move(file), *program, *std::move(pages), settings)};
}

}  // namespace platerip::rip
