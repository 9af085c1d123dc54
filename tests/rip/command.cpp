#include "tests/rip/command.h"

#include <tiffio.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace platerip::test {

PlateripTest::PlateripTest() {
  TIFFSetWarningHandler(nullptr);
}

Command PlateripTest::command(const std::vector<std::string>& arguments) const {
  Command command{.words = {PLATERIP_PROGRAM}, .folder = folder_.path().string()};
  command.words.insert(command.words.end(), arguments.begin(), arguments.end());
  return command;
}

nlohmann::json PlateripTest::summary_of(std::vector<std::string> arguments) const {
  arguments.insert(arguments.end(), {"--summary", "json"});
  const Outcome outcome = platerip(arguments);
  expect_done(outcome);
  return nlohmann::json::parse(outcome.out.substr(0, outcome.out.find('\n')), nullptr, false);
}

double PlateripTest::most_mib(const std::string& threads) const {
  constexpr double memory = 128;
  constexpr double table = 64;
  constexpr double huge_page = 2;
  const TempFolder folder;
  std::ofstream(folder.file("pixel.ppm")) << "P6 1 1 255 rgb";
  Command of_one_pixel = command({"--threads", threads, "pixel.ppm"});
  of_one_pixel.folder = folder.path().string();
  const Outcome outcome = run(of_one_pixel);
  expect_done(outcome);
  return memory + table + huge_page + outcome.peak_mib;
}

std::set<std::string> PlateripTest::files() const {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
    if (!entry.is_directory()) names.insert(std::filesystem::relative(entry.path(), folder_.path()).string());
  }
  return names;
}

std::set<std::string> PlateripTest::four_plates(const std::string& stem) {
  std::set<std::string> names;
  for (const char* ink : ink_names) names.insert(stem + "." + ink + ".tif");
  return names;
}

std::string err_without_resolution(const Outcome& outcome) {
  const std::size_t words = outcome.err.find(": does not say its resolution, ");
  if (words == std::string::npos) return outcome.err;
  const std::size_t before = outcome.err.rfind('\n', words);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return outcome.err.substr(0, begin) + outcome.err.substr(outcome.err.find('\n', words) + 1);
}

void expect_done(const Outcome& outcome) {
  EXPECT_FALSE(outcome.timed_out);
  EXPECT_EQ(outcome.signal, 0);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(err_without_resolution(outcome), "");
}

void expect_complaint(const Outcome& outcome, int status, const std::vector<std::string>& words) {
  EXPECT_FALSE(outcome.timed_out);
  EXPECT_EQ(outcome.signal, 0);
  EXPECT_EQ(outcome.status, status);
  const std::string err = err_without_resolution(outcome);
  EXPECT_EQ(std::count(err.begin(), err.end(), '\n'), 1) << err;
  EXPECT_THAT(err, testing::StartsWith("platerip: "));
  EXPECT_THAT(err, testing::EndsWith("\n"));
  for (const std::string& word : words) EXPECT_THAT(err, testing::HasSubstr(word));
}

}  // namespace platerip::test
