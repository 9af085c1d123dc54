#include "rip/watch/do_job.h"

#include <sys/stat.h>
#include <unistd.h>

#include <exception>
#include <new>
#include <optional>
#include <utility>

#include "rip/app/spelling.h"
#include "rip/job/one_line.h"
#include "rip/watch/page_stamp.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

using Kind = JobOutcome::Kind;

constexpr int most_deaths = 20;  // a page that makes its service die must not make all others die too; but other things
                                 // kill services, too

bool is_reachable(const QueueFolder& queue) {
  struct stat status {};
  return ::stat(queue.settings().c_str(), &status) == 0;
}

class Steps {
 public:
  Steps(TakenPage& page, const QueueFolder& queue, const QueueSettings& settings, Engine& engine,
        const JobSignals& signals, JobProgress& progress)
      : page_(page), queue_(queue), settings_(settings), engine_(engine), signals_(signals), progress_(progress) {}

  JobOutcome run();
  JobOutcome fail(const std::string& why);

 private:
  std::optional<JobOutcome> make();
  Result<JobReport> make_on(const RunResources& resources);
  std::optional<JobOutcome> not_made(const Error& error);
  std::optional<JobOutcome> set_failed(const std::string& why);
  std::optional<JobOutcome> deliver();
  JobOutcome file();
  JobOutcome put_back();
  [[nodiscard]] bool is_cancelled() const;
  [[nodiscard]] std::string cancelled() const { return page_.name() + ": was cancelled"; }
  [[nodiscard]] JobOutcome waits(Kind kind, const Error& error) const;

  TakenPage& page_;
  const QueueFolder& queue_;
  const QueueSettings& settings_;
  Engine& engine_;
  const JobSignals& signals_;
  JobProgress& progress_;
  JobReport report_;
  std::string why_ = "it could not be made before";
};

JobOutcome Steps::run() {
  for (;;) {
    if (page_.step() == TakenPage::Step::to_make) {
      if (auto ended = make()) return *std::move(ended);
    }
    if (page_.step() == TakenPage::Step::failed) return file();
    if (auto ended = deliver()) return *std::move(ended);
  }
}

JobOutcome Steps::fail(const std::string& why) {
  page_.end_attempt();
  if (page_.step() != TakenPage::Step::to_make) return waits(Kind::waits, Error{why});
  if (auto ended = set_failed(why)) return *std::move(ended);
  return file();
}

// Nothing if the page is made or has failed.
std::optional<JobOutcome> Steps::make() {
  const auto before = page_stamp(page_.path());
  if (!before) return waits(Kind::queue_waits, Error{"cannot be read"});
  const auto resources = engine_.resources_for(settings_.job, before->bytes);
  if (!resources.ok()) return waits(Kind::queue_waits, resources.error());
  if (before->kind == PageStamp::Kind::other)
    return set_failed("it is a link, or something else that is no file; put the file itself there");
  if (const int deaths = page_.deaths(); deaths >= most_deaths)
    return set_failed(std::to_string(deaths) + " services have died while they made its plates");
  page_.begin_attempt();
  const auto report = make_on(*resources);
  page_.end_attempt();
  const auto after = page_stamp(page_.path());
  if (!after) return waits(Kind::queue_waits, report.ok() ? Error{"cannot be read"} : report.error());
  if (*after != *before) return waits(Kind::waits, Error{"it changed while it was read"});
  if (!report.ok()) return not_made(report.error());
  if (is_cancelled()) return set_failed(cancelled());
  report_ = *report;
  const Status made = page_.set_made();
  return made.ok() ? std::nullopt : std::optional(waits(Kind::queue_waits, made.error()));
}

// Plates that an earlier service has begun with other settings cannot be gone on with.
Result<JobReport> Steps::make_on(const RunResources& resources) {
  const auto stop = [this] { return signals_.stop() || signals_.cancel(); };
  if (settings_.job.checkpoint) {
    auto report = make_plates(page_, settings_, resources, engine_, stop, progress_);
    if (report.ok() || report.error().code != ErrorCode::bad_setting) return report;
  }
  page_.remove_plates();
  return make_plates(page_, settings_, resources, engine_, stop, progress_);
}

bool Steps::is_cancelled() const {
  return signals_.cancel() || ::access(page_.cancel().c_str(), F_OK) == 0;
}

std::optional<JobOutcome> Steps::not_made(const Error& error) {
  if (error.code == ErrorCode::no_space) return waits(Kind::queue_waits, error);
  if (error.code != ErrorCode::stopped) return set_failed(one_line(error, as_option));
  if (is_cancelled()) return set_failed(cancelled());
  if (settings_.job.checkpoint) return waits(Kind::waits, error);
  return put_back();
}

std::optional<JobOutcome> Steps::set_failed(const std::string& why) {
  const Status failed = page_.set_failed(
      why +
      "\n\nNo plates of it were made. When the page or the settings of the queue are mended, move the page back to " +
      queue_.in() + ", or run: platerip jobs retry " + page_.name() + "\n");
  const std::string name = tiffio::printable(page_.name()) + ": ";
  why_ = why.starts_with(name) ? why.substr(name.size()) : why;
  return failed.ok() ? std::nullopt : std::optional(waits(Kind::queue_waits, failed.error()));
}

// Nothing if the names of the plates are taken, and the page is to be made again under a name that is free. Its number
// is then in all that names the plates: their tags, the manifest, the report.
std::optional<JobOutcome> Steps::deliver() {
  if (!page_.is_there()) return waits(Kind::queue_waits, Error{"cannot be read"});
  const auto delivery = page_.deliver(settings_.out, settings_.flat);
  if (!delivery.ok()) return waits(Kind::queue_waits, delivery.error());
  if (delivery->kind == Delivery::Kind::taken) {
    const Status renamed = page_.rename(delivery->place);
    return renamed.ok() ? std::nullopt : std::optional(waits(Kind::queue_waits, renamed.error()));
  }
  if (const Status done = page_.finish(queue_.done()); !done.ok()) return waits(Kind::waits, done.error());
  return JobOutcome{Kind::done, delivery->place, report_};
}

JobOutcome Steps::file() {
  if (const Status filed = page_.file(queue_.failed()); !filed.ok()) return waits(Kind::waits, filed.error());
  return {Kind::failed, why_};
}

JobOutcome Steps::put_back() {
  if (const Status status = page_.put_back(queue_.in()); !status.ok()) return waits(Kind::waits, status.error());
  return {Kind::put_back, "the service ends"};
}

// If the whole queue cannot be reached, its file server may come back.
JobOutcome Steps::waits(Kind kind, const Error& error) const {
  if (!page_.is_there() && is_reachable(queue_) && !page_.is_there()) return {Kind::taken_over, ""};
  return {is_reachable(queue_) ? kind : Kind::queue_waits, one_line(error, as_option)};
}

}  // namespace

JobOutcome do_job(TakenPage& page, const QueueFolder& queue, const QueueSettings& settings, Engine& engine,
                  const JobSignals& signals, JobProgress& progress) {
  Steps steps(page, queue, settings, engine, signals, progress);
  try {
    return steps.run();
  } catch (const std::bad_alloc&) {
    return steps.fail("the machine is out of memory; lower --memory or --threads");
  } catch (const std::exception& error) {
    return steps.fail(std::string("internal error: ") + error.what());
  }
}

}  // namespace platerip::rip
