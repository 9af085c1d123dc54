// The page that proofs are made of.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "profiles/profile.h"
#include "rip/job/job.h"
#include "rip/job/page_plan.h"
#include "rip/job/screens/dot_rate.h"
#include "rip/proofs/report/ink_colors.h"
#include "rip/proofs/report/tone_picture.h"
#include "rip/proofs/report/upright_place.h"
#include "rip/resources/threads.h"

namespace platerip::rip {

/// A page with what its job and its plan say of its looks.
struct ProofedPage {
  const Job& job;
  const PagePlan& plan;
  PageShape shape;                         ///< of the plates; without a usable resolution, their pixels are square
  std::vector<ShownInk> plates;            ///< the ink of each plate
  std::vector<DotRate> dots;               ///< of each plate's screen; none for other methods
  std::optional<profiles::Profile> press;  ///< describes the page's inks, apart from spots and made plates
  std::optional<std::string> cache;        ///< separation::Settings::cache
  std::shared_ptr<separation::SharedTables> tables;  ///< separation::Settings::shared
  std::shared_ptr<const WantedSums> sums = {};       ///< of the plates, that a GPU makes: wanted_sums(); may be null

  [[nodiscard]] std::size_t inks() const { return plan.color.inks.size(); }
  /// How many inks count as total ink: spots and made plates do only if there are no others.
  [[nodiscard]] std::size_t counted_inks() const {
    const std::size_t added = plan.color.settings.added_inks();
    return inks() > added ? inks() - added : inks();
  }
  [[nodiscard]] InkColors colors() const {
    return {press, plates, job.paper_color.value_or(white_paper), cache, tables};
  }
  [[nodiscard]] PicturedPlates pictured() const {
    return {shape.width, shape.height,    shape.proportion,          plan.levels,
            dots,        plan.level_inks, thread_count(job.threads), sums};
  }
};

/// `job` and `plan` outlive the result. Its press profile is the one chosen for the page, if it has as many inks, else
/// the built-in one for pages with four, else none.
ProofedPage proofed_page(const Job& job, const PagePlan& plan, const std::optional<std::string>& cache,
                         std::shared_ptr<separation::SharedTables> tables);

}  // namespace platerip::rip
