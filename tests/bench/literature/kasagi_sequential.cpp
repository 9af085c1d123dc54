// Kasagi, Nakano, Ito, table V (1): error diffusion and error collection, one pixel after another.
#include "tests/bench/literature/families.h"
#include "tests/bench/sequential.h"

namespace platerip::literature {
namespace {

Algorithm sequential(const halftone::sequential::Algorithm& code, std::string_view name, std::string_view cost,
                     int rows, std::vector<double> published) {
  return {.name = name,
          .paper = "Kasagi",
          .table = "Sequential",
          .cost = cost,
          .memory = [rows](const Page& page, const Setting&) -> Footprint {
            return {.host = static_cast<std::size_t>(rows) * sizeof(int) * static_cast<std::size_t>(page.width + 2)};
          },
          .begin =
              [&code](const Page& page, const Setting&) {
                return plate_session(page, 2, [&](const halftone::Plane& plane, const halftone::Plate& plate) {
                  code.run(page.width, page.height, plane, plate);
                });
              },
          .published = std::move(published)};
}

}  // namespace

std::vector<Algorithm> kasagi_sequential() {
  const auto code = halftone::sequential::algorithms();
  return {
      sequential(code[0], "ED", "5n reads, 5n writes", 2,
                 {19.63, 77.63, 174.4, 309.8, 491.5, 696.4, 952.0, 1242, 1938, 2789, 3797, 4967}),
      sequential(code[2], "EC", "5n reads, 2n writes", 2,
                 {19.60, 74.21, 165.8, 293.9, 467.7, 663.6, 902.5, 1177, 1846, 2654, 3671, 4712}),
      sequential(code[1], "ED with RC", "2n reads, 2n writes", 1,
                 {14.72, 55.38, 124.9, 220.2, 357.5, 505.7, 676.6, 878.1, 1384, 1974, 2690, 3521}),
      sequential(code[3], "EC with RC", "2n reads, 2n writes", 1,
                 {8.616, 33.14, 73.43, 128.8, 201.2, 292.4, 393.3, 514.2, 802.8, 1165, 1571, 2052}),
  };
}

}  // namespace platerip::literature
