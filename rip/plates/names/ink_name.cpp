#include "rip/plates/names/ink_name.h"

#include <algorithm>
#include <string_view>

#include "base/unicode/names.h"
#include "profiles/profile.h"

namespace platerip::rip {
namespace {

struct ProcessInk {
  std::string_view name;
  std::string_view letter;
};
constexpr ProcessInk process_inks[] = {{"cyan", "c"}, {"magenta", "m"}, {"yellow", "y"}, {"black", "k"}};
constexpr std::string_view separators = "_.-";

// The process ink that a workflow takes `word` for; null if it takes it for none.
const ProcessInk* process_ink_of(const std::string& word) {
  const std::string name = unicode::folded(word);
  const auto* const found = std::ranges::find_if(
      process_inks, [&name](const ProcessInk& ink) { return name == ink.name || name == ink.letter; });
  return found == std::end(process_inks) ? nullptr : found;
}

// Whether the ink is what its last word says: "Cyan", "Process Cyan", or "C" if no other ink is called Cyan.
bool is_process_ink(const std::string& ink, const ProcessInk& process, std::span<const std::string> inks) {
  const auto is_called = [&process](const std::string& other) { return unicode::folded(other) == process.name; };
  const std::string name = unicode::folded(ink);
  return name == process.name || name == "process " + std::string(process.name) ||
         (name == process.letter && std::ranges::none_of(inks, is_called));
}

std::string name_in_files(std::size_t index, std::span<const std::string> inks) {
  std::string name = unicode::safe_in_file_names(inks[index]);
  const std::size_t begin = name.find_last_of(separators) + 1;  // 0 if there is none
  const std::string word = name.substr(begin);
  const ProcessInk* const process = process_ink_of(word);
  if (process == nullptr || is_process_ink(inks[index], *process, inks)) return name;
  name.resize(begin);
  name.resize(name.find_last_not_of(separators) + 1);
  return (name.empty() ? "Spot" : name) + word;
}

}  // namespace

std::vector<InkName> ink_names_in_files(std::span<const std::string> inks) {
  const auto black = profiles::find_black(inks);
  std::vector<InkName> names;
  const auto is_taken = [&names](const std::string& ink) {
    return std::ranges::any_of(
        names, [&ink](const InkName& other) { return unicode::folded(other.ink) == unicode::folded(ink); });
  };
  for (std::size_t i = 0; i < inks.size(); ++i) {
    const std::string first = name_in_files(i, inks);
    std::string ink = first;
    for (int n = 2; is_taken(ink); ++n) ink = first + "-" + std::to_string(n);
    names.push_back({std::move(ink), black == i ? "K" : unicode::initial_of(inks[i])});
  }
  return names;
}

}  // namespace platerip::rip
