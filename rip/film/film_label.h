// What a film says about itself.
#pragma once

#include <cstddef>
#include <string>

#include "rip/job/color/page_plan.h"

namespace platerip::rip {

/// The label of a plate, the most important first: its place among the plates, its ink, its screen or method, the date
/// and the page, as "1/4 Cyan  55 lpi 15 deg  2 May  page.tif". In ASCII; other characters become "?". May throw
/// std::bad_alloc.
std::string film_label(const PagePlan& plan, std::size_t plate, const std::string& date);

}  // namespace platerip::rip
