// What a film says about itself.
#pragma once

#include <cstddef>
#include <string>

#include "rip/film/marks.h"
#include "rip/job/page_plan.h"

namespace platerip::rip {

/// The label of a plate: its place among the plates and its ink, its screen or method, the date if there is one, and
/// the page, as "1/4 Cyan", "55 lpi 15 deg", "2 May", "page.tif". Characters that are not in ASCII become "#". May
/// throw std::bad_alloc.
FilmLabel film_label(const PagePlan& plan, std::size_t plate, const std::string& date);

}  // namespace platerip::rip
