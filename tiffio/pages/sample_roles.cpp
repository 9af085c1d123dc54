#include "tiffio/pages/sample_roles.h"

#include <strings.h>
#include <tiff.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace platerip::tiffio {
namespace {

using Space = SampleTags::Space;
using Names = std::vector<std::string>;

constexpr std::string_view wrong_tags = "its tags are damaged, save the page again";
constexpr std::string_view other_colors = "convert the page to RGB, CMYK or gray";
constexpr std::string_view name_inks = "name the inks in the tag InkNames, or convert the page to CMYK";

constexpr std::array<const char*, 4> cmyk = {"Cyan", "Magenta", "Yellow", "Black"};

bool is_same(const std::string& name, const char* other) {
  return ::strcasecmp(name.c_str(), other) == 0;
}

Error wrong_samples(const std::string& what, std::string_view remedy, ErrorCode code = ErrorCode::bad_input) {
  return Error{what + "; " + std::string(remedy), code};
}

Error too_few(const std::string& what, int samples) {
  return wrong_samples("has " + what + " and only " + std::to_string(samples) + " samples per pixel", wrong_tags);
}

bool is_kind_of_alpha(std::uint16_t kind) {
  return kind == EXTRASAMPLE_ASSOCALPHA || kind == EXTRASAMPLE_UNASSALPHA;
}

int color_samples(Space space) {
  switch (space) {
    case Space::gray:
    case Space::palette:
      return 1;
    case Space::rgb:
    case Space::lab:
      return 3;
    case Space::separated:
      return 4;
  }
  return 0;
}

ColorModel model_of(Space space) {
  switch (space) {
    case Space::gray:
      return ColorModel::gray;
    case Space::palette:
    case Space::rgb:
      return ColorModel::rgb;
    case Space::lab:
      return ColorModel::lab;
    case Space::separated:
      return ColorModel::cmyk;
  }
  return ColorModel::inks;
}

/// Whether this is the name of the colour at `place`.
bool names_color(Space space, std::size_t place, const std::string& name) {
  constexpr std::array<const char*, 3> rgb = {"Red", "Green", "Blue"};
  constexpr std::array<const char*, 3> short_lab = {"L", "a", "b"};
  constexpr std::array<const char*, 3> lab = {"L*", "a*", "b*"};
  constexpr std::array<const char*, 3> gray = {"Gray", "Grey", "Black"};
  if (place >= static_cast<std::size_t>(color_samples(space))) return false;
  switch (space) {
    case Space::gray:
      return std::any_of(gray.begin(), gray.end(), [&name](const char* word) { return is_same(name, word); });
    case Space::palette:
      return false;
    case Space::rgb:
      return is_same(name, rgb[place]);
    case Space::lab:
      return is_same(name, lab[place]) || is_same(name, short_lab[place]);
    case Space::separated:
      return is_same(name, cmyk[place]);
  }
  return false;
}

/// Whether InkNames names only the samples after the colours.
bool names_extras_only(const SampleTags& tags) {
  const Names& names = tags.ink_names;
  if (static_cast<int>(names.size()) > tags.samples - color_samples(tags.space)) return false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names_color(tags.space, i, names[i])) return false;
  }
  return !names.empty();
}

/// "Alpha", "alpha 2": a name that says that the sample is no ink.
bool is_name_of_alpha(std::string_view name) {
  constexpr std::array<const char*, 3> words = {"Alpha", "Transparency", "Opacity"};
  while (!name.empty() && (name.back() == ' ' || (name.back() >= '0' && name.back() <= '9'))) name.remove_suffix(1);
  const std::string word(name);
  return std::any_of(words.begin(), words.end(), [&word](const char* each) { return is_same(word, each); });
}

bool has_spots(const std::vector<PhotoshopChannel>& channels) {
  return std::any_of(channels.begin(), channels.end(), [](const PhotoshopChannel& channel) { return channel.is_spot; });
}

/// The places of Cyan, Magenta, Yellow and Black; empty unless all four are there.
std::vector<int> find_cmyk(const Names& names) {
  std::vector<int> places;
  for (const char* wanted : cmyk) {
    const auto found =
        std::find_if(names.begin(), names.end(), [wanted](const std::string& name) { return is_same(name, wanted); });
    if (found == names.end()) return {};
    places.push_back(static_cast<int>(found - names.begin()));
  }
  return places;
}

/// Where the page's colours are, and which sample has the first of InkNames.
struct Colors {
  ColorModel model = ColorModel::inks;
  std::vector<int> samples = {};
  int first_named = 0;
  bool has_photoshops_spots = false;
};

