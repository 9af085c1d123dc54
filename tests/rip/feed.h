// A pipe into a program, which the test fills step by step.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <utility>

namespace platerip::test {

class Feed {
 public:
  explicit Feed(const std::string& path) : path_(path) {
    mkfifo(path.c_str(), 0600);
    both_ = open(path.c_str(), O_RDWR | O_CLOEXEC);
  }
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;
  ~Feed() { end(); }

  /// Writes the bytes. Precondition: the program has opened its end.
  void put(const std::string& bytes) {
    if (write_ < 0) write_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (both_ >= 0) close(std::exchange(both_, -1));
    ASSERT_EQ(write(write_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  void end() {
    if (write_ >= 0) close(std::exchange(write_, -1));
    if (both_ >= 0) close(std::exchange(both_, -1));
  }

 private:
  std::string path_;
  int both_ = -1;
  int write_ = -1;
};

}  // namespace platerip::test
