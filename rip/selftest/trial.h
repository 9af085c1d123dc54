// A trial: one page with options, of which every path must make the same plates; and the laboratory that makes them.
//
// Functions may throw std::bad_alloc, or std::system_error if no thread can be started; nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/job/open_press.h"
#include "rip/job/page_report.h"
#include "rip/plates/plate_sink.h"
#include "rip/selftest/page_in_memory.h"
#include "rip/selftest/paths.h"

namespace platerip::rip {

struct Trial {
  std::vector<std::pair<std::string, std::string>> options;  ///< names and words of a job's options
  Pixels page;
  /// Rows from which the page goes on elsewhere: from the first on the reference makes it, from the second on the path
  /// again, and so on. Each goes on from the checkpoint of the one before.
  std::vector<std::int64_t> hand_overs = {};

  [[nodiscard]] std::int64_t pixels() const { return page.info.width * page.info.height; }
  /// The word of an option; "" if the trial does not have it.
  [[nodiscard]] std::string word(const std::string& option) const;
  /// For people: "jarvis, levels 4, 8 bits, 70 by 33 pixels, handed over at row 7".
  [[nodiscard]] std::string text() const;
};

/// The plates of a trial.
struct TrialPlates {
  std::vector<std::vector<std::byte>> plates;
  PageReport report;
};

/// How the plates differ from those expected; nothing if they are the same, and if the ink in their planes is.
std::optional<std::string> difference(const Trial& trial, const TrialPlates& made, const TrialPlates& expected);

/// Makes the plates of trials, and keeps the presses that they share. One thread at a time.
class Laboratory {
 public:
  explicit Laboratory(Path reference) : reference_(std::move(reference)) {}

  /// The plates by this path. Errors: those of set_option(), check_job() and rip_page(); or TMPDIR
  /// has no room for checkpoints.
  Result<TrialPlates> make(const Trial& trial, const Path& path);
  /// The plates by the reference.
  Result<TrialPlates> expected(const Trial& trial) { return make(trial, reference_); }

 private:
  Result<TrialPlates> make_in_memory(const Trial& trial, const Path& path, const Job& job);
  Result<TrialPlates> make_in_turn(const Trial& trial, const Path& path, const Job& job);
  Result<PageReport> make_to(PlateSink& sink, PageRows& rows, const PageSource& source, const Path& path, Job job);
  Result<std::shared_ptr<const Press>> press_of(const Job& job);

  Path reference_;
  std::map<std::vector<std::string>, std::shared_ptr<const Press>> presses_;  // by the files of their jobs
};

}  // namespace platerip::rip
