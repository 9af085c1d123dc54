// make-page: writes a sample page, the same bytes on every machine.
#include <boost/program_options.hpp>
#include <cstdint>
#include <exception>
#include <iostream>
#include <string>

#include "samples/content.h"
#include "samples/rgb_file.h"

namespace {

namespace po = boost::program_options;
using namespace platerip::samples;

constexpr int exit_failed = 1;
constexpr int exit_usage = 2;
constexpr std::int64_t largest_side = 1'000'000;

struct Options {
  std::string path;
  std::string content = "page";
  std::uint32_t seed = 1;
  FileOptions file{.width = 2400, .height = 3200};
};

po::options_description describe(Options& options) {
  po::options_description all("Options");
  auto add = all.add_options();
  add("width", po::value(&options.file.width)->default_value(options.file.width), "pixels");
  add("height", po::value(&options.file.height)->default_value(options.file.height), "pixels");
  add("bits", po::value(&options.file.bits)->default_value(options.file.bits), "per sample: 8 or 16");
  add("dpi", po::value(&options.file.dpi)->default_value(options.file.dpi), "resolution that the file declares");
  add("content", po::value(&options.content)->default_value(options.content), "page, photo, noise, gradient or white");
  add("seed", po::value(&options.seed)->default_value(options.seed), "of photo and noise");
  add("compression", po::value(&options.file.compression)->default_value(options.file.compression),
      "none, lzw or deflate");
  add("help", "show this text");
  return all;
}

/// What is wrong with the options; "" if nothing is.
std::string check(const Options& options) {
  const auto side_ok = [](std::int64_t side) { return 1 <= side && side <= largest_side; };
  if (options.path.empty()) return "which file shall it write? make-page OUT.tif [options]";
  if (!side_ok(options.file.width) || !side_ok(options.file.height)) return "sizes go from 1 to 1000000 pixels";
  if (options.file.bits != 8 && options.file.bits != 16) return "--bits is 8 or 16";
  if (!is_compression(options.file.compression)) return "--compression is none, lzw or deflate";
  if (!(options.file.dpi > 0)) return "--dpi must be positive";
  return "";
}

int usage_error(const std::string& message) {
  std::cerr << "make-page: " << message << '\n';
  return exit_usage;
}

int run(int argc, char** argv) {
  Options options;
  const po::options_description visible = describe(options);
  po::options_description all = visible;
  all.add_options()("out", po::value(&options.path));
  po::positional_options_description positional;
  positional.add("out", 1);

  po::variables_map values;
  po::store(po::command_line_parser(argc, argv).options(all).positional(positional).run(), values);
  if (values.count("help") != 0) {
    std::cout << "make-page OUT.tif [options]: writes a sample page as an RGB TIFF\n\n" << visible;
    return 0;
  }
  po::notify(values);
  if (const std::string wrong = check(options); !wrong.empty()) return usage_error(wrong);

  const auto content = find_content(options.content, options.file.width, options.file.height, options.seed);
  if (!content) return usage_error("no content is called '" + options.content + "'; make-page --help lists them");

  const std::string failure = write_rgb(options.path, options.file, *content);
  if (failure.empty()) return 0;
  std::cerr << "make-page: " << failure << '\n';
  return exit_failed;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const po::error& error) {
    return usage_error(error.what());
  } catch (const std::exception& error) {
    std::cerr << "make-page: " << error.what() << '\n';
    return exit_failed;
  }
}
