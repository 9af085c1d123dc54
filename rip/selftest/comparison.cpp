#include "rip/selftest/comparison.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <utility>

#include "rip/selftest/shrink.h"

namespace platerip::rip {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr std::int64_t least_timed_pixels = 256;
constexpr std::int64_t most_timed_pixels = std::int64_t{1} << 22;
constexpr int timed_runs = 7;

// The time of the step that a kind is about. A GPU does all steps at once.
double seconds_of(const Kind& kind, const Path& path, const Seconds& seconds) {
  if (path.gpu) return seconds.separate + seconds.halftone;
  return kind.separates ? seconds.separate : seconds.halftone;
}

std::int64_t pixels_of(const Kind& kind, const TrialPlates& made) {
  const std::int64_t page = made.report.width * made.report.height;
  return kind.separates ? page : page * static_cast<std::int64_t>(made.report.plates.size());
}

// Whether a description begins with these complete words: "cpu (AVX3_DL)" does not begin with "cpu (AVX3".
bool begins_with(const std::string& description, const std::string& words) {
  if (!description.starts_with(words)) return false;
  const unsigned char next = description.size() > words.size() ? description[words.size()] : ' ';
  return std::isalnum(next) == 0 && next != '_';
}

class Comparing {
 public:
  Comparing(const Paths& paths, std::vector<Kind> kinds, const ComparisonSettings& settings)
      : paths_(paths), settings_(settings), laboratory_(paths.reference) {
    for (Kind& kind : kinds)
      result_.kinds.push_back({.kind = std::move(kind), .paths = std::vector<PathResult>(paths.here.size())});
    has_failed_.resize(paths.here.size());
  }

  Comparison run() {
    for (int round = 0; round < settings_.rounds && run_round(round); ++round) ++result_.rounds;
    result_.seconds = seconds_since(start_);
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_over() const {
    return seconds_since(start_) > settings_.seconds || (settings_.stop && settings_.stop()) ||
           std::ranges::find(has_failed_, false) == has_failed_.end();
  }

  // Returns false if it is over before the round is.
  bool run_round(int round) {
    for (std::size_t i = 0; i < result_.kinds.size(); ++i) {
      if (is_over()) return false;
      KindResult& kind = result_.kinds[i];
      if (!kind.not_made.empty()) continue;
      compare(kind, trial_of(kind.kind, round, static_cast<int>(i)));
      if (round == 0 && settings_.timed_seconds > 0 && kind.not_made.empty()) take_times(kind);
    }
    return true;
  }

  // Depends on the seed alone, and not on how many pages the time allows.
  [[nodiscard]] Trial trial_of(const Kind& kind, int round, int place) const {
    std::seed_seq seeds{settings_.seed, static_cast<std::uint32_t>(round), static_cast<std::uint32_t>(place)};
    std::mt19937 random(seeds);
    return random_trial(kind, round + place, random);
  }

  void compare(KindResult& kind, const Trial& trial) {
    const auto expected = laboratory_.expected(trial);
    if (!expected.ok()) {
      kind.not_made = expected.error().message;
      return;
    }
    ++kind.pages;
    kind.pixels += trial.pixels();
    kind.hand_overs += static_cast<int>(trial.hand_overs.size());
    for (std::size_t path = 0; path < paths_.here.size(); ++path)
      if (!has_failed_[path]) compare(kind, path, trial, *expected);
  }

  void compare(KindResult& kind, std::size_t path, const Trial& trial, const TrialPlates& expected) {
    const auto made = laboratory_.make(trial, paths_.here[path]);
    if (!made.ok() && made.error().code == ErrorCode::unsupported) {
      kind.paths[path].not_made = made.error().message;
      return;
    }
    const auto wrong = made.ok() ? difference(trial, *made, expected) : made.error().message;
    if (wrong) return fail(kind, path, trial, *wrong);
    ++kind.paths[path].pages;
    note_maker(kind, path, *made);
  }

  // A backend may leave a page to another one. If it does not say its instruction set, its code is the same for all.
  void note_maker(KindResult& kind, std::size_t path, const TrialPlates& made) const {
    const PageReport& report = made.report;
    const std::string& maker = kind.kind.separates ? report.separation_backend : report.halftone_backend;
    const Path& wanted = paths_.here[path];
    if (!begins_with(maker, wanted.made_by) && maker != wanted.backend) kind.paths[path].not_made = "made by " + maker;
  }

  void fail(const KindResult& kind, std::size_t path, const Trial& trial, const std::string& what) {
    has_failed_[path] = true;
    Failure failure{paths_.here[path].name, kind.kind.name, trial, what};
    shrink(failure.trial, failure.what, laboratory_, paths_.here[path], settings_.shrink_seconds);
    result_.failures.push_back(std::move(failure));
  }

  // Each makes the page several times, and the fastest counts.
  void take_times(KindResult& kind) {
    auto& rate = kind.reference_pixels_per_second;
    const auto timed = slow_enough(kind.kind);
    if (!timed) return;
    const auto& [trial, expected] = *timed;
    note_rate(kind.kind, paths_.reference, expected, rate);
    for (int run = 1; run < timed_runs; ++run) {
      const auto again = laboratory_.expected(trial);
      if (again.ok()) note_rate(kind.kind, paths_.reference, *again, rate);
    }
    for (std::size_t path = 0; path < paths_.here.size(); ++path) {
      for (int run = 0; run < timed_runs && !has_failed_[path]; ++run) {
        const auto made = laboratory_.make(trial, paths_.here[path]);
        if (!made.ok()) break;
        const auto wrong = difference(trial, *made, expected);
        if (wrong) fail(kind, path, trial, *wrong);
        note_rate(kind.kind, paths_.here[path], *made, kind.paths[path].pixels_per_second);
      }
    }
  }

  // A page that takes the reference long enough, and what it makes of that.
  std::optional<std::pair<Trial, TrialPlates>> slow_enough(const Kind& kind) {
    for (std::int64_t pixels = std::max(least_timed_pixels, kind.least_pixels);; pixels *= 4) {
      Trial trial = timed_trial(kind, pixels);
      auto made = laboratory_.expected(trial);
      if (!made.ok()) return std::nullopt;
      const double seconds = seconds_of(kind, paths_.reference, made->report.seconds);
      if (seconds > settings_.timed_seconds || pixels >= most_timed_pixels)
        return std::pair(std::move(trial), *std::move(made));
    }
  }

  static void note_rate(const Kind& kind, const Path& path, const TrialPlates& made, std::optional<double>& best) {
    const double seconds = std::max(seconds_of(kind, path, made.report.seconds), 1e-9);
    best = std::max(best.value_or(0), static_cast<double>(pixels_of(kind, made)) / seconds);
  }

  const Paths& paths_;
  const ComparisonSettings& settings_;
  Laboratory laboratory_;
  const Clock::time_point start_ = Clock::now();
  Comparison result_;
  std::vector<bool> has_failed_;  // of each path
};

}  // namespace

Comparison compare_paths(const Paths& paths, std::vector<Kind> kinds, const ComparisonSettings& settings) {
  return Comparing(paths, std::move(kinds), settings).run();
}

Result<std::optional<std::string>> compare_path(Laboratory& laboratory, const Trial& trial, const Path& path) {
  const auto expected = laboratory.expected(trial);
  if (!expected.ok()) return expected.error();
  const auto made = laboratory.make(trial, path);
  if (made.ok()) return difference(trial, *made, *expected);
  if (made.error().code == ErrorCode::unsupported) return made.error();
  return std::optional(made.error().message);
}

}  // namespace platerip::rip
