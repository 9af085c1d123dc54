#include "profiles/frame.h"

#include <lcms2.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "profiles/icc.h"
#include "profiles/printable.h"

namespace platerip::profiles {
namespace {

constexpr std::size_t header_bytes = 128;
constexpr std::size_t tag_entry_bytes = 12;
constexpr std::uint32_t max_tags = 100;  // LittleCMS' limit; real profiles have up to about 40

std::uint32_t read_u32(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (const std::byte b : bytes.subspan(at, 4)) value = value << 8 | std::to_integer<std::uint32_t>(b);
  return value;
}

// A four-character signature, quoted for a message.
std::string shown(std::uint32_t signature) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(signature >> shift & 0xFF);
  std::string quoted = "'";
  quoted += printable(std::string_view(text));
  quoted += '\'';
  return quoted;
}

bool known_class(std::uint32_t signature) {
  constexpr std::array<std::uint32_t, 7> classes = {cmsSigInputClass,     cmsSigDisplayClass,  cmsSigOutputClass,
                                                    cmsSigLinkClass,      cmsSigAbstractClass, cmsSigColorSpaceClass,
                                                    cmsSigNamedColorClass};
  return std::find(classes.begin(), classes.end(), signature) != classes.end();
}

bool known_space(std::uint32_t signature) {
  return cmsChannelsOfColorSpace(static_cast<cmsColorSpaceSignature>(signature)) > 0;
}

// What is wrong with the header, or "".
std::string header_fault(std::span<const std::byte> bytes) {
  if (bytes.size() > max_profile_bytes)
    return std::to_string(bytes.size()) + " bytes: more than the " + std::to_string(max_profile_bytes >> 20) +
           " MiB that a profile may have";
  if (bytes.size() < header_bytes + 4) return "not an ICC profile: only " + std::to_string(bytes.size()) + " bytes";
  if (read_u32(bytes, 36) != cmsMagicNumber) return "not an ICC profile: no 'acsp' at byte 36";

  const std::uint32_t size = read_u32(bytes, 0);
  if (size > bytes.size())
    return "truncated: " + std::to_string(bytes.size()) + " of the " + std::to_string(size) +
           " bytes that its header announces";
  if (size < header_bytes + 4) return "damaged: its header announces only " + std::to_string(size) + " bytes";

  const std::uint32_t profile_class = read_u32(bytes, 12);
  const std::uint32_t space = read_u32(bytes, 16);
  const std::uint32_t pcs = read_u32(bytes, 20);
  if (!known_class(profile_class)) return "damaged or too new: unknown profile class " + shown(profile_class);
  if (!known_space(space)) return "damaged or too new: unknown colour space " + shown(space);
  const bool pcs_known =
      profile_class == cmsSigLinkClass ? known_space(pcs) : pcs == cmsSigXYZData || pcs == cmsSigLabData;
  if (!pcs_known) return "damaged or too new: unknown connection space " + shown(pcs);
  return "";
}

// What is wrong with the tag table of a profile of these bytes, or "".
std::string tag_table_fault(std::span<const std::byte> profile) {
  const std::uint32_t count = read_u32(profile, header_bytes);
  const std::size_t room = (profile.size() - header_bytes - 4) / tag_entry_bytes;
  if (count == 0) return "damaged: it has no tags";
  if (count > max_tags || count > room)
    return "damaged: its tag table of " + std::to_string(count) + " entries is too long";

  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t entry = header_bytes + 4 + i * tag_entry_bytes;
    const std::uint64_t offset = read_u32(profile, entry + 4);
    const std::uint64_t size = read_u32(profile, entry + 8);
    if (offset + size > profile.size())
      return "damaged: its tag " + shown(read_u32(profile, entry)) + " reaches past its end";
  }
  return "";
}

}  // namespace

Result<std::span<const std::byte>> sound_frame(std::span<const std::byte> bytes, const std::string& name) {
  std::string fault = header_fault(bytes);
  if (!fault.empty()) return Error{name + ": " + fault};
  const std::span<const std::byte> profile = bytes.first(read_u32(bytes, 0));
  fault = tag_table_fault(profile);
  if (!fault.empty()) return Error{name + ": " + fault};
  return profile;
}

}  // namespace platerip::profiles
