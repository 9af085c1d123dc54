// The time that a page took. Nothing here throws.
#pragma once

namespace platerip::rip {

/// The time that a page took. Stages run at the same time, so their sum may exceed the total. Helper threads of a stage
/// are not counted.
struct Seconds {
  double read = 0;  ///< this and the next three: duration of the stage, summed over the strips
  double separate = 0;
  double halftone = 0;
  double write = 0;
  double total = 0;  ///< until the plates have their names

  void add(const Seconds& more) {
    read += more.read;
    separate += more.separate;
    halftone += more.halftone;
    write += more.write;
    total += more.total;
  }
};

}  // namespace platerip::rip
