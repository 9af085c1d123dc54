#include "rip/selftest/kinds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "halftone/method.h"
#include "profiles/profile.h"
#include "rip/selftest/painting.h"

namespace platerip::rip {
namespace {

using halftone::Family;
using halftone::MethodInfo;
using tiffio::ColorModel;

// Smaller pages are not worth the time in which the CPU prepares its own conversion of exact colours.
constexpr std::int64_t least_exact = std::int64_t{1} << 15;

// What a page can have besides what makes its kind.
class Chance {
 public:
  explicit Chance(std::mt19937& random) : random_(random) {}

  [[nodiscard]] std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(n));
  }
  [[nodiscard]] bool once_in(int n) { return below(n) == 0; }
  template <std::size_t count>
  [[nodiscard]] std::string one_of(const char* const (&words)[count]) {
    return words[static_cast<std::size_t>(below(count))];
  }

 private:
  std::mt19937& random_;
};

// les and pes take a thousand times as long as others, and print evenly spaced drops only.
bool is_exhaustive(const MethodInfo& method) {
  return method.search != nullptr && method.search->moves != halftone::Moves::toggles_and_swaps;
}

void add_kinds_of(const MethodInfo& method, std::vector<Kind>& kinds) {
  const std::string name(method.name);
  const std::int64_t pixels = is_exhaustive(method) ? 200 : Kind().pixels;
  kinds.push_back({.name = name + ", 1 bit", .options = {{"halftone", name}}, .pixels = pixels});
  kinds.push_back({.name = name + ", drops", .options = {{"halftone", name}}, .has_drops = true, .pixels = pixels});
  if (method.family == Family::tone_filter)
    kinds.push_back({.name = name + ", even inks", .options = {{"halftone", name}, {"inks", "even"}}});
  if (method.search != nullptr && !is_exhaustive(method))
    kinds.push_back({.name = name + ", inks together", .options = {{"halftone", name}, {"inks", "together"}}});
}

std::string separation_name(ColorModel model, const std::string& press, const std::string& precision, int bits) {
  const std::string from = model == ColorModel::rgb ? "RGB" : model == ColorModel::gray ? "gray" : "CMYK";
  return from + " to " + press + ", " + precision + ", " + std::to_string(bits) + " bits";
}

// `press`: the option for the press, if it is not the built-in one. 16 levels of an error filter show all differences.
void add_separations(const std::string& name, const std::vector<std::pair<std::string, std::string>>& press,
                     std::span<const ColorModel> models, std::vector<Kind>& kinds) {
  for (const ColorModel model : models) {
    for (const bool is_exact : {false, true}) {
      const std::string precision = is_exact ? "exact" : "littlecms";
      for (const int bits : {8, 16}) {
        Kind kind{.name = separation_name(model, name, precision, bits),
                  .options = press,
                  .model = model,
                  .bits = bits,
                  .separates = true,
                  .least_pixels = is_exact ? least_exact : 1};
        kind.pixels = std::max(kind.pixels, kind.least_pixels);
        kind.options.insert(kind.options.end(),
                            {{"halftone", "floyd-steinberg"}, {"levels", "16"}, {"precision", precision}});
        kinds.push_back(std::move(kind));
      }
    }
  }
}

Status add_given(const std::string& file, std::vector<Kind>& kinds) {
  const auto profile = profiles::Profile::from_file(file);
  if (!profile.ok()) return profile.error();
  const std::string name = std::filesystem::path(file).filename().string();
  if (profile->is_link()) {
    const auto model = profile->model().value_or(profiles::ColorModel::rgb);
    const ColorModel own = model == profiles::ColorModel::gray   ? ColorModel::gray
                           : model == profiles::ColorModel::cmyk ? ColorModel::cmyk
                                                                 : ColorModel::rgb;
    add_separations(name, {{"profile", file}}, {{own}}, kinds);
    return {};
  }
  if (const Status status = profiles::check_press(*profile, {}); !status.ok()) return status;
  add_separations(name, {{"profile", file}}, std::array{ColorModel::rgb, ColorModel::gray}, kinds);
  if (profile->model() == profiles::ColorModel::cmyk)
    add_separations(name, {{"profile", file}, {"input-profile", file}, {"convert-cmyk", "true"}},
                    std::array{ColorModel::cmyk}, kinds);
  return {};
}

const MethodInfo& method_of(const Trial& trial) {
  return halftone::find_method(trial.word("halftone"))->info();
}

// Some widths are next to multiples of vectors and words.
void set_size(std::int64_t pixels, Chance& chance, tiffio::PageInfo& info) {
  const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(pixels)));
  const std::int64_t width = 1 + chance.below(4 * std::max<std::int64_t>(side, 2));
  const std::int64_t beside = std::max<std::int64_t>(1, width / 16 * 16 + chance.below(5) - 2);
  info.width = chance.once_in(2) ? width : beside;
  info.height = (pixels + info.width - 1) / info.width;
}

void add_drops(int number, Chance& chance, Trial& trial) {
  const bool is_even = is_exhaustive(method_of(trial));
  const int way = number % (is_even ? 3 : 5);
  if (way == 0) trial.options.emplace_back("levels", "4");
  if (way == 1) trial.options.emplace_back("levels", "16");
  if (way == 2) trial.options.emplace_back("levels", std::to_string(3 + chance.below(14)));
  if (way == 3) trial.options.emplace_back("drops", chance.one_of({"0,28,55,100", "0,10,60,100", "0,60,100"}));
  if (way == 4) trial.options.emplace_back("drops", "K=0,20,40,60,80,90,100");
  if (!is_even && chance.once_in(2)) trial.options.emplace_back("drop-mix", std::to_string(chance.below(101)));
}

