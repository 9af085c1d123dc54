#include "rip/calibrate/orders.h"

#include <algorithm>
#include <array>
#include <boost/program_options.hpp>
#include <filesystem>
#include <iterator>
#include <sstream>

#include "halftone/halftone.h"
#include "rip/calibrate/page/target_file.h"
#include "rip/job/option_values.h"
#include "separation/cgats/words.h"

namespace platerip::rip {
namespace {

namespace po = boost::program_options;

constexpr std::size_t most_inks_of_argyll = 18;
constexpr std::size_t most_tints = 255;
constexpr Range<double> percentages{0, 100, "0 to 100 percent"};
constexpr Range<double> resolutions{100, 10000, "100 to 10000 dots per inch"};
constexpr Range<double> patch_sizes{7, 50, "7 to 50 mm"};
constexpr Range<double> page_sizes{50, 2000, "50 to 2000 mm"};
constexpr Range<double> places{0, 10'000, "0 to 10000 mm"};
constexpr Range<double> group_widths{0.1, 1000, "0.1 to 1000 mm"};
constexpr Range<double> scan_resolutions{1, 100'000, "1 to 100000 dots per inch"};
constexpr Range<int> level_counts{3, halftone::max_levels, "3 to 16"};
constexpr Range<double> exponents{1, 10, "1 to 10"};

Status set_inks(TargetOrder& order, const std::string& word) {
  constexpr std::array<const char*, 4> cmyk = {"Cyan", "Magenta", "Yellow", "Black"};
  std::vector<std::string> inks;
  if (Status status = read_list(word, "a list of inks as C,K", inks); !status.ok()) return status;
  if (inks.size() > most_inks_of_argyll) return wrong_setting("at most 18 inks");
  for (std::string& ink : inks) {
    if (!can_be_described(ink)) return wrong_setting("names of inks are at most 60 printable bytes without quotes");
    const std::size_t letter = std::string_view("CMYK").find(ink);
    if (ink.size() == 1 && letter != std::string_view::npos) ink = cmyk[letter];
  }
  std::vector<std::string> sorted;
  std::ranges::transform(inks, std::back_inserter(sorted), [](const std::string& ink) { return cgats::upper(ink); });
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end()) return wrong_setting("an ink is named twice");
  order.settings.inks = std::move(inks);
  order.names_inks = true;
  return {};
}

Status set_page(TargetOrder& order, const std::string& word) {
  struct Size {
    const char* name;
    double width;
    double height;
  };
  constexpr std::array<Size, 4> sizes = {
      {{"A4", 210, 297}, {"A3", 297, 420}, {"letter", 215.9, 279.4}, {"tabloid", 279.4, 431.8}}};
  for (const Size& size : sizes) {
    if (word != size.name) continue;
    order.settings.width = size.width;
    order.settings.height = size.height;
    return {};
  }
  const std::size_t cross = word.find('x');
  if (cross == std::string::npos)
    return wrong_setting("'" + word + "' is not A4, A3, letter, tabloid or WIDTHxHEIGHT in mm");
  if (Status status = read_number(word.substr(0, cross), page_sizes, order.settings.width); !status.ok()) return status;
  return read_number(word.substr(cross + 1), page_sizes, order.settings.height);
}

Status read_tints(const std::string& word, std::vector<double>& target) {
  std::vector<std::string> words;
  if (Status status = read_list(word, "a list of steps as 0,50,100", words); !status.ok()) return status;
  if (words.size() > most_tints) return wrong_setting("at most 255 steps");
  std::vector<double> tints;
  for (const std::string& each : words)
    if (Status status = read_number(each, percentages, tints.emplace_back()); !status.ok()) return status;
  const auto has = [&](double tint) { return std::ranges::find(tints, tint) != tints.end(); };
  if (!has(0) || !has(100)) return wrong_setting("the steps need 0, the paper, and 100, solid ink");
  target = std::move(tints);
  return {};
}

Status set_steps(TargetOrder& order, const std::string& word) {
  order.names_steps = true;
  return read_tints(word, order.settings.tints);
}

Status add_printed_with(CurvesOrder& order, const std::string& word) {
  auto pair = read_pair(word, "INK=FILE");
  if (!pair.ok()) return pair.error();
  order.printed_with.push_back({std::move(pair->first), std::move(pair->second)});
  return {};
}

// `tvi=16` and files with a '=' in their name are aims for all inks.
std::size_t end_of_ink(const std::string& word) {
  std::error_code error;
  if (word.starts_with("tvi=") || std::filesystem::exists(word, error)) return std::string::npos;
  return word.find('=');
}

Status add_aim(CurvesOrder& order, const std::string& word) {
  const std::size_t equals = end_of_ink(word);
  const bool is_for_all = equals == std::string::npos;
  if (equals == 0) return wrong_setting("'" + word + "' is not INK=AIM");
  WantedAim wanted{
      .ink = is_for_all ? "" : word.substr(0, equals), .name = is_for_all ? word : word.substr(equals + 1), .aim = {}};
  if (wanted.name != "profile") {
    auto aim = Aim::named(wanted.name);
    if (!aim.ok()) return aim.error();
    wanted.aim = *std::move(aim);
  }
  order.aims.push_back(std::move(wanted));
  return {};
}

constexpr std::array<OrderOption<TargetOrder>, 8> options_of_target = {{
    {"inks", "LIST", "C,M,Y,K", "inks of the page, by name", set_inks},
    {"profile", "FILE", "", "press profile whose inks the page gets",
     [](TargetOrder& order, const std::string& word) { return read_file_name(word, order.profile); }},
    {"resolution", "DPI", "2400", "resolution of the page: that of the plates",
     [](TargetOrder& order, const std::string& word) {
       return read_number(word, resolutions, order.settings.resolution);
     }},
    {"page", "SIZE", "A4", "A4, A3, letter, tabloid or WIDTHxHEIGHT in mm", set_page},
    {"patch", "MM", "8", "side of a patch",
     [](TargetOrder& order, const std::string& word) { return read_number(word, patch_sizes, order.settings.patch); }},
    {"steps", "LIST", "0,2,5,10,15,20,25,30,40,50,60,70,75,80,85,90,95,98,100",
     "percentages of each wedge, with 0 and 100", set_steps},
    {"bars", "", "", "in place of wedges, make bars over the whole width, for across",
     [](TargetOrder& order, const std::string& word) { return read_flag(word, order.settings.has_bars); }},
    {"levels", "N", "",
     "measure drop sizes: in place of the page, make plates of so many levels, 3 to 16, with each size alone and mixed",
     [](TargetOrder& order, const std::string& word) {
       return read_number(word, level_counts, order.settings.levels);
     }},
}};

constexpr std::array<OrderOption<AcrossOrder>, 5> options_of_across = {{
    {"steps", "LIST", "0,10,25,50,75,90,100", "percentages of the bars, from the top of the scan",
     [](AcrossOrder& order, const std::string& word) {
       order.describes_scan = true;
       return read_tints(word, order.tints);
     }},
    {"left", "MM", "0", "from the left of the plate to that of the scan, or to the 0 of the table",
     [](AcrossOrder& order, const std::string& word) { return read_number(word, places, order.left); }},
    {"group", "MM", "5", "width of the columns of a scan that get a curve together",
     [](AcrossOrder& order, const std::string& word) {
       order.describes_scan = true;
       return read_number(word, group_widths, order.group);
     }},
    {"resolution", "DPI", "", "resolution of a scan that has none",
     [](AcrossOrder& order, const std::string& word) {
       order.describes_scan = true;
       return read_number(word, scan_resolutions, order.resolution);
     }},
    {"output", "FOLDER", "", "folder for the file; default: that of the scan or table",
     [](AcrossOrder& order, const std::string& word) { return read_file_name(word, order.folder); }},
}};

constexpr std::array<OrderOption<DropsOrder>, 2> options_of_drops = {{
    {"target", "FILE", "", "the .ti2 of the target, if the measurements do not have its levels",
     [](DropsOrder& order, const std::string& word) { return read_file_name(word, order.target); }},
    {"output", "FOLDER", "", "folder for the file; default: that of the measurements",
     [](DropsOrder& order, const std::string& word) { return read_file_name(word, order.folder); }},
}};

constexpr std::array<OrderOption<CurvesOrder>, 6> options_of_curves = {{
    {"target", "FILE", "", "the .ti2 of the target, if the measurements do not have its ink amounts",
     [](CurvesOrder& order, const std::string& word) { return read_file_name(word, order.target); }},
    {"profile", "FILE", "", "press profile of the pages, for the aim; default: FOGRA39, as for pages",
     [](CurvesOrder& order, const std::string& word) { return read_file_name(word, order.profile); }},
    {"aim", "[INK=]AIM", "profile",
     "tone to print, for all inks or one: profile, what the press profile expects; linear; tvi=PERCENT, the tone value "
     "increase at 50 %; iso-a to iso-d, which are 16, 19, 22 and 25 percent; or a file of ink amounts and tones. "
     "Repeat for other inks",
     add_aim},
    {"yule-nielsen", "N", "1", "Yule and Nielsen's exponent; 1 is Murray and Davies' tone value",
     [](CurvesOrder& order, const std::string& word) { return read_number(word, exponents, order.yule_nielsen); }},
    {"printed-with", "INK=FILE", "", "curve with which the target was printed; repeat for other inks",
     add_printed_with},
    {"output", "FOLDER", "", "folder for the curves; default: that of the measurements",
     [](CurvesOrder& order, const std::string& word) { return read_file_name(word, order.folder); }},
}};

constexpr std::array<std::string_view, 2> repeated = {"aim", "printed-with"};

template <typename Order>
po::options_description described(std::span<const OrderOption<Order>> options, const char* title) {
  po::options_description group(title);
  for (const OrderOption<Order>& option : options) {
    const std::string names = std::string(option.name) + (option.name == "output" ? ",o" : "");
    auto* const words = po::value<std::vector<std::string>>()->value_name(std::string(option.value));
    if (option.value.empty()) words->implicit_value({"true"}, "")->zero_tokens();
    if (!option.fallback.empty()) words->default_value({}, std::string(option.fallback));
    group.add_options()(names.c_str(), words, std::string(option.description).c_str());
  }
  return group;
}

// Reads the options into `order`. Returns the other words; nothing if help is asked for.
template <typename Order>
Result<std::optional<std::vector<std::string>>> parse(std::span<const char* const> words,
                                                      std::span<const OrderOption<Order>> options, Order& order) {
  po::options_description all = described(options, "");
  all.add_options()("help,h", po::bool_switch())("file", po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add("file", -1);
  po::variables_map map;
  try {
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::command_line_parser parser(std::vector<std::string>(words.begin(), words.end()));
    po::store(parser.options(all).positional(positional).style(style).run(), map);
  } catch (const po::error& error) {
    return wrong_setting(error.what());
  }
  if (map["help"].as<bool>()) return std::optional<std::vector<std::string>>();
  for (const OrderOption<Order>& option : options) {
    const std::string name(option.name);
    if (!map.contains(name) || map[name].defaulted()) continue;
    const auto given = map[name].template as<std::vector<std::string>>();
    if (given.size() > 1 && std::ranges::find(repeated, name) == repeated.end())
      return wrong_setting("give it once").of_setting(name);
    for (const std::string& word : given)
      if (const Status status = option.set(order, word); !status.ok()) return status.error().of_setting(name);
  }
  return map.contains("file") ? std::optional(map["file"].as<std::vector<std::string>>())
                              : std::optional(std::vector<std::string>());
}

// Of an order that has the file of its measurements in `measured`.
template <typename Order>
Result<std::optional<Order>> parse_order_of_measurements(std::span<const char* const> words,
                                                         std::span<const OrderOption<Order>> options) {
  Order order;
  const auto names = parse(words, options, order);
  if (!names.ok()) return names.error();
  if (!*names) return std::optional<Order>();
  if ((*names)->size() != 1) return wrong_setting("give one file of measurements");
  order.measured = (*names)->front();
  return std::optional(std::move(order));
}

}  // namespace

std::span<const OrderOption<TargetOrder>> target_options() {
  return options_of_target;
}

std::span<const OrderOption<DropsOrder>> drops_options() {
  return options_of_drops;
}

std::span<const OrderOption<CurvesOrder>> curves_options() {
  return options_of_curves;
}

std::span<const OrderOption<AcrossOrder>> across_options() {
  return options_of_across;
}

Result<std::optional<TargetOrder>> parse_target_order(std::span<const char* const> words) {
  TargetOrder order;
  const auto names = parse(words, target_options(), order);
  if (!names.ok()) return names.error();
  if (!*names) return std::optional<TargetOrder>();
  if ((*names)->size() != 1) return wrong_setting("give one NAME for the target's files");
  const std::string name = std::filesystem::path((*names)->front()).filename().string();
  if (name.empty() || name == "." || name == "..")
    return wrong_setting("'" + (*names)->front() + "' is not a file name");
  if (order.profile && order.names_inks) return wrong_setting("--profile and --inks contradict each other");
  if (order.settings.levels > 2 && order.names_steps)
    return wrong_setting("--levels and --steps contradict each other");
  if (order.settings.levels > 2 && order.settings.has_bars)
    return wrong_setting("--levels and --bars contradict each other");
  if (order.settings.has_bars && !order.names_steps) order.settings.tints = default_bars;
  order.name = (*names)->front();
  return std::optional(std::move(order));
}

Result<std::optional<DropsOrder>> parse_drops_order(std::span<const char* const> words) {
  return parse_order_of_measurements(words, drops_options());
}

Result<std::optional<CurvesOrder>> parse_curves_order(std::span<const char* const> words) {
  return parse_order_of_measurements(words, curves_options());
}

Result<std::optional<AcrossOrder>> parse_across_order(std::span<const char* const> words) {
  return parse_order_of_measurements(words, across_options());
}

std::string calibrate_help() {
  std::ostringstream text;
  text << "Usage: platerip calibrate target [options] NAME\n"
          "       platerip calibrate drops [options] MEASUREMENTS\n"
          "       platerip calibrate curves [options] MEASUREMENTS\n"
          "       platerip calibrate across [options] SCAN|TABLE\n\n"
          "target makes a page with a wedge for each ink, NAME.tif, and describes it in NAME.ti2 and NAME.ti1 for\n"
          "Argyll. curves reads its measurements (.ti3, CGATS or CSV) and writes a curve for each ink.\n"
          "With --levels, target makes plates of drop sizes. drops reads their measurements and writes the amounts of\n"
          "the sizes. With --bars, target makes bars. across reads a gray scan of an ink's bars, or a table of "
          "measurements\n"
          "with a column MM, and writes curves that change across the plate.\n\n"
       << described(target_options(), "Target") << '\n'
       << described(drops_options(), "Drops") << '\n'
       << described(curves_options(), "Curves") << '\n'
       << described(across_options(), "Across")
       << "\nExample:\n"
          "  platerip calibrate target press\n"
          "  platerip press.tif\n"
          "  platerip calibrate curves --target press.ti2 press.csv\n"
          "  platerip --curve Cyan=press.Cyan.txt page.tif\n\n"
          "Exit status: 0 if all is done, 1 if not, 2 for wrong usage.\n";
  return text.str();
}

}  // namespace platerip::rip
