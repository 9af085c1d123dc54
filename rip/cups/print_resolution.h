// The resolution that a print job asks for.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cups/raster.h>

#include <optional>
#include <string>

#include "base/status.h"

namespace platerip::rip {

/// Dots per inch, across and down.
struct DotsPerInch {
  unsigned x = 0;
  unsigned y = 0;

  friend bool operator==(const DotsPerInch&, const DotsPerInch&) = default;
};

/// What a job asks for, and in which words.
struct AskedResolution {
  std::string option;  ///< the option's name
  std::string word;    ///< its value
  DotsPerInch dots;
};

/// Reads a resolution as PPDs and IPP write it: "2540dpi", "1440x720dpi", or "1000dpcm" in dots per centimetre. "dpi"
/// may be missing. Nothing for other words, and for less than 1 or more than 100000 dpi.
std::optional<DotsPerInch> resolution_in(const std::string& word);

/// The form in which PPDs write it: "2540dpi" or "1440x720dpi".
std::string text_of(const DotsPerInch& dots);

/// The resolution of a page, or of a sheet.
DotsPerInch resolution_of(const cups_page_header2_t& header);

/// The same sheet with another resolution, as many dots as CUPS would make it.
cups_page_header2_t with_resolution(cups_page_header2_t sheet, const DotsPerInch& dots);

}  // namespace platerip::rip
