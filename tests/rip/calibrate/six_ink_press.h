// A press of six inks as an ICC profile that Argyll can read: version 2.
#pragma once

#include <string>

namespace platerip::test {

/// Writes the profile of a press of cyan, magenta, yellow, black, orange and green. Each ink gains tone by a parabola
/// of its own, from 10 % at 50 % of cyan to 20 % of green.
void write_six_ink_press(const std::string& path);

}  // namespace platerip::test
