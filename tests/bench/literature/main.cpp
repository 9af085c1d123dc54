// platerip-literature: compares the algorithms of four papers on error diffusion and of one on exhaustive search with
// the reference, and times them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <thread>

#include "tests/bench/literature/families.h"
#include "tests/bench/literature/gpu.h"
#include "tests/bench/literature/obstacles.h"
#include "tests/bench/literature/options.h"
#include "tests/bench/literature/report.h"

namespace platerip::literature {
namespace {

std::vector<Algorithm> chosen(const Options& options) {
  std::vector<Algorithm> algorithms = catalogue();
  std::erase_if(algorithms, [&](const Algorithm& algorithm) {
    return (std::string(algorithm.paper) + ": " + std::string(algorithm.name)).find(options.only) == std::string::npos;
  });
  return algorithms;
}

const char* name_of(Where where) {
  switch (where) {
    case Where::cpu:
      return "CPU";
    case Where::gpu:
      return "GPU";
    case Where::both:
      return "CPU and GPU";
  }
  return "";
}

// The expected result for a page, made once for each method and number of levels, and the result of a session.
class Expected {
 public:
  explicit Expected(const Page& page) : page_(page), made_(page.pixels()) {}

  std::string verdict(const Algorithm& algorithm, const Setting& setting, Session& session) {
    spoil(std::span(made_));
    session.levels(made_);
    if (algorithm.bits == Bits::copy) return is_copied() ? "copied" : "DIFFERS";
    return made_ == levels_for(setting) ? "equal" : "DIFFERS";
  }

 private:
  const std::vector<std::uint8_t>& levels_for(const Setting& setting) {
    if (levels_.empty() || setting.method != setting_.method || setting.levels != setting_.levels) {
      levels_ = expected_levels(page_, setting.method, setting.levels);
      setting_ = setting;
    }
    return levels_;
  }
  [[nodiscard]] bool is_copied() const {
    for (int y = 0; y < page_.height; ++y) {
      if (!std::equal(page_.row(y), page_.row(y) + page_.width, made_.begin() + std::int64_t{y} * page_.width))
        return false;
    }
    return true;
  }

  const Page& page_;
  std::vector<std::uint8_t> made_;
  std::vector<std::uint8_t> levels_;
  Setting setting_;
};

// A run that cannot pass with the results of an earlier one. Returns milliseconds. Adds the verdict on the page to
// `verdict`, unless that has it already.
double checked_run(const Algorithm& algorithm, const Setting& setting, Session& session, Expected& expected,
                   std::string& verdict) {
  session.poison();
  const double took = session.run();
  const std::string now = expected.verdict(algorithm, setting, session);
  if (verdict.empty()) {
    verdict = now;
  } else if (verdict != now) {
    verdict = "DIFFERS in one of its runs";
  }
  return took;
}

int list(const Options& options) {
  for (const Algorithm& algorithm : chosen(options)) {
    const std::string lacks = missing(algorithm);
    std::cout << algorithm.paper << ": " << algorithm.name << " (" << name_of(algorithm.where)
              << (lacks.empty() ? "" : "; does not run here: ") << lacks << ")\n    " << algorithm.table << "; "
              << algorithm.cost << '\n';
  }
  return 0;
}

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(": ") + 2);
  }
  return "unknown CPU";
}

std::vector<std::string> origin(const std::string& note) {
  const std::time_t now = std::time(nullptr);
  char date[40];
  std::strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", std::gmtime(&now));
  std::vector<std::string> lines{
      std::string("date: ") + date,
      "CPU: " + cpu_name() + ", " + std::to_string(std::thread::hardware_concurrency()) + " threads",
      "GPU: " + (gpu_missing().empty() ? gpu_description() : gpu_missing())};
  if (!note.empty()) lines.push_back(note);
  return lines;
}

// Removes the algorithms that cannot run here, and says so.
void leave_out_missing(std::vector<Algorithm>& algorithms, std::ostream& out) {
  std::erase_if(algorithms, [&](const Algorithm& algorithm) {
    const std::string lacks = missing(algorithm);
    if (!lacks.empty()) out << algorithm.paper << ": " << algorithm.name << "  not run: " << lacks << '\n';
    return !lacks.empty();
  });
}

struct CheckedPage {
  int width;
  int height;
  Content content = Content::noise;
  bool exhaustive = false;
};

std::vector<CheckedPage> pages_to_check(const Options& options) {
  std::vector<CheckedPage> pages{{1, 1}, {1, 40}, {40, 1}, {16, 16}, {33, 31}, {31, 130}, {130, 5}};
  const auto add = [&](int width, int height, bool exhaustive) {
    pages.push_back({width, height, Content::noise, exhaustive});
    pages.push_back({width, height, Content::gradient, exhaustive});
  };
  add(32, 32, options.sweeps);
  add(1000, 777, options.sweeps);
  for (const int size : options.sizes.empty() ? std::vector{1024, 4096} : options.sizes) add(size, size, false);
  return pages;
}

