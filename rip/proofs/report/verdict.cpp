#include "rip/proofs/report/verdict.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace platerip::rip {
namespace {

// Interpolation between the colours of a profile may exceed its limit a little.
constexpr double tolerance = 1;  // percent

void judge_ink(const VerdictFacts& facts, std::vector<Finding>& findings) {
  if (!facts.ink_limit) return;
  const double allowed = *facts.ink_limit + tolerance;
  const std::string limit = ", and the limit is " + fixed(*facts.ink_limit, 0) + " %.";
  if (facts.most_ink_percent > allowed)
    findings.push_back({Grade::bad, "Total ink reaches " + fixed(facts.most_ink_percent, 1) + " %" + limit});
  else if (facts.most_ink_pixel && *facts.most_ink_pixel > allowed)
    findings.push_back(
        {Grade::look, "Total ink reaches " + fixed(*facts.most_ink_pixel, 1) + " % in small spots" + limit});
}

void judge_plates(const VerdictFacts& facts, std::vector<Finding>& findings) {
  for (const PlateFact& plate : facts.plates) {
    if (plate.coverage_percent == 0) findings.push_back({Grade::bad, "The plate of " + plate.ink + " is empty."});
    const PlateFact& first = facts.plates.front();
    if (plate.width == first.width && plate.height == first.height) continue;
    findings.push_back({Grade::bad, "The plate of " + plate.ink + " has " + std::to_string(plate.width) + " × " +
                                        std::to_string(plate.height) + " pixels, that of " + first.ink + " " +
                                        std::to_string(first.width) + " × " + std::to_string(first.height) + "."});
  }
}

void judge_resolution(const VerdictFacts& facts, std::vector<Finding>& findings) {
  if (!facts.resolution.is_known()) {
    findings.push_back({Grade::look, "The plates have no resolution."});
    return;
  }
  const double x = facts.resolution.per_inch(facts.resolution.x), y = facts.resolution.per_inch(facts.resolution.y);
  const auto differs = [&](double dpi) { return std::abs(dpi / *facts.setter_dpi - 1) > 0.001; };
  if (!facts.setter_dpi || (!differs(x) && !differs(y))) return;
  findings.push_back({Grade::bad, "The plates have " + fixed(x, 0) + " × " + fixed(y, 0) + " dpi, and the setter has " +
                                      fixed(*facts.setter_dpi, 0) + " dpi."});
}

}  // namespace

std::vector<Finding> judge(const VerdictFacts& facts) {
  std::vector<Finding> findings;
  judge_ink(facts, findings);
  judge_plates(facts, findings);
  judge_resolution(facts, findings);
  for (const std::string& warning : facts.warnings) findings.push_back({Grade::look, warning + "."});
  std::ranges::stable_sort(findings, [](const Finding& a, const Finding& b) { return a.grade > b.grade; });
  return findings;
}

Grade worst(const std::vector<Finding>& findings) {
  return findings.empty() ? Grade::good : findings.front().grade;
}

std::string fixed(double value, int decimals) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

}  // namespace platerip::rip
