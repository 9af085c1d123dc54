// A plate sink while it makes the plates of a page.
#pragma once

#include "rip/plates/plate_sink.h"

namespace platerip::rip {

/// Makes the sink let go of the plates' files at the end of its life. Declare it after the files, so that the sink lets
/// go before they are closed.
class SinkOfPage {
 public:
  explicit SinkOfPage(PlateSink& sink) : sink_(sink) {}
  SinkOfPage(const SinkOfPage&) = delete;
  SinkOfPage& operator=(const SinkOfPage&) = delete;
  ~SinkOfPage() { sink_.abandon(); }

 private:
  PlateSink& sink_;
};

}  // namespace platerip::rip
