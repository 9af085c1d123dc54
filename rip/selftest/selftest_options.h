// The command line of `platerip selftest`.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"

namespace platerip::rip {

struct SelftestOptions {
  std::optional<std::uint32_t> seed;  ///< if not set, a random one
  double seconds = 30;
  bool is_long = false;                                      ///< more time, and larger pages
  std::vector<std::string> profiles;                         ///< files of presses and device links
  std::vector<std::string> paths;                            ///< names; empty: all that there are
  std::optional<std::string> folder;                         ///< for the page that is kept
  std::optional<std::string> page;                           ///< a file: only this page is compared, once
  std::vector<std::pair<std::string, std::string>> options;  ///< of a job, for `page`
  std::vector<std::int64_t> hand_overs;                      ///< Trial::hand_overs, for `page`
  bool help = false;
};

/// One option, as help and the manual describe it.
struct SelftestOption {
  std::string_view name;
  std::string_view value;  ///< empty for a flag
  std::string_view fallback;
  std::string_view description;
  Status (*set)(SelftestOptions& options, const std::string& word);
};

/// All of them, in the order of help.
std::span<const SelftestOption> selftest_options();

/// Reads the words after `selftest`. Errors: wrong usage.
Result<SelftestOptions> parse_selftest_options(std::span<const char* const> words);

/// The help of `platerip selftest`.
std::string selftest_help();

}  // namespace platerip::rip
