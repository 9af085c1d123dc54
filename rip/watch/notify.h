// Tells systemd how a service is: sd_notify(3).
#pragma once

#include <string>

namespace platerip::rip {

/// Sends a state such as READY=1 to the service manager, if there is one. May throw std::bad_alloc. Thread-safe.
void notify_manager(const std::string& state);

}  // namespace platerip::rip
