// make-options-page: writes docs/options.md from the table of options.
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>

#include "rip/app/options.h"

namespace platerip::rip {
namespace {

constexpr std::size_t columns = 120;

// Escapes what Markdown would interpret.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (std::string_view("\\`*_<>[]|#").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

// Prints `text` wrapped at `columns`, with a hanging indent. Words are kept whole.
void print_wrapped(const std::string& text, std::size_t indent) {
  std::size_t column = 0;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (column > 0 && column + 1 + word.size() > columns) {
      std::printf("\n%*s", static_cast<int>(indent), "");
      column = indent;
    } else if (column > 0) {
      std::putchar(' ');
      ++column;
    }
    std::fputs(word.c_str(), stdout);
    column += word.size();
    begin = end + 1;
  }
  std::putchar('\n');
}

std::string spelled(const OptionInfo& option) {
  const std::string letter = option.letter.empty() ? "" : "`-" + option.letter + "`, ";
  const bool has_separator = option.value.empty() || option.value.starts_with('[');
  return letter + "`--" + option.name + (has_separator ? "" : " ") + option.value + "`";
}

void print_option(const OptionInfo& option) {
  const std::string fallback = option.fallback.empty() ? "" : ". Default: `" + option.fallback + "`";
  print_wrapped("- **" + spelled(option) + "**: " + escaped(option.description) + fallback, 2);
}

void print_names(const std::vector<OptionInfo>& options) {
  std::string list;
  for (const OptionInfo& option : options) list += (list.empty() ? "`" : ", `") + option.name + "`";
  print_wrapped(list + ".", 0);
}

// A link to the document that explains a group's options at length.
std::string_view explained_in(std::string_view group) {
  if (group == "Colour") return "More about these: [colour](colour.md).";
  if (group == "Halftone") return "More about backends: [GPUs](gpu.md), [performance](performance.md).";
  if (group == "Plates") return "More about these: [formats](formats.md).";
  return "";
}

void print_group(const OptionGroup& group) {
  std::printf("\n## %s\n\n", group.title.c_str());
  for (const OptionInfo& option : group.options) print_option(option);
  if (const std::string_view more = explained_in(group.title); !more.empty())
    std::printf("\n%.*s\n", static_cast<int>(more.size()), more.data());
}

void print_page() {
  std::puts(
      "<!-- Made from the table of options: cmake --build --preset release --target options-page -->\n"
      "# Options\n\n"
      "    platerip [options] PAGE...\n"
      "    platerip [options] -            # pages from standard input");
  for (const OptionGroup& group : option_table()) print_group(group);
  std::puts(
      "\n## Exit status and messages\n\n"
      "| status | meaning |\n| --- | --- |\n"
      "| 0 | all pages are done |\n"
      "| 1 | a page failed; the other files are still done, but a stream ends there |\n"
      "| 2 | wrong usage |\n\n"
      "An error is one line on standard error: the file, what is wrong, and what to do.\n"
      "Of each kind of error and warning 20 lines are printed, and one more counts the rest.\n"
      "When memory is too small, the error names a `--memory` that is enough.\n\n"
      "## Environment\n\n"
      "- `TMPDIR`: where a page waits that cannot stream.\n"
      "- `SOURCE_DATE_EPOCH`: the date in the plates; without it they have none.\n"
      "- `XDG_CACHE_HOME`: where `--precision exact` keeps its tables, in the folder `platerip`. Default: "
      "`~/.cache`.\n\n"
      "## In CUPS\n\n"
      "The filters have the same options, without the hyphens: `lp -o halftone=fan`. See [CUPS](cups.md).\n\n"
      "A job may set:");
  print_names(job_options());
  std::puts("\nOnly the printer's owner may set, as defaults of the queue or in the PPD:");
  print_names(machine_options());
  std::puts("\nOf the options for pages, only the command has:");
  print_names(command_line_options());
}

}  // namespace
}  // namespace platerip::rip

int main() {
  platerip::rip::print_page();
}
