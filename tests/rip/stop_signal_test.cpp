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

}  // namespace
}  // namespace platerip::rip
