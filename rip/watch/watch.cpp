#include "rip/watch/watch.h"

#include <string>
#include <vector>

#include "rip/app/messages.h"
#include "rip/job/option_values.h"
#include "rip/resources/stop_signal.h"
#include "rip/watch/service.h"
#include "rip/watch/service_options.h"

namespace platerip::rip {

int watch(std::span<const char* const> words) {
  auto options = parse_service_options(words);
  if (options.ok() && options->help) return print(watch_help()).ok() ? 0 : 1;
  if (options.ok() && options->queues.empty() && !options->config)
    options = wrong_setting("give the folder of a queue");
  if (!options.ok()) {
    say_error(options.error(), "; see platerip watch --help");
    return 2;
  }
  catch_stop_signals();
  Service(*std::move(options), {words.begin(), words.end()}).run();
  return 0;
}

}  // namespace platerip::rip
