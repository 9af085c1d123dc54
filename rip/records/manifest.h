// The manifest of a page's plates: a JSON file beside them, which tells workflows that the set of plates is complete.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <span>
#include <string>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/job/page_report.h"
#include "rip/plates/output_file.h"
#include "rip/plates/plate_sink.h"
#include "rip/records/made_with.h"

namespace platerip::rip {

/// What a manifest tells about a page besides its report.
struct PlateFacts {
  const PlatesInfo& plates;
  std::span<const OutputFile> files;     ///< of the plates first, which are complete
  std::span<const std::string> digests;  ///< PlateSink::digests()
  const MadeWith& made_with;             ///< when the page began
};

/// Writes the manifest to `file`: UTF-8, indented; docs/formats.md describes it. Text that is not UTF-8 becomes U+FFFD.
/// The same files and settings give the same bytes. Errors: the size of a plate cannot be found out, or the disk is
/// full.
Status write_manifest(const OutputFile& file, const Job& job, const PageReport& report, const PlateFacts& facts);

}  // namespace platerip::rip
