#include "rip/app/options.h"

#include <algorithm>
#include <array>
#include <boost/program_options.hpp>
#include <iterator>
#include <sstream>
#include <string_view>

#include "rip/job/job_options.h"
#include "rip/job/job_words.h"
#include "rip/job/option_values.h"

namespace platerip::rip {
namespace {

namespace po = boost::program_options;

// The words of options that only the command line has, before they are checked.
struct Words {
  std::string progress;
  std::string summary;
  std::string output_format;
  std::string devices;
  std::string shard;
  bool no_bpc = false;
};

struct NamedGroup {
  std::string title;
  po::options_description options;
};

// The short form of a job's option; may be empty.
std::string letter_of(const JobOption& option) {
  return option.name == "output" ? "o" : "";
}

// How Boost reads a job's option: as a word. set_option() reads the word later.
po::value_semantic* word_of(const JobOption& option) {
  if (option.value.empty()) return po::bool_switch();
  if (option.spelling.adds) return po::value<std::vector<std::string>>()->value_name(std::string(option.value));
  auto* const word = po::value<std::string>()->value_name(std::string(option.value));
  if (!option.fallback.empty()) word->default_value("", std::string(option.fallback));
  return word;
}

std::string text_of_stream_formats() {
  std::string text = "format of plates on standard output: ";
  for (const auto& format : stream_formats) {
    if (&format != std::begin(stream_formats)) text += &format + 1 == std::end(stream_formats) ? " or " : ", ";
    text += std::string(format.word) + format.value.remark;
  }
  return text + ". Default: " + stream_formats[0].word;
}

// Adds the options of the command line that help lists after the job's option `name`.
void add_companion(std::string_view name, po::options_description& group, Options& options, Words& words) {
  if (name == "bpc") group.add_options()("no-bpc", po::bool_switch(&words.no_bpc), "no black point compensation");
  if (name == "output") {
    group.add_options()("output-format", po::value(&words.output_format)->value_name("NAME"),
                        text_of_stream_formats().c_str());
  }
  if (name == "device") {
    group.add_options()("devices", po::value(&words.devices)->value_name("all"), "distribute the pages over all GPUs");
  }
  if (name == "checkpoint") {
    group.add_options()  //
        ("resume", po::bool_switch(&options.resume),
         "skip pages that an earlier run has finished: their manifest has the same settings, and their plates are "
         "complete; implies --manifest")  //
        ("shard", po::value(&words.shard)->value_name("K/N"),
         "make only every N-th page, beginning with page K, so that N runs together make all pages");
  }
}

po::options_description messages(Options& options, Words& words) {
  po::options_description group("Messages");
  group.add_options()  //
      ("progress", po::value(&words.progress)->value_name("WHEN")->default_value("auto"),
       "progress bar: auto (on a terminal), always or never")  //
      ("summary", po::value(&words.summary)->value_name("FORMAT"),
       "print a summary of each page to standard output: text or json")  //
      ("quiet,q", po::bool_switch(&options.quiet), "print errors only")  //
      ("verbose,v", po::bool_switch(&options.verbose),
       "also report profiles, backends, and what takes how much memory")                               //
      ("log-times", po::bool_switch(&options.log_times), "begin each message with the date and time")  //
      ("version", po::bool_switch(&options.version), "show the version")                               //
      ("help,h", po::bool_switch(&options.help), "show this help");
  return group;
}

std::vector<NamedGroup> option_groups(Options& options, Words& words) {
  std::vector<NamedGroup> groups;
  for (const auto& [title, members] : job_option_groups()) {
    po::options_description group{std::string(title)};
    for (const JobOption& option : members) {
      const std::string letter = letter_of(option);
      const std::string names = std::string(option.name) + (letter.empty() ? "" : "," + letter);
      group.add_options()(names.c_str(), word_of(option), std::string(option.description).c_str());
      add_companion(option.name, group, options, words);
    }
    groups.push_back({std::string(title), group});
  }
  groups.push_back({"Messages", messages(options, words)});
  return groups;
}

std::vector<std::string> words_of(const JobOption& option, const po::variable_value& given) {
  if (given.empty() || given.defaulted()) return {};
  if (option.value.empty()) return {"true"};
  if (option.spelling.adds) return given.as<std::vector<std::string>>();
  return {given.as<std::string>()};
}

Status set_job(const po::variables_map& map, Job& job) {
  JobWords words;
  for (const JobOption* const option : all_job_options()) {
    const std::string name(option->name);
    words[name] = words_of(*option, map[name]);
  }
  return set_options(job, words);
}

template <typename T, std::size_t count>
Status choose_for(const char* option, const Choice<T> (&choices)[count], const std::string& word, T& target) {
  const Status status = choose(choices, word, target);
  return status.ok() ? status : status.error().of_setting(option);
}

Status read_words(const Words& words, Options& options) {
  static constexpr Choice<Progress> progress[] = {
      {"auto", Progress::automatic}, {"always", Progress::always}, {"never", Progress::never}};
  static constexpr Choice<SummaryFormat> summaries[] = {{"text", SummaryFormat::text}, {"json", SummaryFormat::json}};

  if (Status status = choose_for("progress", progress, words.progress, options.progress); !status.ok()) return status;
  if (!words.summary.empty()) {
    if (Status status = choose_for("summary", summaries, words.summary, options.summary); !status.ok()) return status;
  }
  if (options.job.plates.folder == "-") {
    options.job.plates.folder.reset();
    options.stream_format = stream_formats[0].value.format;
  }
  if (!words.output_format.empty()) {
    if (!options.stream_format)
      return wrong_setting("--output-format is for plates on standard output; give -o - with it");
    StreamFormatInfo chosen = stream_formats[0].value;
    if (Status status = choose_for("output-format", stream_formats, words.output_format, chosen); !status.ok())
      return status;
    options.stream_format = chosen.format;
    if (!chosen.keeps_orientation) options.job.upright = true;
  }
  if (words.no_bpc) {
    if (Status status = set_option(options.job, "bpc", "false"); !status.ok()) return status;
  }
  options.all_devices = !words.devices.empty();
  if (options.job.checkpoint) options.resume = true;
  if (!words.shard.empty()) {
    const auto shard = read_shard(words.shard);
    if (!shard.ok()) return shard.error().of_setting("shard");
    options.shard = *shard;
  }
  return {};
}

std::string resuming(const Options& options) {
  return options.job.checkpoint ? "--checkpoint" : "--resume";
}

// Rejects settings that do not work with plates on standard output.
Status check_stream(const Options& options) {
  if (options.summary != SummaryFormat::none)
    return wrong_setting("--summary and the plates would both go to standard output; leave out one of them");
  if (options.job.plates.compression != tiffio::Compression::none)
    return wrong_setting("--compression: plates on standard output are not compressed; compress the stream");
  if (options.resume)
    return wrong_setting(resuming(options) + ": plates on standard output cannot be resumed; give a folder with -o");
  if (options.job.plates.manifest)
    return wrong_setting(
        "--manifest: plates on standard output have no manifest; give a folder with -o, or leave it out");
  if (options.job.plates.name)
    return wrong_setting("--name and --for: plates on standard output have no file names; give a folder with -o");
  return {};
}

Status contradict(const char* one, const char* other) {
  return wrong_setting(std::string("--") + one + " and --" + other + " contradict each other");
}

Status check_words(const po::variables_map& map, const Words& words, const Options& options) {
  if (map["bpc"].as<bool>() && words.no_bpc) return contradict("bpc", "no-bpc");
  if (options.quiet && options.verbose) return contradict("quiet", "verbose");
  if (!words.devices.empty() && words.devices != "all")
    return wrong_setting("--devices: must be all; choose one GPU with --device N");
  if (options.all_devices && options.job.device != 0) return contradict("devices", "device");
  if (options.pages.empty()) return wrong_setting("no page given");
  if (options.pages.size() > 1 && std::find(options.pages.begin(), options.pages.end(), "-") != options.pages.end())
    return wrong_setting("'-': standard input must be given alone; give the files in another run");
  const bool is_stream = options.pages.front() == "-";
  if (is_stream && options.resume)
    return wrong_setting(resuming(options) + ": pages of a stream come only once; give files");
  if (is_stream && !words.shard.empty())
    return wrong_setting("--shard: pages of a stream cannot be shared; give files");
  return options.stream_format ? check_stream(options) : Status();
}

// Other names of standard input. It may be a pipe, and plates cannot stand beside it.
void name_standard_input(std::vector<std::string>& pages) {
  static constexpr std::array names = {"/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"};
  for (std::string& page : pages) {
    if (std::find(names.begin(), names.end(), page) != names.end()) page = "-";
  }
}

OptionInfo info_of(const JobOption& option) {
  return {.name = std::string(option.name),
          .letter = letter_of(option),
          .value = std::string(option.value),
          .fallback = std::string(option.fallback),
          .description = std::string(option.description)};
}

OptionInfo info_of(const po::option_description& option) {
  if (const JobOption* const of_job = find_job_option(option.long_name())) return info_of(*of_job);
  OptionInfo info{.name = option.long_name(),
                  .letter = {},
                  .value = option.format_parameter(),
                  .fallback = {},
                  .description = option.description()};
  const std::string names = option.format_name();  // "-o [ --output ]" or "--planes"
  if (!names.starts_with("--")) info.letter = names.substr(1, 1);
  const std::size_t fallback = info.value.find(" (=");  // "NAME (=auto)"
  if (fallback == std::string::npos) return info;
  info.fallback = info.value.substr(fallback + 3, info.value.size() - fallback - 4);
  info.value.resize(fallback);
  return info;
}

}  // namespace

Result<Options> parse_options(int argc, const char* const argv[]) {
  Options options;
  Words words;
  po::options_description all;
  for (const NamedGroup& group : option_groups(options, words)) all.add(group.options);
  all.add_options()("page", po::value(&options.pages));
  po::positional_options_description positional;
  positional.add("page", -1);
  po::variables_map map;
  try {
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::command_line_parser parser(argc, argv);
    parser.options(all).positional(positional).style(style);
    po::store(parser.run(), map);
    po::notify(map);
  } catch (const po::error& error) {
    return wrong_setting(error.what());
  }
  if (options.help || options.version) return options;
  name_standard_input(options.pages);
  if (const Status status = set_job(map, options.job); !status.ok()) return status.error();
  if (const Status status = read_words(words, options); !status.ok()) return status.error();
  if (const Status status = check_words(map, words, options); !status.ok()) return status.error();
  if (options.resume) options.job.plates.manifest = true;
  if (const Status status = check_job(options.job); !status.ok()) return status.error();
  return options;
}

std::vector<OptionGroup> option_table() {
  Options options;
  Words words;
  std::vector<OptionGroup> table;
  for (const auto& [title, group] : option_groups(options, words)) {
    table.push_back({title, {}});
    for (const auto& option : group.options()) {
      table.back().options.push_back(info_of(*option));
    }
  }
  return table;
}

namespace {

std::vector<OptionInfo> options_set_by(SetBy who) {
  std::vector<OptionInfo> chosen;
  for (const JobOption* const option : all_job_options()) {
    if (option->set_by == who) chosen.push_back(info_of(*option));
  }
  return chosen;
}

}  // namespace

std::vector<OptionInfo> print_job_options() {
  return options_set_by(SetBy::print_job);
}

std::vector<OptionInfo> machine_options() {
  return options_set_by(SetBy::owner);
}

std::vector<OptionInfo> options_for_files() {
  return options_set_by(SetBy::command_line);
}

std::string help_text() {
  Options options;
  Words words;
  std::ostringstream text;
  text << "Usage: platerip [options] PAGE...\n"
          "       platerip [options] -            pages from standard input\n"
          "       platerip calibrate --help       calibration curves from measurements\n"
          "       platerip watch --help           hot folders\n"
          "       platerip selftest --help        compares all that this machine makes plates with\n\n"
          "Makes a halftoned 1-bit TIFF plate for each ink of each page: page.tif becomes page.Cyan.tif,\n"
          "page.Magenta.tif, page.Yellow.tif and page.Black.tif.\n\n";
  for (const NamedGroup& group : option_groups(options, words)) text << group.options << '\n';
  text << "Examples:\n"
          "  platerip --profile press.icc --ink-limit 280 -o plates --preview proof.png page.tif\n"
          "  platerip --pdf-resolution 2400 -o plates book.pdf\n"
          "  pdftoppm -r 600 page.pdf | platerip - --resolution 600 -o - > plates.tif\n\n"
          "Exit status: 0 if all pages are done, 1 if a page failed, 2 for wrong usage, 128 + N after signal N.\n";
  return text.str();
}

}  // namespace platerip::rip
