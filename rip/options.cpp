#include "rip/options.h"

#include <strings.h>

#include <algorithm>
#include <array>
#include <boost/program_options.hpp>
#include <filesystem>
#include <sstream>

#include "rip/backends.h"
#include "rip/gpu.h"

namespace platerip::rip {
namespace {

namespace po = boost::program_options;

// What the command line says, before it is checked.
struct Words {
  std::string intent;
  bool intent_is_named = false;
  std::string precision;
  std::string black_only;
  std::string halftone;
  std::string compression;
  std::string progress;
  std::string summary;
  std::string output_format;
  std::optional<std::string> planes;
  std::optional<std::string> devices;
  std::vector<std::string> curves;
  std::int64_t memory_mib = 0;
  std::int64_t spool_mib = 0;
  std::int64_t gpu_memory_mib = 0;
  bool no_bpc = false;
  bool bpc = false;
};

template <typename T>
po::typed_value<T>* value_into(std::optional<T>& target, const char* name) {
  return po::value<T>()->value_name(name)->notifier([&target](const T& value) { target = value; });
}

template <typename T>
po::typed_value<T>* value_into(T& target, const char* name) {
  return po::value<T>(&target)->value_name(name);
}

struct NamedGroup {
  std::string title;
  po::options_description options;
};

std::vector<NamedGroup> option_groups(Options& options, Words& words) {
  Job& job = options.job;
  po::options_description color("Colour");
  color.add_options()  //
      ("profile", value_into(job.press_profile, "FILE"),
       "press profile (ICC output profile of 3 to 8 inks); else FOGRA39")                                        //
      ("input-profile", value_into(job.input_profile, "FILE"), "page profile; else the page's own, else sRGB")   //
      ("ignore-embedded", po::bool_switch(&job.ignore_embedded), "do not use the profile embedded in the page")  //
      ("intent", value_into(words.intent, "NAME")->default_value("relative"),
       "rendering intent: perceptual, relative, saturation, absolute (which also prints the tint of the page's "
       "paper)")                                                                      //
      ("bpc", po::bool_switch(&words.bpc), "black point compensation (the default)")  //
      ("no-bpc", po::bool_switch(&words.no_bpc), "no black point compensation")       //
      ("precision", value_into(words.precision, "NAME")->default_value("littlecms"),
       "of colours: littlecms (as it interpolates of its own accord) or exact (each through the profiles' own tables; "
       "takes seconds once for two profiles)")                                                                        //
      ("convert-cmyk", po::bool_switch(&job.convert_cmyk), "convert CMYK pages too; else their inks pass unchanged")  //
      ("black-only", value_into(words.black_only, "WHICH")->default_value("off")->implicit_value("pages"),
       "print grays with black ink alone, in its own tone: pages (those of gray), pixels (also the gray ones of RGB "
       "pages), off; without =WHICH it is pages")  //
      ("curve", po::value(&words.curves)->value_name("INK=FILE"),
       "calibration curve of an ink: lines of input and output percent; may be given for each ink")  //
      ("ink-limit", value_into(job.ink_limit, "PERCENT"),
       "total ink limit: all inks but black are reduced in proportion, black is kept");
  po::options_description halftone("Halftone");
  halftone.add_options()  //
      ("halftone", value_into(words.halftone, "NAME")->default_value("floyd-steinberg"),
       "floyd-steinberg, fan, jarvis, stucki, threshold, bayer")                                        //
      ("levels", value_into(job.levels, "N")->default_value(2), "tone levels of a pixel: 2, 3, 4, 16")  //
      ("backend", value_into(job.backend, "NAME")->default_value("auto"),
       "how to compute: auto, cpu (SIMD), cuda (an NVIDIA GPU), reference");
  po::options_description plates("Plates");
  plates.add_options()  //
      ("output,o", value_into(job.output_dir, "DIR"),
       "folder for the plates, made if missing; else beside the page; '-': standard output")  //
      ("output-format", value_into(words.output_format, "NAME"),
       "on standard output: tiff (the default, all plates in one file), pbm, cups-raster")  //
      ("resolution", value_into(job.resolution, "DPI"),
       "dots to an inch of pages that do not say, as PNM")  //
      ("force-resolution", po::bool_switch(&job.force_resolution),
       "what --resolution gives counts, whatever a page says")                                      //
      ("planes", value_into(words.planes, "INKS"), "make only these plates, as C,K or Cyan,Black")  //
      ("compression", value_into(words.compression, "NAME")->default_value("none"),
       "none, packbits, lzw, deflate, zstd, g4")                                      //
      ("invert", po::bool_switch(&job.invert), "negative plates: every bit flipped")  //
      ("preview", value_into(job.preview, "FILE.png"),
       "also show the plates together in sRGB, at most 2000 px; with several pages FILE-1.png, FILE-2.png, ...");
  po::options_description resources("Resources");
  resources.add_options()                                                                         //
      ("threads", value_into(job.threads, "N")->default_value(0, "all cores"), "threads to use")  //
      ("memory", value_into(words.memory_mib, "MIB")->default_value(128),
       "memory for all that grows with the page; a table of colours takes 64 more, 128 for more than four inks")    //
      ("device", value_into(job.device, "N")->default_value(0), "the GPU to use, of those that CUDA sees, from 0")  //
      ("devices", value_into(words.devices, "all"), "deal the pages to all GPUs, one page to each at a time")       //
      ("gpu-memory", value_into(words.gpu_memory_mib, "MIB")->default_value(0, "what is free"),
       "memory of the GPU, at most")  //
      ("spool", value_into(words.spool_mib, "MIB")->default_value(8192),
       "disk in TMPDIR for each thing of a page that cannot stream, as TIFF from standard input")  //
      ("strip-rows", value_into(job.strip_rows, "N"), "rows of a strip at most; the plates are the same with any");
  po::options_description messages("Messages");
  messages.add_options()  //
      ("progress", value_into(words.progress, "WHEN")->default_value("auto"),
       "progress bar: auto (on a terminal), always, never")                                              //
      ("summary", value_into(words.summary, "FORMAT"), "on standard output, for each page: text, json")  //
      ("quiet,q", po::bool_switch(&options.quiet), "only errors")                                        //
      ("verbose,v", po::bool_switch(&options.verbose), "also say what was chosen")                       //
      ("version", po::bool_switch(&options.version), "show the version")                                 //
      ("help,h", po::bool_switch(&options.help), "show this");
  return {
      {"Colour", color}, {"Halftone", halftone}, {"Plates", plates}, {"Resources", resources}, {"Messages", messages}};
}

template <typename T>
struct Choice {
  const char* name;
  T value;
};

template <typename T, std::size_t count>
Status choose(const char* option, const std::string& word, const Choice<T> (&choices)[count], T& target) {
  std::string list;
  for (const Choice<T>& choice : choices) {
    if (word == choice.name) {
      target = choice.value;
      return {};
    }
    list += (list.empty() ? "" : ", ") + std::string(choice.name);
  }
  return Error{std::string(option) + ": '" + word + "' is not one of " + list};
}

std::vector<std::string> split(const std::string& list, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(list);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::string trimmed(const std::string& text) {
  constexpr const char* spaces = " \t";
  const std::size_t begin = text.find_first_not_of(spaces);
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(spaces) + 1 - begin);
}

Status read_planes(const std::string& list, Job& job) {
  for (const std::string& ink : split(list + ',', ',')) job.planes.push_back(trimmed(ink));
  if (std::find(job.planes.begin(), job.planes.end(), "") == job.planes.end()) return {};
  return Error{"--planes: '" + list + "' is not a list of inks as C,K"};
}

Status read_curves(const std::vector<std::string>& words, Job& job) {
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
      return Error{"--curve: '" + word + "' is not INK=FILE"};
    }
    job.curves.push_back({word.substr(0, equals), word.substr(equals + 1)});
  }
  return {};
}

