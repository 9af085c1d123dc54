// Tells systemd how a service is: sd_notify(3).
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace platerip::rip {

/// Sends a state such as READY=1 to the service manager, if there is one. May throw std::bad_alloc. Thread-safe.
void notify_manager(const std::string& state);

/// How often the service manager wants WATCHDOG=1 at least; nothing if it does not. Thread-safe.
std::optional<std::chrono::microseconds> watchdog_time();

}  // namespace platerip::rip
