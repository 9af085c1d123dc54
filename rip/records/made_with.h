// What the plates of a page depend on. Manifests and checkpoints record it, so that a later run can compare it with its
// own.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/job/file_stamp.h"
#include "rip/job/job.h"
#include "rip/pages/page_source.h"

namespace platerip::rip {

/// A page, and what its plates depend on.
struct MadeWith {
  std::string document;
  std::int64_t page = 0;  ///< from 1
  std::string software;
  std::string date;                             ///< plate_date()
  std::map<std::string, std::string> settings;  ///< settings_of()
  std::vector<FileStamp> made_from;             ///< files_read(); empty if it was not recorded
};

/// What the plates depend on if they are made from the page's files as they are at this moment, and from the files that
/// the job names as they were when these were opened (Press::files).
MadeWith made_with(const Job& job, std::span<const FileStamp> files_of_job, const PageSource& page);

/// Whether this run, `now`, would make the same plates of this page as the earlier run. False if the earlier run made
/// another page, or if the page's file has changed. Errors: the earlier run had other settings or another version, or a
/// file that the settings name, such as a profile, has changed since.
Result<bool> is_the_same(const MadeWith& earlier, const MadeWith& now, const PageSource& page);

/// The files that a page is made from: those of the page, then those that the job names.
std::vector<std::string> files_read(const Job& job, const PageSource& page);

/// The program and its version, as in the tag Software of plates.
std::string software();

/// The plates' tag DateTime, from the environment variable SOURCE_DATE_EPOCH; "" if that is not set or invalid.
std::string plate_date();

/// The options that the job has set (words_of()), as JSON texts by their names. Left out are those with
/// Record::nothing.
std::map<std::string, std::string> settings_of(const Job& job);

}  // namespace platerip::rip
