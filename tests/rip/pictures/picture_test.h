// Pages in pictures, from files and through pipes.
#pragma once

#include <gmock/gmock.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/rip/stream_command.h"

namespace platerip::test {

class PictureTest : public StreamTest {
 protected:
  /// `picture`: the name of the file that tests save.
  explicit PictureTest(std::string picture) : picture_(std::move(picture)) {}

  /// The plates of the picture, from the file and through a pipe; both must be the same.
  [[nodiscard]] std::vector<Plate> plates_of_picture(std::vector<std::string> options = {}) const {
    options.insert(options.end(), {"-o", "-"});
    std::vector<std::string> streamed = options;
    options.push_back(picture_);
    streamed.emplace_back("-");
    const Outcome from_file = platerip(options);
    expect_made(from_file);
    const Outcome from_pipe = piped(picture_, streamed);
    expect_made(from_pipe);
    std::vector<Plate> plates = plates_of(from_file.out);
    expect_same(plates_of(from_pipe.out), plates);
    EXPECT_THAT(left_in_tmp(), testing::IsEmpty());
    return plates;
  }

  /// Expects that the picture is refused with these words, from the file and through a pipe, and that nothing is left.
  void expect_refused(const std::vector<std::string>& words) const {
    const std::set<std::string> before = files();
    expect_complaint(platerip({picture_}), 1, words);
    EXPECT_EQ(files(), before);
    expect_complaint(piped(picture_, {"-"}), 1, words);
    EXPECT_EQ(files(), before);
  }

  bool has_remarks_ = false;  // a test that allows them sets this

 private:
  void expect_made(const Outcome& outcome) const {
    if (!has_remarks_) return expect_done(outcome);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }

  std::string picture_;
};

}  // namespace platerip::test
