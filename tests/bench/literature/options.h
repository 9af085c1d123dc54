// The command line of platerip-literature.
#pragma once

#include <string>
#include <vector>

namespace platerip::literature {

extern const char* const usage;

struct Options {
  std::vector<int> sizes;
  std::string only;
  double seconds = 0.5;
  bool sweeps = true;
  std::string note;
};

/// False if the arguments are not those of the usage.
bool parse(const std::vector<std::string>& arguments, Options& options);

}  // namespace platerip::literature
