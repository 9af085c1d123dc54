#include "rip/app/until_signal.h"

#include <cstring>
#include <string>

#include "rip/app/progress.h"
#include "rip/resources/stop_signal.h"

namespace platerip::rip {
namespace {

Error stopped_by_signal(const std::string& page, const char* rest) {
  return Error{page + ": stopped by SIG" + sigabbrev_np(stop_signal()) + rest, ErrorCode::stopped}.of_page(page);
}

}  // namespace

Result<PageReport> rip_until_signal(bool shown, const DealtPage& dealt, PlateSink& sink) {
  constexpr const char* no_plates = "; no plates of this page were made";
  if (!dealt.page.ok()) {
    const Error& error = dealt.page.error();
    const bool is_drawn = stopped() && error.code == ErrorCode::stopped && !error.page.empty();
    return is_drawn ? stopped_by_signal(error.page, no_plates) : error;
  }
  auto report = rip_with_progress(shown, dealt, sink);
  if (report.ok()) return report;
  const std::string page = page_label(dealt.page->source);
  if (!stopped() || (dealt.job.checkpoint && report.error().code != ErrorCode::stopped))
    return report.error().of_page(page);
  return stopped_by_signal(page, dealt.job.checkpoint ? "; give the same command again to go on" : no_plates);
}

}  // namespace platerip::rip
