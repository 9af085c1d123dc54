// The options of a job by name: the one table from which the command line, print queues, manuals and other front ends
// are made.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe for different jobs.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "rip/job/job.h"

namespace platerip::rip {

/// Who may set an option.
enum class SetBy {
  print_job,     ///< a user who prints a page: how its plates are made
  print_dialog,  ///< the same, but only by its name in the PPD, because CUPS has an option of the other name
  owner,         ///< the owner of the machine: which resources are used
  command_line,  ///< a user of the command line, who names files: where plates go
};

/// How an option is set and read back.
struct Spelling {
  /// Sets the option from a word. Errors do not name the option.
  Status (*set)(Job& job, const std::string& word) = nullptr;
  /// The words that set the option as it is in the job; none if it is not set.
  std::vector<std::string> (*print)(const Job& job) = [](const Job&) { return std::vector<std::string>(); };
  /// Whether each word adds a value. For other options, the last word counts.
  bool adds = false;
  /// If each word adds a value: whether what stands between two commas of a list goes on with the word before it,
  /// because words have commas themselves. Null: it is always a word of its own.
  bool (*goes_on)(std::string_view part) = nullptr;
  /// The files that the option names for the job to read, in the order of print(); null if it names none.
  std::vector<std::string> (*files)(const Job& job) = nullptr;
  /// The inks that the option names, as names for find_ink(), in the order of print(); null if it names none.
  std::vector<std::string> (*inks)(const Job& job) = nullptr;
};

/// What manifests and checkpoints record of an option, and what a run that goes on with their pages compares.
enum class Record {
  nothing,   ///< the files of a page do not depend on it
  presence,  ///< whether it is set: it is the name of a file
  value,
};

/// One option. Its texts live as long as the program.
struct JobOption {
  std::string_view name;         ///< "ink-limit"
  SetBy set_by;                  ///< who may set it; the command line may set every option
  std::string_view value;        ///< the name of its value in help; "" for a flag, which is true or false
  std::string_view fallback;     ///< the default, as shown in help; may be ""
  std::string_view description;  ///< one sentence, without the full stop
  Spelling spelling;             ///< how it is set and read back
  Record record = Record::value;
};

/// Options that help shows under one title.
struct JobOptionGroup {
  std::string_view title;
  std::span<const JobOption> options;
};

/// All options of a job, in the order of help.
std::span<const JobOptionGroup> job_option_groups();

/// The same, in one list.
std::vector<const JobOption*> all_job_options();

/// The option of that name; null if there is none.
const JobOption* find_job_option(std::string_view name);

/// Sets one option of `job` from a user's word. For a flag, the word must be one that flag_of() knows. Opens no file.
/// Errors: there is no such option, or it does not take this word. They have the code bad_setting, and the option as
/// their setting.
Status set_option(Job& job, std::string_view name, const std::string& word);

/// Checks the words that one user gives for an option; each alone is right. Errors: two are for all inks.
Status check_words(const JobOption& option, std::span<const std::string> words);

/// The words that set this option of `job` as it is, whether words or a program have set it; none if it has its
/// default. Words that mean the same come out the same: 280.0 as 280.
std::vector<std::string> words_of(const Job& job, const JobOption& option);

/// The files that the options of `job` name for it to read: profiles, curves and screens.
std::vector<std::string> files_named(const Job& job);

/// Checks the job as a whole (check_job.cpp). Front ends call this after the last option and before the first page.
/// Errors: settings contradict each other, or the backend or GPU is not available.
Status check_job(const Job& job);

/// The part of check_job() that depends on the levels of the plates; those of a page, plan_page() checks. Errors: a
/// setting is only for plates of 2 levels.
Status check_levels(const Job& job, int levels);

}  // namespace platerip::rip
