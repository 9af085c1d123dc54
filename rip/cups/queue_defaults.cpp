#include "rip/cups/queue_defaults.h"

#include <cups/cups.h>
#include <strings.h>

#include <memory>

namespace platerip::rip {

bool AnyCase::operator()(const std::string& a, const std::string& b) const {
  return ::strcasecmp(a.c_str(), b.c_str()) < 0;
}

JobOptions queue_defaults(const std::string& queue) {
  const auto close = [](cups_dest_t* list) { cupsFreeDests(1, list); };
  const std::unique_ptr<cups_dest_t, decltype(close)> found(cupsGetNamedDest(CUPS_HTTP_DEFAULT, queue.c_str(), nullptr),
                                                            close);
  if (!found) return {};
  JobOptions defaults;
  for (int i = 0; i < found->num_options; ++i) defaults[found->options[i].name] = found->options[i].value;
  return defaults;
}

}  // namespace platerip::rip
