// Takes a page that was taken from its queue through all its steps. May throw std::bad_alloc, and nothing else.
// Thread-safe for different pages.
#pragma once

#include <functional>
#include <string>

#include "rip/watch/engine.h"
#include "rip/watch/make_plates.h"
#include "rip/watch/queue_folder.h"
#include "rip/watch/queue_settings.h"
#include "rip/watch/taken_page.h"

namespace platerip::rip {

/// What became of a page.
struct JobOutcome {
  enum class Kind {
    done,         ///< its plates are delivered, and it lies in done/; `text` is their folder
    failed,       ///< it lies in failed/; `text` says why
    put_back,     ///< it lies in in/ again; `text` says why
    waits,        ///< it stays where it is, and is to be tried again; `text` says why
    queue_waits,  ///< the same, and other pages of the queue would fare no better
    taken_over,   ///< another service has it
  };
  Kind kind = Kind::done;
  std::string text;
  JobReport report = {};  ///< of plates that were made now
};

/// What may interrupt a job. Both are polled.
struct JobSignals {
  std::function<bool()> stop;    ///< the service ends
  std::function<bool()> cancel;  ///< somebody does not want the plates
};

/// Exceptions of the page's making, such as std::bad_alloc, make it fail.
JobOutcome do_job(TakenPage& page, const QueueFolder& queue, const QueueSettings& settings, Engine& engine,
                  const JobSignals& signals, JobProgress& progress);

}  // namespace platerip::rip
