#include "rip/pages/pdf/pdf_pages.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "rip/pages/pdf/pages_ahead.h"
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

using Drawn = Result<std::shared_ptr<const WorkFolder>>;

constexpr double points_per_inch = 72;

double resolution_of(const ReadSettings& settings) {
  return settings.pdf.resolution.value_or(default_pdf_resolution);
}

// Half of the machine's, unless that is too little for any page.
std::uint64_t most_memory() {
  constexpr std::uint64_t least = std::uint64_t{2} << 30;
  return std::max(machine_memory() / 2, least);
}

// Lets the program do what `command` says in the folder.
Result<ChildEnd> run_in(const WorkFolder& folder, ChildCommand command, const PdfFile& file,
                        const ReadSettings& settings, const std::function<bool()>& stop) {
  const auto input = file.open();
  if (!input.ok()) return input.error();
  command.input = *input;
  command.folder = folder.path();
  command.limits = {.seconds = settings.pdf.seconds, .memory = most_memory(), .file_bytes = settings.spool};
  return run_child(command, stop);
}

// Programs repair a file that is cut off, and draw it without what it has lost. The standard wants the mark at the end;
// readers look for it in the last KiB, because mails and servers append to files.
Status check_end(const PdfFile& file) {
  const auto opened = file.open();
  if (!opened.ok()) return opened.error();
  struct stat status {};
  std::array<char, 1024> last{};
  const off_t size = ::fstat(*opened, &status) == 0 ? status.st_size : 0;
  const ssize_t got =
      ::pread(*opened, last.data(), last.size(), std::max<off_t>(size - static_cast<off_t>(last.size()), 0));
  const std::string_view end(last.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  if (end.find("%%EOF") != std::string_view::npos) return {};
  return Error{"is cut off: it does not end with %%EOF; get the file again from where it came"};
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
        drawn_([this](int index) { return has(index) && settings_.pages.has(index + 1); },
               [this](int index, const std::function<bool()>& stop) { return draw(index, stop); }) {}

  [[nodiscard]] Result<std::unique_ptr<PageRows>> open(const PageSource& page, MemoryRange memory,
                                                       int threads) const override {
    if (!has(page.index)) return Error{page_label(page) + ": the file has " + std::to_string(pages_.size()) + " pages"};
    const Drawn folder = drawn_.take(page.index, pages_ahead(threads));
    if (!folder.ok()) return about_page(page, folder.error());
    auto rows = open_drawn((*folder)->path(), memory, threads);
    if (!rows.ok()) return about_page(page, without_folder(rows.error(), (*folder)->path()));
    return rows;  // which keep the files open that the folder loses now
  }

 private:
  [[nodiscard]] bool has(int index) const { return index >= 0 && static_cast<std::size_t>(index) < pages_.size(); }

  // A page that is too large would fill the disk for minutes before it fails.
  [[nodiscard]] Status check_size(int index) const {
    const auto& [width, height] = pages_[static_cast<std::size_t>(index)];
    const double scale = resolution_of(settings_) / points_per_inch;
    const double bytes = width * scale * height * scale * program_.pixel_bytes();
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

  [[nodiscard]] Drawn draw(int index, const std::function<bool()>& is_unwanted) const {
    if (const Status status = check_size(index); !status.ok()) return status.error();
    auto folder = WorkFolder::make(std::string(program_.title()));
    if (!folder.ok()) return folder.error();
    const auto end = run_in(*folder, program_.draw(index), file_, settings_,
                            [&] { return stopped() || (is_unwanted && is_unwanted()); });
    if (!end.ok()) return end.error();
    if (const auto failure = failure_of(program_, *end, *folder)) return *failure;
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
  mutable PagesAhead<Drawn> drawn_;
};

}  // namespace

Result<FoundPages> find_pdf_pages(PdfFile file, const ReadSettings& settings) {
  const std::string name = tiffio::printable(file.path);
  auto program = PdfProgram::find(file.kind, settings.pdf, resolution_of(settings));
  if (!program.ok()) return program.error().about(name);
  if (file.kind == PdfKind::pdf) {
    if (const Status status = check_end(file); !status.ok()) return status.error().about(name);
  }
  const auto folder = WorkFolder::make(name);
  if (!folder.ok()) return folder.error();
  const auto end = run_in(*folder, program->list(), file, settings, stopped);
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
