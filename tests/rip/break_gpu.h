#pragma once

namespace platerip::test {

/// Runs a kernel that fails: from then on the current GPU does nothing more for this process.
void break_gpu();

}  // namespace platerip::test
