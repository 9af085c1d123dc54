// The document of a print job, as far as a filter in the middle of the job can know it.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace platerip::rip {

/// Where a document comes from, as cupsd tells its filters.
struct Document {
  std::string type;    ///< MIME type (CONTENT_TYPE); empty if it is not known
  std::string folder;  ///< where cupsd keeps the files of jobs (CUPS_REQUESTROOT); empty if it is not known
  std::string job;     ///< the number of the job

  /// That of job number `job`, from the environment.
  static Document of_job(const std::string& job);

  /// Whether filters before ours have rendered the document: it is neither a picture nor a raster.
  [[nodiscard]] bool is_rendered() const;
};

/// Whether documents of this MIME type go straight to tifftoplates: TIFF, PNG and JPEG.
bool is_picture(std::string_view type);

/// The names of the spot colours of a PDF, each once, as Ghostscript lists them. Waits for Ghostscript for at most 20
/// seconds. Empty if the document is no PDF, has none, cannot be read, or there is no Ghostscript.
std::vector<std::string> spot_colors(const Document& document);

}  // namespace platerip::rip
