#include "rip/job/job_options.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

#include "halftone/method.h"
#include "halftone/screens/noise_screens.h"
#include "rip/job/drop_kinds.h"
#include "rip/job/film/film_kinds.h"
#include "rip/job/light_kinds.h"
#include "rip/job/option_kinds.h"
#include "rip/job/page_options.h"
#include "rip/job/workflows.h"

namespace platerip::rip {
namespace {

using halftone::SearchQuality;
using profiles::Intent;
using separation::Crisp;
using separation::KeepBlack;
using separation::Precision;

constexpr Choice<Intent> intents[] = {{"perceptual", Intent::perceptual},
                                      {"relative", Intent::relative},
                                      {"saturation", Intent::saturation},
                                      {"absolute", Intent::absolute}};
constexpr Choice<Precision> precisions[] = {{"littlecms", Precision::littlecms}, {"exact", Precision::exact}};
constexpr Choice<KeepBlack> kept_blacks[] = {
    {"none", KeepBlack::none}, {"k", KeepBlack::k}, {"neutral", KeepBlack::neutral}};
constexpr Choice<Crisp> crisp_kinds[] = {
    {"off", Crisp::off}, {"text", Crisp::text}, {"hairlines", Crisp::hairlines}, {"soft", Crisp::soft}};
constexpr Choice<Inks> meetings[] = {
    {"independent", Inks::independent}, {"even", Inks::even}, {"together", Inks::together}};
constexpr Choice<SearchQuality> qualities[] = {
    {"draft", SearchQuality::draft}, {"normal", SearchQuality::normal}, {"best", SearchQuality::best}};

constexpr Range<double> ink_limits{100, 800, "100 to 800 percent"};
constexpr Range<double> single_limits{0, 100, "0 to 100 percent for one ink"};
constexpr Range<int> sharpnesses{halftone::min_sharpness, halftone::max_sharpness, "0 to 200 percent"};
static_assert(halftone::min_sharpness == 0 && halftone::max_sharpness == 200);
constexpr Range<double> screen_angles{-360, 360, "-360 to 360 degrees"};
constexpr Range<int> level_counts{halftone::min_levels, halftone::max_levels, "2 to 16"};
static_assert(halftone::min_levels == 2 && halftone::max_levels == 16);
constexpr Range<int> drop_mixes{halftone::min_drop_mix, halftone::max_drop_mix, "0 to 100 percent"};
static_assert(halftone::min_drop_mix == 0 && halftone::max_drop_mix == 100);
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
constexpr Range<std::int64_t> memory_sizes{1, 1 << 24, "1 to 16777216 MiB"};
constexpr Range<std::int64_t> gpu_memory_sizes{0, 1 << 24, "1 to 16777216 MiB, or 0 for all that is free"};
constexpr Range<std::int64_t> spool_sizes{0, 1 << 24, "0 to 16777216 MiB"};

struct InkPercent : Number<single_limits> {
  static constexpr const char* name = "PERCENT";
};
struct Sharpness : Number<sharpnesses> {
  static constexpr const char* name = "PERCENT";
};
struct Degrees : Number<screen_angles> {
  static constexpr const char* name = "DEG";
};

constexpr Spelling limit_of_all = one<Number<ink_limits>, &Job::ink_limit>();
constexpr Spelling limit_of_inks = for_inks<InkPercent, &Job::ink_limits>();
constexpr Spelling sharpness_of_all = one<Sharpness, &Job::sharpness>();
constexpr Spelling sharpness_of_inks = for_inks<Sharpness, &Job::ink_sharpness>();
constexpr Spelling angle_of_black = one<Degrees, &Job::screens, &ScreenSettings::angle>();
constexpr Spelling angle_of_inks = for_inks<Degrees, &Job::screens, &ScreenSettings::angles>();

constexpr Spelling drops_of_all = one<DropWord, &Job::drops, &DropSettings::sizes>();
constexpr Spelling drops_of_inks = for_inks<DropWord, &Job::drops, &DropSettings::of_inks>();

constexpr Spelling planes_spelling = [] {
  Spelling spelling = one<InkList, &Job::planes>();
  spelling.print = [](const Job& job) {
    return job.planes.empty() ? std::vector<std::string>() : std::vector{InkList::print(job.planes)};
  };
  spelling.inks = [](const Job& job) { return job.planes; };
  return spelling;
}();

constexpr JobOption color[] = {
    {"profile", SetBy::print_job, "FILE", "",
     "press profile, an ICC output profile of 3 to 8 inks, or a device link to such inks. Default: FOGRA39",
     one<InputFile, &Job::press_profile>()},
    {"input-profile", SetBy::print_job, "FILE", "",
     "page profile. Default: the profile embedded in the page, or else sRGB", one<InputFile, &Job::input_profile>()},
    {"ignore-embedded", SetBy::print_job, "", "", "do not use the profile embedded in the page",
     one<Flag, &Job::ignore_embedded>()},
    {"intent", SetBy::print_job, "NAME", "relative",
     "rendering intent: perceptual, relative, saturation or absolute, which also simulates the page's white",
     one<OneOf<intents>, &Job::intent>()},
    {"bpc", SetBy::print_job, "", "", "black point compensation (the default)",
     one<Flag, &Job::black_point_compensation>()},
    {"precision", SetBy::print_job, "NAME", "littlecms",
     "how closely colours follow the profiles: littlecms (LittleCMS' usual interpolation) or exact (every colour "
     "through the profiles' own tables; takes a few seconds the first time)",
     one<OneOf<precisions>, &Job::precision>()},
    {"convert-cmyk", SetBy::print_job, "", "", "convert CMYK pages too; without this option they keep their inks",
     one<Flag, &Job::convert_cmyk>()},
    {"paper-white", SetBy::print_job, "", "",
     "print no ink where the page is exactly white, even with the absolute intent, which would give it a tint",
     one<Flag, &Job::paper_white>()},
    {"keep-black", SetBy::print_job, "WHICH", "none",
     "print grays with black ink only: k (gray pages, and what is only black on CMYK pages that are converted), "
     "neutral (the same, and gray pixels of RGB pages) or none",
     one<OneOf<kept_blacks>, &Job::keep_black>()},
    {"crisp", SetBy::print_job, "WHAT", "text",
     "make anti-aliased edges and thin strokes solid, in black on white or reversed: text (edges, and strokes from 0.4 "
     "pixels), hairlines (strokes from 0.2 pixels too), soft (also wider edges, as of enlarged pages and scans; "
     "changes photographs) or off. Gray text, tints and coloured edges stay as they are; of CMYK pages, only black "
     "changes",
     one<OneOf<crisp_kinds>, &Job::crisp>()},
    {"curve", SetBy::print_job, "INK=FILE", "",
     "calibration curve of an ink: a text file of input and output percentages, or a .cal file of Argyll; repeat "
     "for other inks",
     for_inks<InputFile, &Job::curves>()},
    {"across", SetBy::print_job, "INK=FILE", "",
     "curves of an ink that change across the plate, against columns that a print head prints darker or lighter: a "
     "text file, which platerip calibrate across makes; repeat for other inks",
     for_inks<InputFile, &Job::across>()},
    {"ink-limit", SetBy::print_job, "PERCENT", "",
     "most ink that a pixel may have in all inks together (100 to 400 for CMYK); if it has more, all inks but "
     "black are reduced in proportion; INK=PERCENT limits one ink; repeat for other inks",
     for_all_or_inks<limit_of_all, limit_of_inks>()},
    {"plate", SetBy::print_job, "NAME=SOURCE[,...]", "",
     "also make a plate from the page: alpha (where it has coverage), inks or inks:INK+INK (where these print), light "
     "or dark (its lightness, within its coverage), all (everywhere) or channel:NAME; then choke=MM, spread=MM (or "
     "px), amount=PERCENT, under (the page's inks, the default) or over; repeat for other plates",
     each<MadePlateText, &Job::made_plates>()},
    {"choke", SetBy::print_job, "INK=MM", "",
     "shrink the shapes of an ink by so many millimetres (or px), but keep thin strokes and dots; repeat for other "
     "inks",
     for_inks<EdgeLength, &Job::chokes>()},
    {"spread", SetBy::print_job, "INK=MM", "",
     "let the shapes of an ink grow by so many millimetres (or px); repeat for other inks",
     for_inks<EdgeLength, &Job::spreads>()},
    {"knock-out", SetBy::print_job, "COLOR[,...]", "",
     "print nothing where the page has this colour, such as #000000 for a black garment; tolerance=DE takes colours "
     "that are near, too",
     one<KnockOutText, &Job::knock_out>()},
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
    {"halftone",
     SetBy::print_job,
     "NAME",
     "tone",
     {method_names.data(), method_names.size()},
     one<MethodName, &Job::method>()},
    {"sharpness", SetBy::print_job, "PERCENT", "",
     "how much tone and centred sharpen the page: 0 (not at all) to 200, where 100 is like floyd-steinberg; "
     "INK=PERCENT sets it for one ink; repeat for other inks. Default: 0; with --crisp off, 50 for black",
     for_all_or_inks<sharpness_of_all, sharpness_of_inks>()},
    {"inks", SetBy::print_job, "HOW", "independent",
     "how much grain the dots of different inks make together: independent (most grain; dots overlap by chance), "
     "even (less; for tone and centred) or together (least; for dbs)",
     one<OneOf<meetings>, &Job::inks>()},
    {"quality", SetBy::print_job, "NAME", "normal",
     "how long a search (dbs, les or pes) improves the dots: draft, normal or best",
     one<OneOf<qualities>, &Job::quality>()},
    {"search-rounds", SetBy::print_job, "N", "",
     "how many times a search (dbs, les or pes) goes over the page to improve its dots: 1 to 8; each round keeps "
     "64 more rows in memory. Default: that of --quality",
     one<Number<search_rounds>, &Job::search_rounds>()},
    {"screen-ruling", SetBy::print_job, "LPI", "",
     "ruling of am screens in lines per inch. Default: 150, or an eighth of the resolution if that is less; pages "
     "without a resolution count as 600 dpi",
     one<Number<rulings>, &Job::screens, &ScreenSettings::ruling>()},
    {"screen-angle", SetBy::print_job, "INK=DEG", "",
     "angle of an ink's am screen in degrees, counterclockwise; DEG alone sets that of black, and the defaults of "
     "other inks turn with it; repeat for other inks. Default: C 15, M 75, Y 0, K 45, orange and red 15, green 75, "
     "made plates 30 and 60 by turns, all others 45",
     for_all_or_inks<angle_of_black, angle_of_inks>()},
    {"dot", SetBy::print_job, "SHAPE", "euclidean",
     "dot shape of am screens: round, euclidean (round dots, then round holes), ellipse, diamond, line or square; "
     "or a spot function by its PostScript name",
     one<DotName, &Job::screens, &ScreenSettings::dot>()},
    {"dot-size", SetBy::print_job, "PX", "2", "smallest dots of green-noise: 2 to 6 pixels on each side",
     one<Number<dot_sizes>, &Job::screens, &ScreenSettings::dot_size>()},
    {"min-dot", SetBy::print_job, "PERCENT", "0",
     "smallest dot and smallest hole that am, blue-noise, green-noise and screen files print, in percent of ink; "
     "paper and solid stay as they are",
     one<Number<min_dots>, &Job::screens, &ScreenSettings::min_dot_percent>()},
    {"screen-file", SetBy::print_job, "INK=FILE", "",
     "screen of an ink, whatever its halftone: thresholds in a PGM, PNG or TIFF, or a PostScript halftone of type 1, 3,"
     " 6, 10 or 16; repeat for other inks",
     for_inks<InputFile, &Job::screens, &ScreenSettings::files>()},
    {"levels", SetBy::print_job, "N", "2",
     "levels that each pixel of a plate can have, 2 to 16, whose inks are evenly spaced",
     one<Number<level_counts>, &Job::drops, &DropSettings::levels>()},
    {"drops", SetBy::print_job, "V1,V2,...", "",
     "the amounts of ink that the levels of a pixel print, on any scale, such as 0,28,55,100; 2 to 16 with the 0 of "
     "paper; INK=V1,V2,... sets those of one ink; repeat for other inks",
     for_all_or_inks<drops_of_all, drops_of_inks>()},
    {"light", SetBy::print_job, "INK=NAME:STRENGTH[,...]", "",
     "print the light tones of an ink with lighter inks, each on a plate of its own; STRENGTH says how much ink their "
     "solids are beside the ink's, 0.001 to 0.999; NAME:STRENGTH:SIZES prints only so many of the smallest drop sizes; "
     "repeat for other inks",
     for_inks<LightWord, &Job::drops, &DropSettings::lights>()},
    {"split", SetBy::print_job, "INK=FILE", "",
     "print an ink with several inks, each halftoned by itself on a plate of its own, by curves that say how much each "
     "prints of every tone: a text file of percentages; repeat for other inks",
     for_inks<InputFile, &Job::splits>()},
    {"drop-file", SetBy::print_job, "FILE", "",
     "the drop sizes of a printer: a text file with a line for --drops for all inks or each, which --drops can "
     "replace; platerip calibrate drops makes it",
     one<InputFile, &Job::drops, &DropSettings::file>()},
    {"drop-mix", SetBy::print_job, "PERCENT", "",
     "how much three drop sizes are mixed in tones near a size, so that no texture vanishes where one size alone "
     "prints: 0 to 100. Default: 70 for tone, centred and dbs with up to 5 levels; 20 for screens; otherwise 0",
     one<Number<drop_mixes>, &Job::drops, &DropSettings::mix>()},
    {"backend", SetBy::owner, "NAME", "auto",
     "what makes the plates: auto (the CPU, and for large jobs a GPU too), cpu (with SIMD), cuda (an NVIDIA GPU) "
     "or reference (scalar code, slow)",
     one<AnyWord, &Job::backend>(), Record::nothing},
};

constexpr JobOption plates[] = {
    {"for",
     SetBy::command_line,
     "WORKFLOW",
     "",
     "make plates that a workflow accepts (prinergy, apogee, trueflow, harlequin or generic): sets --name, --upright "
     "and --compression, unless you give them yourself",
     {.set = set_workflow}},
    {"output", SetBy::command_line, "DIR", "",
     "folder for the plates, created if it does not exist; - for standard output. Default: beside the page",
     one<Folder, &Job::plates, &PlateSettings::folder>(), Record::nothing},
    {"name", SetBy::command_line, "PATTERN", "{page}.{ink}",
     "pattern for the names of the plates, with the fields {page}, {ink}, {letter} (of the ink), {number} (of the "
     "page), {copy} and {date}",
     one<Pattern, &Job::plates, &PlateSettings::name>()},
    {"resolution", SetBy::command_line, "DPI", "", "resolution in dpi for pages that have none, such as PNM",
     one<Number<resolutions>, &Job::resolution>()},
    {"force-resolution", SetBy::command_line, "", "",
     "give every page the resolution of --resolution, even if it has its own", one<Flag, &Job::force_resolution>()},
    {"upright", SetBy::command_line, "", "",
     "turn pages that lie on their side, for readers that ignore the tag Orientation", one<Flag, &Job::upright>()},
    {"planes", SetBy::print_job, "INKS", "", "make only the plates of these inks, such as C,K or Cyan,Black",
     planes_spelling},
    {"compression", SetBy::command_line, "NAME", "none",
     "compression of the plates: none, packbits, lzw, deflate, zstd or g4",
     one<CompressionName, &Job::plates, &PlateSettings::compression>()},
    {"invert", SetBy::print_job, "", "", "make negative plates, with every bit flipped",
     one<Flag, &Job::plates, &PlateSettings::invert>()},
    {"manifest", SetBy::command_line, "", "",
     "also write PAGE.plates.json when all plates of a page are complete: files, sizes, SHA-256, inks, settings, "
     "coverage",
     one<Flag, &Job::plates, &PlateSettings::manifest>(), Record::nothing},
    {"preview", SetBy::command_line, "FILE.png", "",
     "also write a preview of all plates together, in sRGB, at most 2000 px on the longer side; with several pages"
     " FILE-1.png, FILE-2.png, ...",
     one<PreviewFile, &Job::preview>(), Record::presence},
    {"report", SetBy::command_line, "FILE.html", "",
     "also write a report to approve the plates by: verdict, plates, dots, coverage, total ink; with several pages"
     " FILE-1.html, ...",
     one<ReportFile, &Job::report, &ReportSettings::file>(), Record::presence},
    {"report-crop", SetBy::command_line, "X,Y", "",
     "show in the report also the dots around this pixel, counted from the top left; repeat for other places",
     each<Place, &Job::report, &ReportSettings::crops>()},
    {"zones", SetBy::command_line, "N", "", "show in the report the coverage of this many ink zones across the page",
     one<Number<zone_counts>, &Job::report, &ReportSettings::zones>()},
    {"ink-color", SetBy::command_line, "INK=#RRGGBB", "",
     "colour of a spot ink where it is solid, in sRGB, for preview and report; repeat for other inks. Default: "
     "gray",
     for_inks<Color, &Job::ink_colors>()},
    {"paper-color", SetBy::command_line, "#RRGGBB", "#ffffff",
     "colour of the paper or the garment in preview and report, in sRGB", one<Color, &Job::paper_color>()},
    {"ppf", SetBy::command_line, "FILE.ppf", "",
     "also write the coverage of the plates in a CIP3 PPF file, which presets ink keys; with several pages "
     "FILE-1.ppf, ...",
     one<InkPreviewFile, &Job::ppf>(), Record::presence},
};

constexpr JobOption films[] = {
    {"step", SetBy::print_job, "XxY[,gap=MM]", "",
     "repeat the page on a sheet: X copies across and Y down, with this gap (in mm, or px) from one to the next",
     one<Copies, &Job::film, &FilmSettings::step>()},
    {"margin", SetBy::print_job, "MM", "0",
     "add a margin of paper of so many millimetres (or px) on each side of the page or of its copies",
     one<SheetLength, &Job::film, &FilmSettings::margin>()},
    {"mirror", SetBy::print_dialog, "", "",
     "mirror the sheet left to right, for films that are read from their other side",
     one<Flag, &Job::film, &FilmSettings::mirror>()},
    {"marks", SetBy::print_job, "WHICH", "none",
     "draw marks in the margin of every plate: registration, crop, bar (from 0 to 100 percent of the ink) and label, "
     "as a list; all or none",
     one<MarkList, &Job::film, &FilmSettings::marks>()},
    {"date", SetBy::print_job, "TEXT", "", "date to show in the label",
     one<AnyWord, &Job::film, &FilmSettings::date>()},
};

constexpr JobOption resources[] = {
    {"threads", SetBy::owner, "N", "all CPU cores", "number of threads", one<Number<thread_counts>, &Job::threads>(),
     Record::nothing},
    {"memory", SetBy::owner, "MIB", "32 per thread, 128 to 512; 128 for ranks; more for a page that needs it",
     "memory budget for a page; if you give it, it is a limit; if not, a page that needs more takes up to half of "
     "the machine's memory; the colour table of large pages takes 64 MiB more, or 128 for more than four inks",
     one<Mebibytes<memory_sizes>, &Job::memory>(), Record::nothing},
    {"device", SetBy::owner, "N", "0", "number of the CUDA device (GPU) to use", one<Number<devices>, &Job::device>(),
     Record::nothing},
    {"gpu-memory", SetBy::owner, "MIB", "all that is free", "most GPU memory to use",
     one<Mebibytes<gpu_memory_sizes>, &Job::gpu_memory>(), Record::nothing},
    {"spool", SetBy::owner, "MIB", "8192",
     "most disk space in TMPDIR for each temporary file, such as a TIFF from standard input",
     one<Mebibytes<spool_sizes>, &Job::spool>(), Record::nothing},
    {"strip-rows", SetBy::owner, "N", "",
     "most rows in a strip; on a GPU, 128 if N is less; the plates do not depend on it",
     one<Number<row_counts>, &Job::strip_rows>(), Record::nothing},
};

constexpr JobOption books[] = {
    {"checkpoint", SetBy::command_line, "SECONDS", "",
     "save every SECONDS how far a page is, so that the page continues there if the run is cut off; implies "
     "--resume",
     one<Number<checkpoint_intervals>, &Job::checkpoint>(), Record::nothing},
};

constexpr JobOptionGroup groups[] = {{"Colour", color}, {"Halftone", halftoning}, {"Plates", plates},
                                     {"Film", films},   {"Pages", page_options},  {"Resources", resources},
                                     {"Books", books}};

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

std::vector<const JobOption*> all_job_options() {
  std::vector<const JobOption*> options;
  for (const JobOptionGroup& group : groups) {
    for (const JobOption& option : group.options) options.push_back(&option);
  }
  return options;
}

Status set_option(Job& job, std::string_view name, const std::string& word) {
  const JobOption* const option = find_job_option(name);
  if (option == nullptr) return wrong_setting("there is no option '" + std::string(name) + "'");
  const Status status = option->spelling.set(job, word);
  if (status.ok()) return status;
  Error error = status.error().of_setting(std::string(name));
  error.code = ErrorCode::bad_setting;
  return error;
}

std::vector<std::string> words_of(const Job& job, const JobOption& option) {
  static const Job untouched;
  std::vector<std::string> words = option.spelling.print(job);
  return words == option.spelling.print(untouched) ? std::vector<std::string>() : words;
}

std::vector<std::string> files_named(const Job& job) {
  std::vector<std::string> files;
  for (const JobOption* const option : all_job_options()) {
    if (option->spelling.files == nullptr) continue;
    for (std::string& file : option->spelling.files(job)) files.push_back(std::move(file));
  }
  return files;
}

}  // namespace platerip::rip
