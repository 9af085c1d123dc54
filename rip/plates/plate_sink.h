// The interface of plate sinks: files, streams, or anything else.
//
// Implementations may throw. rip_page() passes their exceptions to its caller.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "rip/pages/page_source.h"
#include "rip/plates/output_file.h"
#include "rip/plates/plate_record.h"
#include "tiffio/raster.h"

namespace platerip::rip {

/// Describes the plates of one page.
struct PlatesInfo {
  std::int64_t width = 0;   ///< pixels
  std::int64_t height = 0;  ///< pixels
  int levels = 2;           ///< tone levels of a pixel: 2 to 16
  tiffio::Resolution resolution;
  tiffio::Orientation orientation = 1;
  std::vector<std::string> inks;  ///< one plate each, in the order of the plates passed to write()
  PageSource source;              ///< the page
  int threads = 1;                ///< of the strip loop
  std::size_t memory = 0;         ///< bytes that the sink may take for work on several threads
  bool settles = false;           ///< settle() will be called
  /// How far an earlier run has come with these plates, one for each ink. Empty if the page is to be begun.
  std::span<const PlateRecord> earlier = {};
  std::function<bool()> stop = {};  ///< polled while begin() reads earlier plates; may be empty
};

/// Receives the plates of one page after another. For each page: begin(), write() until all rows are there, then
/// finish(), or abandon() at any time. After the last page, close(), even if a page failed. One thread at a time.
class PlateSink {
 public:
  virtual ~PlateSink() = default;

  /// The paths of a page's plate files, in the order of `inks`, and at the end the path of the manifest, if there is to
  /// be one. Empty if the plates do not become files.
  [[nodiscard]] virtual std::vector<std::string> files(const PageSource& page, std::span<const std::string> inks) const;

  /// What the sink takes of PlatesInfo::memory, in bytes.
  [[nodiscard]] virtual std::size_t memory_bytes(const PlatesInfo& plates) const;

  /// Begins a page. If the plates become files, adds these to `files`; the caller commits them when the page is
  /// complete, and keeps them until then or until abandon(). Errors: plates that this sink cannot write, or
  /// PlatesInfo::stop returned true. After an error, a sink that does not make files must not be used any more.
  virtual Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) = 0;

  /// Whether begin() goes on with PlatesInfo::earlier. If those plates are not on disk as described, it has begun anew.
  [[nodiscard]] virtual bool goes_on() const;

  /// Waits until all rows so far are written, and returns how far each plate has come, one for each ink. Rows that
  /// cannot be in the files yet are in the result. Precondition: PlatesInfo::settles. Errors: those of earlier rows; or
  /// the sink cannot do that.
  virtual Result<std::vector<PlateRecord>> settle();

  /// Appends `rows` rows of every plate: packed pixels, most significant bit first, valid during the call. Called by a
  /// step of the strip loop. Errors may be those of earlier rows.
  virtual Status write(std::span<const halftone::Plate> plates, std::int64_t rows) = 0;

  /// Completes the page. Precondition: all rows were written.
  virtual Status finish() = 0;

  /// The SHA-256 digest of each plate file of the finished page, in hexadecimal and in the order of the inks. Empty if
  /// the plates do not become files, or if there is to be no manifest.
  [[nodiscard]] virtual std::vector<std::string> digests();

  /// Ends a page that will not be completed. When it returns, the sink does not use the page's files any more. Does
  /// nothing if no page has begun.
  virtual void abandon();

  /// Completes the output with all finished pages, even in the middle of another page. No page may begin afterwards.
  /// `is_whole`: no page is missing. Errors: no page was finished, but the format needs one; or writing fails.
  virtual Status close(bool is_whole);
};

}  // namespace platerip::rip