void add_halftone_options(Chance& chance, Trial& trial) {
  const MethodInfo& method = method_of(trial);
  const auto add = [&](const std::string& option, const std::string& word) {
    trial.options.emplace_back(option, word);
  };
  if (method.family == Family::tone_filter && chance.once_in(2))
    add("sharpness", std::to_string(chance.below(halftone::max_sharpness + 1)));
  if (method.family == Family::search && !chance.once_in(4)) add("quality", "draft");
  if (method.name == "am" && chance.once_in(2)) add("screen-ruling", std::to_string(50 + chance.below(150)));
  if (method.name == "am" && chance.once_in(2)) add("screen-angle", std::to_string(chance.below(90)));
  if (method.name == "green-noise") add("dot-size", std::to_string(2 + chance.below(5)));
  if (trial.word("inks").empty()) {
    if (chance.once_in(2))
      add("planes", chance.one_of({"Black", "Cyan,Black", "Yellow"}));
    else if (chance.once_in(3))
      add("plate", chance.one_of({"White=inks", "White=inks:C+M,choke=1px", "White=all,amount=40"}));
  }
  if (chance.once_in(8)) add(chance.one_of({"choke", "spread"}), "Black=" + std::to_string(1 + chance.below(3)) + "px");
}

void add_separation_options(const Kind& kind, Chance& chance, Trial& trial) {
  const auto add = [&](const char* option, const std::string& word) { trial.options.emplace_back(option, word); };
  const bool is_given = !trial.word("profile").empty();  // a device link has these built in
  if (!is_given && chance.once_in(2))
    add("intent", chance.one_of({"perceptual", "relative", "saturation", "absolute"}));
  if (!is_given && chance.once_in(3)) add("bpc", "false");
  if (chance.once_in(2)) add("ink-limit", std::to_string(150 + chance.below(150)));
  if (!is_given && chance.once_in(3)) add("keep-black", chance.one_of({"k", "neutral"}));
  if (chance.once_in(4)) add("paper-white", "true");
  if (kind.model != ColorModel::cmyk && chance.once_in(4)) trial.page.info.alpha = tiffio::Alpha::unassociated;
}

Trial begun(const Kind& kind) {
  Trial trial{.options = kind.options, .page = {}};
  trial.page.info.model = kind.model;
  trial.page.info.bits = kind.bits == 0 ? 8 : kind.bits;
  return trial;
}

}  // namespace

Result<std::vector<Kind>> kinds_of_trials(std::span<const std::string> profiles) {
  std::vector<Kind> kinds;
  for (const MethodInfo& method : halftone::methods())
    if (!is_exhaustive(method)) add_kinds_of(method, kinds);
  add_separations("FOGRA39", {}, std::array{ColorModel::rgb, ColorModel::gray}, kinds);
  for (const std::string& file : profiles)
    if (const Status status = add_given(file, kinds); !status.ok()) return status.error();
  for (const MethodInfo& method : halftone::methods())
    if (is_exhaustive(method)) add_kinds_of(method, kinds);
  return kinds;
}

Trial random_trial(const Kind& kind, int number, std::mt19937& random) {
  Chance chance(random);
  Trial trial = begun(kind);
  tiffio::PageInfo& info = trial.page.info;
  set_size(std::max(kind.pixels >> chance.below(5), kind.least_pixels), chance, info);
  if (kind.bits == 0 && number % 2 == 1) info.bits = 16;
  if (kind.has_drops) add_drops(number, chance, trial);
  kind.separates ? add_separation_options(kind, chance, trial) : add_halftone_options(chance, trial);
  trial.options.emplace_back("crisp", chance.one_of({"off", "text", "hairlines", "soft"}));
  trial.options.emplace_back("threads", std::to_string(1 + chance.below(8)));
  const std::int64_t most_rows = chance.once_in(2) ? 1 + chance.below(12) : 1 + chance.below(200);
  const bool is_handed_over = number % 3 == 2 && info.height >= 3;
  // A checkpoint follows each strip, and takes as long as a disk.
  const std::int64_t least_rows = is_handed_over ? std::max<std::int64_t>(1, info.height / 8) : 1;
  trial.options.emplace_back("strip-rows", std::to_string(std::max(most_rows, least_rows)));
  if (is_handed_over) {
    const std::int64_t first = 1 + chance.below(info.height - 2);
    trial.hand_overs = {first, first + 1 + chance.below(info.height - first - 1)};
  }
  paint(trial.page, random);
  return trial;
}

Trial timed_trial(const Kind& kind, std::int64_t pixels) {
  std::mt19937 random(1);
  Trial trial = begun(kind);
  trial.page.info.width = std::clamp<std::int64_t>(pixels / 64, 16, 4096);
  trial.page.info.height = std::max<std::int64_t>(16, pixels / trial.page.info.width);
  if (kind.has_drops) trial.options.emplace_back("levels", "4");
  if (!kind.separates && trial.word("inks").empty()) trial.options.emplace_back("planes", "Black");
  trial.options.emplace_back("crisp", "off");
  trial.options.emplace_back("threads", "1");
  paint(trial.page, random);
  return trial;
}

}  // namespace platerip::rip
