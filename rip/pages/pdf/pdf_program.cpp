#include "rip/pages/pdf/pdf_program.h"

#include <array>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sstream>

#include "tiffio/text.h"

namespace platerip::rip {
namespace {

struct ProgramInfo {
  PdfBy by;
  const char* title;
  const char* draws;  // the program
  const char* lists;  // the program that finds the pages
  const char* package;
  const char* device;  // Ghostscript's
  int pixel_bytes;
};

constexpr std::array programs = {
    ProgramInfo{PdfBy::gs, "Ghostscript", "gs", "gs", "ghostscript", "tiffsep", 1},
    ProgramInfo{PdfBy::gs_cmyk, "Ghostscript", "gs", "gs", "ghostscript", "tiff32nc", 4},
    ProgramInfo{PdfBy::gs_rgb, "Ghostscript", "gs", "gs", "ghostscript", "tiff24nc", 3},
    ProgramInfo{PdfBy::pdftoppm, "pdftoppm", "pdftoppm", "pdfinfo", "poppler-utils", nullptr, 3},
};

const ProgramInfo& info_of(PdfBy by) {
  for (const ProgramInfo& each : programs) {
    if (each.by == by) return each;
  }
  return programs.front();
}

// Prints the width and height of each page of a PDF in points, which UserUnit may enlarge.
constexpr const char* list_in_postscript =
    "(/proc/self/fd/3) (r) file runpdfbegin 1 1 pdfpagecount { mark exch { pdfgetpage "
    "dup /UserUnit known { dup /UserUnit get } { 1 } ifelse exch /MediaBox get aload pop "
    "3 -1 roll sub abs 3 1 roll sub abs 2 index mul 3 1 roll mul exch =only ( ) print = "
    "} stopped { (0 0) = } if cleartomark } for quit";

// Ghostscript's LZW, the default of tiffsep, takes half of its time.
constexpr const char* fast_compression = "-sCompression=pack";

constexpr std::size_t longest_complaint = 160;

std::string digits_of(double number) {
  std::array<char, 64> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

const char* ghostscripts_box(PdfBox box) {
  switch (box) {
    case PdfBox::crop:
      return "-dUseCropBox";
    case PdfBox::trim:
      return "-dUseTrimBox";
    case PdfBox::bleed:
      return "-dUseBleedBox";
    case PdfBox::art:
      return "-dUseArtBox";
    case PdfBox::media:
      break;
  }
  return nullptr;
}

// One line of what a program says, without marks before it.
std::string plain_line(std::string_view line) {
  line = line.substr(0, std::min(line.find('\n'), line.size()));
  line.remove_prefix(std::min(line.find_first_not_of(" *"), line.size()));
  for (const std::string_view mark : {"Error: ", "Syntax Error: "}) {
    if (line.starts_with(mark)) line.remove_prefix(mark.size());
  }
  return tiffio::printable(std::string(line.substr(0, longest_complaint)));
}

// Both draw what they can of a damaged page, and only say so. What they have repaired, such as a table of contents, is
// no error to them.
constexpr const char* ghostscript_error = "**** Error: ";
constexpr const char* poppler_error = "Syntax Error";

// A line "595 842".
std::optional<PdfPageSize> size_in(const std::string& line) {
  PdfPageSize size;
  std::istringstream words(line);
  words.imbue(std::locale::classic());
  if (!(words >> size.width >> size.height) || size.width < 0 || size.height < 0) return std::nullopt;
  return size;
}

}  // namespace

Result<PdfProgram> PdfProgram::find(PdfKind kind, const PdfSettings& settings, double resolution) {
  const ProgramInfo& info = info_of(settings.by);
  const bool is_poppler = settings.by == PdfBy::pdftoppm;
  if (is_poppler && kind == PdfKind::postscript)
    return Error{"pdftoppm draws PDF only", ErrorCode::bad_setting, {{Advice::Action::give, "pdf-by", "gs-rgb"}}};
  if (is_poppler && settings.box != PdfBox::media && settings.box != PdfBox::crop)
    return Error{"pdftoppm knows the boxes media and crop only",
                 ErrorCode::bad_setting,
                 {{Advice::Action::give, "pdf-by", "gs-rgb"}}};
  for (const char* const program : {info.lists, info.draws}) {
    if (find_program(program).empty())
      return Error{std::string("there is no ") + info.title + " (" + program + ") to draw it",
                   ErrorCode::unsupported,
                   {{.action = Advice::Action::other, .value = std::string("apt install ") + info.package}}};
  }
  return PdfProgram(kind, settings, resolution);
}

ChildCommand PdfProgram::command(std::vector<std::string> words) const {
  std::string program = find_program(words.front());
  return {.program = std::move(program), .words = std::move(words), .folder = {}, .limits = {}};
}

ChildCommand PdfProgram::list() const {
  if (is_poppler()) return command({"pdfinfo", "-f", "1", "-l", "-1", child_input});
  if (kind_ == PdfKind::pdf)
    return command({"gs", "-q", "-dSAFER", "-dNODISPLAY", std::string("--permit-file-read=") + child_input, "-c",
                    list_in_postscript});
  return command({"gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dEPSCrop", "-sDEVICE=nullpage", child_input, "-c",
                  "currentpagedevice /PageCount get ="});
}

std::optional<std::vector<PdfPageSize>> PdfProgram::pages_in(const std::string& answer) const {
  if (answer.size() == most_said) return std::nullopt;  // there may be more pages
  std::vector<PdfPageSize> pages;
  std::istringstream lines(answer);
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    last = line;
    if (kind_ == PdfKind::postscript) continue;
    if (is_poppler()) {  // "Page    1 size:  595 x 842 pts (A4)"
      const std::size_t size = line.find(" size: ");
      const std::size_t by = line.find(" x ");
      if (!line.starts_with("Page ") || size == std::string::npos || by == std::string::npos) continue;
      line = line.replace(by, 3, " ").substr(size + 7);
    }
    if (const auto size = size_in(line)) pages.push_back(*size);
  }
  if (kind_ == PdfKind::pdf) return pages;
  constexpr int most_pages = 1'000'000;
  int count = 0;
  const auto [end, error] = std::from_chars(last.data(), last.data() + last.size(), count);
  if (error != std::errc() || end != last.data() + last.size() || count < 0 || count > most_pages) return std::nullopt;
  pages.resize(static_cast<std::size_t>(count));
  return pages;
}

ChildCommand PdfProgram::draw(int first, int count) const {
  const std::string from = std::to_string(first + 1);
  const std::string to = std::to_string(first + count);
  const std::string resolution = digits_of(resolution_);
  if (is_poppler()) {
    std::vector<std::string> words = {
        "pdftoppm", "-tiff", "-tiffcompression", "packbits", "-singlefile", "-r", resolution, "-f", from, "-l", to};
    if (settings_.box == PdfBox::crop) words.emplace_back("-cropbox");
    words.insert(words.end(), {child_input, "1/page"});
    return command(std::move(words));
  }
  std::vector<std::string> words = {"gs",
                                    "-q",
                                    "-dSAFER",
                                    "-r" + resolution,
                                    std::string("-sDEVICE=") + info_of(settings_.by).device,
                                    fast_compression};
  if (makes_separations()) words.emplace_back("-dMaxSpots=28");
  if (const char* const box = ghostscripts_box(settings_.box)) words.emplace_back(box);
  words.insert(words.end(), {"-dEPSCrop", "-dFirstPage=" + from, "-dLastPage=" + to, "-o",
                             std::string("%d/") + drawn_page, child_input});
  return command(std::move(words));
}

int PdfProgram::pixel_bytes() const {
  return info_of(settings_.by).pixel_bytes;
}

std::string_view PdfProgram::title() const {
  return info_of(settings_.by).title;
}

bool PdfProgram::says_damaged(const std::string& said) const {
  return said.find(is_poppler() ? poppler_error : ghostscript_error) != std::string::npos;
}

// What it says first. PostScript may print anything and Poppler warns before, so theirs is the first error.
std::string PdfProgram::complaint_in(const std::string& said) const {
  const bool has_more = kind_ == PdfKind::postscript || is_poppler();
  const std::size_t error = said.find(is_poppler() ? poppler_error : "Error: ");
  const std::size_t begin = said.find_first_not_of(" \n", has_more && error != std::string::npos ? error : 0);
  return begin == std::string::npos ? "" : plain_line(std::string_view(said).substr(begin));
}

std::optional<Error> PdfProgram::failure(const ChildEnd& end) const {
  const std::string program(title());
  if (end.is_late || end.signal == SIGXCPU) {
    return Error{program + " took longer than " + digits_of(settings_.seconds) + " seconds",
                 ErrorCode::bad_input,
                 {{Advice::Action::give_larger, "pdf-time"}}};
  }
  if (end.signal == SIGXFSZ)
    return Error{program + " needs a temporary file that is larger than allowed",
                 ErrorCode::no_space,
                 {{Advice::Action::give_larger, "spool"}}};
  if (end.signal != 0)
    return Error{program + " was ended by SIG" + sigabbrev_np(end.signal) + "; start the page again"};
  if (end.said.find("requires a password") != std::string::npos ||
      end.said.find("Incorrect password") != std::string::npos)
    return Error{
        "is encrypted, and needs a password; take it off: qpdf --decrypt --password=PASSWORD FILE.pdf OPEN.pdf"};
  if (end.said.find("VMerror") != std::string::npos)
    return Error{program + " needs more memory",
                 ErrorCode::no_memory,
                 {{Advice::Action::give, "pdf-resolution", "DPI", "to draw it smaller"}}};
  if (end.status == 0 && (kind_ == PdfKind::postscript || !says_damaged(end.said))) return std::nullopt;
  std::string complaint = complaint_in(end.said);
  if (complaint.empty()) complaint = "it ended with status " + std::to_string(end.status);
  return Error{program + " cannot draw it: " + complaint + "; get the file again from where it came"};
}

}  // namespace platerip::rip
