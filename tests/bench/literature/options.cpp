#include "tests/bench/literature/options.h"

#include <charconv>
#include <sstream>

namespace platerip::literature {
namespace {

// Whether the complete text is a number.
template <typename Number>
bool read(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

bool read_sizes(const std::string& text, std::vector<int>& sizes) {
  std::istringstream list(text);
  for (std::string size; std::getline(list, size, ',');) {
    if (!read(size, sizes.emplace_back()) || sizes.back() < 1 || sizes.back() > 32768) return false;
  }
  return !sizes.empty();
}

}  // namespace

const char* const usage =
    "platerip-literature list\n"
    "platerip-literature check [OPTION...]        each algorithm's bits against the reference's\n"
    "platerip-literature time [OPTION...] > RUN.csv\n"
    "platerip-literature print RUN.csv            tables\n"
    "platerip-literature plot RUN.csv             SVG\n"
    "platerip-literature searches [OPTION...]     Kouge's tables, of squares of 512 pixels or --sizes\n"
    "platerip-literature all FOLDER [OPTION...]   all of it, kept in the folder\n"
    "  --sizes N,...   sides of the square pages (default: 1024,4096; to time, the papers': 1024 to 16384)\n"
    "  --only TEXT     algorithms whose name or paper has it\n"
    "  --seconds S     for each measurement, about, and three runs at least (default 0.5)\n"
    "  --no-sweeps     the default settings only\n"
    "  --note TEXT     kept with the results: the driver's version, say\n";

bool parse(const std::vector<std::string>& arguments, Options& options) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--no-sweeps") {
      options.sweeps = false;
      continue;
    }
    if (i + 1 == arguments.size()) return false;
    const std::string& name = arguments[i];
    const std::string& value = arguments[++i];
    if (name == "--only") {
      options.only = value;
    } else if (name == "--note") {
      options.note = value;
    } else if (name == "--seconds") {
      if (!read(value, options.seconds) || !(options.seconds >= 0)) return false;
    } else if (name == "--sizes") {
      if (!read_sizes(value, options.sizes)) return false;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace platerip::literature
