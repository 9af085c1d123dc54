#include "rip/job/job_options.h"

#include <strings.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <utility>

#include "halftone/method.h"
#include "halftone/screens/noise_screens.h"
#include "rip/engines/choose_engine.h"
#include "rip/job/checkpoint_options.h"
#include "rip/job/ink_options.h"
#include "rip/job/option_values.h"
#include "rip/job/proof_options.h"

namespace platerip::rip {
namespace {

Status set_intent(Job& job, const std::string& word) {
  using profiles::Intent;
  static constexpr Choice<Intent> intents[] = {{"perceptual", Intent::perceptual},
                                               {"relative", Intent::relative},
                                               {"saturation", Intent::saturation},
                                               {"absolute", Intent::absolute}};
  return choose(intents, word, job.intent);
}

Status set_precision(Job& job, const std::string& word) {
  using separation::Precision;
  static constexpr Choice<Precision> precisions[] = {{"littlecms", Precision::littlecms}, {"exact", Precision::exact}};
  return choose(precisions, word, job.precision);
}

Status add_curve(Job& job, const std::string& word) {
  auto pair = read_pair(word, "INK=FILE");
  if (!pair.ok()) return pair.error();
  job.curves.push_back({std::move(pair->first), std::move(pair->second)});
  return {};
}

Status add_screen_file(Job& job, const std::string& word) {
  auto pair = read_pair(word, "INK=FILE");
  if (!pair.ok()) return pair.error();
  job.screens.files.push_back({std::move(pair->first), std::move(pair->second)});
  return {};
}

Status add_screen_angle(Job& job, const std::string& word) {
  constexpr Range<double> angles{-360, 360, "-360 to 360 degrees"};
  auto pair = read_pair(word, "INK=DEG");
  if (!pair.ok()) return pair.error();
  InkAngle angle{.ink = std::move(pair->first)};
  if (Status status = read_number(pair->second, angles, angle.angle); !status.ok()) return status;
  job.screens.angles.push_back(std::move(angle));
  return {};
}

Status set_dot(Job& job, const std::string& word) {
  using halftone::DotShape;
  static constexpr Choice<DotShape> shapes[] = {{"round", DotShape::round},     {"euclidean", DotShape::euclidean},
                                                {"ellipse", DotShape::ellipse}, {"diamond", DotShape::diamond},
                                                {"line", DotShape::line},       {"square", DotShape::square}};
  DotShape shape{};
  if (Status status = choose(shapes, word, shape); !status.ok()) return status;
  job.screens.dot = &halftone::spot_of(shape);
  return {};
}

Status set_halftone(Job& job, const std::string& word) {
  const auto method = halftone::find_method(word);
  if (!method.ok()) return method.error();
  job.method = *method;
  return {};
}

Status set_quality(Job& job, const std::string& word) {
  using halftone::SearchQuality;
  static constexpr Choice<SearchQuality> qualities[] = {
      {"draft", SearchQuality::draft}, {"normal", SearchQuality::normal}, {"best", SearchQuality::best}};
  return choose(qualities, word, job.quality);
}

static_assert(halftone::min_sharpness == 0 && halftone::max_sharpness == 200);

Status add_sharpness(Job& job, const std::string& word) {
  constexpr Range<int> allowed{halftone::min_sharpness, halftone::max_sharpness, "0 to 200 percent"};
  const std::size_t equals = word.find('=');
  if (equals == 0) return wrong_setting("'" + word + "' is not PERCENT or INK=PERCENT");
  InkSharpness sharpness;
  if (equals != std::string::npos) sharpness.ink = word.substr(0, equals);
  const std::string percent = equals == std::string::npos ? word : word.substr(equals + 1);
  if (Status status = read_number(percent, allowed, sharpness.percent); !status.ok()) return status;
  job.sharpness.push_back(std::move(sharpness));
  return {};
}

Status set_levels(Job& job, const std::string& word) {
  constexpr Range<int> allowed{2, 16, "2, 3, 4 or 16"};
  int levels = 0;
  if (Status status = read_number(word, allowed, levels); !status.ok()) return status;
  if (levels > 4 && levels < 16) return wrong_setting(allowed.range);
  job.levels = levels;
  return {};
}

// What a family of workflows expects of plates; docs/formats.md names the sources. Options that are set later override
// it.
struct Workflow {
  const char* name;
  const char* compression;
};
constexpr Workflow workflows[] = {
    {"prinergy", "none"}, {"apogee", "none"}, {"trueflow", "none"}, {"harlequin", "lzw"}, {"generic", "none"}};

Status set_workflow(Job& job, const std::string& word) {
  std::string names;
  for (const Workflow& workflow : workflows) {
    if (word == workflow.name) {
      const std::pair<const char*, const char*> settings[] = {
          {"name", "{page}_{ink}"}, {"upright", "true"}, {"compression", workflow.compression}};
      for (const auto& [name, value] : settings) {
        if (Status status = set_option(job, name, value); !status.ok()) return status;
      }
      return {};
    }
    names += (names.empty() ? "" : ", ") + std::string(workflow.name);
  }
  return wrong_setting("'" + word + "' is not one of " + names);
}

Status set_output(Job& job, const std::string& word) {
  if (word.empty()) return wrong_setting("is empty; the current folder is '.'");
  job.plates.folder = word;
  return {};
}

Status set_name(Job& job, const std::string& word) {
  auto pattern = NamePattern::parse(word);
  if (!pattern.ok()) return pattern.error();
  job.plates.name = *std::move(pattern);
  return {};
}

Status set_compression(Job& job, const std::string& word) {
  const auto compression = tiffio::find_compression(word);
  if (!compression.ok()) return compression.error();
  job.plates.compression = *compression;
  return {};
}

constexpr Range<int> zone_counts{1, most_zones, "1 to 100 zones"};
constexpr Range<double> rulings{1, 2000, "1 to 2000 lines per inch"};
constexpr Range<int> dot_sizes{halftone::least_dot_size, halftone::greatest_dot_size, "2 to 6 pixels"};
constexpr Range<int> search_rounds{1, halftone::max_search_rounds, "1 to 8"};
static_assert(halftone::max_search_rounds == 8);
constexpr Range<double> min_dots{0, 50, "0 to 50 percent"};
constexpr Range<double> resolutions{1, 100'000, "1 to 100000 dpi"};
constexpr Range<int> thread_counts{0, 1024, "1 to 1024, or 0 for all CPU cores"};
constexpr Range<int> devices{0, std::numeric_limits<int>::max(), "0 or more"};
constexpr Range<std::int64_t> row_counts{1, std::numeric_limits<std::int64_t>::max(), "1 or more"};

constexpr JobOption color[] = {
    {"profile", SetBy::print_job, "FILE", "",
     "press profile, an ICC output profile of 3 to 8 inks, or a device link to such inks. Default: FOGRA39",
     [](Job& job, const std::string& word) { return read_file_name(word, job.press_profile); }},
    {"input-profile", SetBy::print_job, "FILE", "",
     "page profile. Default: the profile embedded in the page, or else sRGB",
     [](Job& job, const std::string& word) { return read_file_name(word, job.input_profile); }},
    {"ignore-embedded", SetBy::print_job, "", "", "do not use the profile embedded in the page",
     [](Job& job, const std::string& word) { return read_flag(word, job.ignore_embedded); }, "true"},
    {"intent", SetBy::print_job, "NAME", "relative",
     "rendering intent: perceptual, relative, saturation or absolute (also simulates the page's white)", set_intent},
    {"bpc", SetBy::print_job, "", "", "black point compensation (the default)",
     [](Job& job, const std::string& word) { return read_flag(word, job.black_point_compensation); }, "true"},
    {"precision", SetBy::print_job, "NAME", "littlecms",
     "littlecms (LittleCMS' usual interpolation) or exact (every colour through the profiles' tables; a few seconds "
     "the first time)",
     set_precision},
    {"convert-cmyk", SetBy::print_job, "", "", "convert CMYK pages too; by default their inks are kept",
     [](Job& job, const std::string& word) { return read_flag(word, job.convert_cmyk); }, "true"},
    {"paper-white", SetBy::print_job, "", "", "print nothing where the page is white, also with the absolute intent",
     [](Job& job, const std::string& word) { return read_flag(word, job.paper_white); }, "true"},
    {"black-only", SetBy::print_job, "WHICH", "off",
     "older form of keep-black that leaves CMYK pages alone: pages (like k), pixels (like neutral) or off; without "
     "WHICH: pages",
     set_black_only, "pages"},
    {"keep-black", SetBy::print_job, "WHICH", "none",
     "print with black ink only: k (gray pages, and black alone of CMYK pages that are converted), neutral (also gray "
     "pixels of RGB pages) or none",
     set_keep_black},
    {"curve", SetBy::print_job, "INK=FILE", "",
     "calibration curve of an ink: a file of input and output percentages, or a .cal of Argyll; repeat for other inks",
     add_curve, "", true},
    {"ink-limit", SetBy::print_job, "PERCENT", "",
     "total ink limit (100 to 400 for CMYK); all inks but black are reduced in proportion; INK=PERCENT is the most of "
     "one ink; repeat for other inks",
     add_ink_limit, "", true},
};

// The names of all methods: "floyd-steinberg, fan, …".
constexpr auto method_names = [] {
  constexpr std::size_t size = [] {
    std::size_t sum = 0;
    for (const halftone::MethodInfo& method : halftone::method_table) sum += method.name.size() + (sum > 0 ? 2 : 0);
    return sum;
  }();
  std::array<char, size> names{};
  char* next = names.data();
  for (const halftone::MethodInfo& method : halftone::method_table) {
    if (next != names.data()) next = std::ranges::copy(std::string_view(", "), next).out;
    next = std::ranges::copy(method.name, next).out;
  }
  return names;
}();

constexpr JobOption halftoning[] = {
    {"halftone", SetBy::print_job, "NAME", "tone", {method_names.data(), method_names.size()}, set_halftone},
    {"sharpness", SetBy::print_job, "PERCENT", "",
     "how much centred and tone sharpen: 0 (faithful) to 200, where 100 is like floyd-steinberg. Default: 50 for "
     "black, 0 for other inks; INK=PERCENT is for one ink; repeat for others",
     add_sharpness, "", true},
    {"inks", SetBy::print_job, "HOW", "independent",
     "how dots of different inks meet: independent (by chance), even (as often, but evenly: less grain; with centred "
     "and tone, 2 levels) or together (searched together: least grain; with dbs, 2 levels)",
     set_inks},
    {"quality", SetBy::print_job, "NAME", "normal",
     "how long a search (dbs, les or pes) goes on: draft, normal or best", set_quality},
    {"search-rounds", SetBy::print_job, "N", "",
     "how often a search goes over the page: 1 to 8; each round holds 64 more rows back. Default: that of --quality",
     [](Job& job, const std::string& word) { return read_number(word, search_rounds, job.search_rounds); }},
    {"screen-ruling", SetBy::print_job, "LPI", "",
     "lines per inch of am. Default: 150, or an eighth of the resolution if that is less; pages without a resolution "
     "count as 600 dpi",
     [](Job& job, const std::string& word) { return read_number(word, rulings, job.screens.ruling); }},
    {"screen-angle", SetBy::print_job, "INK=DEG", "",
     "angle of an ink's am screen, counterclockwise. Default: C 15, M 75, Y 0, K 45, orange and red 15, green 75, all "
     "others 45; repeat for other inks",
     add_screen_angle, "", true},
    {"dot", SetBy::print_job, "SHAPE", "euclidean",
     "shape of am's dots: round, euclidean (round, then round holes), ellipse, diamond, line or square", set_dot},
    {"dot-size", SetBy::print_job, "PX", "2", "side of green-noise's smallest dots: 2 to 6 pixels",
     [](Job& job, const std::string& word) { return read_number(word, dot_sizes, job.screens.dot_size); }},
    {"min-dot", SetBy::print_job, "PERCENT", "0",
     "smallest dot and smallest hole of am, blue-noise, green-noise and screen files, except in paper and solid",
     [](Job& job, const std::string& word) { return read_number(word, min_dots, job.screens.min_dot_percent); }},
    {"screen-file", SetBy::print_job, "INK=FILE", "",
     "screen of an ink, whatever its halftone: thresholds as PGM or TIFF, or a PostScript halftone of type 1, 3, 6, 10 "
     "or 16; repeat for other inks",
     add_screen_file, "", true},
    {"levels", SetBy::print_job, "N", "2", "levels per pixel: 2, 3, 4 or 16", set_levels},
    {"backend", SetBy::owner, "NAME", "auto",
     "auto (the CPU, and for large jobs a GPU too), cpu (SIMD), cuda (an NVIDIA GPU) or reference (scalar code, "
     "slow)",
     [](Job& job, const std::string& word) {
       job.backend = word;  // check_job() validates it
       return Status();
     }},
};

constexpr JobOption plates[] = {
    {"for", SetBy::command_line, "WORKFLOW", "",
     "name, turn and compress plates for prinergy, apogee, trueflow, harlequin or generic; other options take "
     "precedence",
     set_workflow},
    {"output", SetBy::command_line, "DIR", "",
     "folder for the plates, created if missing; - for standard output. Default: beside the page", set_output},
    {"name", SetBy::command_line, "PATTERN", "{page}.{ink}",
     "names of the plates, of the fields {page}, {ink}, {letter} (of the ink), {number} (of the page), {copy} and "
     "{date}",
     set_name},
    {"resolution", SetBy::command_line, "DPI", "", "resolution in dpi for pages without one, such as PNM",
     [](Job& job, const std::string& word) { return read_number(word, resolutions, job.resolution); }},
    {"force-resolution", SetBy::command_line, "", "", "use --resolution for every page",
     [](Job& job, const std::string& word) { return read_flag(word, job.force_resolution); }, "true"},
    {"upright", SetBy::command_line, "", "",
     "turn the pixels of pages that lie on their side, for readers that ignore the tag Orientation",
     [](Job& job, const std::string& word) { return read_flag(word, job.upright); }, "true"},
    {"planes", SetBy::print_job, "INKS", "", "make only these plates, e.g. C,K or Cyan,Black",
     [](Job& job, const std::string& word) { return read_list(word, job.planes); }},
    {"compression", SetBy::command_line, "NAME", "none", "none, packbits, lzw, deflate, zstd or g4", set_compression},
    {"invert", SetBy::print_job, "", "", "negative plates: flip every bit",
     [](Job& job, const std::string& word) { return read_flag(word, job.plates.invert); }, "true"},
    {"manifest", SetBy::command_line, "", "",
     "write PAGE.plates.json when the plates of a page are complete: files, sizes, sha256, inks, settings, coverage",
     [](Job& job, const std::string& word) { return read_flag(word, job.plates.manifest); }, "true"},
    {"preview", SetBy::command_line, "FILE.png", "",
     "also write an sRGB preview, longer side at most 2000 px; with several pages FILE-1.png, FILE-2.png, ...",
     set_preview},
    {"report", SetBy::command_line, "FILE.html", "",
     "also write a report to look at: verdict, plates, dots, coverage, total ink; with several pages FILE-1.html, ...",
     set_report},
    {"report-crop", SetBy::command_line, "X,Y", "",
     "of the report: also show the dots around this pixel, counted from the top left; repeat for other places",
     add_report_crop, "", true},
    {"zones", SetBy::command_line, "N", "", "of the report: show the coverage of this many ink zones across the page",
     [](Job& job, const std::string& word) { return read_number(word, zone_counts, job.report.zones); }},
    {"ink-color", SetBy::command_line, "INK=#RRGGBB", "",
     "of preview and report: colour of a solid spot ink in sRGB; repeat for other inks. Default: gray", add_ink_color,
     "", true},
    {"ppf", SetBy::command_line, "FILE.ppf", "",
     "also write the coverage for presetting ink keys (CIP3 PPF); with several pages FILE-1.ppf, ...", set_ppf},
};

constexpr JobOption resources[] = {
    {"threads", SetBy::owner, "N", "all CPU cores", "number of threads",
     [](Job& job, const std::string& word) { return read_number(word, thread_counts, job.threads); }},
    {"memory", SetBy::owner, "MIB", "32 per thread, 128 to 512; 128 for ranks; more for a page that needs it",
     "memory budget, a limit if given; without it, a page that needs more takes up to half of the machine's memory; "
     "the "
     "colour table of large pages takes 64 MiB more, 128 for more than four inks",
     [](Job& job, const std::string& word) { return read_mib(word, 1, "1 to 16777216 MiB", job.memory); }},
    {"device", SetBy::owner, "N", "0", "CUDA device number",
     [](Job& job, const std::string& word) { return read_number(word, devices, job.device); }},
    {"gpu-memory", SetBy::owner, "MIB", "all that is free", "GPU memory budget",
     [](Job& job, const std::string& word) {
       return read_mib(word, 0, "1 to 16777216 MiB, or 0 for all that is free", job.gpu_memory);
     }},
    {"spool", SetBy::owner, "MIB", "8192",
     "disk space in TMPDIR for each temporary file, such as a TIFF from standard input",
     [](Job& job, const std::string& word) { return read_mib(word, 0, "0 to 16777216 MiB", job.spool); }},
    {"strip-rows", SetBy::owner, "N", "", "maximum rows per strip; does not affect the output",
     [](Job& job, const std::string& word) { return read_number(word, row_counts, job.strip_rows); }},
};

constexpr JobOptionGroup groups[] = {
    {"Colour", color}, {"Halftone", halftoning}, {"Plates", plates}, {"Resources", resources}};

}  // namespace

std::span<const JobOptionGroup> job_option_groups() {
  return groups;
}

const JobOption* find_job_option(std::string_view name) {
  for (const JobOptionGroup& group : groups) {
    for (const JobOption& option : group.options) {
      if (option.name == name) return &option;
    }
  }
  return nullptr;
}

Status set_option(Job& job, std::string_view name, const std::string& word) {
  const JobOption* const option = find_job_option(name);
  if (option == nullptr) return wrong_setting("there is no option '" + std::string(name) + "'");
  const Status status = option->set(job, word);
  if (status.ok()) {
    std::vector<std::string>& words = job.words[std::string(name)];
    if (!option->adds) words.clear();
    words.push_back(word);
    return status;
  }
  Error error = status.error().of_setting(std::string(name));
  error.code = ErrorCode::bad_setting;
  return error;
}

Status check_job(const Job& job) {
  constexpr const char* two_levels = "only for plates of 2 levels";
  if (job.levels != 2 && job.plates.invert) return wrong_setting(two_levels).of_setting("invert");
  if (job.levels != 2 && job.plates.compression == tiffio::Compression::g4)
    return wrong_setting(std::string("g4 is ") + two_levels).of_setting("compression");
  if (job.levels != 2 && job.screens.min_dot_percent > 0) return wrong_setting(two_levels).of_setting("min-dot");
  if (const Status status = check_inks(job); !status.ok()) return status.error().of_setting("inks");
  if (job.plates.name && !job.plates.name->tells_inks_apart() && job.planes.size() != 1)
    return wrong_setting("all plates of a page would have the same name; add {ink} or {letter}").of_setting("name");
  if (const Status status = check_proofs(job); !status.ok()) return status;
  if (job.force_resolution && !job.resolution) {
    const Advice advice{Advice::Action::give, "resolution", "DPI"};
    return Error{"there is no resolution to force", ErrorCode::bad_setting, {advice}, "force-resolution"};
  }
  if (const Status status = check_checkpoint(job); !status.ok()) return status;
  const Status backend = check_backend(job.backend, job.device);
  return backend.ok() ? backend : backend.error().of_setting("backend");
}

}  // namespace platerip::rip
