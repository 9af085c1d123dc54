#include "rip/watch/queue_settings.h"

#include <sys/stat.h>

#include <boost/program_options.hpp>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <vector>

#include "rip/app/options.h"
#include "rip/job/job_options.h"
#include "rip/job/option_values.h"
#include "rip/proofs/page_proofs.h"
#include "rip/watch/option_file.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

namespace po = boost::program_options;
using Words = std::vector<std::string>;

constexpr Range<int> priorities{-100, 100, "-100 to 100"};

// A whole number with a unit, in units of 1: 12h, 14d, 200G.
template <std::size_t count>
Status read_with_unit(const std::string& word, const Choice<std::int64_t> (&units)[count], const char* form,
                      std::int64_t& target) {
  const Range<std::int64_t> allowed{0, 1'000'000, form};
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  std::int64_t unit = 0;
  std::int64_t number = 0;
  if (!choose(units, word.substr(digits), unit).ok()) return wrong_setting("must be " + std::string(form));
  if (const Status status = read_number(word.substr(0, digits), allowed, number); !status.ok()) return status;
  target = number * unit;
  return {};
}

constexpr Choice<std::int64_t> times[] = {{"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}};
constexpr Choice<std::int64_t> sizes[] = {{"K", std::int64_t{1} << 10},
                                          {"M", std::int64_t{1} << 20},
                                          {"G", std::int64_t{1} << 30},
                                          {"T", std::int64_t{1} << 40}};

Status read_size(const std::string& word, std::uint64_t& target) {
  std::int64_t bytes = 0;
  if (const Status status = read_with_unit(word, sizes, "a size such as 500M, 20G or 1T", bytes); !status.ok())
    return status;
  target = static_cast<std::uint64_t>(bytes);
  return {};
}

Status read_keep(const std::string& word, Keep& target) {
  static constexpr const char* form = "a time such as 12h or 14d, a size such as 200G, or both: 14d,200G";
  std::vector<std::string> parts;
  if (const Status status = read_list(word, form, parts); !status.ok()) return status;
  for (const std::string& part : parts) {
    std::int64_t number = 0;
    if (read_with_unit(part, times, form, number).ok()) {
      target.time = std::chrono::seconds(number);
    } else if (const Status status = read_with_unit(part, sizes, form, number); status.ok()) {
      target.bytes = static_cast<std::uint64_t>(number);
    } else {
      return status;
    }
  }
  return {};
}

constexpr std::array<QueueOption, 5> options_of_queues = {{
    {"priority", "N", "0", "jobs of queues with a higher number go first",
     [](QueueSettings& settings, const std::string& word) { return read_number(word, priorities, settings.priority); }},
    {"flat", "", "", "put the plates into the folder itself, not into a folder for each page",
     [](QueueSettings& settings, const std::string& word) { return read_flag(word, settings.flat); }},
    {"keep-done", "LIMIT", "",
     "keep pages in done/ for a time such as 12h or 14d, or up to a size such as 200G, or both: 14d,200G; default: all",
     [](QueueSettings& settings, const std::string& word) { return read_keep(word, settings.keep_done); }},
    {"keep-failed", "LIMIT", "", "the same for failed/",
     [](QueueSettings& settings, const std::string& word) { return read_keep(word, settings.keep_failed); }},
    {"min-free", "SIZE", "", "wait while less is free on the disks of the queue and of its plates, such as 20G",
     [](QueueSettings& settings, const std::string& word) { return read_size(word, settings.min_free); }},
}};

// Sets the queue's own options, and returns the words that are left, those of the command.
Result<Words> set_own_options(const Words& words, QueueSettings& settings) {
  po::options_description own;
  for (const QueueOption& option : options_of_queues) {
    auto* const value = po::value<std::string>();
    if (option.value.empty()) value->implicit_value("true")->zero_tokens();
    own.add_options()(std::string(option.name).c_str(), value);
  }
  try {
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    const auto parsed = po::command_line_parser(words).options(own).style(style).allow_unregistered().run();
    po::variables_map map;
    po::store(parsed, map);
    for (const QueueOption& option : options_of_queues) {
      const std::string name(option.name);
      if (!map.contains(name)) continue;
      if (const Status status = option.set(settings, map[name].as<std::string>()); !status.ok())
        return status.error().of_setting(name);
    }
    return po::collect_unrecognized(parsed.options, po::include_positional);
  } catch (const po::error& error) {
    return wrong_setting(error.what());
  }
}

// The first of the command's options that queues cannot have; "" if there is none.
std::string not_for_queues(const Options& options) {
  if (options.help) return "help";
  if (options.version) return "version";
  if (options.stream_format) return "output";
  if (options.shard.count > 1) return "shard";
  if (options.summary != SummaryFormat::none) return "summary";
  return "";
}

Result<Job> job_of(const Words& words) {
  std::vector<const char*> arguments = {"platerip", "page.tif"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  auto options = parse_options(static_cast<int>(arguments.size()), arguments.data());
  if (!options.ok()) return options.error();
  if (const std::string name = not_for_queues(*options); !name.empty())
    return wrong_setting("is not for queues; leave it out").of_setting(name);
  if (options->pages.size() > 1)
    return wrong_setting("'" + options->pages[1] + "' is no option; a queue's pages are the files in its folder in/");
  return std::move(options->job);
}

std::string in_folder(const std::string& folder, const std::string& path) {
  return (std::filesystem::path(folder) / path).lexically_normal().string();
}

// A word of an option that names a file, "FILE" or "INK=FILE", with the file's path from `folder`.
std::string with_path(const JobOption& option, const std::string& word, const std::string& folder) {
  const std::size_t equals = option.spelling.inks != nullptr ? word.find('=') : std::string::npos;
  if (equals == std::string::npos) return in_folder(folder, word);
  return word.substr(0, equals + 1) + in_folder(folder, word.substr(equals + 1));
}

// The same job, whose files are named by their paths from `folder`.
Result<Job> with_paths(const Job& job, const std::string& folder) {
  Job result;
  for (const JobOption* const option : all_job_options()) {
    for (std::string& word : words_of(job, *option)) {
      if (option->spelling.files != nullptr) word = with_path(*option, word, folder);
      if (const Status status = set_option(result, option->name, word); !status.ok()) return status.error();
    }
  }
  return result;
}

Status check_proofs(const Job& job) {
  for (const std::string& file : proof_files(job)) {
    if (file.find('/') != std::string::npos)
      return wrong_setting("'" + file + "': proofs lie beside the plates; give a name without folders");
  }
  return {};
}

Result<QueueSettings> settings_of_words(const Words& words, const QueueFolder& queue) {
  QueueSettings settings;
  const auto rest = set_own_options(words, settings);
  if (!rest.ok()) return rest.error();
  const auto job = job_of(*rest);
  if (!job.ok()) return job.error();
  if (const Status status = check_proofs(*job); !status.ok()) return status.error();
  auto with_files = with_paths(*job, queue.path);
  if (!with_files.ok()) return with_files.error();
  settings.out = in_folder(queue.path, with_files->plates.folder.value_or("out"));
  settings.job = *std::move(with_files);
  settings.job.plates.folder.reset();
  return settings;
}

}  // namespace

std::span<const QueueOption> queue_options() {
  return options_of_queues;
}

Result<QueueSettings> read_queue_settings(const QueueFolder& queue) {
  const auto words = words_in_file(queue.settings());
  if (!words.ok()) return words.error();
  auto settings = settings_of_words(*words, queue);
  if (!settings.ok()) {
    Error error = settings.error();
    if (!error.setting.empty()) error.message = "--" + error.setting + ": " + error.message;
    error.setting.clear();
    return error.about(tiffio::printable(queue.settings()));
  }
  return settings;
}

Result<std::shared_ptr<const QueueSettings>> CurrentSettings::now() {
  const std::lock_guard lock(mutex_);
  const Stamp current = stamp();
  if (settings_ && current == read_) return *settings_;
  read_ = current;
  auto settings = read_queue_settings(queue_);
  if (settings.ok()) {
    settings_ = std::make_shared<const QueueSettings>(*std::move(settings));
  } else {
    settings_ = settings.error();
  }
  return *settings_;
}

CurrentSettings::Stamp CurrentSettings::stamp() const {
  struct stat file {};
  if (::stat(queue_.settings().c_str(), &file) != 0) return {};
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  return {static_cast<std::int64_t>(file.st_ino), file.st_size, file.st_mtim.tv_sec, file.st_mtim.tv_nsec,
          local.tm_year * 1000 + local.tm_yday + 1};
}

}  // namespace platerip::rip