Colors first_samples(Space space, int first_named, bool has_photoshops_spots) {
  Colors colors{model_of(space), {}, first_named, has_photoshops_spots};
  for (int i = 0; i < color_samples(space); ++i) colors.samples.push_back(i);
  return colors;
}

/// Whether the first four names let the first four samples be CMYK.
bool allows_cmyk(const SampleTags& tags) {
  const Names& names = tags.ink_names;
  for (std::size_t i = 0; i < std::min(names.size(), cmyk.size()); ++i) {
    if (names[i].empty() || is_same(names[i], cmyk[i])) continue;
    const bool is_of_cmyk =
        std::any_of(cmyk.begin(), cmyk.end(), [&](const char* ink) { return is_same(names[i], ink); });
    if (is_of_cmyk || !tags.ink_set) return false;  // with InkSet, they may be CMYK in another language
  }
  return true;
}

Result<Colors> colors_of_separated(const SampleTags& tags) {
  const std::uint64_t names = tags.ink_names.size();
  const auto samples = static_cast<std::uint64_t>(tags.samples);
  if (tags.number_of_inks > samples) return too_few(std::to_string(*tags.number_of_inks) + " inks", tags.samples);
  if (names > samples) return too_few(std::to_string(names) + " names of inks", tags.samples);
  const bool may_be_cmyk = tags.ink_set.value_or(INKSET_CMYK) == INKSET_CMYK;
  if (samples >= 4 && has_spots(tags.photoshop_channels) && (may_be_cmyk || names == 0))
    return first_samples(Space::separated, 0, true);
  if (auto places = find_cmyk(tags.ink_names); !places.empty()) return Colors{ColorModel::cmyk, std::move(places)};
  const bool fits_extras = names == tags.extra_samples.size() && names + 4 == samples;
  if (names_extras_only(tags) && (may_be_cmyk || fits_extras)) return first_samples(Space::separated, 4, false);
  const bool has_four = may_be_cmyk && tags.number_of_inks.value_or(4) >= 4;
  if (has_four && (names == 0 || (samples >= 4 && allows_cmyk(tags)))) return first_samples(Space::separated, 0, false);
  if (names > 0) return Colors{};
  const std::string inks = std::to_string(tags.number_of_inks.value_or(samples));
  return wrong_samples(
      "a separated page of other inks than CMYK (" + inks + " inks) without their names is not handled", name_inks,
      ErrorCode::unsupported);
}

Result<Colors> colors_of(const SampleTags& tags) {
  const int needed = color_samples(tags.space);
  if (tags.space != Space::separated) {
    const int first_named = names_extras_only(tags) ? needed : 0;
    if (tags.samples >= needed) return first_samples(tags.space, first_named, has_spots(tags.photoshop_channels));
  } else {
    auto colors = colors_of_separated(tags);
    if (!colors.ok() || static_cast<std::size_t>(tags.samples) >= colors->samples.size()) return colors;
  }
  return wrong_samples("its colour space needs " + std::to_string(needed) + " samples per pixel and it has " +
                           std::to_string(tags.samples),
                       wrong_tags);
}

/// What the tags say about one sample that is no colour.
struct Extra {
  int sample = 0;
  std::uint16_t kind = EXTRASAMPLE_UNSPECIFIED;
  bool is_counted = false;  ///< by InkNames or NumberOfInks
  std::string name = {};
  const PhotoshopChannel* channel = nullptr;

  [[nodiscard]] bool is_marked() const { return is_kind_of_alpha(kind); }
};

using Extras = std::vector<Extra>;

/// Gives the names to the colours and the extra samples, in order. `first` is the first sample that has a name.
void give_names(const SampleTags& tags, int first, Extras& extras) {
  const auto is_marked = [](const Extra& extra) { return extra.is_marked(); };
  const bool has_alpha = std::count_if(extras.begin(), extras.end(), is_marked) == 1;
  const bool skips_alpha = has_alpha && static_cast<int>(tags.ink_names.size()) < tags.samples - first;
  int skipped = 0;
  for (Extra& extra : extras) {
    if (skips_alpha && extra.is_marked()) {
      ++skipped;
      continue;
    }
    const auto place = static_cast<std::size_t>(extra.sample - first - skipped);
    if (extra.sample < first || place >= tags.ink_names.size()) continue;
    extra.name = tags.ink_names[place];
    extra.is_counted = true;
  }
}

