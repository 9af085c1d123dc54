// Spread and choke in plain loops: the specification. Slow; memory for five copies of the rows.
#pragma once

#include "separation/edges/disc_edges.h"

namespace platerip::separation::reference {

/// DiscEdges::run(). Throws std::bad_alloc.
void move_edges(const DiscEdges& edges, int bits, const EdgeRows& rows, const Plane& in, const Plane& out);

}  // namespace platerip::separation::reference
