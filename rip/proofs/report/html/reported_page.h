// What a report tells about a page, except what its plates look like. Only copies may throw (std::bad_alloc).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rip/proofs/report/upright_place.h"
#include "rip/proofs/report/verdict.h"

namespace platerip::rip {

/// An ink in a report.
struct ReportedPlate {
  std::string file;  ///< of its plate, or of the plates of the inks that print it
  std::string halftone;
};

/// A printed plate of an ink that has lighter inks.
struct ReportedPart {
  std::string ink;
  double coverage_percent = 0;
};

/// What a report tells besides the survey. Texts may come from files, so they are not trusted.
struct ReportFacts {
  std::string page;  ///< its name
  PageShape shape;
  VerdictFacts verdict;
  std::string color_note;             ///< which colours are assumed; "" if none is
  std::vector<ReportedPlate> plates;  ///< as many as verdict.plates: before lighter inks print a part of them
  std::vector<ReportedPart> parts;    ///< all printed plates, if there are lighter inks
  double mean_ink_percent = 0;        ///< total ink
  std::string counted_inks;           ///< the inks that count as total ink
  std::string limit_source;           ///< where the limit of total ink comes from; "" if there is none
  std::vector<std::pair<std::string, std::string>> properties;  ///< of the page and its profiles: name and value
  std::vector<std::pair<std::string, std::string>> settings;    ///< options and their values
};

}  // namespace platerip::rip
