// The state of a service, for people and for programs.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rip/watch/engine.h"

namespace platerip::rip {

struct QueueState {
  std::string folder;
  std::string name;
  std::string trouble;  ///< why it waits; "" if it is open
  int priority = 0;
  std::size_t incomplete = 0;    ///< pages that are still arriving
  std::size_t waiting = 0;       ///< pages that are complete
  std::size_t retried = 0;       ///< pages in work that are to be tried again
  std::uint64_t done = 0;        ///< since the service's start
  std::uint64_t failed = 0;      ///< likewise
  double pixels = 0;             ///< likewise
  double seconds = 0;            ///< of making plates, likewise
  std::uint64_t free_bytes = 0;  ///< on the disk of the plates
};

struct JobState {
  std::string queue;
  std::string name;
  std::size_t page = 0;
  std::size_t pages = 0;
  double share = 0;    ///< of this page that is done, 0 to 1
  double seconds = 0;  ///< since it began
  double pixels_per_second = 0;
};

/// A job that has ended.
struct EndedJob {
  std::string queue;
  std::string name;
  std::string result;  ///< done or failed
  std::string text;    ///< the folder of its plates, or why it failed
  std::string time;    ///< UTC, in ISO 8601
  double seconds = 0;
};

struct ServiceState {
  int process = 0;
  std::string time;    ///< UTC, in ISO 8601
  double seconds = 0;  ///< since the start
  std::size_t jobs_last_minute = 0;
  std::vector<QueueState> queues;
  std::vector<JobState> jobs;
  std::vector<EndedJob> ended;  ///< the last ones, the newest first
  Engine::Counts engine;
};

/// The state as JSON. Bytes of names that are not UTF-8 are escaped as in manifests.
std::string json_of(const ServiceState& state);

/// The state in the text format of Prometheus.
std::string metrics_of(const ServiceState& state);

/// The current time, UTC, in ISO 8601.
std::string utc_now();

}  // namespace platerip::rip
