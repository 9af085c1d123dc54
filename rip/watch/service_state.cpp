#include "rip/watch/service_state.h"

#include <array>
#include <cstdio>
#include <ctime>
#include <functional>

#include "rip/records/json_fields.h"
#include "rip/records/made_with.h"

namespace platerip::rip {
namespace {

Json json_of_queue(const QueueState& queue) {
  return {{"name", queue.name},
          {"folder", queue.folder},
          {"state", queue.trouble.empty() ? "open" : "waits"},
          {"trouble", queue.trouble},
          {"priority", queue.priority},
          {"incomplete", queue.incomplete},
          {"waiting", queue.waiting},
          {"retried", queue.retried},
          {"done", queue.done},
          {"failed", queue.failed},
          {"pixels", queue.pixels},
          {"seconds", queue.seconds},
          {"free_bytes", queue.free_bytes}};
}

Json json_of_job(const JobState& job) {
  return {{"queue", job.queue},
          {"job", job.name},
          {"page", job.page},
          {"pages", job.pages},
          {"share", job.share},
          {"seconds", job.seconds},
          {"pixels_per_second", job.pixels_per_second}};
}

Json json_of_ended(const EndedJob& job) {
  return {{"queue", job.queue}, {"job", job.name},  {"result", job.result},
          {"text", job.text},   {"time", job.time}, {"seconds", job.seconds}};
}

Json json_of_engine(const Engine::Counts& engine) {
  return {{"threads", engine.threads},
          {"pages_in_work", engine.pages},
          {"presses", engine.presses},
          {"presses_opened", engine.opened},
          {"gpu", engine.has_gpu}};
}

template <typename Value>
Json list_of(const std::vector<Value>& values, Json (*json)(const Value&)) {
  Json list = Json::array();
  for (const Value& value : values) list.push_back(json(value));
  return list;
}

// A label's value, in quotes.
std::string quoted_label(const std::string& text) {
  const std::string json = text_of(Json(text));  // escapes quotes, backslashes and line feeds as Prometheus does
  return json;
}

std::string number_text(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.15g", number);
  return text.data();
}

struct Metric {
  const char* name;
  const char* type;
  const char* help;
  double (*value)(const QueueState& queue);
};

constexpr std::array<Metric, 8> metrics_of_queues = {{
    {"platerip_jobs_done_total", "counter", "Jobs whose plates were delivered.",
     [](const QueueState& queue) { return static_cast<double>(queue.done); }},
    {"platerip_jobs_failed_total", "counter", "Jobs that failed.",
     [](const QueueState& queue) { return static_cast<double>(queue.failed); }},
    {"platerip_pixels_total", "counter", "Pixels of pages whose plates were made.",
     [](const QueueState& queue) { return queue.pixels; }},
    {"platerip_job_seconds_total", "counter", "Seconds that jobs took.",
     [](const QueueState& queue) { return queue.seconds; }},
    {"platerip_jobs_waiting", "gauge", "Complete pages that wait.",
     [](const QueueState& queue) { return static_cast<double>(queue.waiting); }},
    {"platerip_jobs_retried", "gauge", "Pages in work that are to be tried again.",
     [](const QueueState& queue) { return static_cast<double>(queue.retried); }},
    {"platerip_queue_open", "gauge", "1 if the queue is open, 0 if it waits.",
     [](const QueueState& queue) { return queue.trouble.empty() ? 1.0 : 0.0; }},
    {"platerip_disk_free_bytes", "gauge", "Free space on the disk of the plates.",
     [](const QueueState& queue) { return static_cast<double>(queue.free_bytes); }},
}};

std::string head_of_metric(const std::string& name, const char* type, const char* help) {
  return "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n";
}

}  // namespace

std::string json_of(const ServiceState& state) {
  const Json json = {{"software", software()},
                     {"process", state.process},
                     {"time", state.time},
                     {"seconds", state.seconds},
                     {"jobs_last_minute", state.jobs_last_minute},
                     {"queues", list_of(state.queues, json_of_queue)},
                     {"jobs", list_of(state.jobs, json_of_job)},
                     {"ended", list_of(state.ended, json_of_ended)},
                     {"engine", json_of_engine(state.engine)}};
  return text_of(json, 2) + "\n";
}

std::string metrics_of(const ServiceState& state) {
  std::string text;
  for (const Metric& metric : metrics_of_queues) {
    text += head_of_metric(metric.name, metric.type, metric.help);
    for (const QueueState& queue : state.queues)
      text += std::string(metric.name) + "{queue=" + quoted_label(queue.folder) + "} " +
              number_text(metric.value(queue)) + "\n";
  }
  text += head_of_metric("platerip_jobs_in_work", "gauge", "Jobs that are being made.");
  text += "platerip_jobs_in_work " + std::to_string(state.jobs.size()) + "\n";
  text += head_of_metric("platerip_presses_opened_total", "counter", "Sets of profiles that were opened.");
  text += "platerip_presses_opened_total " + std::to_string(state.engine.opened) + "\n";
  return text;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%FT%TZ", &utc)};
}

}  // namespace platerip::rip
