// `platerip watch`, `platerip status` and `platerip jobs`: hot folders.
#pragma once

#include <span>

namespace platerip::rip {

/// Run these commands with the words after their names. Messages go to standard error. Return the exit status: 0 if all
/// is done, or after a signal that ends the service; 1 if not; 2 for wrong usage. May throw std::bad_alloc, and watch()
/// also std::system_error if no thread can be started.
int watch(std::span<const char* const> words);
int show_status(std::span<const char* const> words);
int change_jobs(std::span<const char* const> words);

}  // namespace platerip::rip
