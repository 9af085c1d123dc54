// What the plates of a page depend on, as a manifest records it: a later run compares it with its own.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/pages/page_source.h"

namespace platerip::rip {

/// A file, and how to notice that it has changed.
struct FileStamp {
  std::string name;  ///< without folders
  std::uint64_t bytes = 0;
  std::string modified;  ///< seconds since 1970, with nine decimals; "" if the file cannot be found

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// A page, and what its plates depend on.
struct MadeWith {
  std::string document;
  std::int64_t page = 0;  ///< from 1
  std::string software;
  std::string date;                             ///< plate_date()
  std::map<std::string, std::string> settings;  ///< settings_of()
  std::vector<FileStamp> made_from;             ///< stamps_of(); empty if it was not recorded
};

/// What plates of a page depend on that a run begins to make.
MadeWith made_with(const Job& job, const PageSource& page);

/// Whether a run with the job would make from this page what an earlier run has made: false if it is another page, or
/// its file has changed. Errors: the earlier run had other settings, was of another version, or had files of settings,
/// such as a profile, that have changed since.
Result<bool> is_the_same(const MadeWith& earlier, const Job& job, const PageSource& page);

/// The files that a page is made from: those of the page, then those that the job names.
std::vector<std::string> files_read(const Job& job, const PageSource& page);

/// The same files as they are now.
std::vector<FileStamp> stamps_of(const Job& job, const PageSource& page);

/// The program and its version, as in the tag Software of plates.
std::string software();

/// What SOURCE_DATE_EPOCH makes of the tag DateTime; "" if it is not set.
std::string plate_date();

/// What a user has set about the plates, as JSON texts by the names of the options. Which resources make them is not
/// part of it, nor where they go, nor whether there is a manifest.
std::map<std::string, std::string> settings_of(const Job& job);

}  // namespace platerip::rip