/// NumberOfInks counts all samples, or only those that have names, which are counted anyway.
void count_inks(const SampleTags& tags, int first, Extras& extras) {
  if (tags.space != Space::separated || !tags.number_of_inks) return;
  const std::uint64_t inks = *tags.number_of_inks;
  if (first > 0 && inks != static_cast<std::uint64_t>(tags.samples)) return;
  const auto named = std::count_if(extras.begin(), extras.end(), [](const Extra& extra) { return extra.is_counted; });
  const auto colors = static_cast<std::uint64_t>(tags.samples) - extras.size();
  std::uint64_t counted = colors + static_cast<std::uint64_t>(named);
  for (Extra& extra : extras) {
    if (counted >= inks || extra.is_counted) continue;
    const bool leaves_room = inks < static_cast<std::uint64_t>(tags.samples);
    if (leaves_room && extra.is_marked()) continue;
    extra.is_counted = true;
    ++counted;
  }
}

Extras extras_of(const SampleTags& tags, const Colors& colors) {
  Extras extras;
  for (int i = 0; i < tags.samples; ++i) {
    if (std::find(colors.samples.begin(), colors.samples.end(), i) != colors.samples.end()) continue;
    Extra extra{.sample = i};
    const int kind = i - tags.samples + static_cast<int>(tags.extra_samples.size());
    if (kind >= 0) extra.kind = tags.extra_samples[static_cast<std::size_t>(kind)];
    const auto channel = static_cast<std::size_t>(i) - colors.samples.size();
    const bool is_behind = static_cast<std::size_t>(i) >= colors.samples.size();
    if (is_behind && channel < tags.photoshop_channels.size()) extra.channel = &tags.photoshop_channels[channel];
    extras.push_back(std::move(extra));
  }
  give_names(tags, colors.first_named, extras);
  count_inks(tags, colors.first_named, extras);
  return extras;
}

/// Whether the page holds inks beside CMYK that it does not name.
bool has_nameless_inks(const SampleTags& tags, const Colors& colors, const Extras& extras) {
  if (tags.space != Space::separated || colors.model != ColorModel::cmyk) return false;
  if (tags.is_argyll_chart) return true;
  if (!tags.ink_names.empty() || !tags.photoshop_channels.empty()) return false;
  if (tags.extra_samples.empty()) return !tags.ink_set;
  return extras.size() > 1 &&
         std::all_of(extras.begin(), extras.end(), [](const Extra& extra) { return extra.is_marked(); });
}

/// Samples as people count them: "sample 5", "samples 5 and 6", "samples 5 to 8".
std::string samples_text(const std::vector<int>& samples) {
  constexpr std::size_t most_listed = 8;
  const auto number = [](int sample) { return std::to_string(sample + 1); };
  if (samples.size() == 1) return "sample " + number(samples[0]);
  const int spread = samples.back() - samples.front();
  if (samples.size() > 2 && spread == static_cast<int>(samples.size()) - 1)
    return "samples " + number(samples.front()) + " to " + number(samples.back());
  if (samples.size() > most_listed) return std::to_string(samples.size()) + " samples";
  std::string text = "samples " + number(samples[0]);
  for (std::size_t i = 1; i < samples.size(); ++i)
    text += (i + 1 < samples.size() ? ", " : " and ") + number(samples[i]);
  return text;
}

/// What was decided without the page saying so.
struct Guesses {
  bool cmyk = false;
  bool alpha = false;
  std::vector<int> nameless_inks = {};
  Names masks = {};  ///< what Photoshop calls samples that are left out
};

/// " (in Photoshop Alpha 1, Alpha 2)", with the first names.
std::string masks_text(const Names& masks) {
  constexpr std::size_t most_listed = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(masks.size(), most_listed); ++i)
    text += (i == 0 ? " (in Photoshop " : ", ") + masks[i];
  if (masks.size() > most_listed) text += ", ...";
  return text.empty() ? text : text + ")";
}

std::string remark_on(const Guesses& guesses, const SampleRoles& roles) {
  std::string remark;
  const auto add = [&remark](const std::string& sentence) { remark += (remark.empty() ? "" : "; ") + sentence; };
  const auto verb = [](const std::vector<int>& samples, const char* one, const char* more,
                       const std::string& masks = "") {
    return samples_text(samples) + " of each pixel" + masks + (samples.size() == 1 ? one : more);
  };
  if (guesses.cmyk) add("the first four samples of each pixel are taken for cyan, magenta, yellow and black");
  if (!guesses.nameless_inks.empty()) {
    add(verb(guesses.nameless_inks, " has no name, and prints as an ink called by its place",
             " have no names, and print as inks called by their places"));
  }
  if (guesses.alpha)
    add(verb({roles.alpha_sample}, " is taken for alpha, although the tag ExtraSamples does not say so", ""));
  if (!roles.left_out.empty()) {
    add(verb(roles.left_out, " is left out, because it is neither an ink with a name nor the alpha",
             " are left out, because they are neither inks with names nor the alpha", masks_text(guesses.masks)));
  }
  return remark;
}

