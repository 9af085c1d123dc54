// platerip-literature: the algorithms of four papers on error diffusion and of one on exhaustive search, held against the reference and timed.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <sstream>
#include <thread>

#include "tests/bench/literature/families.h"
#include "tests/bench/literature/gpu.h"
#include "tests/bench/literature/report.h"

namespace platerip::literature {
namespace {

constexpr const char* usage =
    "platerip-literature list\n"
    "platerip-literature check [OPTION...]        each algorithm's bits against the reference's\n"
    "platerip-literature time [OPTION...] > RUN.csv\n"
    "platerip-literature print RUN.csv            tables\n"
    "platerip-literature plot RUN.csv             SVG\n"
    "platerip-literature all FOLDER [OPTION...]   all of it, kept in the folder\n"
    "  --sizes N,...   sides of the square pages (default: 1024,4096; to time, the papers': 1024 to 16384)\n"
    "  --only TEXT     algorithms whose name or paper has it\n"
    "  --seconds S     for each measurement, about (default 0.5)\n"
    "  --no-sweeps     the default settings only\n"
    "  --note TEXT     kept with the times: the driver's version, say\n";

struct Options {
  std::vector<int> sizes;
  std::string only;
  double seconds = 0.5;
  bool sweeps = true;
  std::string note;
};

bool parse(const std::vector<std::string>& arguments, Options& options) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--no-sweeps") {
      options.sweeps = false;
      continue;
    }
    if (i + 1 == arguments.size()) return false;
    const std::string& name = arguments[i];
    const std::string& value = arguments[++i];
    if (name == "--only") {
      options.only = value;
    } else if (name == "--note") {
      options.note = value;
    } else if (name == "--seconds") {
      options.seconds = std::atof(value.c_str());
    } else if (name == "--sizes") {
      std::istringstream list(value);
      for (std::string size; std::getline(list, size, ',');) options.sizes.push_back(std::atoi(size.c_str()));
      if (std::ranges::any_of(options.sizes, [](int size) { return size < 1 || size > 32768; })) return false;
    } else {
      return false;
    }
  }
  return true;
}

std::vector<Algorithm> chosen(const Options& options) {
  std::vector<Algorithm> algorithms = catalogue();
  std::erase_if(algorithms, [&](const Algorithm& algorithm) {
    return (std::string(algorithm.paper) + ": " + std::string(algorithm.name)).find(options.only) == std::string::npos;
  });
  return algorithms;
}

const char* name_of(Where where) {
  switch (where) {
    case Where::gpu:
      return "GPU";
    case Where::both:
      return "CPU and GPU";
    default:
      return "CPU";
  }
}

std::size_t free_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string name, kib; file >> name >> kib; file.ignore(80, '\n')) {
    if (name == "MemAvailable:") return std::stoull(kib) * 1024;
  }
  return std::numeric_limits<std::size_t>::max();
}

// Why the algorithm cannot run on the page; empty if it can.
std::string obstacle(const Algorithm& algorithm, const Page& page, const Setting& setting) {
  if (algorithm.where != Where::cpu && !gpu_missing().empty()) return gpu_missing();
  const std::size_t needed = 2 * page.pixels() + algorithm.memory(page, setting);
  const std::size_t free = algorithm.where == Where::cpu ? free_memory() : gpu_free_memory();
  if (needed <= free) return {};
  return "does not fit: " + std::to_string(needed >> 20) + " MiB, " + std::to_string(free >> 20) + " are free";
}

// What is expected of a page, made once for each method and number of levels.
class Expected {
 public:
  explicit Expected(const Page& page) : page_(page) {}

  std::string verdict(const Algorithm& algorithm, const Setting& setting, Session& session) {
    if (algorithm.bits == Bits::own) return session.note();
    if (algorithm.bits == Bits::copy) return is_page(session.levels()) ? "copied" : "DIFFERS";
    return session.levels() == levels_for(setting) ? "equal" : "DIFFERS";
  }

 private:
  const std::vector<std::uint8_t>& levels_for(const Setting& setting) {
    if (levels_.empty() || setting.method != setting_.method || setting.levels != setting_.levels) {
      levels_ = expected_levels(page_, setting.method, setting.levels);
      setting_ = setting;
    }
    return levels_;
  }
  [[nodiscard]] bool is_page(const std::vector<std::uint8_t>& samples) const {
    for (int y = 0; y < page_.height; ++y) {
      if (!std::equal(page_.row(y), page_.row(y) + page_.width, samples.begin() + std::int64_t{y} * page_.width))
        return false;
    }
    return true;
  }

  const Page& page_;
  std::vector<std::uint8_t> levels_;
  Setting setting_;
};

int list(const Options& options) {
  for (const Algorithm& algorithm : chosen(options)) {
    std::cout << algorithm.paper << ": " << algorithm.name << " (" << name_of(algorithm.where) << ")\n    "
              << algorithm.table << "; " << algorithm.cost << '\n';
  }
  return 0;
}

std::vector<Setting> settings_to_check(const Algorithm& algorithm, bool also, bool sweep) {
  std::vector<Setting> settings{Setting{}};
  if (also) settings.insert(settings.end(), algorithm.also.begin(), algorithm.also.end());
  if (also && sweep) settings.insert(settings.end(), algorithm.sweep.begin(), algorithm.sweep.end());
  return settings;
}

// What an algorithm makes of the page, in a word.
std::string check_one(const Page& page, const Algorithm& algorithm, const Setting& setting, Expected& expected) {
  if (const std::string why = obstacle(algorithm, page, setting); !why.empty()) return "not run: " + why;
  const auto session = algorithm.begin(page, setting);
  session->run();
  if (algorithm.bits == Bits::own) return session->note();
  session->run();  // again: nothing may be left over from the first
  return expected.verdict(algorithm, setting, *session) + "  " + session->note();
}

