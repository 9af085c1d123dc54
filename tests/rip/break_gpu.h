#pragma once

namespace platerip::test {

/// Runs a kernel that fails. From then on, this process cannot use the current GPU.
void break_gpu();

}  // namespace platerip::test
