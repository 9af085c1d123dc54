// Kinds of values (option_spelling.h) that single options have.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe. Errors of read() say what the value
// should be, and leave it unchanged.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "halftone/screens/spot.h"
#include "rip/job/option_spelling.h"
#include "rip/job/report_settings.h"
#include "rip/pages/page_ranges.h"
#include "rip/plates/names/name_pattern.h"
#include "tiffio/plates/compression.h"

namespace platerip::rip {

/// The seconds from one checkpoint of a page to the next.
inline constexpr Range<double> checkpoint_intervals{0, 86400, "0 to 86400 seconds"};

/// The name of a halftone method.
struct MethodName {
  using Type = halftone::Method;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, halftone::Method& method);
  static std::string print(const halftone::Method& method) { return std::string(method.name()); }
};

/// A dot shape, or PostScript's name of a spot function. The pointer is never null.
struct DotName {
  using Type = const halftone::Spot*;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, Type& spot);
  static std::string print(Type spot);
};

/// A pattern for the names of plates.
struct Pattern {
  using Type = NamePattern;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, NamePattern& pattern);
  static std::string print(const NamePattern& pattern) { return pattern.text(); }
};

/// The name of a compression of plates.
struct CompressionName {
  using Type = tiffio::Compression;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, tiffio::Compression& compression);
  static std::string print(tiffio::Compression compression) { return std::string(tiffio::name_of(compression)); }
};

/// A folder: any word but an empty one.
struct Folder {
  using Type = std::string;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, std::string& folder);
  static std::string print(const std::string& folder) { return folder; }
};

/// Any word.
struct AnyWord {
  using Type = std::string;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, std::string& value);
  static std::string print(const std::string& value) { return value; }
};

/// A list of inks: "C,K".
struct InkList {
  using Type = std::vector<std::string>;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, Type& inks) { return read_list(word, "a list of inks as C,K", inks); }
  static std::string print(const Type& inks);
};

// The files of proofs. Errors: the name is empty, or has another extension than the usual one. With these extensions,
// no proof can replace a plate, a manifest or another proof.

struct PreviewFile : FileName {
  static Status read(const std::string& word, std::string& file);
};
struct ReportFile : FileName {
  static Status read(const std::string& word, std::string& file);
};
struct InkPreviewFile : FileName {
  static Status read(const std::string& word, std::string& file);
};

/// A pixel of a page: "X,Y", from the top left.
struct Place {
  using Type = PagePoint;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, PagePoint& place);
  static std::string print(const PagePoint& place);
};

/// Pages of a file: "1-3,8,10-".
struct PageList {
  using Type = PageRanges;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, PageRanges& pages);
  static std::string print(const PageRanges& pages) { return pages.text(); }
};

/// A colour in sRGB: "#RRGGBB".
struct Color {
  using Type = std::array<std::uint8_t, 3>;
  static constexpr const char* name = "#RRGGBB";
  static constexpr bool input_file = false;
  static Status read(const std::string& word, Type& color);
  static std::string print(const Type& color);
};

}  // namespace platerip::rip
