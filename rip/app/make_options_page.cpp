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
  if (group == "Books") return "[More about books](books.md)";
  if (group == "Colour") return "[More about colour](colour.md)";
  if (group == "Film") return "[More about films](film.md)";
  if (group == "Pages") return "[More about PDF and PostScript](pdf.md)";
  if (group == "Halftone") return "More about backends: [GPUs](gpu.md), [performance](performance.md)";
  if (group == "Messages") return "[Fields of the JSON summary](formats.md#summaries)";
  if (group == "Plates") return "[More about formats](formats.md)";
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
      "| 1 | a page failed; other files are still processed; a stream stops |\n"
      "| 2 | wrong usage |\n"
      "| 128 + N | not all pages are done, because signal N came |\n\n"
      "So 129 is SIGHUP, 130 SIGINT and 143 SIGTERM. 141 is SIGPIPE: the reader of standard output has gone. The "
      "filters in\nCUPS end with 0 or 1.\n\n"
      "An error is one line on standard error: the file, what is wrong, and what to do.\n"
      "Each kind of message is printed at most 20 times, then counted.\n"
      "If memory is too small, the error suggests a sufficient `--memory`. Without `--memory`, this happens only to "
      "pages\nthat need more than half of the machine's memory, or of what control groups (cgroups) and `ulimit` "
      "allow. With\n`--verbose`, platerip says how much more memory than usual a page got, and why.\n\n"
      "## Environment\n\n"
      "- `TMPDIR`: folder for temporary files. Default: `/tmp`.\n"
      "- `SOURCE_DATE_EPOCH`: date to write into the plates; none by default.\n"
      "- `XDG_CACHE_HOME`: tables of colours are kept in the folder `platerip` there. Default: "
      "`~/.cache`.\n\n"
      "## In CUPS\n\n"
      "Most options work in CUPS, without the leading `--`: `lp -o halftone=fan`. See [CUPS](cups.md).\n\n"
      "A job may set:");
  print_names(print_job_options());
  std::puts(
      "\nAlso `mirror`, but as `PlateripMirror`: CUPS has a `mirror` of its own, which mirrors what is printed, but "
      "not the\nmarks.");
  std::puts("\nOnly the printer's owner (administrator) may set, as defaults of the queue or in the PPD:");
  print_names(machine_options());
  std::puts("\nNot available in CUPS:");
  print_names(options_for_files());
  std::puts("Nor are `output-format`, `devices` and the options under *Books* and *Messages*.");
}

}  // namespace
}  // namespace platerip::rip

int main() {
  platerip::rip::print_page();
}
