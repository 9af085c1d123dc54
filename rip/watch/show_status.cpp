#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_file.h"
#include "rip/app/bar.h"
#include "rip/app/messages.h"
#include "rip/records/json_fields.h"
#include "rip/watch/service_options.h"
#include "rip/watch/watch.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr std::size_t widest_name = 24;

std::string text_field(const Json& json, const char* field) {
  return tiffio::printable(text_in(json, field));
}

double decimal_in(const Json& json, const char* field) {
  const auto found = json.find(field);
  return found != json.end() && found->is_number() ? found->get<double>() : 0;
}

std::string padded(std::string text, std::size_t width) {
  const auto characters = static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  return text.append(characters < width ? width - characters : 0, ' ');
}

std::string clock_text(double seconds) {
  const auto whole = static_cast<long>(std::max(seconds, 0.0));
  std::array<char, 40> text{};
  if (whole < 3600) {
    std::snprintf(text.data(), text.size(), "%ld:%02ld", whole / 60, whole % 60);
  } else {
    std::snprintf(text.data(), text.size(), "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
  }
  return text.data();
}

std::size_t width_of_names(const std::vector<Json>& rows, const char* field) {
  std::size_t width = 5;
  for (const Json& row : rows) width = std::max(width, text_field(row, field).size());
  return std::min(width, widest_name);
}

std::string line_of_queue(const Json& queue, std::size_t width) {
  const std::uint64_t free = number_in(queue, "free_bytes");
  const unsigned long long waiting = number_in(queue, "waiting"), retried = number_in(queue, "retried");
  std::array<char, 120> numbers{};
  std::snprintf(numbers.data(), numbers.size(), "  %-5s %8llu %8llu %8llu %8llu  %s",
                text_field(queue, "state").c_str(), static_cast<unsigned long long>(number_in(queue, "incomplete")),
                waiting + retried, static_cast<unsigned long long>(number_in(queue, "done")),
                static_cast<unsigned long long>(number_in(queue, "failed")),
                free == 0 ? "" : tiffio::size_text(free).c_str());
  const std::string trouble = text_field(queue, "trouble");
  return padded(text_field(queue, "name"), width) + numbers.data() + (trouble.empty() ? "" : "\n  waits: " + trouble) +
         "\n";
}

// The progress of all pages of the job.
std::string line_of_job(const Json& job, std::size_t width) {
  const double pages = std::max(decimal_in(job, "pages"), 1.0);
  const double before = std::max(decimal_in(job, "page") - 1, 0.0);
  const double share = std::clamp((before + decimal_in(job, "share")) / pages, 0.0, 1.0);
  std::array<char, 100> rest{};
  std::snprintf(rest.data(), rest.size(), "  page %.0f of %.0f  %s  %.0f Mpx/s", decimal_in(job, "page"), pages,
                clock_text(decimal_in(job, "seconds")).c_str(), decimal_in(job, "pixels_per_second") / 1e6);
  return padded(text_field(job, "queue"), width) + " " + bar(share) + "  " + text_field(job, "job") + rest.data() +
         "\n";
}

std::string line_of_ended(const Json& job, std::size_t width) {
  return padded(text_field(job, "queue"), width) + "  " + text_field(job, "time") + "  " +
         padded(text_field(job, "result"), 6) + "  " + text_field(job, "job") + ": " + text_field(job, "text") + "\n";
}

std::string table_of(const Json& state) {
  const auto queues = objects_in(state, "queues").value_or(std::vector<Json>());
  const auto jobs = objects_in(state, "jobs").value_or(std::vector<Json>());
  const auto ended = objects_in(state, "ended").value_or(std::vector<Json>());
  const std::size_t width = width_of_names(queues, "name");
  std::string text = text_field(state, "software") + ", process " + std::to_string(number_in(state, "process")) +
                     ", runs for " + clock_text(decimal_in(state, "seconds")) + ", " +
                     std::to_string(number_in(state, "jobs_last_minute")) + " jobs in the last minute; as of " +
                     text_field(state, "time") + "\n\n";
  text += padded("queue", width) + "  state arriving  waiting     done   failed  free\n";
  for (const Json& queue : queues) text += line_of_queue(queue, width);
  if (!jobs.empty()) text += "\nin work\n";
  for (const Json& job : jobs) text += line_of_job(job, width);
  if (!ended.empty()) text += "\nlast\n";
  for (const Json& job : ended) text += line_of_ended(job, width);
  return text;
}

}  // namespace

int show_status(std::span<const char* const> words) {
  const std::string_view word = words.empty() ? usual_status_file : words.front();
  if (word == "--help" || word == "-h") return print(watch_help()).ok() ? 0 : 1;
  if (words.size() > 1) {
    say("give one status file; see platerip watch --help");
    return 2;
  }
  const auto text = read_text_file(std::string(word), 64, "a status file");
  if (!text.ok()) {
    say(text.error().message + "; give the file of platerip watch --status");
    return 1;
  }
  const auto state = object_of(*text);
  if (!state) {
    say(tiffio::printable(word) + ": not a status file; give the file of platerip watch --status");
    return 1;
  }
  return print(table_of(*state)).ok() ? 0 : 1;
}

}  // namespace platerip::rip
