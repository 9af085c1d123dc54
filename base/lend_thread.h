// How the libraries use threads beside the calling one: the caller lends them.
#pragma once

#include <functional>

namespace platerip {

/// Runs `task` later on another thread, or on none if there is no other. It returns at once, and `task` does not throw.
/// Several threads may call it at once.
using LendThread = std::function<void(const std::function<void()>& task)>;

}  // namespace platerip
