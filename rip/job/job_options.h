// The options of a job by name: the one table from which the command line, print queues, manuals and other front ends
// are made.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe for different jobs.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/status.h"
#include "rip/job/job.h"

namespace platerip::rip {

/// Who may set an option.
enum class SetBy {
  print_job,     ///< a user who prints a page: how its plates are made
  owner,         ///< the owner of the machine: which resources are used
  command_line,  ///< a user of the command line, who names files: where plates go
};

/// One option. Its texts live as long as the program.
struct JobOption {
  std::string_view name;         ///< "ink-limit"
  SetBy set_by;                  ///< who may set it; the command line may set every option
  std::string_view value;        ///< the name of its value in help; "" for a flag
  std::string_view fallback;     ///< the default, as shown in help; may be ""
  std::string_view description;  ///< one sentence, without the full stop
  /// Sets the option from a word; set_option() adds the option's name to errors.
  Status (*set)(Job& job, const std::string& word);
  std::string_view implied = {};  ///< the word to use if the value is left out; "" if it is required
  bool adds = false;              ///< each word adds a value; for other options, the last word counts
};

/// Options that help shows under one title.
struct JobOptionGroup {
  std::string_view title;
  std::span<const JobOption> options;
};

/// All options of a job, in the order of help.
std::span<const JobOptionGroup> job_option_groups();

/// The option of that name; null if there is none.
const JobOption* find_job_option(std::string_view name);

/// Sets one option of `job` from a user's word. For a flag, the word must be one that flag_of() knows. Opens no file.
/// Errors: there is no such option, or it does not take this word. They have the code bad_setting, and the option as
/// their setting.
Status set_option(Job& job, std::string_view name, const std::string& word);

/// Checks the job as a whole. Front ends call this after the last option and before the first page. Errors: settings
/// contradict each other, or the backend or GPU is not available.
Status check_job(const Job& job);

}  // namespace platerip::rip
