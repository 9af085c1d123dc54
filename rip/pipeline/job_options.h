// The options of a job, by name: the one table that the command line, print queues, manuals and any other front end
// are made of.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/status.h"
#include "rip/pipeline/job.h"

namespace platerip::rip {

/// Who may set an option.
enum class SetBy {
  print_job,     ///< whoever prints a page: how its plates are made
  owner,         ///< the owner of the machine: what of it is used
  command_line,  ///< whoever names files here: where plates go
};

struct JobOption {
  std::string_view name;         ///< "ink-limit"
  SetBy set_by;                  ///< besides whoever has the command line
  std::string_view value;        ///< what help calls its value; "" of a flag
  std::string_view fallback;     ///< what a Job has where nobody sets it, as help says it; may be ""
  std::string_view description;  ///< one sentence without its full stop
  Status (*set)(Job& job, const std::string& word);
  std::string_view implied = {};  ///< the word that counts where the value is left out; "" where it may not be
  bool adds = false;              ///< each word is one more; of all other options the last one counts
};

struct JobOptionGroup {
  std::string_view title;
  std::span<const JobOption> options;
};

/// All options of a job, in the order of help.
std::span<const JobOptionGroup> job_option_groups();

/// Null where there is none of that name.
const JobOption* find_job_option(std::string_view name);

/// Sets one option of `job` from the word of a user: of a flag one that flag_of() knows. No file is opened. Errors, of
/// code bad_setting and with the option as their setting: there is none of that name, or it does not take the word.
Status set_option(Job& job, std::string_view name, const std::string& word);

/// Errors: settings that contradict each other, and a backend or a GPU that is not there. Front ends call it after the
/// last option, before the first page.
Status check_job(const Job& job);

}  // namespace platerip::rip
