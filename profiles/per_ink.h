// Settings of single inks, which users name.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace platerip::profiles {

/// A setting of one ink.
template <typename T>
struct PerInk {
  std::string ink;  ///< a name for find_ink()
  T value{};
};

/// The index in `inks` of the ink that a user calls `name`. Neither case nor the way in which accents are written
/// matters. The name may be the whole name of an ink; C, M, Y or K for the process ink (black: see find_black()), if
/// there is one; or a prefix that only one ink has. Errors: no ink matches, or several do; the message lists the inks.
Result<std::size_t> find_ink(std::span<const std::string> inks, const std::string& name);

/// The name of a new ink that a user calls `name`: that name, unless it is C, M, Y or K and `inks` has the process ink
/// of that letter. Then it is that ink, as in find_ink(), and not new.
std::string spelled_out(std::span<const std::string> inks, const std::string& name);

/// That two settings named `option` are for one ink.
Error two_for_one_ink(const std::string& ink, std::string_view option);

/// The value of each ink, in the order of `inks`: it lies in `settings`, and is null for inks that these do not name.
/// Errors, which are of the setting `option`: those of find_ink(), or two settings for one ink.
template <typename T>
Result<std::vector<const T*>> by_ink(const std::vector<PerInk<T>>& settings, std::span<const std::string> inks,
                                     std::string_view option) {
  std::vector<const T*> values(inks.size());
  for (const PerInk<T>& setting : settings) {
    const auto ink = find_ink(inks, setting.ink);
    if (!ink.ok()) return ink.error().of_setting(std::string(option));
    if (values[*ink]) return two_for_one_ink(inks[*ink], option);
    values[*ink] = &setting.value;
  }
  return values;
}
template <typename T>
void by_ink(std::vector<PerInk<T>>&& settings, std::span<const std::string> inks, std::string_view option) = delete;

}  // namespace platerip::profiles
