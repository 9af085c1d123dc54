// What lies in a queue's folder in/, and what of it is complete.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/watch/page_stamp.h"

namespace platerip::rip {

/// A complete page that waits in in/.
struct Arrival {
  std::string name;
  std::uint64_t order = 0;  ///< by arrival, among the pages of all queues
  PageStamp stamp;
};

/// Whether a file of this name is left alone: it begins with a dot or ends like the files that programs are still
/// writing (.part, .tmp, ~, …), or a file manager has made it for itself.
bool is_left_alone(const std::string& name);

/// Finds pages that are complete. That is one that its writer has closed or renamed; one with a marker NAME.ready
/// beside it or, in a folder, a file .ready; or one that has not changed for a while. That while is measured by this
/// machine's monotonic clock, because other clocks may be wrong.
class Arrivals {
 public:
  using Clock = std::chrono::steady_clock;

  /// `folder`: in/. `steady`: for how long a page must stay the same.
  Arrivals(std::string folder, std::chrono::duration<double> steady) : folder_(std::move(folder)), steady_(steady) {}

  /// Looks at the folder. One thread at a time. Errors: it cannot be read.
  Status look();
  /// A page was closed by its writer, or renamed into the folder. One thread at a time, that of look().
  void completed(const std::string& name);
  /// How many pages are not complete yet. One thread at a time, that of look().
  [[nodiscard]] std::size_t incomplete() const { return pages_.size(); }

  /// The complete page that arrived first, of `most_bytes` at most. Thread-safe.
  [[nodiscard]] std::optional<Arrival> first(std::uint64_t most_bytes) const;
  /// Takes a page out of the list. False if it is no longer there. Thread-safe.
  bool remove(const Arrival& arrival);
  /// Puts a page back that was removed. Thread-safe.
  void put_back(const Arrival& arrival);
  /// How many pages are complete. Thread-safe.
  [[nodiscard]] std::size_t complete() const;

 private:
  struct Seen {
    PageStamp stamp;
    Clock::time_point since;
    std::uint64_t order = 0;
  };
  void see(const std::string& name, const PageStamp& stamp, Clock::time_point now);
  void add_complete(const std::string& name, const Seen& page);
  [[nodiscard]] bool has_marker(const std::string& name, const PageStamp& stamp) const;

  std::string folder_;
  std::chrono::duration<double> steady_;
  std::map<std::string, Seen> pages_;  // not complete
  mutable std::mutex mutex_;
  std::map<std::uint64_t, Arrival> complete_;    // by order
  std::map<std::string, std::uint64_t> orders_;  // of complete_, by name
};

/// Removes the marker of a page that was taken.
void remove_marker(const std::string& folder, const std::string& name);

}  // namespace platerip::rip