/// Decides for one sample after the other, by the second table.
class Decision {
 public:
  Decision(const SampleTags& tags, const Colors& colors, const Extras& extras)
      : tags_(tags),
        follows_photoshop_(colors.has_photoshops_spots),
        nameless_inks_(has_nameless_inks(tags, colors, extras)),
        may_be_only_alpha_(extras.size() == 1 && tags.space != Space::separated && tags.space != Space::lab) {
    roles_.model = colors.model;
    roles_.colors = colors.samples;
    const bool is_cmyk_unsaid = tags.ink_set.value_or(INKSET_CMYK) != INKSET_CMYK && colors.first_named > 0;
    guesses_.cmyk = tags.space == Space::separated && is_cmyk_unsaid;
    for (const Extra& extra : extras) add(extra);
    guesses_.cmyk = guesses_.cmyk || !guesses_.nameless_inks.empty();
    roles_.remark = remark_on(guesses_, roles_);
  }

  SampleRoles roles() { return std::move(roles_); }

 private:
  void add(const Extra& extra) {
    const bool is_called_alpha = is_name_of_alpha(extra.name);
    const bool is_open = roles_.alpha == Alpha::none;
    const bool is_spot = extra.channel != nullptr && extra.channel->is_spot;
    if (follows_photoshop_ && is_spot && !(is_open && extra.is_marked()))
      return roles_.spots.push_back({extra.sample, extra.channel->name, true});
    if (!follows_photoshop_ && !is_called_alpha && (extra.is_counted || nameless_inks_)) {
      const bool is_guess = nameless_inks_ || tags_.ink_names.empty();
      if (extra.name.empty() && is_guess) guesses_.nameless_inks.push_back(extra.sample);
      return roles_.spots.push_back({extra.sample, extra.name, false});
    }
    if (is_open && extra.is_marked()) return set_alpha(extra.sample, extra.kind);
    const bool is_undescribed = tags_.extra_samples.empty() && extra.channel == nullptr;
    const bool may_be_alpha = may_be_only_alpha_ || (is_called_alpha && tags_.space != Space::lab);
    if (!is_open || !is_undescribed || !may_be_alpha) return leave_out(extra);
    guesses_.alpha = true;
    set_alpha(extra.sample, EXTRASAMPLE_UNASSALPHA);
  }

  void leave_out(const Extra& extra) {
    roles_.left_out.push_back(extra.sample);
    if (extra.channel != nullptr && !extra.channel->name.empty()) guesses_.masks.push_back(extra.channel->name);
  }

  void set_alpha(int sample, std::uint16_t kind) {
    roles_.alpha = kind == EXTRASAMPLE_ASSOCALPHA ? Alpha::associated : Alpha::unassociated;
    roles_.alpha_sample = sample;
  }

  const SampleTags& tags_;
  bool follows_photoshop_;
  bool nameless_inks_;
  bool may_be_only_alpha_;
  SampleRoles roles_;
  Guesses guesses_;
};

}  // namespace

bool needs_photoshop(const SampleTags& tags) {
  const bool has_alpha = std::any_of(tags.extra_samples.begin(), tags.extra_samples.end(), is_kind_of_alpha);
  const bool has_others = tags.samples > color_samples(tags.space) + (has_alpha ? 1 : 0);
  const bool is_cmyk = tags.space != Space::separated || tags.ink_set.value_or(INKSET_CMYK) == INKSET_CMYK;
  return has_others && (is_cmyk || tags.ink_names.empty());
}

Result<SampleRoles> roles_of_samples(const SampleTags& tags) {
  const auto colors = colors_of(tags);
  if (!colors.ok()) return colors.error();
  SampleRoles roles = Decision(tags, *colors, extras_of(tags, *colors)).roles();
  if (roles.model == ColorModel::lab && roles.alpha != Alpha::none)
    return wrong_samples("L*a*b* colour with alpha is not handled", other_colors, ErrorCode::unsupported);
  const std::size_t inks = roles.colors.size() + roles.spots.size();
  if (inks == 0) return wrong_samples("has no ink, only alpha", wrong_tags);
  if (inks <= most_inks) return roles;
  return wrong_samples("a page of more than " + std::to_string(most_inks) + " inks is not handled", other_colors,
                       ErrorCode::unsupported);
}

}  // namespace platerip::tiffio
