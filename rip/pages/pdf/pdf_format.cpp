#include "rip/pages/pdf/pdf_format.h"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "rip/pages/listed_pages.h"
#include "rip/pages/page_formats.h"
#include "rip/pages/pdf/pdf_pages.h"
#include "rip/pages/stream_file.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr std::string_view pdf_magics[] = {"%PDF"};
constexpr std::string_view pdf_extensions[] = {".pdf"};
constexpr std::string_view postscript_magics[] = {"%!", "\x04%!", "\xc5\xd0\xd3\xc6"};
constexpr std::string_view postscript_extensions[] = {".ps", ".eps"};

}  // namespace

const PageFormat pdf_format = {"a PDF", pdf_magics, pdf_extensions, nullptr, nullptr, PdfKind::pdf};
const PageFormat postscript_format = {"PostScript", postscript_magics, postscript_extensions,
                                      nullptr,      nullptr,           PdfKind::postscript};

Result<FoundPages> find_drawn_pages(const std::string& path, PdfKind kind, const ReadSettings& settings) {
  const auto open = [path]() -> Result<Descriptor> {
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    const int reason = errno;
    if (file < 0)
      return Error{tiffio::printable(path) + ": cannot be read: " + std::strerror(reason), ErrorCode::unreadable};
    return file;
  };
  return find_pdf_pages({path, kind, open}, settings);
}

Result<std::unique_ptr<Pages>> open_drawn_stream(InputStream& stream, PdfKind kind, MemoryRange memory,
                                                 const ReadSettings& settings, int threads) {
  auto whole = file_of(stream, settings.spool);
  if (!whole.ok()) return whole.error();
  const auto kept = std::make_shared<const Descriptor>(*std::move(whole));
  const auto again = [kept]() -> Result<Descriptor> { return Descriptor(::fcntl(*kept, F_DUPFD_CLOEXEC, 0)); };
  auto found = find_pdf_pages({stream.name(), kind, again}, settings);
  if (!found.ok()) return found.error();
  auto pages = chosen_pages(*std::move(found), settings.pages, memory, threads);
  if (!pages.ok()) return pages.error();
  return std::unique_ptr<Pages>(*std::move(pages));
}

}  // namespace platerip::rip
