#include "rip/plates/output_stream.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <future>
#include <optional>
#include <random>
#include <string>
#include <thread>

#include "tests/seed.h"

namespace platerip::rip {
namespace {

/// A pipe from which nobody reads more than `taken` bytes.
class StalledPipe {
 public:
  explicit StalledPipe(std::size_t taken) : taken_(taken) {
    std::signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(pipe2(ends_.data(), O_CLOEXEC), 0);
  }
  StalledPipe(const StalledPipe&) = delete;
  StalledPipe& operator=(const StalledPipe&) = delete;
  ~StalledPipe() {
    stop_reading();
    close(ends_[1]);
  }

  /// Writes pieces of `piece_bytes` bytes until the pipe is full. Returns what write() then says.
  Status fill(std::size_t piece_bytes) {
    OutputStream out(ends_[1], "the pipe", [this] { return is_full(); });
    const std::vector<std::byte> piece(piece_bytes);
    for (std::size_t written = 0;; written += piece_bytes) {
      if (const Status status = out.write(piece); !status.ok()) return status;
      if (const Status status = out.flush(); !status.ok()) return status;
      if (written < taken_ && written + piece_bytes >= taken_) take();
    }
  }

  void stop_reading() {
    if (ends_[0] >= 0) close(std::exchange(ends_[0], -1));
  }

 private:
  [[nodiscard]] bool is_full() const {
    pollfd writable{ends_[1], POLLOUT, 0};
    return poll(&writable, 1, 0) == 0;
  }
  void take() const {
    std::vector<std::byte> bytes(taken_);
    EXPECT_EQ(read(ends_[0], bytes.data(), taken_), static_cast<ssize_t>(taken_));
  }

  std::size_t taken_;
  std::array<int, 2> ends_{-1, -1};
};

// A pipe has 16 or 256 pages of memory. A piece of 10,241 bytes takes three of them and leaves the last one half full.
TEST(OutputStream, IsNeverStuckInAPipeThatNobodyReads) {
  std::mt19937 random(test_seed());
  for (int attempt = 0; attempt < 30; ++attempt) {
    const std::size_t piece_bytes = attempt == 0 ? 10'241 : 512 + random() % 40'000;
    StalledPipe pipe(attempt == 0 ? 0 : random() % 20'000);
    auto filled = std::async(std::launch::async, [&] { return pipe.fill(piece_bytes); });
    const bool is_stuck = filled.wait_for(std::chrono::seconds(20)) != std::future_status::ready;
    if (is_stuck) pipe.stop_reading();
    ASSERT_EQ(filled.get().error().message, "the pipe: stopped") << piece_bytes;
  }
}

/// A stream into a pipe, which keeps back more than fits there when somebody asks it to stop writing.
class StoppedStream : public testing::Test {
 protected:
  explicit StoppedStream(std::chrono::milliseconds patience = std::chrono::minutes(1)) : patience_(patience) {
    std::signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(pipe2(ends_.data(), O_CLOEXEC), 0);
    EXPECT_EQ(out().write(bytes_).error().message, "the pipe: stopped");
  }
  StoppedStream(const StoppedStream&) = delete;
  StoppedStream& operator=(const StoppedStream&) = delete;
  ~StoppedStream() override {
    stop_reading();
    stop_writing();
  }

  OutputStream& out() {
    if (!out_)
      out_.emplace(
          ends_[1], "the pipe", [] { return true; }, patience_);
    return *out_;
  }

  Status last_words() {
    return out().despite_stop([this] { return out().flush(); });
  }

  /// All that arrives until stop_writing().
  std::string read_all() const {
    std::string text;
    std::array<char, 4096> piece{};
    for (ssize_t got = 0; (got = read(ends_[0], piece.data(), piece.size())) > 0;)
      text.append(piece.data(), static_cast<std::size_t>(got));
    return text;
  }

  void stop_writing() {
    if (ends_[1] >= 0) close(std::exchange(ends_[1], -1));
  }

  void stop_reading() {
    if (ends_[0] >= 0) close(std::exchange(ends_[0], -1));
  }

  const std::vector<std::byte> bytes_ = std::vector<std::byte>(std::size_t{3} << 20, std::byte{'x'});

 private:
  std::chrono::milliseconds patience_;
  std::array<int, 2> ends_{-1, -1};
  std::optional<OutputStream> out_;
};

class ImpatientStream : public StoppedStream {
 protected:
  ImpatientStream() : StoppedStream(std::chrono::milliseconds(200)) {}
};

TEST_F(StoppedStream, StillHasItsLastWords) {
  auto reader = std::async(std::launch::async, [this] { return read_all(); });
  EXPECT_TRUE(last_words().ok());
  stop_writing();
  EXPECT_TRUE(reader.get() == std::string(bytes_.size(), 'x'));
  EXPECT_FALSE(out().failed());
}

TEST_F(ImpatientStream, DoesNotWaitForEverForAReader) {
  const Status status = last_words();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "the pipe: stopped");
  EXPECT_FALSE(out().failed());
}

TEST_F(StoppedStream, HasFailedWhereItsReaderEnds) {
  stop_reading();
  const Status status = last_words();
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().message.find("its reader has ended"), std::string::npos);
  EXPECT_TRUE(out().failed());
}

}  // namespace
}  // namespace platerip::rip
