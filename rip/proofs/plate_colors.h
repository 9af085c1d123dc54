// The colours in which a page's plates are shown.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>
#include <vector>

#include "rip/proofs/proofed_page.h"
#include "rip/proofs/report/ink_colors.h"

namespace platerip::rip {

/// The inks of the page's plates, with the colours of the job or else assumed_color().
std::vector<ShownInk> shown_inks(const Job& job, const PagePlan& plan);

/// The plates' inks whose colours are assumed: `colors` does not know them, and the job does not give them.
std::vector<std::string> inks_of_assumed_color(const ProofedPage& page, const InkColors& colors);

/// The plates' inks to which the job gives a colour that has no effect, because `colors` knows them.
std::vector<std::string> inks_of_useless_color(const ProofedPage& page, const InkColors& colors);

/// A sentence for people who look at the plates: which colours are assumed, and which are the job's. Empty if the press
/// profile knows all inks.
std::string color_note(const ProofedPage& page, const InkColors& colors);

}  // namespace platerip::rip
