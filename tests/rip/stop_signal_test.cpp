#include "rip/resources/stop_signal.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace platerip::rip {
namespace {

// In a process of its own, whose signals do not disturb others, and which may die.
TEST(StopSignal, OneThatComesLaterEndsAProgramThatHangs) {
  const auto hang = [] {
    catch_stop_signals();
    std::raise(SIGTERM);
    std::raise(SIGTERM);
    std::raise(SIGINT);
    if (!stopped() || stop_signal() != SIGTERM) std::exit(1);
    std::this_thread::sleep_for(std::chrono::seconds(1));
    std::raise(SIGINT);
    std::exit(2);
  };
  EXPECT_EXIT(hang(), testing::KilledBySignal(SIGINT), "");
}

TEST(StopSignal, IsAHangupTooUnlessItWasIgnoredBefore) {
  const auto hung_up = [](bool is_ignored) {
    std::signal(SIGHUP, is_ignored ? SIG_IGN : SIG_DFL);
    catch_stop_signals();
    std::raise(SIGHUP);
    std::exit(signal_that_came());
  };
  EXPECT_EXIT(hung_up(false), testing::ExitedWithCode(SIGHUP), "");
  EXPECT_EXIT(hung_up(true), testing::ExitedWithCode(0), "");
}

TEST(StopSignal, IsNotThatOfAReaderThatHasGoneButComesBeforeIt) {
  const auto written = [](bool is_stopped) {
    catch_stop_signals();
    std::raise(SIGPIPE);
    if (stopped()) std::exit(1);
    if (is_stopped) std::raise(SIGTERM);
    std::exit(signal_that_came());
  };
  EXPECT_EXIT(written(false), testing::ExitedWithCode(SIGPIPE), "");
  EXPECT_EXIT(written(true), testing::ExitedWithCode(SIGTERM), "");
}

}  // namespace
}  // namespace platerip::rip
