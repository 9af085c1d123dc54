#include "rip/page/describe.h"

#include <iterator>
#include <string>

namespace platerip::rip {

void describe(const PageColor& color, const Relay& relay, PageReport& report) {
  if (const auto& profile = color.settings.page) {
    report.page_profile = profile->name();
    report.page_profile_description = profile->description();
  }
  if (const auto& profile = color.settings.press) {
    report.press_profile = profile->name();
    report.press_profile_description = profile->description();
  }
  report.warnings.insert(report.warnings.end(), color.warnings.begin(), color.warnings.end());
  report.notes.insert(report.notes.end(), color.notes.begin(), color.notes.end());
  const bool has_alpha = color.settings.format.alpha != separation::Alpha::none;
  if (has_alpha && report.max_total_ink_percent == 0)
    report.warnings.push_back({"all plates are empty: by its alpha, the page is transparent or white everywhere"});
  report.separation_backend = relay.separation_backend();
  report.halftone_backend = relay.halftone_backend();
  report.without_gpu = relay.without_gpu();
  report.memory = relay.budget().text();
  report.strip_rows = relay.maker().plan().rows;
  if (!relay.warning().empty()) report.warnings.push_back({relay.warning()});
}

}  // namespace platerip::rip
