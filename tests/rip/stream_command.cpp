#include "tests/rip/stream_command.h"

#include <filesystem>
#include <fstream>

namespace platerip::test {

namespace fs = std::filesystem;

StreamTest::StreamTest() {
  fs::create_directories(file("tmp"));
}

void StreamTest::save(const std::string& name, const std::string& bytes) const {
  std::ofstream(file(name), std::ios::binary) << bytes;
}

Outcome StreamTest::piped(const std::string& input, const std::vector<std::string>& arguments) const {
  std::string line = "cat '" + input + "' | '" PLATERIP_PROGRAM "'";
  for (const std::string& argument : arguments) line += " '" + argument + "'";
  return run({.words = {"/bin/bash", "-c", line},
              .folder = folder_.path().string(),
              .environment = {{"TMPDIR", file("tmp")}}});
}

std::vector<std::string> StreamTest::left_in_tmp() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(file("tmp"))) names.push_back(entry.path().filename().string());
  return names;
}

std::vector<Plate> StreamTest::plates_of_file(std::vector<std::string> arguments) const {
  arguments.insert(arguments.end(), {"-o", "expected", "page.tif"});
  expect_done(platerip(arguments));
  std::vector<Plate> plates;
  for (const char* ink : ink_names) plates.push_back(plate("expected/page." + std::string(ink) + ".tif"));
  return plates;
}

std::vector<Plate> StreamTest::plates_of(const std::string& tiff) const {
  save("plates.tif", tiff);
  return read_plates(file("plates.tif"));
}

void StreamTest::expect_same(const std::vector<Plate>& made, const std::vector<Plate>& expected) {
  ASSERT_EQ(made.size(), expected.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_EQ(made[i].page_name, expected[i].page_name);
    EXPECT_EQ(made[i].bits, expected[i].bits);
    EXPECT_EQ(made[i].photometric, expected[i].photometric);
    EXPECT_TRUE(made[i].levels == expected[i].levels) << expected[i].page_name;
  }
}

}  // namespace platerip::test
