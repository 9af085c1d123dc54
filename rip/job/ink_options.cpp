#include "rip/job/ink_options.h"

#include <cstddef>

#include "rip/job/option_values.h"

namespace platerip::rip {
namespace {

constexpr Range<double> limits{100, 800, "100 to 800 percent"};
constexpr Range<double> ceilings{0, 100, "0 to 100 percent for one ink"};

Error wrong_halftone(const std::string& need, const Job& job, const char* better) {
  return {need + ", and this is " + std::string(job.method.name()),
          ErrorCode::bad_setting,
          {{Advice::Action::give, "halftone", better}}};
}

Status check_levels(const char* way, const Job& job) {
  if (job.levels == 2) return {};
  return wrong_setting(way + std::string(" is only for plates of 2 levels"));
}

}  // namespace

Status set_black_only(Job& job, const std::string& word) {
  using separation::BlackOnly;
  static constexpr Choice<BlackOnly> grays[] = {
      {"pages", BlackOnly::pages}, {"pixels", BlackOnly::pixels}, {"off", BlackOnly::off}};
  const Status status = choose(grays, word, job.black_only);
  if (status.ok()) job.keep_black = false;
  return status;
}

Status set_keep_black(Job& job, const std::string& word) {
  using separation::BlackOnly;
  static constexpr Choice<BlackOnly> blacks[] = {
      {"none", BlackOnly::off}, {"k", BlackOnly::pages}, {"neutral", BlackOnly::pixels}};
  const Status status = choose(blacks, word, job.black_only);
  if (status.ok()) job.keep_black = job.black_only != BlackOnly::off;
  return status;
}

Status add_ink_limit(Job& job, const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) return read_number(word, limits, job.ink_limit);
  if (equals == 0 || equals + 1 == word.size()) return wrong_setting("'" + word + "' is not PERCENT or INK=PERCENT");
  InkCeiling ceiling{.ink = word.substr(0, equals)};
  if (Status status = read_number(word.substr(equals + 1), ceilings, ceiling.percent); !status.ok()) return status;
  job.ink_limits.push_back(std::move(ceiling));
  return {};
}

Status set_inks(Job& job, const std::string& word) {
  static constexpr Choice<Inks> ways[] = {
      {"independent", Inks::independent}, {"even", Inks::even}, {"together", Inks::together}};
  return choose(ways, word, job.inks);
}

Status check_inks(const Job& job) {
  switch (job.inks) {
    case Inks::independent:
      return {};
    case Inks::even:
      if (job.method.info().family != halftone::Family::tone_filter)
        return wrong_halftone("even needs a halftone that follows the tone", job, "tone");
      return check_levels("even", job);
    case Inks::together:
      if (job.method != halftone::Method("dbs"))
        return wrong_halftone("together needs direct binary search", job, "dbs");
      return check_levels("together", job);
  }
  return {};
}

}  // namespace platerip::rip