Status find_backend(const Job& job) {
  if (is_gpu(job.backend)) return find_gpu(job.device);
  const auto backends = find_backends(job.backend);
  return backends.ok() ? Status() : backends.error();
}

Status read_words(const Words& words, Options& options) {
  using profiles::Intent;
  using separation::BlackOnly;
  using separation::Precision;
  Job& job = options.job;
  static constexpr Choice<Intent> intents[] = {{"perceptual", Intent::perceptual},
                                               {"relative", Intent::relative},
                                               {"saturation", Intent::saturation},
                                               {"absolute", Intent::absolute}};
  static constexpr Choice<Precision> precisions[] = {{"littlecms", Precision::littlecms}, {"exact", Precision::exact}};
  static constexpr Choice<BlackOnly> grays[] = {
      {"pages", BlackOnly::pages}, {"pixels", BlackOnly::pixels}, {"off", BlackOnly::off}};
  static constexpr Choice<Progress> progress[] = {
      {"auto", Progress::automatic}, {"always", Progress::always}, {"never", Progress::never}};
  static constexpr Choice<SummaryFormat> summaries[] = {{"text", SummaryFormat::text}, {"json", SummaryFormat::json}};

  if (const Status status = choose("--intent", words.intent, intents, job.intent.emplace()); !status.ok())
    return status;
  if (!words.intent_is_named) job.intent.reset();
  if (const Status status = choose("--precision", words.precision, precisions, job.precision); !status.ok())
    return status;
  if (const Status status = choose("--black-only", words.black_only, grays, job.black_only); !status.ok())
    return status;
  if (const Status status = choose("--progress", words.progress, progress, options.progress); !status.ok())
    return status;
  if (!words.summary.empty()) {
    if (const Status status = choose("--summary", words.summary, summaries, options.summary); !status.ok())
      return status;
  }
  static constexpr Choice<StreamFormat> formats[] = {
      {"tiff", StreamFormat::tiff}, {"pbm", StreamFormat::pbm}, {"cups-raster", StreamFormat::cups_raster}};
  if (job.output_dir == "-") {
    job.output_dir.reset();
    options.stream_format = StreamFormat::tiff;
  }
  if (!words.output_format.empty()) {
    if (!options.stream_format) return Error{"--output-format is for plates on standard output; give -o - with it"};
    if (const Status status = choose("--output-format", words.output_format, formats, *options.stream_format);
        !status.ok())
      return status;
  }
  const auto method = halftone::find_method(words.halftone);
  if (!method.ok()) return Error{"--halftone: " + method.error().message};
  job.method = *method;
  const auto compression = tiffio::find_compression(words.compression);
  if (!compression.ok()) return Error{"--compression: " + compression.error().message};
  job.compression = *compression;
  if (const Status status = find_backend(job); !status.ok()) return Error{"--backend: " + status.error().message};
  if (words.planes) {
    if (const Status status = read_planes(*words.planes, job); !status.ok()) return status;
  }
  job.black_point_compensation = !words.no_bpc;
  job.memory = static_cast<std::size_t>(words.memory_mib) << 20;
  job.spool = words.spool_mib << 20;
  options.all_devices = words.devices.has_value();
  job.gpu_memory = static_cast<std::size_t>(words.gpu_memory_mib) << 20;
  return read_curves(words.curves, job);
}