std::vector<Setting> settings_to_check(const Algorithm& algorithm, const CheckedPage& page) {
  std::vector<Setting> settings{Setting{}};
  if (page.width > 1024) return settings;
  settings.insert(settings.end(), algorithm.also.begin(), algorithm.also.end());
  if (page.exhaustive && page.content == Content::noise)
    settings.insert(settings.end(), algorithm.sweep.begin(), algorithm.sweep.end());
  return settings;
}

struct Tally {
  int well = 0;
  int wrong = 0;
  int not_run = 0;
};

// The verdict on what an algorithm makes of the page, in a word.
std::string check_one(const Page& page, const Algorithm& algorithm, const Setting& setting, Expected& expected,
                      Tally& tally) {
  if (const std::string why = obstacle(algorithm, page, setting); !why.empty()) {
    ++tally.not_run;
    return "not run: " + why;
  }
  const auto session = algorithm.begin(page, setting);
  std::string verdict;
  if (algorithm.bits == Bits::own) {
    session->run();
  } else {  // twice, in case the first run leaves something that disturbs the second
    checked_run(algorithm, setting, *session, expected, verdict);
    checked_run(algorithm, setting, *session, expected, verdict);
  }
  const std::string fault = session->fault();
  ++(verdict.starts_with("DIFFERS") || !fault.empty() ? tally.wrong : tally.well);
  for (const std::string& more : {fault, session->note()}) {
    if (!more.empty()) verdict += (verdict.empty() ? "" : "  ") + more;
  }
  return verdict;
}

void check_on(const CheckedPage& which, const std::vector<Algorithm>& algorithms, Tally& tally, std::ostream& out) {
  const std::optional<Page> fits = page_that_fits(which.width, which.height, which.content, out);
  if (!fits) {
    ++tally.not_run;
    return;
  }
  const Page& page = *fits;
  Expected expected(page);
  for (const Algorithm& algorithm : algorithms) {
    if (algorithm.bits == Bits::own && page.pixels() > (which.exhaustive ? 1024 : 256)) continue;  // it is slow
    for (const Setting& setting : settings_to_check(algorithm, which)) {
      const std::string verdict = check_one(page, algorithm, setting, expected, tally);
      const std::string how = text(setting);
      out << page.width << "×" << page.height << (which.content == Content::noise ? " noise  " : " gradient  ")
          << algorithm.paper << ": " << algorithm.name << (how.empty() ? "" : " ") << how << "  " << verdict
          << std::endl;
    }
  }
}

bool check(const Options& options, std::ostream& out) {
  std::vector<Algorithm> algorithms = chosen(options);
  write_origin(out, origin(options.note));
  leave_out_missing(algorithms, out);
  Tally tally;
  for (const CheckedPage& page : pages_to_check(options)) check_on(page, algorithms, tally, out);
  if (tally.well + tally.wrong == 0) {
    out << "Nothing was checked.\n";
  } else if (tally.wrong > 0) {
    out << tally.wrong << " of " << tally.well + tally.wrong << " are WRONG.\n";
  } else {
    out << "All " << tally.well << " are as they must be; " << tally.not_run << " did not fit.\n";
  }
  return tally.well > 0 && tally.wrong == 0;
}

// At least three runs, of which the first and the last are checked, and more until `seconds` have passed.
void measure(const Algorithm& algorithm, const Setting& setting, double seconds, Session& session, Expected& expected,
             Row& row) {
  std::string verdict;
  std::vector<double> times{checked_run(algorithm, setting, session, expected, verdict)};
  double spent = times[0];
  do {
    times.push_back(session.run());
    spent += times.back();
  } while (spent < 1000 * seconds && times.size() < 49);
  times.push_back(checked_run(algorithm, setting, session, expected, verdict));
  std::ranges::sort(times);
  row.best = times.front();
  row.median = times[times.size() / 2];
  row.repeats = static_cast<int>(times.size());
  row.bits = verdict;
}

Row time_on(const Page& page, const Algorithm& algorithm, const Setting& setting, double seconds, Expected& expected,
            std::ostream& out) {
  const Footprint memory = algorithm.memory(page, setting);
  Row row{.algorithm = std::string(algorithm.name),
          .paper = std::string(algorithm.paper),
          .table = std::string(algorithm.table),
          .where = name_of(algorithm.where),
          .setting = text(setting),
          .width = page.width,
          .height = page.height,
          .bytes = memory.host + memory.device,
          .bits = algorithm.timed ? obstacle(algorithm, page, setting) : "not timed"};
  if (row.bits.empty()) measure(algorithm, setting, seconds, *algorithm.begin(page, setting), expected, row);
  write_row(out, row);
  return row;
}

struct Timed {
  Setting setting;
  Row row;
};

