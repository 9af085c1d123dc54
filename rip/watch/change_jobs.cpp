#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/text_file.h"
#include "rip/app/messages.h"
#include "rip/app/spelling.h"
#include "rip/job/one_line.h"
#include "rip/job/option_values.h"
#include "rip/records/json_fields.h"
#include "rip/watch/moves.h"
#include "rip/watch/queue_folder.h"
#include "rip/watch/service_options.h"
#include "rip/watch/watch.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

namespace fs = std::filesystem;

/// A job by the name of its page, in one of the queues.
struct NamedJob {
  QueueFolder queue;
  std::string name;
};

bool has_page(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

// The folders in work/ that hold the page, whichever service has taken it.
std::vector<std::string> work_folders_of(const NamedJob& job) {
  std::vector<std::string> folders;
  std::error_code error;
  for (fs::directory_iterator service(job.queue.work(), error), end; !error && service != end;
       service.increment(error)) {
    std::error_code unreadable;
    for (fs::directory_iterator page(service->path(), unreadable); !unreadable && page != end;
         page.increment(unreadable)) {
      if (has_page(page->path().string() + "/to-make/" + job.name)) folders.push_back(page->path().string());
    }
  }
  return folders;
}

Status move_page(const NamedJob& job, const std::string& from, const std::string& to) {
  const auto moved = move_into(path_in(from, job.name), to, job.name);
  return moved.ok() ? Status() : moved.error();
}

Status retry_job(const NamedJob& job) {
  if (Status status = move_page(job, job.queue.failed(), job.queue.in()); !status.ok()) return status;
  ::unlink(path_in(job.queue.failed(), text_name(job.name)).c_str());
  return {};
}

Status hold_job(const NamedJob& job) {
  return move_page(job, job.queue.in(), job.queue.held());
}

Status release_job(const NamedJob& job) {
  return move_page(job, job.queue.held(), job.queue.in());
}

// A page in work is cancelled by its service.
Status cancel_job(const NamedJob& job) {
  for (const std::string& folder : work_folders_of(job)) {
    const std::string path = folder + "/cancel";
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    if (file < 0) return file_trouble(path, "cannot be made", errno);
    return {};
  }
  const auto moved = move_into(path_in(job.queue.in(), job.name), job.queue.failed(), job.name);
  if (!moved.ok()) return moved.error();
  return write_whole_file(path_in(job.queue.failed(), text_name(*moved)), job.name + ": was cancelled\n");
}

/// What can be done to jobs. `is_at` says whether a queue has the job where the action looks for it.
struct Action {
  std::string_view name;
  bool (*is_at)(const NamedJob& job);
  Status (*act)(const NamedJob& job);
  const char* done;
};

constexpr std::array<Action, 4> actions = {{
    {"retry", [](const NamedJob& job) { return has_page(path_in(job.queue.failed(), job.name)); }, retry_job,
     "is in in/ again"},
    {"hold", [](const NamedJob& job) { return has_page(path_in(job.queue.in(), job.name)); }, hold_job,
     "is held; let it go with: platerip jobs release"},
    {"release", [](const NamedJob& job) { return has_page(path_in(job.queue.held(), job.name)); }, release_job,
     "is in in/ again"},
    {"cancel",
     [](const NamedJob& job) { return has_page(path_in(job.queue.in(), job.name)) || !work_folders_of(job).empty(); },
     cancel_job, "is cancelled"},
}};

// The queues of the service whose status file this is.
Result<std::vector<QueueFolder>> queues_of(const std::string& status_file) {
  const auto text = read_text_file(status_file, 64, "a status file");
  if (!text.ok()) return text.error();
  const auto state = object_of(*text);
  if (!state) return Error{tiffio::printable(status_file) + ": not a status file"};
  std::vector<QueueFolder> queues;
  for (const Json& queue : objects_in(*state, "queues").value_or(std::vector<Json>()))
    queues.push_back({text_in(queue, "folder")});
  return queues;
}

// NAME in all queues, or QUEUE/NAME.
std::vector<NamedJob> named(const std::string& word, const std::vector<QueueFolder>& queues, const Action& action) {
  const std::size_t slash = word.rfind('/');
  const std::string name = slash == std::string::npos ? word : word.substr(slash + 1);
  const std::string queue_name = slash == std::string::npos ? "" : word.substr(0, slash);
  std::vector<NamedJob> jobs;
  for (const QueueFolder& queue : queues) {
    const NamedJob job{queue, name};
    if ((queue_name.empty() || queue_name == queue.name() || queue_name == queue.path) && !name.empty() &&
        action.is_at(job))
      jobs.push_back(job);
  }
  return jobs;
}

Status act_on(const std::string& word, const std::vector<QueueFolder>& queues, const Action& action) {
  const std::vector<NamedJob> jobs = named(word, queues, action);
  const std::string shown = tiffio::printable(word);
  if (jobs.empty()) return Error{shown + ": no queue has such a job to " + std::string(action.name)};
  if (jobs.size() > 1)
    return Error{shown + ": several queues have such a job; give QUEUE/" + shown + ", such as " +
                 jobs.front().queue.name() + "/" + shown};
  if (Status status = action.act(jobs.front()); !status.ok()) return status;
  return print(shown + " " + action.done + "\n");
}

int refuse_jobs(const Error& error) {
  say(one_line(error, as_option) + "; see platerip watch --help");
  return 2;
}

}  // namespace

int change_jobs(std::span<const char* const> words) {
  std::string status_file = usual_status_file;
  if (!words.empty() && (std::string_view(words[0]) == "--help" || std::string_view(words[0]) == "-h"))
    return print(watch_help()).ok() ? 0 : 1;
  if (words.size() > 1 && std::string_view(words[0]) == "--status") {
    status_file = words[1];
    words = words.subspan(2);
  }
  const std::string_view name = words.empty() ? "" : words[0];
  const auto* const action = std::ranges::find(actions, name, &Action::name);
  if (action == actions.end()) return refuse_jobs(wrong_setting("jobs: give retry, cancel, hold or release"));
  if (words.size() < 2) return refuse_jobs(wrong_setting("jobs: give the name of a job"));
  const auto queues = queues_of(status_file);
  if (!queues.ok()) {
    say(queues.error().message + "; give the file of platerip watch --status");
    return 1;
  }
  int exit_status = 0;
  for (const char* const word : words.subspan(1)) {
    const Status status = act_on(word, *queues, *action);
    if (status.ok()) continue;
    say(one_line(status.error(), as_option));
    exit_status = 1;
  }
  return exit_status;
}

}  // namespace platerip::rip
