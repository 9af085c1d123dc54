#include "tests/bench/literature/run_file.h"

#include <cstdlib>
#include <istream>
#include <ostream>

namespace platerip::literature {
namespace {

constexpr const char* head = "algorithm,paper,table,where,setting,width,height,best_ms,median_ms,repeats,bytes,bits";

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

}  // namespace

void write_origin(std::ostream& out, const std::vector<std::string>& origin) {
  for (const std::string& line : origin) out << "# " << line << '\n';
}

void write_head(std::ostream& out, const std::vector<std::string>& origin) {
  write_origin(out, origin);
  out << head << '\n';
}

void write_row(std::ostream& out, const Row& row) {
  const auto quoted = [](const std::string& field) { return '"' + field + '"'; };
  out << quoted(row.algorithm) << ',' << row.paper << ',' << quoted(row.table) << ',' << row.where << ',' << row.setting
      << ',' << row.width << ',' << row.height << ',';
  if (row.ran()) {
    out << row.best << ',' << row.median << ',' << row.repeats;
  } else {
    out << ",,";
  }
  out << ',' << row.bytes << ',' << quoted(row.bits) << '\n' << std::flush;
}

RunFile read_run(std::istream& in) {
  RunFile run;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("# ")) run.origin.push_back(line.substr(2));
    const std::vector<std::string> f = split(line);
    if (line.starts_with('#') || line == head || f.size() != 12) continue;
    run.rows.push_back({f[0], f[1], f[2], f[3], f[4], std::atoi(f[5].c_str()), std::atoi(f[6].c_str()),
                        std::atof(f[7].c_str()), std::atof(f[8].c_str()), std::atoi(f[9].c_str()),
                        std::strtoull(f[10].c_str(), nullptr, 10), f[11]});
  }
  return run;
}

std::string size_name(int width, int height) {
  if (width == height && width % 1024 == 0) return std::to_string(width / 1024) + "K";
  return std::to_string(width) + "×" + std::to_string(height);
}

std::map<std::string, std::map<int, const Row*>> best_on_squares(const RunFile& run) {
  std::map<std::string, std::map<int, const Row*>> all;
  for (const Row& row : run.rows) {
    if (row.width != row.height) continue;
    const Row*& best = all[row.algorithm][row.width];
    if (!best || !best->ran() || (row.ran() && row.best < best->best)) best = &row;
  }
  return all;
}

}  // namespace platerip::literature