// What plates on standard output cannot be.
Status check_stream(const Options& options) {
  if (options.summary != SummaryFormat::none)
    return Error{"--summary and the plates would both go to standard output; leave out one of them"};
  if (options.job.compression != tiffio::Compression::none)
    return Error{"--compression: plates on standard output are not compressed; compress the stream"};
  return {};
}

Status check_ranges(const Options& options, const Words& words) {
  const Job& job = options.job;
  if (words.bpc && words.no_bpc) return Error{"--bpc and --no-bpc contradict each other"};
  if (options.quiet && options.verbose) return Error{"--quiet and --verbose contradict each other"};
  if (job.levels != 2 && job.levels != 3 && job.levels != 4 && job.levels != 16)
    return Error{"--levels: 2, 3, 4 or 16"};
  if (job.levels != 2 && job.invert) return Error{"--invert is for plates of 2 levels"};
  if (job.levels != 2 && job.compression == tiffio::Compression::g4)
    return Error{"--compression g4 is for plates of 2 levels"};
  if (job.threads < 0 || job.threads > 1024) return Error{"--threads: 1 to 1024, or 0 for all cores"};
  if (words.memory_mib < 1 || words.memory_mib > 1 << 24) return Error{"--memory: 1 to 16777216 MiB"};
  if (words.devices && *words.devices != "all") return Error{"--devices: all; one GPU is chosen with --device N"};
  if (words.devices && job.device != 0) return Error{"--devices and --device contradict each other"};
  if (job.device < 0) return Error{"--device: 0 or more"};
  if (words.gpu_memory_mib < 0 || words.gpu_memory_mib > 1 << 24)
    return Error{"--gpu-memory: 1 to 16777216 MiB, or 0 for what is free"};
  if (words.spool_mib < 0 || words.spool_mib > 1 << 24) return Error{"--spool: 0 to 16777216 MiB"};
  if (job.strip_rows && *job.strip_rows < 1) return Error{"--strip-rows: 1 or more"};
  if (job.ink_limit && !(*job.ink_limit >= 100 && *job.ink_limit <= 800))
    return Error{"--ink-limit: 100 to 800 percent"};
  if (job.resolution && !(*job.resolution >= 1 && *job.resolution <= 100000))
    return Error{"--resolution: 1 to 100000 dots to an inch"};
  if (job.force_resolution && !job.resolution)
    return Error{"--force-resolution: which one? Give --resolution DPI with it"};
  if (job.output_dir && job.output_dir->empty()) return Error{"--output: a folder is needed, '.' for this one"};
  for (const auto& file : {job.preview, job.press_profile, job.input_profile}) {
    if (file && file->empty()) return Error{"--preview, --profile and --input-profile need the name of a file"};
  }
  if (job.preview && ::strcasecmp(std::filesystem::path(*job.preview).extension().c_str(), ".png") != 0)
    return Error{"--preview: '" + *job.preview + "': previews are PNG only; give a name that ends in .png"};
  if (options.pages.empty()) return Error{"no page given"};
  if (options.pages.size() > 1 && std::find(options.pages.begin(), options.pages.end(), "-") != options.pages.end())
    return Error{"'-': pages from standard input come alone; give files in a run of their own"};
  return options.stream_format ? check_stream(options) : Status();
}

