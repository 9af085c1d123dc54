// ICC profiles made on the spot, so that a test can have any it needs.
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
  double noise = 0;                         ///< by which a fourth ink is too light at 1/4 and 3/4 of its amount
};

/// The colour space that ICC has for this many inks: CMY, CMYK, 5CLR to 8CLR.
cmsColorSpaceSignature space_of_inks(int inks);

/// A press whose inks all grow with darkness, each at its own rate and with a lean to its own hue; each B2A table is a
/// little different.
Bytes press(const Press& wanted = {});
/// The same with as many inks.
Bytes press_of_inks(int inks);

/// A CMYK press with floating-point tables too, which LittleCMS prefers: all their values are `value`.
Bytes press_with_float_tables(float value);

/// A matrix and curve profile with Adobe RGB's primaries and gamma 2.2.
Bytes wide_rgb();
/// The same with another gamma for each primary, so that its grays have a cast.
Bytes uneven_rgb();
/// An RGB display profile with tables, each a little different: its black is a dark gray, its grays have a cast,
/// and its white is blueish.
/// `tables`: which of A2B it has.
Bytes table_rgb(double version, const std::set<int>& tables);
/// A profile with gamma 2.2 gray.
Bytes gray();
/// A device link, of a CMYK ink limit.
Bytes device_link();
/// A colour space profile whose device side is Lab.
Bytes lab();

/// A big-endian number at a byte.
std::uint32_t get_u32(const Bytes& bytes, std::size_t at);
void put_u32(Bytes& bytes, std::size_t at, std::uint32_t value);
/// Where the tag table has the entry of this tag: its signature, its data's offset, its size. Where its data are.
std::size_t tag_entry(const Bytes& profile, cmsTagSignature tag);
std::size_t tag_data(const Bytes& profile, cmsTagSignature tag);

/// Opens one that must be sound.
profiles::Profile open(const Bytes& bytes, const std::string& name = "made.icc");

}  // namespace platerip::made
