// This service, as the services that watch the same queue see it: a folder in work/ with a file `alive` that is locked
// and changes all the time.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/status.h"
#include "rip/watch/moves.h"
#include "rip/watch/taken_page.h"

namespace platerip::rip {

/// The place of this service in one queue. One thread at a time, except for new_folder().
class Instance {
 public:
  using Clock = std::chrono::steady_clock;

  /// `work`: the queue's folder work/. `patience`: after how long without a sign of life another machine's service is
  /// taken for dead, by this machine's monotonic clock.
  Instance(std::string work, std::chrono::duration<double> patience);
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  ~Instance();

  /// Makes the folder if it is not there, and gives a sign of life. Errors: it cannot be made or written.
  Status live();
  /// The pages of services that have ended without putting them back. From now on they are this service's; the journal
  /// is told which cannot be. A service of this machine has ended if its file is not locked.
  std::vector<TakenPage> inherit();

  /// The path of a new folder for a page. Thread-safe.
  std::string new_folder();

 private:
  /// The last sign of life of another service, and when it came.
  struct Sign {
    std::string text;
    Clock::time_point since;
  };
  [[nodiscard]] std::string folder() const { return path_in(work_, name_); }
  Status make();
  /// The file `alive` of another service if it has ended, locked where it can be.
  std::optional<Descriptor> if_dead(const std::string& other);
  void inherit_from(const std::string& other, std::vector<TakenPage>& pages);
  void cannot_inherit(const std::string& folder, int error);

  std::string work_;
  std::chrono::duration<double> patience_;
  std::string name_;  // the machine's, and a random number of 8 digits
  Descriptor alive_{-1};
  std::uint64_t signs_ = 0;
  std::map<std::string, Sign> others_;
  std::set<std::string> refused_;  // folders whose pages cannot be taken over, as the journal was told
};

}  // namespace platerip::rip
