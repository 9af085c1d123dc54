// What a format of pages is. Each has a file of its own, and an entry in page_formats.h.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/status.h"
#include "rip/pages/input_stream.h"
#include "rip/pages/page_rows.h"
#include "rip/pages/pdf/pdf_kind.h"
#include "rip/resources/memory_range.h"

namespace platerip::rip {

/// Opens the pages of one file, in any order and more than once. Thread-safe.
class PageOpener {
 public:
  virtual ~PageOpener() = default;

  /// The rows of page `page.index`. `memory`, `threads`: see open_page() (listed_pages.h). Errors name the page.
  [[nodiscard]] virtual Result<std::unique_ptr<PageRows>> open(const PageSource& page, MemoryRange memory,
                                                               int threads) const = 0;
};

/// The pages that were found in a file.
struct FoundPages {
  std::string path;
  int count = 0;                               ///< how many can be opened
  std::shared_ptr<const PageOpener> opener;    ///< of these
  std::optional<Error> broken = std::nullopt;  ///< why there may be more, which cannot be found
};

/// The number of first bytes needed to recognize a format.
inline constexpr std::size_t page_magic_bytes = 12;

/// A format. Its data live as long as the program.
struct PageFormat {
  std::string_view name;                         ///< with its article: "a TIFF"
  std::span<const std::string_view> magics;      ///< its data begin with one of these, of page_magic_bytes at most
  std::span<const std::string_view> extensions;  ///< of its files: ".tif"; the names of plates leave them out
  /// Finds the pages of a file, without reading them; null if the format is for streams only. Errors: the file cannot
  /// be read, or has no page.
  Result<FoundPages> (*find_pages)(const std::string& path);
  /// Opens the pages of a stream that stands at the first byte; null if the format is for files only. `stream` outlives
  /// the pages. `memory` and `threads`: see open_page(). `spool`: bytes that may be used in TMPDIR for pages that
  /// cannot be read in order.
  Result<std::unique_ptr<Pages>> (*open_stream)(InputStream& stream, MemoryRange memory, std::int64_t spool,
                                                int threads);
  /// Set if another program draws the pages (pdf/pdf_pages.h). Then both functions above are null.
  std::optional<PdfKind> drawn = std::nullopt;
};

}  // namespace platerip::rip
