// The families of algorithms in the catalogue. Each has a file.
#pragma once

#include <vector>

#include "tests/bench/literature/algorithm.h"

namespace platerip::literature {

std::vector<Algorithm> kasagi_sequential();
std::vector<Algorithm> kasagi_global_memory();
std::vector<Algorithm> kasagi_blocks();
std::vector<Algorithm> kasagi_transfers();
std::vector<Algorithm> metaxas_simulated();
std::vector<Algorithm> metaxas_threads();
std::vector<Algorithm> deshpande_blocks();
std::vector<Algorithm> deshpande_gpu();
std::vector<Algorithm> kouge_search();
std::vector<Algorithm> product();

/// All of them, in the order of the tables.
std::vector<Algorithm> catalogue();

}  // namespace platerip::literature
