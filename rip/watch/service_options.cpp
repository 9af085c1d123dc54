#include "rip/watch/service_options.h"

#include <array>
#include <boost/program_options.hpp>
#include <filesystem>
#include <sstream>

#include "rip/job/option_values.h"
#include "rip/watch/option_file.h"
#include "rip/watch/queue_folder.h"
#include "rip/watch/queue_settings.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

namespace po = boost::program_options;

constexpr Range<double> any_seconds{0, 1e6, "0 to 1000000 seconds"};
constexpr Range<double> some_seconds{0.05, 1e6, "0.05 to 1000000 seconds"};
constexpr Range<int> counts{1, 64, "1 to 64"};
constexpr Range<int> thread_counts{1, 4096, "1 to 4096"};

constexpr std::array<ServiceOption, 10> options_of_service = {{
    {"config", "FILE", "", "read more options and folders from a file; folders may be added and removed at any time",
     [](ServiceOptions& options, const std::string& word) { return read_file_name(word, options.config); }},
    {"status", "FILE", "", "write the state to a file, in JSON, for platerip status",
     [](ServiceOptions& options, const std::string& word) { return read_file_name(word, options.status); }},
    {"metrics", "FILE", "", "write the state to a file, in Prometheus' text format, for node_exporter",
     [](ServiceOptions& options, const std::string& word) { return read_file_name(word, options.metrics); }},
    {"steady", "SECONDS", "5",
     "take a page whose end nobody has told when it has not changed for so long, as on network shares",
     [](ServiceOptions& options, const std::string& word) { return read_number(word, any_seconds, options.steady); }},
    {"look", "SECONDS", "2", "look at all folders so often",
     [](ServiceOptions& options, const std::string& word) { return read_number(word, some_seconds, options.look); }},
    {"retry", "SECONDS", "10", "try again after so long what could not be done, as on a full disk",
     [](ServiceOptions& options, const std::string& word) { return read_number(word, some_seconds, options.retry); }},
    {"take-over", "SECONDS", "60", "take over the jobs of another machine that gives no sign of life for so long",
     [](ServiceOptions& options, const std::string& word) {
       return read_number(word, some_seconds, options.patience);
     }},
    {"idle", "SECONDS", "600", "give back profiles, tables and GPUs that were not used for so long",
     [](ServiceOptions& options, const std::string& word) { return read_number(word, any_seconds, options.idle); }},
    {"jobs", "N", "", "jobs at the same time; the last place is kept for small ones. Default: one for 4 cores, 2 to 8",
     [](ServiceOptions& options, const std::string& word) { return read_number(word, counts, options.jobs); }},
    {"threads", "N", "", "threads of all jobs together; default: one per core",
     [](ServiceOptions& options, const std::string& word) {
       return read_number(word, thread_counts, options.threads);
     }},
}};

po::options_description descriptions(const char* title) {
  po::options_description group(title);
  for (const ServiceOption& option : options_of_service) {
    auto* const word = po::value<std::string>()->value_name(std::string(option.value));
    if (!option.fallback.empty()) word->default_value("", std::string(option.fallback));
    group.add_options()(std::string(option.name).c_str(), word, std::string(option.description).c_str());
  }
  group.add_options()("log-times", po::bool_switch(), "begin each message with the date and time")(
      "help,h", po::bool_switch(), "show this help");
  return group;
}

// Sets the options that the words name.
Status set_options(const std::vector<std::string>& words, const std::filesystem::path& folder,
                   ServiceOptions& options) {
  po::options_description all = descriptions("");
  all.add_options()("queue", po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add("queue", -1);
  po::variables_map map;
  try {
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::command_line_parser parser(words);
    po::store(parser.options(all).positional(positional).style(style).run(), map);
  } catch (const po::error& error) {
    return wrong_setting(error.what());
  }
  options.help |= map["help"].as<bool>();
  for (const ServiceOption& option : options_of_service) {
    const std::string name(option.name);
    if (!map.contains(name) || map[name].defaulted()) continue;
    if (const Status status = option.set(options, map[name].as<std::string>()); !status.ok())
      return status.error().of_setting(name);
  }
  if (!map.contains("queue")) return {};
  for (const std::string& queue : map["queue"].as<std::vector<std::string>>())
    options.queues.push_back(queue_at((folder / queue).string()).path);
  return {};
}

Status set_options_of_file(const std::string& path, ServiceOptions& options) {
  const auto words = words_in_file(path);
  if (!words.ok()) return words.error();
  const Status status = set_options(*words, std::filesystem::absolute(path).parent_path(), options);
  return status.ok() ? status : status.error().about(tiffio::printable(path));
}

}  // namespace

std::span<const ServiceOption> service_options() {
  return options_of_service;
}

Result<ServiceOptions> parse_service_options(std::span<const char* const> words) {
  const std::vector<std::string> own(words.begin(), words.end());
  ServiceOptions first;
  if (const Status status = set_options(own, "", first); !status.ok()) return status.error();
  if (first.help || !first.config) return first;
  ServiceOptions options;
  if (const Status status = set_options_of_file(*first.config, options); !status.ok()) return status.error();
  if (const Status status = set_options(own, "", options); !status.ok()) return status.error();
  return options;
}

std::string watch_help() {
  std::ostringstream text;
  text << "Usage: platerip watch [options] QUEUE...\n"
          "       platerip status [FILE]\n"
          "       platerip jobs [--status FILE] retry|cancel|hold|release JOB...\n\n"
          "Makes plates of the pages that arrive in hot folders. A queue is a folder with a file of options,\n"
          "queue.conf, which may be empty. Pages that somebody puts into QUEUE/in become plates in QUEUE/out;\n"
          "then they lie in QUEUE/done or, with a text that says why, in QUEUE/failed.\n\n"
       << descriptions("Options") << "\nIn queue.conf, besides the options of platerip:\n";
  for (const QueueOption& option : queue_options()) {
    const std::string words = "  --" + std::string(option.name) + " " + std::string(option.value);
    text << words << std::string(words.size() < 24 ? 24 - words.size() : 1, ' ') << option.description << '\n';
  }
  text << "\nExample:\n"
          "  mkdir -p cmyk/in; echo '--profile press.icc --resolution 2400' > cmyk/queue.conf\n"
          "  platerip watch --status status.json cmyk\n\n"
          "Exit status: 0 after SIGTERM or SIGINT, 2 for wrong usage.\n";
  return text.str();
}

}  // namespace platerip::rip
