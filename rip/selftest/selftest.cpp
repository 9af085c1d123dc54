#include "rip/selftest/selftest.h"

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <utility>

#include "rip/app/messages.h"
#include "rip/job/option_values.h"
#include "rip/pages/listed_pages.h"
#include "rip/resources/stop_signal.h"
#include "rip/selftest/comparison.h"
#include "rip/selftest/kept_page.h"
#include "rip/selftest/table.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr std::size_t page_memory = std::size_t{1} << 30;

int after_failure(const Error& error) {
  const bool is_wrong_usage = error.code == ErrorCode::bad_setting;
  say_error(error, is_wrong_usage ? "; see platerip selftest --help" : "");
  return is_wrong_usage ? 2 : 1;
}

// Leaves only the paths that the options name.
Status choose_paths(const std::vector<std::string>& names, Paths& paths) {
  if (names.empty()) return {};
  std::string all;
  for (const Path& path : paths.here) all += (all.empty() ? "" : ", ") + path.name;
  for (const std::string& name : names) {
    const auto absent = std::ranges::find(paths.absent, name, &AbsentPath::name);
    if (absent != paths.absent.end()) return Error{name + ": " + absent->why, ErrorCode::unsupported};
    if (std::ranges::find(paths.here, name, &Path::name) == paths.here.end())
      return wrong_setting(quoted(name) + " is not one of " + all).of_setting("path");
  }
  std::erase_if(paths.here, [&](const Path& path) { return std::ranges::find(names, path.name) == names.end(); });
  paths.absent.clear();
  return {};
}

Result<Pixels> read_page(const std::string& file) {
  auto rows = open_page({file}, MemoryRange(page_memory));
  if (!rows.ok()) return rows.error();
  Pixels page{(*rows)->info(), {}};
  const std::int64_t bytes = page.info.row_bytes() * page.info.height;
  if (bytes > static_cast<std::int64_t>(page_memory))
    return Error{tiffio::printable(file) + ": too large for a comparison in memory; take a part of 1 GiB",
                 ErrorCode::unsupported};
  page.samples.resize(static_cast<std::size_t>(bytes));
  if (const Status status = (*rows)->read(page.info.height, page.samples.data(), page.info.row_bytes()); !status.ok())
    return status.error();
  return page;
}

int compare_page(const SelftestOptions& options, const Paths& paths) {
  auto page = read_page(*options.page);
  if (!page.ok()) return after_failure(page.error());
  const Trial trial{options.options, *std::move(page), options.hand_overs};
  Laboratory laboratory(paths.reference);
  bool is_same = true;
  for (const Path& path : paths.here) {
    const auto wrong = compare_path(laboratory, trial, path);
    if (!wrong.ok()) return after_failure(wrong.error().about(path.name));
    is_same &= !*wrong;
    const Status printed = print(path.name + ": " + wrong->value_or("the plates of the reference") + "\n");
    if (!printed.ok()) return after_failure(printed.error());
  }
  return is_same ? 0 : 1;
}

ComparisonSettings settings_of(const SelftestOptions& options, std::uint32_t seed) {
  ComparisonSettings settings{.seed = seed, .seconds = options.seconds, .stop = stopped};
  if (options.is_long) settings.timed_seconds *= 10;
  return settings;
}

// Keeps the page of each failure, and says what it is.
void tell_failures(const SelftestOptions& options, std::uint32_t seed, const std::vector<Failure>& failures) {
  for (const Failure& failure : failures) {
    const std::string name = "selftest-" + std::to_string(seed) + "-" + failure.path + ".tif";
    const std::string file = (std::filesystem::path(options.folder.value_or("")) / name).string();
    say(failure.path + " differs from the reference: " + failure.kind + ": " + failure.trial.text() + ": " +
        failure.what);
    const Status kept = keep_page(failure.trial.page, file);
    if (!kept.ok()) say_error(kept.error());
    if (kept.ok()) say("the page is kept; compare it again with: " + repeating(failure, file));
  }
}

int compare_random_pages(const SelftestOptions& options, const Paths& paths) {
  auto kinds = kinds_of_trials(options.profiles);
  if (!kinds.ok()) return after_failure(kinds.error());
  for (Kind& kind : *kinds) kind.pixels *= options.is_long ? 8 : 1;
  const std::uint32_t seed = options.seed.value_or(std::random_device{}());
  if (const Status printed = print("seed " + std::to_string(seed) + "\n\n"); !printed.ok())
    return after_failure(printed.error());
  const Comparison comparison = compare_paths(paths, *kinds, settings_of(options, seed));
  if (stop_signal() != 0) return 128 + stop_signal();
  const Status printed = print(table_of(paths, comparison) + "\n" + summary_of(comparison) +
                               (comparison.failures.empty() ? ": all plates are those of the reference\n" : "\n"));
  if (!printed.ok()) return after_failure(printed.error());
  tell_failures(options, seed, comparison.failures);
  return comparison.failures.empty() ? 0 : 1;
}

}  // namespace

int selftest(std::span<const char* const> words) {
  const auto options = parse_selftest_options(words);
  if (!options.ok()) return after_failure(options.error());
  if (options->help) return print(selftest_help()).ok() ? 0 : 1;
  catch_stop_signals();
  return run_selftest(*options, find_paths());
}

int run_selftest(const SelftestOptions& options, Paths paths) {
  if (const Status status = choose_paths(options.paths, paths); !status.ok()) return after_failure(status.error());
  if (paths.here.empty())
    return after_failure(
        {"this machine has only the reference, so there is nothing to compare with it", ErrorCode::unsupported});
  return options.page ? compare_page(options, paths) : compare_random_pages(options, paths);
}

}  // namespace platerip::rip
