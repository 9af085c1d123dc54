#include "rip/job/film/film_kinds.h"

#include <sstream>

#include "rip/job/option_spelling.h"

namespace platerip::rip {
namespace {

constexpr Range<int> copies{1, most_copies_across, "1 to 1000 copies"};

constexpr Choice<bool Marks::*> marks_by_name[] = {
    {"registration", &Marks::registration}, {"crop", &Marks::crop}, {"bar", &Marks::bar}, {"label", &Marks::label}};

}  // namespace

Status Copies::read(const std::string& word, Step& step) {
  const std::string counts = word.substr(0, word.find(','));
  const std::string rest = word.substr(counts.size());
  const std::size_t by = counts.find('x');
  constexpr std::string_view gap = ",gap=";
  if (by == std::string::npos || (!rest.empty() && !rest.starts_with(gap)))
    return wrong_setting("'" + word + "' is neither XxY nor XxY,gap=MM");
  Step found;
  if (Status status = read_number(counts.substr(0, by), copies, found.across); !status.ok()) return status;
  if (Status status = read_number(counts.substr(by + 1), copies, found.down); !status.ok()) return status;
  if (!rest.empty()) {
    if (Status status = SheetLength::read(rest.substr(gap.size()), found.gap); !status.ok()) return status;
  }
  step = found;
  return {};
}

std::string Copies::print(const Step& step) {
  const std::string counts = std::to_string(step.across) + 'x' + std::to_string(step.down);
  return step.gap.is_zero() ? counts : counts + ",gap=" + text_of(step.gap);
}

Status MarkList::read(const std::string& word, Marks& marks) {
  Marks found;
  std::istringstream list(word == "all" ? "registration,crop,bar,label" : word);
  for (std::string name; word != "none" && std::getline(list, name, ',');) {
    bool Marks::*mark = nullptr;
    if (!choose(marks_by_name, name, mark).ok())
      return wrong_setting("'" + word + "' is not all, none or a list of registration, crop, bar and label");
    found.*mark = true;
  }
  if (word != "none" && !found.any()) return wrong_setting("names no marks; none leaves them out");
  marks = found;
  return {};
}

std::string MarkList::print(const Marks& marks) {
  std::string list;
  for (const auto& [name, mark] : marks_by_name) {
    if (marks.*mark) list += (list.empty() ? "" : ",") + std::string(name);
  }
  return list.empty() ? "none" : list;
}

}  // namespace platerip::rip
