// What each sample of a page is: a colour, an ink, alpha, or nothing that is printed. docs/formats.md tells users.
//
// COLOURS. The first row that fits counts.
//
//   page                                                             colours
//   gray, RGB, YCbCr, L*a*b*; palette                                the first samples: 1, 3, 3, 3; 1
//   separated, Photoshop describes spots; InkSet or no InkNames fits CMYK: the first 4
//   separated, InkNames has Cyan, Magenta, Yellow and Black          CMYK, where their names stand
//   separated, InkNames names extra samples only, and InkSet fits    CMYK: the first 4
//   separated, InkSet is CMYK, no name of CMYK in another's place    CMYK: the first 4
//   separated, no InkSet, the first names are missing or CMYK's      CMYK: the first 4
//   separated, with other InkNames                                   none: samples are inks by their names
//   separated, without InkNames                                      refused
//
//   InkNames names extra samples only, if it has no more names than there are extra samples, and none is the name of
//   the colour in its place (Cyan, Red, Gray…). Else its first name is that of the first sample. InkSet fits if it is
//   CMYK or missing; in the fourth row also if there are as many names as extra samples and kinds of them (*). In the
//   fifth and sixth row, NumberOfInks is at least 4 or missing.
//
// OTHER SAMPLES. The first row that fits counts. Rows with * make a remark, so that nothing is guessed in silence.
//
//   sample                                                           role
//   Photoshop describes spots: one of them, not marked as alpha      ink, whose paper is the greatest number
//   InkNames names it, whatever ExtraSamples says                    ink; but Alpha, Transparency, Opacity are none
//   InkNames, with an empty name, or NumberOfInks counts it          ink called by its place; * without InkNames
//   of CMYK without InkNames, InkSet, ExtraSamples and Photoshop   * ink called by its place
//   of a chart of Argyll: its only mark is ImageDescription        * ink called by its place
//   of CMYK without InkNames, two or more that are all alphas      * ink called by its place; Argyll marks inks so
//   the first that ExtraSamples marks as alpha                       alpha; L*a*b* is refused
//   the only extra one of gray, RGB, palette; no ExtraSamples      * unassociated alpha, as other programs take it
//   called Alpha, Transparency or Opacity; no ExtraSamples         * unassociated alpha
//   any other                                                      * left out
//
//   InkNames may leave out the sample that is marked as alpha, if there is only one: the names are those of the others.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "tiffio/layout/page_info.h"
#include "tiffio/pages/photoshop_channels.h"

namespace platerip::tiffio {

/// The most inks that a page may have.
inline constexpr std::size_t most_inks = 32;

/// What a page's tags say about its samples. Nothing needs to fit together.
struct SampleTags {
  enum class Space { gray, palette, rgb, lab, separated };
  Space space = Space::rgb;
  int samples = 3;                                   ///< of a pixel
  std::optional<std::uint64_t> ink_set = {};         ///< 1 is CMYK
  std::optional<std::uint64_t> number_of_inks = {};  ///< in fact often the number of names
  std::vector<std::string> ink_names = {};           ///< printable; an empty one has no name; the last one has a name
  std::vector<std::uint16_t> extra_samples = {};     ///< their kinds in TIFF 6.0, of the last samples
  std::vector<PhotoshopChannel> photoshop_channels = {};  ///< of the samples after the colours
  bool is_argyll_chart = false;                           ///< made by Argyll's printtarg
};

/// A sample that is a spot ink.
struct Spot {
  int sample = 0;         ///< from 0
  std::string name = {};  ///< as the file has it; empty: called by its place
  bool inverted = false;  ///< the greatest number is paper, not 0
};

/// Which sample of a pixel, from 0, is what. No sample is in it twice.
struct SampleRoles {
  ColorModel model = ColorModel::inks;
  std::vector<int> colors = {};  ///< the samples of the colours, in the order of the model; of a palette, the index
  Alpha alpha = Alpha::none;
  int alpha_sample = -1;         ///< unless alpha is none
  std::vector<Spot> spots = {};  ///< in the order of the samples
  std::vector<int> left_out = {};
  std::string remark = {};  ///< what was left out, or taken for something; without the page's name; mostly empty
};

/// Whether SampleTags::photoshop_channels matter. They do not if the only sample behind the colours is marked as alpha,
/// or if InkNames counts and InkSet is not CMYK.
bool needs_photoshop(const SampleTags& tags);

/// Reads the tags by the tables above. Errors: a page that they refuse, fewer samples than colours, inks or names, or
/// too many inks. The message lacks the page's name.
Result<SampleRoles> roles_of_samples(const SampleTags& tags);

}  // namespace platerip::tiffio
