#include "rip/selftest/selftest_options.h"

#include <boost/program_options.hpp>
#include <limits>
#include <sstream>

#include "rip/job/job.h"
#include "rip/job/job_options.h"
#include "rip/job/option_values.h"

namespace platerip::rip {
namespace {

namespace po = boost::program_options;

constexpr double long_seconds = 600;

constexpr Range<std::uint32_t> seeds{0, std::numeric_limits<std::uint32_t>::max(), "0 to 4294967295"};
constexpr Range<double> test_seconds{0.1, 1e6, "0.1 to 1000000 seconds"};
constexpr Range<std::int64_t> rows_of_pages{1, std::int64_t{1} << 31, "a row of the page, counted from 0"};

Status add_job_option(SelftestOptions& options, const std::string& word) {
  const auto pair = read_pair(word, "NAME=VALUE, as halftone=jarvis");
  if (!pair.ok()) return pair.error();
  Job job;
  if (const Status status = set_option(job, pair->first, pair->second); !status.ok())
    return status.error().about(pair->first);
  options.options.push_back(*pair);
  return {};
}

Status set_hand_overs(SelftestOptions& options, const std::string& word) {
  std::vector<std::string> rows;
  if (const Status status = read_list(word, "a list of rows as 40,70", rows); !status.ok()) return status;
  for (const std::string& row : rows)
    if (const Status status = read_number(row, rows_of_pages, options.hand_overs.emplace_back()); !status.ok())
      return status;
  return {};
}

constexpr SelftestOption all_options[] = {
    {"seed", "N", "a random number", "make the same random pages as a run that printed this number",
     [](SelftestOptions& options, const std::string& word) {
       return read_number(word, seeds, options.seed.emplace());
     }},
    {"time", "SECONDS", "30", "compare pages for so long",
     [](SelftestOptions& options, const std::string& word) {
       return read_number(word, test_seconds, options.seconds);
     }},
    {"long", "", "", "compare more and larger pages, for ten minutes if --time does not say how long",
     [](SelftestOptions& options, const std::string& word) { return read_flag(word, options.is_long); }},
    {"profile", "FILE", "", "also separate for this press profile or device link; repeat for other files",
     [](SelftestOptions& options, const std::string& word) {
       return read_file_name(word, options.profiles.emplace_back());
     }},
    {"path", "NAME", "", "compare only this instruction set or GPU, as the table calls it; repeat for others",
     [](SelftestOptions& options, const std::string& word) {
       options.paths.push_back(word);
       return Status();
     }},
    {"output", "DIR", ".", "folder for a page whose plates differ",
     [](SelftestOptions& options, const std::string& word) { return read_file_name(word, options.folder); }},
    {"option", "NAME=VALUE", "", "an option of platerip for PAGE, as halftone=jarvis; repeat for others",
     add_job_option},
    {"hand-over", "ROW[,ROW...]", "",
     "let the reference go on with PAGE at the first row, the path at the second, and so on", set_hand_overs},
};

po::options_description selftest_descriptions(const char* title) {
  po::options_description group(title);
  for (const SelftestOption& option : all_options) {
    const std::string names = std::string(option.name) + (option.name == "output" ? ",o" : "");
    if (option.value.empty()) {
      group.add_options()(names.c_str(), po::bool_switch(), std::string(option.description).c_str());
      continue;
    }
    auto* const words = po::value<std::vector<std::string>>()->value_name(std::string(option.value));
    if (!option.fallback.empty()) words->default_value({}, std::string(option.fallback));
    group.add_options()(names.c_str(), words, std::string(option.description).c_str());
  }
  group.add_options()("log-times", po::bool_switch(), "begin each message with the date and time")(
      "help,h", po::bool_switch(), "show this help");
  return group;
}

std::vector<std::string> given_words(const po::variable_value& value, bool is_flag) {
  if (!is_flag) return value.empty() ? std::vector<std::string>() : value.as<std::vector<std::string>>();
  return value.as<bool>() ? std::vector<std::string>{"true"} : std::vector<std::string>();
}

Status check_page_options(const SelftestOptions& options) {
  if (options.page) return {};
  if (!options.options.empty()) return wrong_setting("--option is for a page; give PAGE");
  if (!options.hand_overs.empty()) return wrong_setting("--hand-over is for a page; give PAGE");
  return {};
}

}  // namespace

std::span<const SelftestOption> selftest_options() {
  return all_options;
}

Result<SelftestOptions> parse_selftest_options(std::span<const char* const> words) {
  po::options_description all = selftest_descriptions("");
  all.add_options()("page", po::value<std::string>());
  po::positional_options_description positional;
  positional.add("page", 1);
  po::variables_map map;
  try {
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::command_line_parser parser({words.begin(), words.end()});
    po::store(parser.options(all).positional(positional).style(style).run(), map);
  } catch (const po::error& error) {
    return wrong_setting(error.what());
  }
  SelftestOptions options;
  options.help = map["help"].as<bool>();
  for (const SelftestOption& option : all_options) {
    const std::string name(option.name);
    for (const std::string& word : given_words(map[name], option.value.empty()))
      if (const Status status = option.set(options, word); !status.ok()) return status.error().of_setting(name);
  }
  if (map.contains("page")) options.page = map["page"].as<std::string>();
  if (options.is_long && given_words(map["time"], false).empty()) options.seconds = long_seconds;
  if (const Status status = check_page_options(options); !status.ok()) return status.error();
  return options;
}

std::string selftest_help() {
  std::ostringstream text;
  text << "Usage: platerip selftest [options]\n"
          "       platerip selftest [options] PAGE\n\n"
          "Makes plates of random pages with each instruction set and GPU of this machine, by every halftone and for\n"
          "each press profile, and compares them with those of the reference, the specification. Prints what was\n"
          "compared, how fast it ran, and what is not there. If plates differ, keeps the smallest such page. With\n"
          "PAGE, compares the plates of this page.\n\n"
       << selftest_descriptions("Options") << "\nExample: platerip selftest --long --profile press.icc\n";
  return text.str();
}

}  // namespace platerip::rip
