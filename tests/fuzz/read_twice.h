// Reads the pages of a TIFF twice: with different memory, threads and rows per call, on buffers with different old
// content, and where rows can be read in any order, also from the last to the first. Ends the program if the rows or
// whether there is an error depend on that.
#pragma once

namespace platerip::fuzz {

/// `descriptor`: an open file. It may hold anything.
void read_twice(int descriptor);

}  // namespace platerip::fuzz
