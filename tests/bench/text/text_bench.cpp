// What crisp text gains and what it changes. The scripts beside it run this program.
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/bench/quality/originals/plate_files.h"
#include "tests/bench/text/outlines.h"
#include "tests/bench/text/photographs.h"
#include "tests/bench/text/prints.h"
#include "tests/bench/text/strokes.h"

namespace platerip::text {
namespace {

using quality::read_image;

constexpr const char* usage =
    "text_bench draw-strokes PAGE.pgm            # a page of single strokes\n"
    "text_bench strokes PLATE                    # what the plate keeps of them\n"
    "text_bench black PAGE.pgm PAGE.pam          # a gray page as black of a CMYK page\n"
    "text_bench truth FINE.pbm TRUTH.pgm         # solid where half of 8 × 8 pixels is ink\n"
    "text_bench drawn AREAS DPI FINE.pbm         # how long its outlines are\n"
    "text_bench outlines AREAS DPI PAGE.pgm TRUTH.pgm PLATE     # how much longer they are on the plate\n"
    "text_bench prints BARCODES PLATE FOLDER     # barcodes as a camera sees them\n"
    "text_bench photographs PNG...               # what changes in them\n"
    "text_bench soft-edges                       # what changes in them\n";

// Black, and no other ink, in the amounts that the page has.
void write_black(const std::string& page, const std::string& path) {
  const quality::Image image = read_image(page);
  std::ofstream file(path, std::ios::binary);
  file << "P7\nWIDTH " << image.width << "\nHEIGHT " << image.height
       << "\nDEPTH 4\nMAXVAL 255\nTUPLTYPE CMYK\nENDHDR\n";
  for (const float ink : image.ink) file.write("\0\0\0", 3).put(static_cast<char>(ink));
  file.close();
  if (!file) throw std::runtime_error(path + ": cannot be written");
}

// A row for each area: the name, and the length of the outlines in pixels of the page.
void print_drawn(const std::string& areas_path, double dpi, const std::string& path) {
  const auto areas = read_areas(areas_path, fine * dpi);
  const auto lengths = drawn_outlines(path, areas);
  for (std::size_t i = 0; i < areas.size(); ++i) std::cout << areas[i].name << ' ' << lengths[i] << '\n';
}

bool run(const std::string& command, std::span<const std::string> args) {
  const auto is = [&](const char* name, std::size_t count) { return command == name && args.size() == count; };
  if (is("draw-strokes", 1)) {
    quality::write_pgm(args[0], draw_strokes());
  } else if (is("strokes", 1)) {
    print_strokes(std::cout, read_image(args[0]));
  } else if (is("black", 2)) {
    write_black(args[0], args[1]);
  } else if (is("drawn", 3)) {
    print_drawn(args[0], std::stod(args[1]), args[2]);
  } else if (is("outlines", 5)) {
    print_outlines(std::cout, read_areas(args[0], std::stod(args[1])), read_image(args[2]), read_image(args[3]),
                   read_image(args[4]));
  } else if (is("truth", 2)) {
    quality::write_pgm(args[1], read_truth(args[0]));
  } else if (is("prints", 3)) {
    photograph_barcodes(read_barcodes(args[0]), read_image(args[1]), args[2]);
  } else if (command == "photographs" && !args.empty()) {
    for (const std::string& path : args) print_photograph(std::cout, path);
  } else if (is("soft-edges", 0)) {
    print_soft_edges(std::cout);
  } else {
    return false;
  }
  return true;
}

}  // namespace
}  // namespace platerip::text

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  try {
    if (!args.empty() && platerip::text::run(args[0], std::span(args).subspan(1))) return 0;
    std::fputs(platerip::text::usage, stderr);
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "text_bench: %s\n", error.what());
    return 1;
  }
}
