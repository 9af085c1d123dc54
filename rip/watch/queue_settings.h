// The settings of a queue.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/watch/clean_folder.h"
#include "rip/watch/queue_folder.h"

namespace platerip::rip {

/// What queue.conf says.
struct QueueSettings {
  Job job;                     ///< without a folder for plates; proofs have names without folders
  std::string out;             ///< the folder for plates
  bool flat = false;           ///< plates lie in `out` itself, not in a folder for each page
  int priority = 0;            ///< queues with a higher one go first
  Keep keep_done;              ///< in done/
  Keep keep_failed;            ///< in failed/
  std::uint64_t min_free = 0;  ///< bytes of the disk that stay free; the queue waits while there are fewer
};

/// An option that only queues have.
struct QueueOption {
  std::string_view name;
  std::string_view value;  ///< the name of its value; empty if it takes none
  std::string_view fallback;
  std::string_view description;
  Status (*set)(QueueSettings& settings, const std::string& word);
};

/// All of them, in the order of help.
std::span<const QueueOption> queue_options();

/// Reads queue.conf: the options of the command and queue_options(). Paths are relative to the queue's folder. Errors
/// name the file: it cannot be read, or the command would refuse it.
Result<QueueSettings> read_queue_settings(const QueueFolder& queue);

/// The settings as they are at this moment; reads the file again when it has changed.
class CurrentSettings {
 public:
  explicit CurrentSettings(QueueFolder queue) : queue_(std::move(queue)) {}

  /// Errors: those of read_queue_settings().
  Result<std::shared_ptr<const QueueSettings>> now();

 private:
  /// What tells that the file has changed. Names of plates may have the day's date.
  using Stamp = std::array<std::int64_t, 5>;
  [[nodiscard]] Stamp stamp() const;

  std::mutex mutex_;
  QueueFolder queue_;
  Stamp read_{};
  std::optional<Result<std::shared_ptr<const QueueSettings>>> settings_;
};

}  // namespace platerip::rip
