// Plates that a job makes from its pages, beside those of their inks: white under garments, varnish, foil.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "rip/job/length.h"
#include "separation/made_ink.h"

namespace platerip::rip {

/// One made plate: "NAME=SOURCE[,option…]".
struct MadePlate {
  std::string name;
  separation::MadeFrom from = separation::MadeFrom::coverage;
  std::vector<std::string> inks;  ///< for `inks` and `spot`: names for find_ink(); empty: all inks of the page
  double amount = 100;            ///< percent of the ink where the plate would be solid
  Length choke;                   ///< by how much its shapes shrink
  Length spread;                  ///< by how much they grow; one of both is 0
  bool is_over = false;           ///< printed after the page's inks, not under them
};

/// The kind of these plates among options. SOURCE is alpha, light, dark, all, inks, inks:INK+INK… or channel:NAME; an
/// option is choke=LENGTH, spread=LENGTH, amount=PERCENT, under or over.
struct MadePlateText {
  using Type = MadePlate;
  static constexpr bool input_file = false;
  /// Whether a part of a list of plates is an option of the plate before it.
  static bool goes_on(std::string_view part);
  static Status read(const std::string& word, MadePlate& plate);
  static std::string print(const MadePlate& plate);
};

/// A colour to be knocked out: "#RRGGBB[,tolerance=DE]".
struct KnockOutText {
  using Type = separation::KnockOut;
  static constexpr bool input_file = false;
  static Status read(const std::string& word, separation::KnockOut& knock_out);
  static std::string print(const separation::KnockOut& knock_out);
};

}  // namespace platerip::rip