bool check_on(const Page& page, const char* content, const std::vector<Algorithm>& algorithms, bool sweeps,
              std::ostream& out) {
  Expected expected(page);
  bool all_equal = true;
  for (const Algorithm& algorithm : algorithms) {
    if (algorithm.bits == Bits::own && page.width > 1024) continue;  // it takes a corner of a page
    for (const Setting& setting : settings_to_check(algorithm, page.width <= 1024, sweeps)) {
      const std::string verdict = check_one(page, algorithm, setting, expected);
      all_equal &= !verdict.starts_with("DIFFERS");
      out << page.width << "×" << page.height << ' ' << content << "  " << algorithm.paper << ": " << algorithm.name
          << ' ' << text(setting) << "  " << verdict << std::endl;
    }
  }
  return all_equal;
}

// Takes out what this machine cannot run, and says so.
void leave_out_gpu(std::vector<Algorithm>& algorithms, std::ostream& out) {
  const std::string missing = gpu_missing();
  if (missing.empty()) return;
  for (const Algorithm& algorithm : algorithms) {
    if (algorithm.where != Where::cpu)
      out << algorithm.paper << ": " << algorithm.name << "  not run: " << missing << '\n';
  }
  std::erase_if(algorithms, [](const Algorithm& algorithm) { return algorithm.where != Where::cpu; });
}

bool check(const Options& options, std::ostream& out) {
  std::vector<Algorithm> algorithms = chosen(options);
  leave_out_gpu(algorithms, out);
  std::vector<std::pair<int, int>> sizes{{1000, 777}};
  for (const int size : options.sizes.empty() ? std::vector{1024, 4096} : options.sizes) sizes.emplace_back(size, size);
  bool all_equal = true;
  for (const auto& [width, height] : sizes) {
    all_equal &= check_on(make_page(width, height, Content::noise), "noise", algorithms, options.sweeps, out);
    all_equal &= check_on(make_page(width, height, Content::gradient), "gradient", algorithms, false, out);
  }
  out << (all_equal ? "All have the reference's bits.\n" : "Some DIFFER.\n");
  return all_equal;
}

// The first run is not counted. Slow ones are run three times, if that does not take much longer than was asked for.
void measure(Session& session, double seconds, Row& row) {
  std::vector<double> times;
  double spent = session.run();
  const auto enough = [&] {
    const double limit = 1000 * seconds * (times.size() < 3 ? 5 : 1);
    return spent >= limit || times.size() == 50;
  };
  do {
    times.push_back(session.run());
    spent += times.back();
  } while (!enough());
  std::ranges::sort(times);
  row.best = times.front();
  row.median = times[times.size() / 2];
  row.repeats = static_cast<int>(times.size());
}

void time_on(const Page& page, const Algorithm& algorithm, const Setting& setting, double seconds, Expected& expected,
             std::ostream& out) {
  Row row{.algorithm = std::string(algorithm.name),
          .paper = std::string(algorithm.paper),
          .table = std::string(algorithm.table),
          .where = name_of(algorithm.where),
          .setting = text(setting),
          .width = page.width,
          .height = page.height};
  row.bits = obstacle(algorithm, page, setting);
  if (row.bits.empty()) {
    row.bytes = algorithm.memory(page, setting);
    const auto session = algorithm.begin(page, setting);
    measure(*session, seconds, row);
    row.bits = expected.verdict(algorithm, setting, *session);
  }
  write_row(out, row);
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
      "GPU: " + (gpu_missing().empty() ? gpu_description() : gpu_missing()),
      "pages: noise; times: the best of a setting's runs, planes in the memory of who halftones them"};
  if (!note.empty()) lines.push_back(note);
  return lines;
}

void time_all(const Options& options, std::ostream& out) {
  std::vector<Algorithm> algorithms = chosen(options);
  leave_out_gpu(algorithms, std::cerr);
  write_head(out, origin(options.note));
  for (const int size :
       options.sizes.empty() ? std::vector(std::begin(published_sizes), std::end(published_sizes)) : options.sizes) {
    const Page page = make_page(size, size, Content::noise);
    Expected expected(page);
    for (const Algorithm& algorithm : algorithms) {
      if (size <= algorithm.largest) time_on(page, algorithm, {}, options.seconds, expected, out);
    }
  }
  if (!options.sweeps) return;
  for (const auto& [width, height] : {std::pair{1024, 768}, {6042, 3298}, {8192, 8192}}) {  // two of them Deshpande's
    const Page page = make_page(width, height, Content::noise);
    Expected expected(page);
    for (const Algorithm& algorithm : algorithms)
      for (const Setting& setting : algorithm.sweep) time_on(page, algorithm, setting, options.seconds, expected, out);
  }
}

// Returns an exit status.
int show(const std::string& path, void (*print)(std::ostream&, const RunFile&), std::ostream& out) {
  std::ifstream file(path);
  if (!file) {
    std::cerr << path << ": cannot be read\n";
    return 1;
  }
  print(out, read_run(file));
  return 0;
}

void print_run(std::ostream& out, const RunFile& run) {
  print_tables(out, catalogue(), run);
}

int all(const std::filesystem::path& folder, const Options& options) {
  std::filesystem::create_directories(folder);
  std::ofstream bits(folder / "bits.txt"), tables(folder / "tables.md"), picture(folder / "plot.svg");
  const bool all_equal = check(options, bits);
  {
    std::ofstream times(folder / "run.csv");
    time_all(options, times);
  }
  show(folder / "run.csv", print_run, tables);
  show(folder / "run.csv", plot, picture);
  return all_equal ? 0 : 1;
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
  if (command == "time") return time_all(options, std::cout), 0;
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
