// How much longer the outlines on a plate are than those of what it should show.
//
// Functions may throw std::bad_alloc, and std::runtime_error, whose message names the file. They are thread-safe.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tests/bench/quality/instruments/image.h"

namespace platerip::text {

struct NamedArea {
  std::string name;
  quality::Area pixels;
};

/// Reads lines of a name, and x, y, width and height in points, counted from the top left corner. Errors: the file
/// cannot be read, or an area is empty.
std::vector<NamedArea> read_areas(const std::string& path, double dpi);

constexpr int fine = 8;  ///< pixels of a fine drawing for each pixel of the page, in both directions

/// Reads a PBM (P4) of 8 × 8 pixels for each pixel: solid where at least half of them are ink. A remainder of fewer
/// rows or columns is left out. Errors: it is no such file.
quality::Image read_truth(const std::string& path);

/// The length of the outlines in such a PBM for each area, which is given in its pixels, in pixels of the page.
std::vector<double> drawn_outlines(const std::string& path, const std::vector<NamedArea>& areas);

/// The sum of the differences between neighbours to the right and below, in pixels. In two levels it is the length of
/// the outlines. A clean edge has the same sum in any number of levels.
double outline(const quality::Image& image, const quality::Area& area);

/// Groups of one or two pixels, of ink or of paper, that touch no other of their kind, not even at a corner. Ink is
/// what is at least half. Groups at the border of the area do not count.
int specks(const quality::Image& image, const quality::Area& area);

/// Prints a row for each area: the name; the outline of the plate, and of the truth; specks; ink of the plate, of the
/// page and of the truth, in pixels.
void print_outlines(std::ostream& out, const std::vector<NamedArea>& areas, const quality::Image& page,
                    const quality::Image& truth, const quality::Image& plate);

}  // namespace platerip::text
