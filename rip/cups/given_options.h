// The options of a print job, and who has set them.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rip/cups/queue_defaults.h"
#include "rip/job/job_options.h"

namespace platerip::rip {

/// The PPD's name of an option: "ink-limit" becomes "PlateripInkLimit".
std::string ppd_keyword(std::string_view option);

/// Whether a PPD's choice leaves the option unset: "Default", or nothing.
bool says_nothing(const std::string& choice);

/// The options (job_options.h) that `who` may set.
std::vector<const JobOption*> options_set_by(SetBy who);

/// The options of a job, by names in any case. One thread at a time.
class GivenOptions {
 public:
  /// `text`: the string that CUPS passes to filters, in which it has merged the job's options with the queue's
  /// defaults. `queue`: asks for the queue's defaults, and is called only if needed. They tell who has set an option:
  ///  - Options of SetBy::owner count only as the queue sets them.
  ///  - If an option is set under both its names, ours and the PPD's, the job's value counts, not the queue's default.
  ///  - The same is true of the resolution, whose names are Resolution and printer-resolution.
  /// If `queue` is empty, all options count as the job's.
  static GivenOptions read(const char* text, const std::function<JobOptions()>& queue);

  /// The value of an option; nothing if it is not set or empty.
  [[nodiscard]] std::optional<std::string> value(const std::string& name) const;

  /// Whether the job itself has set the option, under our name or under the PPD's, and not the queue.
  [[nodiscard]] bool is_of_job(const std::string& name) const;

  /// All of them.
  [[nodiscard]] const JobOptions& all() const { return values_; }

  /// One line for each option of the job that is ignored because only the printer's owner may set it.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  void ask(const std::function<JobOptions()>& queue);
  void leave_to_owner(const std::string& name, const JobOptions& queue);

  JobOptions values_;
  std::set<std::string, AnyCase> of_queue_;  // options whose value is the queue's default
  std::vector<std::string> warnings_;
};

}  // namespace platerip::rip
