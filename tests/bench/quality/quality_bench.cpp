// What an eye sees of the halftones: errors, textures, beginnings of tints, inks on top of each other. Prints tables of
// all methods, or measures a plate of anyone.
#include <boost/program_options.hpp>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/bench/quality/drop_tables.h"
#include "tests/bench/quality/instruments/eye.h"
#include "tests/bench/quality/methods/published.h"
#include "tests/bench/quality/originals/charts.h"
#include "tests/bench/quality/originals/plate_files.h"
#include "tests/bench/quality/pictures.h"
#include "tests/bench/quality/tables.h"

namespace platerip::quality {
namespace {

namespace po = boost::program_options;

struct Options {
  std::string photographs;
  std::string only;
  std::string pictures;
  std::string charts;
  std::string original;
  std::vector<std::string> plates;
  bool drops = false;
  bool lights = false;
  bool help = false;
};

po::options_description described(Options& options) {
  const char* folder = std::getenv("PLATERIP_PHOTOGRAPHS");
  po::options_description all("quality_bench [OPTION...]");
  const auto text = [](std::string& value) { return po::value(&value); };
  all.add_options()("help", po::bool_switch(&options.help), "this list");
  all.add_options()("photographs", text(options.photographs)->default_value(folder != nullptr ? folder : ""),
                    "folder with the photographs that kodak_photographs lists; default: PLATERIP_PHOTOGRAPHS. Without "
                    "it, pictures of the sample page are halftoned");
  all.add_options()("only", text(options.only), "only methods whose name begins so");
  all.add_options()("drops", po::bool_switch(&options.drops), "instead of these tables: those of drop sizes");
  all.add_options()("lights", po::bool_switch(&options.lights), "instead of these tables: that of light inks");
  all.add_options()("pictures", text(options.pictures), "instead of tables: write pictures to this folder");
  all.add_options()("charts", text(options.charts),
                    "instead of tables: write originals to this folder, as PGM, for other programs to halftone");
  all.add_options()("original", text(options.original), "with --plate: what it was made from (PGM, PNG or TIFF)");
  all.add_options()("plate", po::value(&options.plates)->multitoken(),
                    "instead of tables: measure these plates (PBM, PGM or TIFF)");
  return all;
}

std::vector<Halftone> chosen_halftones(const std::string& start) {
  std::vector<Halftone> all = product_halftones();
  for (Halftone& halftone : published_halftones(PLATERIP_QUALITY_DATA)) all.push_back(std::move(halftone));
  // A threshold everywhere is no halftone of anything but line art.
  std::erase_if(all, [&](const Halftone& h) { return !h.name.starts_with(start) || h.name == "threshold"; });
  return all;
}

std::vector<Photograph> photographs_of(const std::string& folder) {
  return folder.empty() ? drawn_photographs() : read_photographs(folder);
}

Image read_plate_of(const Image& original, const std::string& path) {
  Image plate = read_image(path);
  if (original.width != plate.width || original.height != plate.height)
    throw std::runtime_error(path + ": has another size than the original");
  return plate;
}

void measure_plates(const std::string& original_path, const std::vector<std::string>& paths) {
  const Image original = read_image(original_path);
  if (original.width <= 2 * eye_margin || original.height <= 2 * eye_margin)
    throw std::runtime_error(original_path + ": is too small to be measured");
  std::vector<NamedPlate> plates;
  for (const std::string& path : paths) plates.push_back({path, read_plate_of(original, path)});
  plate_table(std::cout, original, plates);
}

void write_charts(const std::string& folder, const std::vector<Photograph>& photographs) {
  std::filesystem::create_directories(folder);
  write_pgm(folder + "/ramp-right.pgm", ramp_to_the_right());
  write_pgm(folder + "/ramp-down.pgm", ramp_downwards());
  write_pgm(folder + "/text.pgm", text_page());
  for (const Photograph& photograph : photographs) write_pgm(folder + "/" + photograph.name + ".pgm", photograph.gray);
}

void print_kind(const Options& options, const std::vector<Photograph>& photographs) {
  std::cout << "Photographs: "
            << (options.photographs.empty() ? "none were given; two pictures of the sample page instead:"
                                            : "those of the folder:");
  for (const Photograph& photograph : photographs) std::cout << ' ' << photograph.name;
  std::cout << "\nErrors are what Näsänen's eye sees at 300, 600 and 1200 dpi from 30 cm: RMS, in gray levels of 255\n";
}

void print_tables(const std::vector<Halftone>& halftones, const Options& options) {
  const auto photographs = photographs_of(options.photographs);
  print_kind(options, photographs);
  tone_table(std::cout, halftones);
  photograph_table(std::cout, halftones, photographs);
  beginning_table(std::cout, halftones);
  ink_table(std::cout, halftones, photographs);
  level_table(std::cout, halftones, photographs);
}

void print_drop_tables(const Options& options) {
  const auto photographs = photographs_of(options.photographs);
  print_kind(options, photographs);
  drop_use_table(std::cout);
  drop_table(std::cout, photographs);
  near_level_table(std::cout);
}

void print_light_table(const Options& options) {
  const auto photographs = photographs_of(options.photographs);
  print_kind(options, photographs);
  light_table(std::cout, photographs);
}

int run(int argc, char** argv) {
  Options options;
  const po::options_description all = described(options);
  po::variables_map values;
  po::store(po::parse_command_line(argc, argv, all), values);
  po::notify(values);
  if (options.help) {
    std::cout << all;
    return 0;
  }
  if (options.plates.empty() != options.original.empty()) {
    std::cerr << "quality_bench: --plate needs --original, and --original needs --plate\n";
    return 2;
  }
  if (!options.plates.empty()) {
    measure_plates(options.original, options.plates);
    return 0;
  }
  if (!options.charts.empty()) {
    write_charts(options.charts, photographs_of(options.photographs));
    return 0;
  }
  if (options.drops) {
    print_drop_tables(options);
    return 0;
  }
  if (options.lights) {
    print_light_table(options);
    return 0;
  }
  const auto halftones = chosen_halftones(options.only);
  if (options.pictures.empty()) {
    print_tables(halftones, options);
    return 0;
  }
  std::filesystem::create_directories(options.pictures);
  const auto photographs = photographs_of(options.photographs);
  for (const Halftone& halftone : halftones) write_pictures(options.pictures, halftone, photographs.front());
  return 0;
}

}  // namespace
}  // namespace platerip::quality

int main(int argc, char** argv) {
  try {
    return platerip::quality::run(argc, argv);
  } catch (const boost::program_options::error& error) {
    std::cerr << "quality_bench: " << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "quality_bench: " << error.what() << '\n';
    return 1;
  }
}
