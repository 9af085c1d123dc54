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
#include <tuple>

#include "base/status.h"
#include "rip/watch/page_stamp.h"

namespace platerip::rip {

/// A complete page that waits in in/.
struct Arrival {
  std::string name;
  std::uint64_t order = 0;  ///< by arrival, among the pages of all queues
  PageStamp stamp;
  std::optional<bool> is_large = {};  ///< is_large_page(); not set as long as nobody has asked
};

/// Whether a file of this name is left alone: it begins with a dot or ends like the files that programs are still
/// writing (.part, .tmp, ~, …), or a file manager has made it for itself.
bool is_left_alone(const std::string& name);

/// Finds pages that are complete. That is one that its writer has closed or renamed; one with a marker NAME.ready
/// beside it or, in a folder, a file .ready; or one that has not changed for a while. That while is measured by this
/// machine's monotonic clock, because other clocks may be wrong.
///
/// However many pages the folder has, only the oldest are listed, as many as there is room for. When half of these are
/// gone, the folder is looked at again.
class Arrivals {
 public:
  using Clock = std::chrono::steady_clock;

  /// A service can make half of them while the others are seen to be steady.
  static constexpr std::size_t usual_room = 16'384;

  /// `folder`: in/. `steady`: for how long a page must stay the same. `room`: for how many pages the list has.
  Arrivals(std::string folder, std::chrono::duration<double> steady, std::size_t room = usual_room)
      : folder_(std::move(folder)), steady_(steady), room_(room) {}

  /// Looks at the folder. One thread at a time. Errors: it cannot be read.
  Status look();
  /// A page was closed by its writer, or renamed into the folder. One thread at a time, that of look().
  void completed(const std::string& name);
  /// How many pages are not complete yet. One thread at a time, that of look().
  [[nodiscard]] std::size_t incomplete() const { return pages_.size(); }
  /// How many pages wait, complete ones and those that are not listed. One thread at a time, that of look().
  [[nodiscard]] std::size_t waiting() const { return complete() + later_; }

  /// The complete page that arrived first; if `is_small`, of those that are not large. Thread-safe.
  [[nodiscard]] std::optional<Arrival> first(bool is_small);
  /// Takes a page out of the list. False if it is no longer there. If it stays in the folder, it is found again later.
  /// Thread-safe.
  bool remove(const Arrival& arrival);
  /// Puts a page back that was removed. Thread-safe.
  void put_back(const Arrival& arrival);

 private:
  struct Seen {
    PageStamp stamp;
    Clock::time_point since;
    std::uint64_t order = 0;
  };
  /// A page that a look has found. Those that have come earlier are less.
  struct Found {
    std::int64_t changed = 0;
    std::string name;
    PageStamp stamp;
    bool operator<(const Found& other) const { return std::tie(changed, name) < std::tie(other.changed, other.name); }
  };
  /// A complete page, by its name.
  struct Listed {
    std::uint64_t order = 0;
    std::uint64_t look = 0;  // the last one that has found it
  };
  void see(const Found& page, Clock::time_point now, const std::map<std::string, Seen>& before);
  void add_complete(const std::string& name, const Seen& page);
  bool find_again(const std::string& name);
  void forget_gone();
  [[nodiscard]] std::size_t complete() const;
  [[nodiscard]] bool has_marker(const std::string& name, const PageStamp& stamp) const;

  std::string folder_;
  std::chrono::duration<double> steady_;
  std::size_t room_;
  std::map<std::string, Seen> pages_;  // not complete
  std::size_t later_ = 0;              // how many pages are not listed
  mutable std::mutex mutex_;
  std::uint64_t look_ = 0;                     // the number of the current look, or of the last one
  std::map<std::uint64_t, Arrival> complete_;  // by order
  std::map<std::string, Listed> listed_;       // those of complete_
};

/// Removes the marker of a page that was taken.
void remove_marker(const std::string& folder, const std::string& name);

}  // namespace platerip::rip