std::vector<Timed> time_sweeps(const Options& options, const std::vector<Algorithm>& algorithms, std::ostream& out) {
  std::vector<Timed> sweeps;
  for (const auto& [width, height] : sweep_pages) {
    const std::optional<Page> page = page_that_fits(width, height, Content::noise, std::cerr);
    if (!page) continue;
    Expected expected(*page);
    for (const Algorithm& algorithm : algorithms)
      for (const Setting& setting : algorithm.sweep)
        sweeps.push_back({setting, time_on(*page, algorithm, setting, options.seconds, expected, out)});
  }
  return sweeps;
}

// The setting that was the fastest on the sweep page that is nearest in size.
std::optional<Setting> tuned(const Algorithm& algorithm, const Page& page, std::vector<Timed> sweeps) {
  std::erase_if(sweeps, [&](const Timed& t) { return t.row.algorithm != algorithm.name || !t.row.ran(); });
  if (sweeps.empty()) return {};
  const auto nearest_and_best = [&](const Timed& t) {
    const double ratio = 1.0 * t.row.width * t.row.height / static_cast<double>(page.pixels());
    return std::pair(std::abs(std::log(ratio)), t.row.best);
  };
  return std::ranges::min_element(sweeps, {}, nearest_and_best)->setting;
}

bool is_sweep_page(const Page& page) {
  return std::ranges::find(sweep_pages, std::pair(page.width, page.height)) != std::end(sweep_pages);
}

// The default sizes, the largest first, so that the most important results come first.
std::vector<int> sizes_to_time(const Options& options) {
  if (!options.sizes.empty()) return options.sizes;
  return {std::rbegin(published_sizes), std::rend(published_sizes)};
}

// Returns whether all bits were right.
bool time_all(const Options& options, std::ostream& out) {
  std::vector<Algorithm> algorithms = chosen(options);
  leave_out_missing(algorithms, std::cerr);
  std::vector<std::string> about = origin(options.note);
  about.emplace_back("pages: noise; times: the best of a setting's runs, planes in the memory of who halftones them");
  write_head(out, about);
  std::vector<Timed> sweeps, squares;
  if (options.sweeps) sweeps = time_sweeps(options, algorithms, out);
  for (const int size : sizes_to_time(options)) {
    const std::optional<Page> page = page_that_fits(size, size, Content::noise, std::cerr);
    if (!page) continue;
    Expected expected(*page);
    for (const Algorithm& algorithm : algorithms) {
      squares.push_back({{}, time_on(*page, algorithm, {}, options.seconds, expected, out)});
      const auto best = is_sweep_page(*page) ? std::nullopt : tuned(algorithm, *page, sweeps);
      if (best) squares.push_back({*best, time_on(*page, algorithm, *best, options.seconds, expected, out)});
    }
  }
  const auto is_wrong = [](const Timed& t) { return t.row.bits.starts_with("DIFFERS"); };
  return std::ranges::none_of(sweeps, is_wrong) && std::ranges::none_of(squares, is_wrong);
}

// Returns an exit status.
int show(const std::string& path, void (*print)(std::ostream&, const RunFile&), std::ostream& out) {
  std::ifstream file(path);
  if (!file) {
    std::cerr << path << ": cannot be read\n";
    return 1;
  }
  const RunFile run = read_run(file);
  if (run.rows.empty()) {
    std::cerr << path << ": has no lines of platerip-literature time\n";
    return 1;
  }
  print(out, run);
  return 0;
}

void print_run(std::ostream& out, const RunFile& run) {
  print_tables(out, catalogue(), run);
}

int all(const std::filesystem::path& folder, const Options& options) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::ofstream bits(folder / "bits.txt"), times(folder / "run.csv");
  std::ofstream tables(folder / "tables.md"), picture(folder / "plot.svg");
  if (!bits || !times || !tables || !picture) {
    std::cerr << folder.string() << ": cannot be written in\n";
    return 1;
  }
  const bool all_checked = check(options, bits);
  const bool all_timed = time_all(options, times);
  times.close();
  show(folder / "run.csv", print_run, tables);
  show(folder / "run.csv", plot, picture);
  return all_checked && all_timed ? 0 : 1;
}

int run(const std::vector<std::string>& arguments) {
  const auto wrong = [] {
    std::cerr << usage;
    return 2;
  };
  if (arguments.empty()) return wrong();
  const std::string& command = arguments[0];
  const bool has_path = command == "print" || command == "plot" || command == "all";
  if (has_path && arguments.size() < 2) return wrong();
  Options options;
  if (!parse({arguments.begin() + (has_path ? 2 : 1), arguments.end()}, options)) return wrong();
  if (command == "list") return list(options);
  if (command == "check") return check(options, std::cout) ? 0 : 1;
  if (command == "time") return time_all(options, std::cout) ? 0 : 1;
  if (command == "searches") return compare_searches(options, origin(options.note), std::cout);
  if (command == "print") return show(arguments[1], print_run, std::cout);
  if (command == "plot") return show(arguments[1], plot, std::cout);
  if (command == "all") return all(arguments[1], options);
  return wrong();
}

}  // namespace
}  // namespace platerip::literature

int main(int argc, char** argv) {
  return platerip::literature::run({argv + 1, argv + argc});
}
