#include "rip/pages/pdf/pdf_program.h"

#include <array>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iomanip>
#include <sstream>

#include "base/text_file.h"
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

// Ghostscript 10.00 prints the spot inks of encrypted documents black if functions compute their tints, and says
// nothing. Its older interpreter of PDF does not. Versions without that one ignore this.
constexpr const char* older_interpreter = "-dNEWPDF=false";

constexpr std::size_t longest_complaint = 160;

// A file that Ghostscript runs first. Other users cannot see it, as they see the words of a command.
constexpr const char* password_program = "password.ps";

// PostScript that defines the password, in hexadecimal digits, which need no quotes.
std::string program_of(const std::string& password) {
  std::ostringstream text;
  text << "/PDFPassword <" << std::hex << std::setfill('0');
  for (const unsigned char byte : password) text << std::setw(2) << int{byte};
  text << "> def\n";
  return text.str();
}

Result<std::string> password_in(const std::string& path) {
  const auto text = read_text_file(path, 1, "a file with a password");
  if (!text.ok()) return text.error().of_setting("pdf-password-file");
  std::string_view lines = *text;
  return std::string(take_line(lines));
}

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

Result<PdfProgram> PdfProgram::find(PdfKind kind, const PdfSettings& settings, double resolution, bool is_encrypted) {
  const ProgramInfo& info = info_of(settings.by);
  const bool is_poppler = settings.by == PdfBy::pdftoppm;
  if (is_poppler && kind == PdfKind::postscript)
    return Error{"pdftoppm draws PDF only", ErrorCode::bad_setting, {{Advice::Action::give, "pdf-by", "gs-rgb"}}};
  if (is_poppler && settings.box != PdfBox::media && settings.box != PdfBox::crop)
    return Error{"pdftoppm knows the boxes media and crop only",
                 ErrorCode::bad_setting,
                 {{Advice::Action::give, "pdf-by", "gs-rgb"}}};
  if (is_poppler && settings.password_file)
    return Error{"pdftoppm takes a password only where other users can see it",
                 ErrorCode::bad_setting,
                 {{Advice::Action::give, "pdf-by", "gs-rgb"}}};
  for (const char* const program : {info.lists, info.draws}) {
    if (find_program(program).empty())
      return Error{std::string("there is no ") + info.title + " (" + program + ") to draw it",
                   ErrorCode::unsupported,
                   {{.action = Advice::Action::other, .value = std::string("apt install ") + info.package}}};
  }
  auto password = settings.password_file ? password_in(*settings.password_file) : Result(std::string());
  if (!password.ok()) return password.error();
  return PdfProgram(kind, settings, resolution, is_encrypted, *std::move(password));
}

ChildCommand PdfProgram::command(std::vector<std::string> words) const {
  std::string program = find_program(words.front());
  std::vector<SmallFile> files;
  if (!password_.empty()) files.push_back({password_program, program_of(password_)});
  return {
      .program = std::move(program), .words = std::move(words), .folder = {}, .files = std::move(files), .limits = {}};
}

ChildCommand PdfProgram::list() const {
  if (is_poppler()) return command({"pdfinfo", "-f", "1", "-l", "-1", child_input});
  if (kind_ == PdfKind::pdf) {
    std::vector<std::string> words = {"gs", "-q", "-dSAFER", "-dNODISPLAY",
                                      std::string("--permit-file-read=") + child_input};
    if (!password_.empty()) words.emplace_back(password_program);
    words.insert(words.end(), {"-c", list_in_postscript});
    return command(std::move(words));
  }
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
  if (is_encrypted_) words.emplace_back(older_interpreter);
  if (const char* const box = ghostscripts_box(settings_.box)) words.emplace_back(box);
  words.insert(words.end(),
               {"-dEPSCrop", "-dFirstPage=" + from, "-dLastPage=" + to, "-o", std::string("%d/") + drawn_page});
  if (!password_.empty()) words.emplace_back(password_program);
  words.emplace_back(child_input);
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

Error PdfProgram::needs_password() const {
  if (settings_.password_file)
    return Error{"is encrypted, and the password does not open it",
                 ErrorCode::bad_input,
                 {{Advice::Action::give_another, "pdf-password-file"}}};
  return Error{
      "is encrypted, and needs a password",
      ErrorCode::bad_input,
      {{Advice::Action::give, "pdf-password-file", "FILE"},
       {.action = Advice::Action::other, .value = "take it off: qpdf --decrypt --password-file=FILE IN.pdf OUT.pdf"}}};
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
  for (const char* const complaint : {"requires a password", "Password did not work", "Incorrect password"})
    if (end.said.find(complaint) != std::string::npos) return needs_password();
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