// Else it would take the page behind it for its value.
std::pair<std::string, std::string> read_alone(const std::string& word) {
  if (word == "--black-only") return {"black-only", "pages"};
  return {};
}

OptionInfo info_of(const po::option_description& option) {
  OptionInfo info{.name = option.long_name(),
                  .letter = {},
                  .value = option.format_parameter(),
                  .fallback = {},
                  .description = option.description()};
  // "[=WHICH(=pages)]": its value may be left out.
  if (const std::size_t implied = info.value.find("(="); info.value.starts_with('['))
    info.value.erase(implied, info.value.find(')') + 1 - implied);
  const std::string names = option.format_name();  // "-o [ --output ]" or "--planes"
  if (!names.starts_with("--")) info.letter = names.substr(1, 1);
  const std::size_t fallback = info.value.find(" (=");  // "NAME (=auto)"
  if (fallback == std::string::npos) return info;
  info.fallback = info.value.substr(fallback + 3, info.value.size() - fallback - 4);
  info.value.resize(fallback);
  return info;
}

}  // namespace

Result<Options> parse_options(int argc, const char* const argv[]) {
  Options options;
  Words words;
  po::options_description all;
  for (const NamedGroup& group : option_groups(options, words)) all.add(group.options);
  all.add_options()("page", po::value(&options.pages));
  po::positional_options_description positional;
  positional.add("page", -1);
  try {
    po::variables_map map;
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::command_line_parser parser(argc, argv);
    parser.options(all).positional(positional).style(style).extra_parser(read_alone);
    po::store(parser.run(), map);
    po::notify(map);
    words.intent_is_named = !map["intent"].defaulted();
  } catch (const po::error& error) {
    return Error{error.what()};
  }
  if (options.help || options.version) return options;
  if (const Status status = read_words(words, options); !status.ok()) return status.error();
  if (const Status status = check_ranges(options, words); !status.ok()) return status.error();
  return options;
}

std::vector<OptionGroup> option_table() {
  Options options;
  Words words;
  std::vector<OptionGroup> table;
  for (const auto& [title, group] : option_groups(options, words)) {
    table.push_back({title, {}});
    for (const auto& option : group.options()) {
      table.back().options.push_back(info_of(*option));
    }
  }
  return table;
}

namespace {

std::vector<OptionInfo> options_named(std::initializer_list<std::string_view> names) {
  std::vector<OptionInfo> chosen;
  for (const OptionGroup& group : option_table()) {
    for (const OptionInfo& option : group.options) {
      if (std::find(names.begin(), names.end(), option.name) != names.end()) chosen.push_back(option);
    }
  }
  return chosen;
}

}  // namespace

std::vector<OptionInfo> job_options() {
  return options_named({"profile", "input-profile", "ignore-embedded", "intent", "bpc", "precision", "convert-cmyk",
                        "black-only", "curve", "ink-limit", "halftone", "levels", "planes", "invert"});
}

std::vector<OptionInfo> machine_options() {
  return options_named({"backend", "threads", "memory", "device", "gpu-memory", "spool", "strip-rows"});
}

std::vector<OptionInfo> command_line_options() {
  return options_named({"output", "compression", "preview", "devices", "summary"});
}

std::string help_text() {
  Options options;
  Words words;
  std::ostringstream text;
  text << "Usage: platerip [options] PAGE...\n"
          "       platerip [options] -            pages from standard input\n\n"
          "Makes a halftoned 1-bit TIFF plate for each ink of each page: page.tif becomes page.Cyan.tif,\n"
          "page.Magenta.tif, page.Yellow.tif and page.Black.tif.\n\n";
  for (const NamedGroup& group : option_groups(options, words)) text << group.options << '\n';
  text << "Examples:\n"
          "  platerip --profile press.icc --ink-limit 280 -o plates --preview proof.png page.tif\n"
          "  pdftoppm -r 600 page.pdf | platerip - --resolution 600 -o - > plates.tif\n\n"
          "Exit status: 0 all pages done, 1 a page failed, 2 wrong usage.\n";
  return text.str();
}

}  // namespace platerip::rip
