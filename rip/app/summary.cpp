#include "rip/app/summary.h"

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

#include "rip/app/spelling.h"
#include "rip/job/one_line.h"
#include "rip/records/json_fields.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

std::string fixed(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string joined(const std::vector<Remark>& remarks) {
  std::string text;
  for (const Remark& remark : remarks) text += (text.empty() ? "" : "; ") + one_line(remark, as_option);
  return text;
}

std::string described(const std::string& profile, const std::string& description) {
  return description.empty() ? profile : profile + " (" + description + ")";
}

}  // namespace

std::string color_of(const PageReport& report) {
  if (report.page_profile.empty()) return "inks as they are in the page";
  if (report.press_profile.empty())
    return "device link " + described(report.page_profile, report.page_profile_description);
  return described(report.page_profile, report.page_profile_description) + " to " +
         described(report.press_profile, report.press_profile_description);
}

// The kernel counts ru_maxrss from before exec(), so it may be the memory of the program that started this one.
double peak_memory_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    constexpr std::string_view name = "VmHWM:";
    if (line.starts_with(name)) return std::strtod(line.c_str() + name.size(), nullptr) / 1024;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

std::string text_summary(const PageReport& report, double peak_memory_mib) {
  std::ostringstream text;
  text << report.page << ": " << report.width << " x " << report.height << " px, " << report.bits << " bits\n";
  text << "  " << tiffio::printable(color_of(report)) << '\n';
  for (const PlateReport& plate : report.plates) {
    text << "  " << tiffio::printable(plate.file) << ": " << tiffio::printable(plate.ink) << ' '
         << fixed(plate.coverage_percent, 2) << " %\n";
  }
  text << "  total ink: mean " << fixed(report.mean_total_ink_percent, 1) << " %, at most "
       << fixed(report.max_total_ink_percent, 1) << " %\n";
  const Seconds& s = report.seconds;
  text << "  seconds: " << fixed(s.total, 3) << " (read " << fixed(s.read, 3) << ", separate " << fixed(s.separate, 3)
       << ", halftone " << fixed(s.halftone, 3) << ", write " << fixed(s.write, 3) << " of work)\n";
  text << "  peak memory: " << fixed(peak_memory_mib, 0) << " MiB\n";
  return text.str();
}

std::string json_summary(const PageReport& report, double peak_memory_mib) {
  Json plates = Json::array();
  for (const PlateReport& plate : report.plates) {
    plates.push_back({{"ink", plate.ink}, {"file", plate.file}, {"coverage_percent", plate.coverage_percent}});
  }
  const Seconds& s = report.seconds;
  const Json json{
      {"page", report.page},
      {"width", report.width},
      {"height", report.height},
      {"bits", report.bits},
      {"profiles",
       {{"page", report.page_profile},
        {"page_description", report.page_profile_description},
        {"press", report.press_profile},
        {"press_description", report.press_profile_description}}},
      {"backends", {{"separation", report.separation_backend}, {"halftone", report.halftone_backend}}},
      {"without_gpu", report.without_gpu},
      {"warning", joined(report.warnings)},
      {"strip_rows", report.strip_rows},
      {"plates", plates},
      {"total_ink", {{"mean_percent", report.mean_total_ink_percent}, {"max_percent", report.max_total_ink_percent}}},
      {"seconds",
       {{"read", s.read}, {"separate", s.separate}, {"halftone", s.halftone}, {"write", s.write}, {"total", s.total}}},
      {"peak_memory_mib", peak_memory_mib},
  };
  return text_of(json) + '\n';
}

std::string summary_of(SummaryFormat format, const Result<PageReport>& report) {
  if (format == SummaryFormat::none) return "";
  if (report.ok()) {
    const double peak = peak_memory_mib();
    return format == SummaryFormat::json ? json_summary(*report, peak) : text_summary(*report, peak);
  }
  const Error& error = report.error();
  if (format != SummaryFormat::json || error.page.empty()) return "";
  return text_of({{"page", error.page}, {"error", one_line(error, as_option)}, {"code", name_of(error.code)}}) + '\n';
}

}  // namespace platerip::rip
