#include "rip/job/idle_options.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "rip/job/job_options.h"

namespace platerip::rip {
namespace {

using halftone::MethodInfo;

bool is_am(const MethodInfo& method) {
  return method.name == "am";
}

bool is_green_noise(const MethodInfo& method) {
  return method.name == "green-noise";
}

bool is_screen(const MethodInfo& method) {
  return method.family == halftone::Family::screen;
}

bool is_search(const MethodInfo& method) {
  return method.family == halftone::Family::search;
}

bool is_tone_filter(const MethodInfo& method) {
  return method.family == halftone::Family::tone_filter;
}

// Which methods take an option that not all of them take.
struct MethodOption {
  std::string_view option;
  bool (*is_taken_by)(const MethodInfo& method);
  std::string_view methods;
};
constexpr std::array method_options = {
    MethodOption{"sharpness", is_tone_filter, "tone and centred"},
    MethodOption{"quality", is_search, "dbs, les and pes"},
    MethodOption{"search-rounds", is_search, "dbs, les and pes"},
    MethodOption{"screen-ruling", is_am, "am"},
    MethodOption{"screen-angle", is_am, "am"},
    MethodOption{"dot", is_am, "am"},
    MethodOption{"dot-size", is_green_noise, "green-noise"},
    MethodOption{"min-dot", is_screen, "am, blue-noise, green-noise and screen files"},
};

// An option that only pages that are converted take, and how users set it.
struct ConversionOption {
  std::string_view option;
  std::string_view set;
};
constexpr std::array conversion_options = {
    ConversionOption{"intent", "intent"},
    ConversionOption{"bpc", "no-bpc"},
    ConversionOption{"paper-white", "paper-white"},
    ConversionOption{"keep-black", "keep-black"},
};

bool is_set(const Job& job, std::string_view option) {
  return !words_of(job, *find_job_option(option)).empty();
}

std::string names_of(std::span<const halftone::PlaneSettings> planes) {
  std::set<std::string_view> methods;
  for (const halftone::PlaneSettings& plane : planes) methods.insert(plane.method.name());
  std::string names;
  for (const std::string_view name : methods) names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

}  // namespace

std::vector<Remark> idle_options(const Job& job, std::span<const halftone::PlaneSettings> planes, bool passes_through) {
  std::vector<Remark> remarks;
  for (const MethodOption& each : method_options) {
    const auto takes_it = [&](const halftone::PlaneSettings& plane) { return each.is_taken_by(plane.method.info()); };
    if (std::ranges::any_of(planes, takes_it) || !is_set(job, each.option)) continue;
    remarks.push_back({std::string(each.option) + " has no effect: it is for " + std::string(each.methods) +
                       ", and the halftone is " + names_of(planes)});
  }
  for (const auto& [option, set] : conversion_options) {
    if (!passes_through || !is_set(job, option)) continue;
    remarks.push_back({std::string(set) + " has no effect: the inks of the page pass through unchanged",
                       {{.setting = "convert-cmyk", .purpose = "to convert them"}}});
  }
  return remarks;
}

}  // namespace platerip::rip
