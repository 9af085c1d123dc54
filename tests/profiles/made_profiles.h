// ICC profiles that tests make as they need them.
#pragma once

#include <lcms2.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "profiles/profile.h"

namespace platerip::made {

using Bytes = std::vector<std::byte>;

struct Press {
  int inks = 4;
  cmsColorSpaceSignature space = cmsSigCmykData;
  cmsProfileClassSignature profile_class = cmsSigOutputClass;
  std::set<int> separations = {0, 1, 2};    ///< which of the B2A tables it has
  std::set<int> prints = {0, 1, 2};         ///< which of the A2B tables it has
  std::vector<std::string> colorants = {};  ///< the names of its colorant table; empty: it has none
  bool on_black = false;                    ///< its inks print light on black paper
  double noise = 0;                         ///< how much too light a fourth ink is at 1/4 and 3/4 of its amount
};

/// ICC's colour space for this many inks: CMY, CMYK, 5CLR to 8CLR.
cmsColorSpaceSignature space_of_inks(int inks);

/// A press whose inks all increase with darkness, each at its own rate and most for its own hue. Each B2A table is a
/// little different.
Bytes press(const Press& wanted = {});
/// The same with this many inks.
Bytes press_of_inks(int inks);

/// A CMYK press that also has floating-point tables, which LittleCMS prefers. All their values are `value`.
Bytes press_with_float_tables(float value);

/// A press of 4 inks or more whose black is not a number. Its perceptual table prints all colours with node/8 of each
/// ink, and its relative A2B table has no number where the third ink is there, but sound ones at all other nodes.
Bytes press_without_black(int inks, int node);

/// A version 2 press with the tables of the built-in one, sampled more coarsely, and before its inks so many others
/// that it never prints.
Bytes press_with_unused_inks(int unused);

/// The profile with another colour space of its device side. Both have as many channels.
Bytes in_space(Bytes profile, cmsColorSpaceSignature space);

/// A matrix and curve profile with Adobe RGB's primaries and gamma 2.2.
Bytes wide_rgb();
/// The same, but each primary has a gamma of its own, so that grays have a cast.
Bytes uneven_rgb();
/// An RGB display profile with tables, each a little different: black is a dark gray, grays have a cast, and white is
/// bluish. `tables` says which A2B tables it has.
Bytes table_rgb(double version, const std::set<int>& tables);
/// How the tables of a profile are stored.
struct Storage {
  double version = 4.3;  ///< below 4, as lut8Type or lut16Type, else as lutAToBType and lutBToAType
  cmsColorSpaceSignature pcs = cmsSigLabData;  ///< or XYZ
  bool eight_bits = false;                     ///< lut8Type
};
/// A profile of RGB or CMYK with an A2B and a B2A table that have all the curves and matrices that `storage` allows.
Bytes with_all_stages(cmsColorSpaceSignature space, const Storage& storage);

/// A CMYK press whose B2A table stretches each coordinate of L*a*b* around a neutral gray by this factor.
Bytes stretching_press(double factor);

/// A profile with gamma 2.2 gray.
Bytes gray();
/// A device link: an ink limit for CMYK.
Bytes device_link();
/// A colour space profile whose device side is Lab.
Bytes lab();

/// A big-endian number at an offset.
std::uint32_t get_u32(const Bytes& bytes, std::size_t at);
void put_u32(Bytes& bytes, std::size_t at, std::uint32_t value);
/// The offset of a tag's entry in the tag table (signature, data's offset, size), and of the tag's data.
std::size_t tag_entry(const Bytes& profile, cmsTagSignature tag);
std::size_t tag_data(const Bytes& profile, cmsTagSignature tag);

/// Opens a profile that must be sound.
profiles::Profile open(const Bytes& bytes, const std::string& name = "made.icc");

}  // namespace platerip::made
