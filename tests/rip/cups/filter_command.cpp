#include "tests/rip/cups/filter_command.h"

#include <sstream>

namespace platerip::test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

constexpr const char* cut_off = "the writer was cut off";

void expect_manners(const Outcome& outcome) {
  EXPECT_FALSE(outcome.timed_out);
  EXPECT_EQ(outcome.signal, 0);
  std::istringstream lines(outcome.err);
  int working = 0;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_THAT(line, MatchesRegex("(DEBUG|INFO|WARNING|ERROR|ATTR|STATE|PAGE): .+"));
    if (line == "STATE: +org.platerip.halftoning-report") ++working;
    if (line == "STATE: -org.platerip.halftoning-report") --working;
  }
  EXPECT_EQ(working, 0) << outcome.err;
}

}  // namespace

Command FilterTest::command(const FilterCall& call, const std::string& file) const {
  Command command{
      .words = {PLATERIP_FILTERS "/" + name_, "1", "user", "a page", std::to_string(call.copies), call.options},
      .folder = folder_.path().string(),
      .environment = {{"TMPDIR", this->file("tmp")}, {"FINAL_CONTENT_TYPE", call.final_type}, {"PPD", call.ppd}}};
  command.environment.insert(call.environment.begin(), call.environment.end());
  if (!file.empty()) command.words.push_back(file);
  return command;
}

Command FilterTest::piped_command(const std::string& input, const FilterCall& call) const {
  Command piped = command(call);
  std::string line = "(" + input + " || echo 'ERROR: " + cut_off + "' >&2) |";
  for (const std::string& word : piped.words) line += " '" + word + "'";
  piped.words = {"/bin/bash", "-c", line};
  return piped;
}

Outcome FilterTest::filter(const std::string& input, const FilterCall& call) const {
  return run(piped_command("cat '" + input + "'", call));
}

Outcome FilterTest::filter_unkept(const std::string& input, const FilterCall& call) const {
  Command unkept = piped_command(input, call);
  unkept.words.back() += " > /dev/null";
  return run(unkept);
}

std::vector<std::string> FilterTest::lines_of(const Outcome& outcome, const std::string& kind) {
  std::istringstream lines(outcome.err);
  std::vector<std::string> found;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kind + ": ")) found.push_back(line.substr(kind.size() + 2));
  }
  return found;
}

void FilterTest::expect_printed(const Outcome& outcome) {
  expect_manners(outcome);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(lines_of(outcome, "ERROR"), testing::IsEmpty());
}

void FilterTest::expect_failed(const Outcome& outcome, const std::vector<std::string>& words) {
  expect_manners(outcome);
  EXPECT_EQ(outcome.status, 1);
  const std::vector<std::string> errors = lines_of(outcome, "ERROR");
  ASSERT_EQ(errors.size(), 1u) << outcome.err;
  for (const std::string& word : words) EXPECT_THAT(errors[0], HasSubstr(word));
}

}  // namespace platerip::test
