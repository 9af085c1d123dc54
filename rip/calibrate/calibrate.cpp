#include "rip/calibrate/calibrate.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "rip/calibrate/make_across.h"
#include "rip/calibrate/make_curves.h"
#include "rip/calibrate/make_drops.h"
#include "rip/calibrate/make_target.h"
#include "rip/calibrate/orders.h"
#include "rip/job/one_line.h"
#include "rip/job/shell_word.h"

namespace platerip::rip {
namespace {

constexpr int all_done = 0;
constexpr int failed = 1;
constexpr int wrong_usage = 2;

// Names from files may have control characters, which become spaces.
std::string printable(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
  return text;
}

void say(const std::string& message) {
  std::fprintf(stderr, "platerip: %s\n", printable(message).c_str());
}

int refuse(const Error& error) {
  const auto as_option = [](const std::string& setting) { return std::optional("--" + setting); };
  say(one_line(error, as_option) + (error.code == ErrorCode::bad_setting ? "; see platerip calibrate --help" : ""));
  return error.code == ErrorCode::bad_setting ? wrong_usage : failed;
}

int end_output() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return all_done;
  say("standard output cannot be written");
  return failed;
}

int show_help() {
  std::fputs(calibrate_help().c_str(), stdout);
  return end_output();
}

int run(const TargetOrder& order) {
  const auto files = make_target(order);
  if (!files.ok()) return refuse(files.error());
  for (const std::string& file : *files) std::printf("%s\n", printable(file).c_str());
  return end_output();
}

int run(const DropsOrder& order) {
  const auto measured = make_drops(order);
  if (!measured.ok()) return refuse(measured.error());
  for (const std::string& warning : measured->warnings) say(warning);
  std::printf("%-16s %4s %8s\n", "ink", "size", "amount");
  for (const InkDrops& ink : measured->inks)
    for (std::size_t i = 0; i < ink.drops.amounts.size(); ++i)
      std::printf("%-16s %4zu %8.1f\n", printable(ink.ink).c_str(), i + 1, ink.drops.amounts[i]);
  std::printf("\nplaterip --drop-file %s PAGE...\n", printable(shell_word(measured->file)).c_str());
  return end_output();
}

int run(const CurvesOrder& order) {
  const auto calibration = make_curves(order);
  if (!calibration.ok()) return refuse(calibration.error());
  for (const std::string& warning : calibration->warnings) say(warning);
  std::printf("%-16s %8s %9s %8s %10s\n", "ink", "nominal", "measured", "aim", "corrected");
  std::string options = order.profile ? " --profile " + shell_word(*order.profile) : "";
  for (const InkCalibration& ink : calibration->inks) {
    for (const CorrectedTint& tint : ink.tints)
      std::printf("%-16s %8.1f %9.1f %8.1f %10.1f\n", printable(ink.ink).c_str(), tint.tint.nominal, tint.tint.measured,
                  tint.aim, tint.corrected);
    options += " --curve " + shell_word(ink.ink + "=" + ink.file);
  }
  std::printf("\nplaterip%s PAGE...\n", printable(options).c_str());
  return end_output();
}

int run(const AcrossOrder& order) {
  const auto made = make_across(order);
  if (!made.ok()) return refuse(made.error());
  std::printf("%8s %9s %9s\n", "nominal", "lightest", "darkest");
  for (const BarTones& bar : made->bars) std::printf("%8.1f %9.1f %9.1f\n", bar.nominal, bar.least, bar.most);
  std::printf("\nplaterip --across INK=%s PAGE...\n", printable(shell_word(made->file)).c_str());
  return end_output();
}

// Nothing is ordered if help is asked for.
template <typename Order>
int run(const Result<std::optional<Order>>& order) {
  if (!order.ok()) return refuse(order.error());
  return *order ? run(**order) : show_help();
}

}  // namespace

int calibrate(std::span<const char* const> words) {
  const std::string_view what = words.empty() ? "" : words.front();
  if (what == "--help" || what == "-h") return show_help();
  const auto rest = words.subspan(words.empty() ? 0 : 1);
  if (what == "target") return run(parse_target_order(rest));
  if (what == "drops") return run(parse_drops_order(rest));
  if (what == "curves") return run(parse_curves_order(rest));
  if (what == "across") return run(parse_across_order(rest));
  return refuse({"calibrate: give target, drops, curves or across", ErrorCode::bad_setting});
}

}  // namespace platerip::rip
